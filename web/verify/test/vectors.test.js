// The vectors of SPEC §3.10, each with the code it must be refused with.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { concat, fromHex, toHex } from '../src/bytes.js';
import { Checks } from '../src/checks.js';
import { Fault } from '../src/faults.js';
import { G, H1, H2, generators, readScalar } from '../src/group.js';
import { characters, checkName, marks } from '../src/names.js';
import { coinCommitment, coinOrder, keyCommitment, readPoints, verifyKeyProof, verifyShares, verifySuits } from '../src/proofs.js';
import { deckDigest, readDeck, verifyShuffle } from '../src/shuffle.js';

const ROOT = new URL('../../../tests/vectors/', import.meta.url);

function* cases(kind) {
  for (const name of readdirSync(new URL(`${kind}/`, ROOT)).filter((n) => n.endsWith('.txt')).sort()) {
    const fields = {};
    for (const line of readFileSync(new URL(`${kind}/${name}`, ROOT), 'utf8').split('\n')) {
      const at = line.indexOf(': ');
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
      else if (line.endsWith(':')) fields[line.slice(0, -1)] = '';
    }
    yield [name, fields];
  }
}

const number = (hex) => Number(new DataView(fromHex(hex).buffer).getBigUint64(0, true));
const text = (hex) => new TextDecoder().decode(fromHex(hex));
const list = (fields, key) => Object.keys(fields).filter((k) => new RegExp(`^${key}\\.\\d+$`).test(k)).map((k) => fromHex(fields[k]));

const context = (f) => ({
  table: fromHex(f['context.table']), game: text(f['context.game']), pack: text(f['context.pack']),
  deal: number(f['context.deal']), attempt: number(f['context.attempt']), seats: [...fromHex(f['context.seats'])],
  chain: text(f['context.chain']), seat: fromHex(f['context.seat'])[0], head: fromHex(f['context.head']),
});

/** The code of the refusal or 'ok', in both ways of checking. */
function outcomes(work) {
  return [false, true].map((together) => {
    const checks = new Checks(together);
    try {
      work(checks);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return fault.code;
    }
    return checks.settle() ? 'ok' : 'refused';
  });
}

function expect(name, fields, work) {
  const [alone, together] = outcomes(work);
  assert.equal(alone, fields.expect, name);
  assert.equal(together === 'ok', fields.expect === 'ok', `${name}, together`);
}

test('points and scalars', () => {
  for (const [name, f] of cases('group')) {
    if ('point' in f) expect(name, f, (checks) => checks.point(fromHex(f.point)));
    else if ('scalar' in f) expect(name, f, () => readScalar(fromHex(f.scalar)));
    else if (name === 'generators.txt') {
      const all = { G, H1, H2, ...Object.fromEntries(generators(52).map((p, k) => [`P.${k}`, p])) };
      for (const [key, point] of Object.entries(all)) assert.equal(toHex(point.bytes), f[key], key);
    }
  }
});

test('key proofs', () => {
  for (const [name, f] of cases('schnorr')) {
    expect(name, f, (checks) =>
      verifyKeyProof(context(f), list(f, 'commitment'), checks.point(fromHex(f.public_key)), fromHex(f.proof)));
  }
});

test('coins', () => {
  for (const [name, f] of cases('coin')) {
    if ('ordered' in f) {
      const seats = [...fromHex(f.seats)];
      const opened = list(f, 'entropy').map((e, k) => [seats[k], e]);
      assert.equal(toHex(Uint8Array.from(coinOrder(fromHex(f.head), opened, [...fromHex(f.ordered)]))), f.order, name);
    } else {
      const K = coinCommitment(context(f), fromHex(f.entropy), fromHex(f.m));
      assert.equal(toHex(K), f.K, name);
      assert.equal(toHex(keyCommitment(context(f), fromHex(f.public_key), K, fromHex(f.n))), f.C, name);
    }
  }
});

test('shares', () => {
  for (const [name, f] of cases('dleq')) {
    expect(name, f, (checks) => {
      const slots = [];
      for (let k = 0; k < f.slots.length; k += 16) slots.push(number(f.slots.slice(k, k + 16)));
      const c1 = readPoints(checks, fromHex(f.c1), f.c1.length / 64);
      const D = readPoints(checks, fromHex(f.shares), f.shares.length / 64);
      verifyShares(context(f), checks.point(fromHex(f.public_key)), slots, c1, D, fromHex(f.proof));
    });
  }
});

test('claims about suits', () => {
  for (const [name, f] of cases('suits')) {
    expect(name, f, (checks) => {
      const slots = [];
      for (let k = 0; k < f.slots.length; k += 16) slots.push(number(f.slots.slice(k, k + 16)));
      const c1 = readPoints(checks, fromHex(f.c1), slots.length);
      const rest = readPoints(checks, fromHex(f.rest), slots.length);
      verifySuits(context(f), checks.point(fromHex(f.public_key)), [...fromHex(f.suits)], slots, c1, rest, fromHex(f.proof));
    });
  }
});

test('shuffles', () => {
  for (const [name, f] of cases('shuffle')) {
    expect(name, f, (checks) => {
      const X = checks.point(fromHex(f.joint_key));
      const N = f.new.length / 128;
      const old = readDeck(checks, fromHex(f.old), N);
      const cards = f.cards ? fromHex(f.cards) : null;
      if (cards) old.cards = Array.from({ length: N }, (_, k) => [cards[2 * k], cards[2 * k + 1]]);
      const deck = readDeck(checks, fromHex(f.new), N);
      if (f.new_digest) assert.equal(toHex(deckDigest(deck)), f.new_digest, name);
      verifyShuffle(checks, context(f), number(f.position), X, old, deck, fromHex(f.proof));
    });
  }
});

test('signatures', () => {
  for (const [name, f] of cases('identity')) {
    if (!('signature' in f)) continue;
    expect(name, f, (checks) => {
      const signature = fromHex(f.signature);
      if (signature.length !== 64) throw new Fault('signature_length');
      let key;
      try {
        key = checks.point(fromHex(f.public_key));
      } catch {
        throw new Fault('identity_key');
      }
      checks.signature(key, concat([fromHex(f.message)]), signature);
    });
  }
});

test('names', () => {
  for (const [name, f] of cases('names')) {
    if ('characters' in f) {
      const hex = (ranges) => ranges.flat().map((code) => code.toString(16).padStart(6, '0')).join('');
      assert.equal(hex(characters), f.characters);
      assert.equal(hex(marks), f.marks);
    } else expect(name, f, () => checkName(text(f.name)));
  }
});
