// The file as lines (§5.3, §8): read in pieces, kept only since the last mark, so that memory is
// bounded by one deal. Line numbers begin at 1.
import { concat } from './bytes.js';
import { Checks } from './checks.js';
import { LONGEST_LINE, decode, verifySignature } from './entries.js';
import { Fault } from './faults.js';

/** The log does not stand, because of this line. A seat is named only where its own words convict it. */
export class Refused extends Error {
  constructor(line, fault, seat = null) {
    super(fault.code);
    Object.assign(this, { line, fault, seat });
  }
}

/** There are no more lines; `line` would be the next one. */
export class Ended extends Error {
  constructor(line, isCut) {
    super('ended');
    Object.assign(this, { line, isCut });
  }
}

const PIECE = 1 << 18;
const NEWLINE = 10;

export class Log {
  /** @param {{size: number, read(from: number, to: number): Uint8Array}} source */
  constructor(source) {
    this.source = source;
    this.offset = 0; // of what has not been read from the source yet
    this.rest = new Uint8Array(0); // read, but not cut into lines yet
    this.lines = []; // since the mark
    this.index = 0;
    this.before = 0; // lines before the mark
    this.isCut = false;
    this.signed = 0;
    this.bytesBefore = 0; // where in the source the mark is
  }

  /** Number of the next line. */
  get number() {
    return this.before + this.index + 1;
  }

  /** From here on lines are kept, so that they can be read again. */
  mark() {
    for (const line of this.lines.slice(0, this.index)) this.bytesBefore += line.bytes.length + 1;
    this.lines = this.lines.slice(this.index);
    this.before += this.index;
    this.index = 0;
  }

  /** Back to the mark, forgetting whose signature has been checked. */
  rewind() {
    this.index = 0;
    for (const line of this.lines) {
      line.isVerified = false;
      line.entry = null;
    }
  }

  /** Begins at a line whose number and place in the source are known. */
  seek(bytes, lines) {
    Object.assign(this, { offset: bytes, bytesBefore: bytes, before: lines, index: 0, lines: [], rest: new Uint8Array(0) });
  }

  fill(ahead) {
    while (this.lines.length <= this.index + ahead) {
      const at = this.rest.indexOf(NEWLINE);
      if (at >= 0) {
        this.lines.push({ bytes: this.rest.slice(0, at), isVerified: false, entry: null, fault: null });
        this.rest = this.rest.subarray(at + 1);
        continue;
      }
      if (this.offset >= this.source.size) {
        this.isCut = this.isCut || this.rest.length > 0;
        return false;
      }
      if (this.rest.length > LONGEST_LINE) {
        this.skipLongLine();
        continue;
      }
      const more = this.source.read(this.offset, Math.min(this.source.size, this.offset + PIECE));
      this.offset += more.length;
      this.rest = this.rest.length ? concat([this.rest, more]) : more;
    }
    return true;
  }

  /** A line longer than any entry is not kept: it only has an end, or none. */
  skipLongLine() {
    while (this.offset < this.source.size) {
      const more = this.source.read(this.offset, Math.min(this.source.size, this.offset + PIECE));
      this.offset += more.length;
      const at = more.indexOf(NEWLINE);
      if (at >= 0) {
        this.rest = more.subarray(at + 1);
        this.lines.push({ bytes: new Uint8Array(0), isVerified: false, entry: null, fault: new Fault('line_too_long') });
        return;
      }
    }
    this.rest = new Uint8Array(0);
    this.isCut = true;
  }

  /** The entry `ahead` lines on, decoded but perhaps not signed, or null where there is none. */
  glance(ahead = 0) {
    if (!this.fill(ahead)) return null;
    const line = this.lines[this.index + ahead];
    if (line.entry === null && line.fault === null) {
      try {
        line.entry = decode(line.bytes);
        line.entry.line = this.number + ahead;
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        line.fault = fault;
      }
    }
    return line.entry;
  }

  /** The next entry, signed by its seat for this table; it stays the next until `take`. */
  peek(checks, table, ahead = 0) {
    const entry = this.glance(ahead);
    const line = this.lines[this.index + ahead];
    if (line === undefined) throw new Ended(this.number + ahead, this.isCut);
    if (entry === null) throw new Refused(this.number + ahead, line.fault);
    if (!line.isVerified) {
      try {
        verifySignature(checks, entry, table);
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        throw new Refused(this.number + ahead, fault);
      }
      line.isVerified = true;
    }
    return entry;
  }

  /** Whether the entry `ahead` lines on is signed by its seat, whatever else is put off. */
  isSigned(table, ahead) {
    try {
      verifySignature(new Checks(false), this.glance(ahead), table);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return false;
    }
  }

  take() {
    this.index += 1;
  }

  get isAtEnd() {
    return !this.fill(0);
  }
}
