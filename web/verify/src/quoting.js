// Words of others, and names of games, as people read them.

const LONGEST = 60;

/** Somebody else's text on one line, cut, with nothing in it that draws or turns anything else. */
export function quoted(text) {
  const safe = Array.from(String(text), (c) =>
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(c) ? `\\u{${c.codePointAt(0).toString(16)}}` : c);
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1).join('')}…` : safe.join('');
}

export const titles = { azi: 'Azi', hazari: 'Hazari', lukfu: 'Luk Fu' };
