// Why something is refused: a code of SPEC §8.1 and its values. Words for people are in words.js.
// A plain value, not an Error, so that a Worker can send it.

export class Fault {
  /** @param {string} code @param {{because?: Fault|null, values?: unknown[]}} more */
  constructor(code, { because = null, values = [] } = {}) {
    this.code = code;
    this.because = because;
    this.values = values;
  }
}

/** Runs `work`; a fault in it becomes the cause of `code`. */
export function because(code, work, values = []) {
  try {
    return work();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new Fault(code, { because: fault, values });
  }
}
