// What a file is where it is no log: recognised from how it begins, after the audit has refused its
// first line. The one rule: it says what the file looks like; it never makes a verdict better.

export const HEAD = 1 << 16; // bytes that are looked at
const ENTRY = '{"e":{"t":"';
const PACKED = [[0x1f, 0x8b], [0x50, 0x4b, 3, 4], [0x42, 0x5a, 0x68], [0xfd, 0x37, 0x7a], [0x28, 0xb5, 0x2f, 0xfd], [0x37, 0x7a, 0xbc, 0xaf], [0x52, 0x61, 0x72, 0x21]];
const UTF_16 = [[0xff, 0xfe], [0xfe, 0xff], [0x7b, 0], [0, 0x7b]];

/** A key of `damages` in words.js. */
export function damageOf(head) {
  const begins = (marks) => marks.some((mark) => mark.every((byte, k) => head[k] === byte));
  if (head.every((byte) => byte === 0)) return head.length ? 'zeros' : 'empty';
  if (begins(PACKED)) return 'packed';
  if (begins(UTF_16)) return 'utf_16';
  if (begins([[0xef, 0xbb, 0xbf]])) return 'byte_order_mark';
  return damageOfText(new TextDecoder().decode(head));
}

function damageOfText(text) {
  if (!text.trim()) return 'empty';
  const version = /^\{"e":\{"t":"propose",[^\n]{0,400}?"version":"p2pcards\/([0-9]{1,9})"/.exec(text)?.[1];
  if (version !== undefined && version !== '1') return 'other_version';
  if (text.trimStart().startsWith('<')) return 'page';
  if (/^(?:[A-Za-z][A-Za-z0-9-]*: .*\r?\n(?:[ \t].*\r?\n)*){2,}\r?\n/.test(text)) return 'mail';
  if (/^\s*eyJlIjp7InQiOi[A-Za-z0-9+/=\s]*$/.test(text)) return 'base64';
  if (/^> ?\{"e"/.test(text)) return 'quoted';
  if (!text.includes(ENTRY)) return /\{\s*"e"\s*:\s*\{\s*"t"\s*:/.test(text) ? 'laid_out' : 'no_log';
  if (/\r(?:\n|$)/.test(text.slice(0, text.indexOf('\n') + 1) || text)) return 'line_ends';
  if (!text.includes('\n')) return 'cut_short';
  return text.startsWith(ENTRY) && text.split('\n', 2)[1] !== '' && !text.split('\n', 2)[1].startsWith('{') ? 'broken_lines' : null;
}
