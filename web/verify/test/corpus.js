// The corpus of tests/conformance: each log put together from its pieces.
import { readFileSync } from 'node:fs';
import { concat, fromBase64, utf8 } from '../src/bytes.js';

const ROOT = new URL('../../../tests/conformance/', import.meta.url);
export const { logs } = JSON.parse(readFileSync(new URL('index.json', ROOT), 'utf8'));
const byName = new Map(logs.map((log) => [log.name, log]));
const made = new Map();

export function bytesOf(log) {
  if (!made.has(log.name)) made.set(log.name, concat(log.pieces.map(piece)));
  return made.get(log.name);
}

function piece(p) {
  if ('text' in p) return utf8(p.text);
  if ('base64' in p) return fromBase64(p.base64);
  if ('file' in p) return new Uint8Array(readFileSync(new URL(p.file, ROOT)));
  const bytes = bytesOf(byName.get(p.of));
  const [first, last] = p.lines;
  let line = 1;
  let from = first === 1 ? 0 : -1;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10) continue;
    line += 1;
    if (line === first) from = at + 1;
    if (line === last + 1) return bytes.slice(from, at + 1);
  }
  throw new Error(`no line ${last} in ${p.of}`);
}
