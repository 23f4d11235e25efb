// Why something is refused: a code of SPEC §8.1 and its values. Words for people are in words.js.

export class Fault extends Error {
  /** @param {string} code @param {{because?: Fault|null, values?: unknown[]}} more */
  constructor(code, { because = null, values = [] } = {}) {
    super(code);
    this.code = code;
    this.because = because;
    this.values = values;
  }

  toJSON() {
    return { code: this.code, because: this.because, values: this.values };
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
