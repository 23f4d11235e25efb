// SPEC §6.1: what is a name.
import { Fault } from './faults.js';
import { CHARACTERS, MARKS } from './names-data.js';

function unpack(text) {
  const ranges = [];
  let at = 0;
  for (const word of text.split(' ')) {
    const [gap, length] = word.split('.').map((n) => parseInt(n, 36));
    const first = at + gap;
    at = first + (length ?? 0);
    ranges.push([first, at]);
  }
  return ranges;
}

export const characters = unpack(CHARACTERS);
export const marks = unpack(MARKS);

function isIn(ranges, code) {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle][1] < code) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low][0] <= code;
}

/** Refuses a text that is no name, for the first reason of the table that holds. */
export function checkName(text) {
  const codes = Array.from(text, (c) => c.codePointAt(0));
  if (codes.length === 0 || codes.length > 32) throw new Fault('name_length');
  if (!codes.every((code) => isIn(characters, code))) throw new Fault('name_character');
  if (text.startsWith(' ') || text.endsWith(' ') || text.includes('  ')) throw new Fault('name_blank');
  let run = 0;
  codes.forEach((code, k) => {
    run = isIn(marks, code) ? run + 1 : 0;
    if (run > 4 || (run === 1 && (k === 0 || codes[k - 1] === 0x20))) throw new Fault('name_marks');
  });
  if (text.normalize('NFC') !== text) throw new Fault('name_form');
}
