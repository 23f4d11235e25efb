// What a person reads: why something is refused, and what a file is that is no log.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Audit } from '../src/audit.js';
import { codes, rules } from '../src/codes.js';
import { HEAD, damageOf } from '../src/damage.js';
import { Fault } from '../src/faults.js';
import { reason, verdictSentence } from '../src/words.js';
import { bytesOf, logs } from './corpus.js';

const read = (bytes) => new Audit({ size: bytes.length, read: (from, to) => bytes.subarray(from, to) }).run();
const named = (name) => bytesOf(logs.find((log) => log.name === name));

const SOURCES = ['../src/', '../src/games/'].flatMap((folder) => {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url).filter((name) => name.endsWith('.js') && name !== 'codes.js').map((name) => readFileSync(new URL(name, url), 'utf8'));
}).join('\n');

test('every code that the sources name has words, and no other has', () => {
  const literals = new Set(SOURCES.match(/'[a-z][a-z0-9_]*'/g).map((text) => text.slice(1, -1)));
  const used = [...SOURCES.matchAll(/(?:new Fault|because|refuse)\('([a-z_]+)'/g)].map(([, code]) => code);
  const unknown = used.filter((code) => code !== 'rule' && !(code in codes) && !(code in rules));
  assert.deepEqual(unknown, []);
  assert.deepEqual(Object.keys(codes).filter((code) => !literals.has(code)), []);
});

test('every out of the corpus is told in words, with the number of the rule that was broken', () => {
  for (const log of logs.filter((l) => l.outs.length)) {
    const { outs } = read(bytesOf(log));
    for (const [k, { fault }] of outs.entries()) {
      const why = reason(fault);
      assert.doesNotMatch(why, /undefined|null|=>/, log.name);
      const { rule } = log.outs[k];
      if (rule !== null) assert.match(why, new RegExp(`(Azi|Hazari|Luk Fu) rule ${rule.replace('.', '\\.')}\\)`), log.name);
    }
  }
});

test('every problem of the corpus is told in one sentence, whatever its values', () => {
  for (const log of logs.filter((l) => l.problem)) {
    assert.doesNotMatch(verdictSentence(read(bytesOf(log))), /undefined|null|\n/, log.name);
  }
});

test('values of a fault are told, and those from the log are quoted', () => {
  const said = (code, ...values) => reason(new Fault(code, { values }));
  assert.equal(said('cut_in_deal', 7), 'the log ends in deal 7, whose stakes have been paid');
  assert.equal(said('number_of_seats', 'lukfu', 3, 3, 5), 'Luk Fu is for 3 seats, not 5');
  assert.equal(said('another_card', 'AH', '\u202e6H\n'), 'the card shown is AH and not \\u{202e}6H\\u{a}, as was said');
  assert.equal(said('out_of_place', 1, 'play', 0, 4, 1, 'play', 0, 5), 'an entry for deal 1, play 0, round 4, where deal 1, play 0, round 5 is due');
  const refused = new Fault('action_refused', { values: ['raise 900'], because: new Fault('rule', { values: ['azi', '5.3', 'step', 10, 100] }) });
  assert.equal(reason(refused), 'the action raise 900 is refused: the step is 10 to 100 (Azi rule 5.3)');
});

const log = named('azi-2');
const text = new TextDecoder().decode(log);
const bytes = (string) => new TextEncoder().encode(string);

test('what is wrong with a line is said in our words, whatever the browser calls it', () => {
  const first = log.subarray(0, log.indexOf(10) + 1);
  const sentence = (...second) => verdictSentence(read(Uint8Array.from([...first, ...second, 10])));
  assert.match(sentence(0xff, 0xfe), /Line 2: a line is no entry \(not UTF-8\)\./);
  assert.match(sentence(...bytes('{"e":<b>')), /Line 2: a line is no entry \(no JSON\)\./);
});

const WAYS = {
  empty: new Uint8Array(0), zeros: new Uint8Array(5000), packed: gzipSync(log), utf_16: new Uint8Array(Buffer.from(text, 'utf16le')),
  byte_order_mark: bytes(`\ufeff${text}`), other_version: bytes(text.replace('"p2pcards/1"', '"p2pcards/2"')),
  page: bytes('<!doctype html>\n<script>alert(1)</script>\n'), mail: bytes(`From: Bek\nTo: Ainura\n\n${text}`),
  base64: bytes(Buffer.from(log).toString('base64')), quoted: bytes(text.replace(/^/gm, '> ')),
  laid_out: bytes(JSON.stringify(JSON.parse(text.slice(0, text.indexOf('\n'))), null, 2)), line_ends: bytes(text.replaceAll('\n', '\r\n')),
  cut_short: bytes(text.slice(0, 200)), broken_lines: bytes(text.replace(/.{76}/g, '$&\n')), no_log: bytes('%PDF-1.7\n...'),
};

for (const [damage, file] of Object.entries(WAYS)) {
  test(`a file that is no log, ${damage}, is refused in its first line and told for what it is`, () => {
    const verdict = read(file);
    assert.equal(verdict.verdict, 'refused');
    assert.equal(verdict.problem.entry, 1);
    assert.equal(damageOf(file.subarray(0, HEAD)), damage);
    assert.match(verdictSentence(verdict, damage), /^This /);
  });
}

test('a log whose first line was altered in one place is not called damaged', () => {
  for (const altered of [text.replace('"Bek"', '"Bak"'), text.replace('"sig"', '"sug"'), `x${text}`, text.replace('{"e":', '')]) {
    const verdict = read(bytes(altered));
    assert.equal(verdict.problem.entry, 1);
    assert.equal(damageOf(bytes(altered).subarray(0, HEAD)), null, altered.slice(0, 40));
    assert.match(verdictSentence(verdict, null), /^This log does not stand\. Line 1: /);
  }
});
