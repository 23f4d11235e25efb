// What a deal's story comes to: a summary for the list, steps for the replay.

const PREPARATION = ['commit', 'key', 'deck', 'proof', 'accept'];

/** Of one stretch of the log: its deal, lines, checks, signers, and who was out. */
export function summarize(story, audit) {
  const steps = story.steps;
  const total = (kind) => steps.flatMap((s) => s.checks ?? []).filter((c) => c.kind === kind).reduce((n, c) => n + c.count, 0);
  const result = steps.findLast((s) => s.kind === 'result');
  return {
    deal: story.before === null ? 0 : audit.s.game.deal,
    lines: [story.lines + 1, audit.log.number - 1],
    shuffles: steps.filter((s) => s.kind === 'proof').reduce((n, s) => n + s.seats.length - s.faults.length, 0),
    shares: total('shares'),
    cards: total('cards'),
    claims: total('claims'),
    signers: result?.seats ?? [],
    standings: result ? [...audit.s.standings] : null,
    outs: audit.outs.slice(story.outsBefore),
  };
}

/** The steps of a deal as one looks at them: all rounds of an attempt at a deck are one. */
export function gather(steps) {
  const out = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (!PREPARATION.includes(step.kind)) {
      out.push(step);
      continue;
    }
    const isSame = last?.kind === 'deck' && last.chain === step.chain && last.attempt === step.attempt;
    if (!isSame) {
      out.push({ ...step, kind: 'deck', lines: [...step.lines], faults: [...step.faults], checks: [] });
      continue;
    }
    last.lines[1] = step.lines[1];
    last.faults.push(...step.faults);
    if (step.seats.length > last.seats.length) last.seats = step.seats;
    if (step.kind === 'proof') last.checks.push({ kind: 'shuffles', count: step.seats.length - step.faults.length });
  }
  return out;
}
