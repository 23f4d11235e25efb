// Byte strings: joining, framing, numbers, base64. Nothing here knows what the bytes mean.
import { sha512 as noble } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();

export const utf8 = (text) => encoder.encode(text);
export const sha512 = (bytes) => noble(bytes);

export function concat(parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function equal(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Below 0, 0 or above 0, as byte strings compare. */
export function order(a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

export function u32(n) {
  const b = new Uint8Array(4);
  new DataView(b.buffer).setUint32(0, n, true);
  return b;
}

export function u64(n) {
  const b = new Uint8Array(8);
  new DataView(b.buffer).setBigUint64(0, BigInt(n), true);
  return b;
}

const asBytes = (x) => (typeof x === 'string' ? utf8(x) : x);

/** Length, little-endian, and bytes: how §3 frames. */
export function frame(x) {
  const b = asBytes(x);
  return concat([u32(b.length), b]);
}

/** H of §4.1: its frames are big-endian. */
export function H(label, ...parts) {
  const out = [];
  for (const part of ['p2pcards/1', label, ...parts]) {
    const b = asBytes(part);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, b.length, false);
    out.push(length, b);
  }
  return sha512(concat(out)).slice(0, 32);
}

/** Bytes as a number, little-endian. */
export function toNumber(bytes) {
  let text = '0x';
  for (let i = bytes.length - 1; i >= 0; i--) text += HEX[bytes[i]];
  return BigInt(text.length > 2 ? text : 0);
}

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

export const toHex = (bytes) => Array.from(bytes, (b) => HEX[b]).join('');

export function fromHex(text) {
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE = new Int16Array(128).fill(-1);
for (let i = 0; i < 64; i++) VALUE[LETTERS.charCodeAt(i)] = i;

/** Base64 with padding and zero pad bits, or null. */
export function fromBase64(text) {
  const n = text.length;
  if (n % 4) return null;
  let pad = 0;
  if (n && text[n - 1] === '=') pad = text[n - 2] === '=' ? 2 : 1;
  const out = new Uint8Array((n / 4) * 3 - pad);
  let at = 0;
  for (let i = 0; i < n; i += 4) {
    const last = i + 4 === n ? pad : 0;
    let word = 0;
    for (let k = 0; k < 4; k++) {
      const code = text.charCodeAt(i + k);
      const value = k >= 4 - last ? 0 : code < 128 ? VALUE[code] : -1;
      if (value < 0) return null;
      word = (word << 6) | value;
    }
    if (last && word & (last === 1 ? 0xff : 0xffff)) return null;
    out[at++] = (word >> 16) & 255;
    if (last < 2) out[at++] = (word >> 8) & 255;
    if (last < 1) out[at++] = word & 255;
  }
  return out;
}

export function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const word = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += LETTERS[word >> 18] + LETTERS[(word >> 12) & 63];
    text += left > 1 ? LETTERS[(word >> 6) & 63] : '=';
    text += left > 2 ? LETTERS[word & 63] : '=';
  }
  return text;
}
