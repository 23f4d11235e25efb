// All sentences that a person reads, in one place. Whatever comes from a log goes through `quoted`.
import { codes, rules } from './codes.js';
import { quoted, titles } from './quoting.js';

export { quoted } from './quoting.js';

/** Names told apart: of two that are the same the seat is said too. */
export function namesOf(names) {
  const clean = names.map(quoted);
  return clean.map((name, k) => (clean.filter((n) => n === name).length > 1 ? `${name} (seat ${k})` : name));
}

const listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
const counted = (n, word, words = `${word}s`) => `${n.toLocaleString('en')} ${n === 1 ? word : words}`;

const said = (text, values) => (typeof text === 'function' ? text(...values) : text);

/** Why something is refused; where a game's rule says so, with its number. */
export function reason({ code, because, values }) {
  if (code === 'rule') {
    const [game, number, word, ...more] = values;
    return `${said(rules[word], more)} (${titles[game]} rule ${number})`;
  }
  const why = said(codes[code], values);
  return because ? `${why}: ${reason(because)}` : why;
}

/** What a file is instead of a log, and what to do: all of it is one clear sentence or two. */
const damages = {
  empty: 'This file is empty: nothing of a log has arrived. Have it sent again.',
  zeros: 'This file holds nothing but zeros: a copy or a download has broken off. Have it sent again.',
  packed: 'This file is packed. Unpack it, and drop the log that was in it.',
  utf_16: 'This file is written in UTF-16, as some editors do. Have the log sent again, packed (zip or gzip).',
  byte_order_mark: 'This file begins with a byte order mark, which an editor has put there. Have the log sent again, packed (zip or gzip).',
  other_version: 'This is a log of another version of p2pcards than this page knows. A newer page checks it: p2pcards verify-page writes one.',
  page: 'This file is a web page, and no log of p2pcards. Download the log itself.',
  mail: 'This file is a whole mail. Save what is attached to it.',
  base64: 'This file is a log in base64, as mails carry it. Save the attachment itself.',
  quoted: 'This log was quoted in an answer: its lines begin with ">". Have it sent again, packed (zip or gzip).',
  laid_out: 'This log has been laid out anew by an editor of JSON. Have it sent again, packed (zip or gzip).',
  line_ends: 'This log has the line ends of another system, as mail and some editors make them. Have it sent again, packed (zip or gzip).',
  cut_short: 'This log ends within its first line: most of it has not arrived. Have it sent again, packed (zip or gzip).',
  broken_lines: 'This log has had its long lines broken, as mails do. Have it sent again, packed (zip or gzip).',
  no_log: 'This is no log of p2pcards: no line of it is an entry.',
};

/** The verdict in one sentence; `damage` is what a file looks like whose first line was refused. */
export function verdictSentence(v, damage = null) {
  if (damage !== null) return damages[damage];
  const names = namesOf(v.names);
  const upTo = v.completeTo ? `It is complete up to deal ${v.completeTo}.` : 'No deal in it is complete.';
  const { problem } = v;
  if (v.verdict === 'refused') {
    const who = problem.seat === null ? 'That proves nothing against anybody: whoever held the file may have changed it.'
      : `That proves that ${names[problem.seat]} cheated in the opening.`;
    return `This log does not stand. Line ${problem.entry}: ${reason(problem.fault)}. ${who}`;
  }
  if (v.verdict === 'cheat proved') {
    const who = [...new Set(v.outs.filter((o) => o.cause === 'caught').map((o) => names[o.seat]))];
    const rest = problem ? ' It also breaks off before its end.' : '';
    return `This log stands, and proves that ${listed(who)} cheated.${rest}`;
  }
  if (v.verdict === 'breaks off') {
    return `What is in this log is true, but it breaks off after line ${problem.entry - 1}: ${reason(problem.fault)}. ${upTo} How it went on, another player's log may say.`;
  }
  return v.isOver ? `Everything in this log is verified, to the end of the match: ${counted(v.completeTo, 'deal')}.`
    : `Everything in this log is verified. ${upTo}`;
}

export const provedRows = (v) => [
  [v.verified.entries, 'signatures', 'each entry is its seat\'s own, unaltered, in its place'],
  [v.verified.shuffles, 'shuffles', 'each deck is the one before it, no card added or lost'],
  [v.verified.shares, 'shares', 'each hand and each card turned up comes from that deck'],
  [v.verified.cards, 'cards', 'each card played is the one that was dealt'],
  [v.verified.claims, 'claims', 'what was said of cards still hidden is proved, at once or when they were opened'],
  [v.verified.deals, 'deals', 'each was played by the rules, and its result is signed'],
].filter(([n]) => n);

export const NOT_PROVED = [
  'that nobody told another their cards by voice, or let another look at the screen',
  'who the person behind a key is',
  'that a seat declared absent was silent: the others say so, and a majority of them could lie',
];

export function outSentence(out, names) {
  const how = { silent: 'was silent', left: 'left', caught: 'was caught cheating' }[out.cause];
  return `Deal ${out.deal}, line ${out.line}: ${names[out.seat]} ${how}: ${reason(out.fault)}.`;
}

export function comparisonSentence(c, names, seats) {
  const [a, b] = names.map(quoted);
  if (c.verdict === 'same') return `${a} and ${b} are the same, entry by entry: ${counted(c.shared, 'entry', 'entries')}.`;
  if (c.verdict === 'beginning') {
    const [long, short] = c.longer === 0 ? [a, b] : [b, a];
    return `${long} goes on where ${short} ends, after line ${c.shared}.`;
  }
  if (c.verdict === 'parted') return `${a} and ${b} part after line ${c.shared}. Nobody signed two versions: nobody is to blame.`;
  const who = c.contradictions.map((k) => `${seats[k.seat]} signed two versions in deal ${k.deal} (lines ${k.entries.join(' and ')})`);
  return `${a} and ${b} part after line ${c.shared}, and prove a cheat: ${listed(who)}.`;
}

const SUITS = { H: '♥', D: '♦', S: '♠', C: '♣' };

/** Rank and suit as people write them; the suits of Luk Fu have letters, which come first. */
export const cardSigns = (game, card) =>
  (game === 'lukfu' ? [card[0], card[1]] : [card.slice(0, -1), SUITS[card.at(-1)]]);

const cardText = (game, card) => cardSigns(game, card).join('');

export const cardName = (game, card) => {
  if (game === 'lukfu') {
    return `${card[1]} of ${{ C: 'Coins', S: 'Strings', M: 'Myriads', T: 'Tens' }[card[0]]}`;
  }
  const rank = { A: 'ace', K: 'king', Q: 'queen', J: 'jack' }[card.slice(0, -1)] ?? card.slice(0, -1);
  return `${rank} of ${{ H: 'hearts', D: 'diamonds', S: 'spades', C: 'clubs' }[card.at(-1)]}`;
};

const cardsText = (game, cards) => cards.map((c) => cardText(game, c)).join(' ');

function actSentence(game, { seat, text, cards }, names) {
  const [word, number] = text.split(' ');
  const shown = cardsText(game, cards);
  const say = {
    'no-blind': 'makes no blind bet', blind: `bets ${number} blind`, fold: 'folds', call: 'calls', 'all-in': 'goes all in',
    bet: `bets ${number}`, raise: `raises by ${number}`, 'stay-out': 'stays out', 'buy-in': 'buys in',
    pass: 'passes', lead: `leads ${shown}`, beat: `beats with ${shown}`, show: `shows ${shown}`,
    discard: game === 'azi' ? 'puts a card away' : 'puts cards face down',
    play: game === 'azi' ? `plays ${shown}` : 'plays: they are the caller',
    declare: game === 'hazari' ? 'has arranged their cards' : `declares and opens ${shown}`,
  }[word];
  return `${names[seat]} ${say ?? quoted(text)}.`;
}

/** What happened in one step of a deal: a few sentences. */
export function stepSentences(game, step, before, names) {
  const out = [];
  const s = step.state;
  switch (step.kind) {
    case 'deck': out.push(`${listed(step.seats.map((k) => names[k]))} made a deck together: each in turn shuffled it and proved it.`); break;
    case 'stake': out.push(`${listed(step.seats.map((k) => names[k]))} signed the stakes of deal ${step.deal}.`); break;
    case 'here': out.push(`The table waited for ${listed(step.seats.map((k) => names[k]))}.`); break;
    case 'coin': out.push('A public coin, which nobody could foresee, fell for who begins.'); break;
    case 'shares':
      out.push('The cards are dealt: everybody helped to open each hand to its owner alone.');
      if (s?.turn_up) out.push(`Turned up: ${cardText(game, s.turn_up)}.`);
      break;
    case 'result': out.push(`${listed(step.seats.map((k) => names[k])) || 'Nobody'} signed the result.`); break;
    default: for (const act of step.acts ?? []) out.push(actSentence(game, act, names));
  }
  for (const f of step.faults) {
    out.push(`${names[f.seat]} is out: ${{ silent: 'silent', left: 'has left', caught: 'caught' }[f.cause]}, ${reason(f.fault)}.`);
  }
  if (s) out.push(...changes(game, s, before, names));
  return out;
}

function changes(game, s, before, names) {
  const out = [];
  if (game === 'azi') {
    const taken = s.trick_winners.length - (before?.trick_winners.length ?? 0);
    if (taken === 1) out.push(`${names[s.trick_winners.at(-1)]} takes the trick.`);
    if (s.phase === 'buy-in' && before?.phase !== 'buy-in') out.push(`Azi: nobody has two tricks, the pot of ${s.pot} stays. Buying in costs ${s.price}.`);
    if (s.settlement && !before?.settlement) {
      const got = s.settlement.received.map((n, k) => [n, k]).filter(([n]) => n);
      out.push(`${names[s.settlement.winner]} wins. The pot: ${listed(got.map(([n, k]) => `${n} to ${names[k]}`))}.`);
    }
  } else if (game === 'hazari') {
    if (s.winners.length > (before?.winners.length ?? 0)) out.push(`${names[s.winners.at(-1)]} takes trick ${s.winners.length}.`);
    if (s.phase === 'idle' && before?.phase !== 'idle') out.push(`Points of the deal: ${scored(s.scores, names)}.`);
  } else {
    if (s.last_trick.length && s.trick !== before?.trick && s.trick > 1) out.push(`${names[s.leader]} takes the trick: ${s.last_trick[0][1].length} fu.`);
    if (s.result && !before?.result) out.push(`Points of the deal: ${scored(s.result.points, names)}.`);
  }
  return out;
}

export const scored = (points, names) => points.map((n, k) => `${names[k]} ${n}`).join(', ');

const CHECKS = {
  shuffles: (n) => `${counted(n, 'shuffle')} proved`, coins: (n) => `${counted(n, 'coin')} opened as committed`,
  shares: (n) => `${counted(n, 'share')} proved`, cards: (n) => `${counted(n, 'card')} shown to be the dealt one${n === 1 ? '' : 's'}`,
  claims: (n) => `a claim about ${counted(n, 'hidden card')} proved`,
};

/** What was verified beside a step. */
export function checkSentences(step, names) {
  const [from, to] = step.lines;
  const many = to - from + 1;
  const out = [];
  if (many > 0) out.push(`${counted(many, 'signature')} checked (line${many === 1 ? '' : 's'} ${from}${many === 1 ? '' : `–${to}`})`);
  for (const { kind, seat, count } of step.checks ?? []) {
    if (count) out.push(CHECKS[kind](count) + (seat === undefined ? '' : `, of ${names[seat]}`));
  }
  if (step.kind === 'result') out.push('the state that all signed is the one this page computed');
  return out;
}

export const ui = {
  working: (name, done = 0, total = 0) => `Checking ${quoted(name)}: ${total ? Math.floor((100 * done) / total) : 0} % read.`,
  finished: (n) => `${counted(n, 'log')} checked.`,
  unreadable: (name) => `${quoted(name)} cannot be read.`,
  standings: (v) => `Standings: ${scored(v.standings, namesOf(v.names))}.`,
  replay: 'Only what the log shows is shown: the cards of the seat you look from, as far as they were opened sometime in the deal. Arrow keys move when a button has the focus.',
  played: (v) => `${titles[v.game]}, played by ${listed(namesOf(v.names))}.`,
};

export const stepTitle = (at, many) => `Step ${at + 1} of ${many}.`;
export const dealTitle = (deal) => `Deal ${deal.deal}, lines ${deal.lines[0]} to ${deal.lines[1]}`;

export function dealSentence(deal, names) {
  const proofs = [
    counted(deal.lines[1] - deal.lines[0] + 1, 'signature'), counted(deal.shuffles, 'shuffle'), counted(deal.shares, 'share'),
    counted(deal.cards, 'card'), ...(deal.claims ? [counted(deal.claims, 'hidden card claimed', 'hidden cards claimed')] : []),
  ];
  const end = deal.standings ? `The result is signed by ${listed(deal.signers.map((k) => names[k])) || 'nobody'}: ${scored(deal.standings, names)}.`
    : 'It has no signed result.';
  return `Verified: ${listed(proofs)}. ${end}`;
}
