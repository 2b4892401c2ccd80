// Parses a large JSON text in pieces, so that other requests can run in between. The text is cut at commas, each piece
// is completed with the brackets open around it, and its contents are inserted into the result.

/** A nesting level that is open at a cut. */
interface Level {
  readonly isArray: boolean;
  /** The start and end of the current member's name, including its quotes. */
  nameFrom: number;
  nameTo: number;
  /** The number of members so far. */
  members: number;
}

/** An inspection of a value in steps. */
export interface Look {
  /** Performs a step. Returns true while more remain. */
  goOn(): boolean;
  /** The total number of members of all objects in the value, once it is done. */
  members(): number;
}

/** A value, with counts that determine how much memory it uses. */
export interface Parsed {
  readonly value: unknown;
  readonly containers: number;
  readonly members: number;
  readonly commas: number;
}

/** The text is nested too deep. */
export class TooDeep extends Error {}
/** The text has too many arrays and objects. */
export class TooMany extends Error {}
/** An object has too many members. */
export class TooWide extends Error {}
/** An object has duplicate member names. The parser would keep only the last one. */
export class Repeated extends Error {}

/**
 * Parses pieces of about `longest` characters, lets `look` inspect each, and yields in between. Throws `SyntaxError`
 * for invalid JSON, with the position in the whole text, and `Repeated` for duplicate names. Before it parses the
 * affected part, throws `TooDeep` for more than `deepest` levels, `TooMany` for more than `most` arrays and objects,
 * and `TooWide` for more than `widest` members of one object.
 */
export function* parsingPieces(text: string, { longest, look, ...bounds }: PieceOptions): Generator<void, Parsed> {
  const scan = new Scan(text, bounds);
  let value: unknown;
  let held = 0;
  let [from, spine]: [number, readonly Level[]] = [0, []];
  for (let cut = scan.next(longest); ; cut = scan.next(from + longest)) {
    const piece = parsedPiece(text, { from, to: cut ?? text.length, spine, open: cut === undefined ? [] : scan.open });
    const looking = look(piece);
    while (looking.goOn()) yield;
    // Every piece but the first starts with copies of the containers that it continues.
    held += looking.members() - spine.slice(0, -1).filter(({ isArray }) => !isArray).length;
    value = from === 0 ? piece : fitted(text, value, piece, spine);
    if (cut === undefined) break;
    [from, spine] = [cut + 1, scan.open.map((level) => ({ ...level }))];
    yield;
  }
  if (held !== scan.written) throw new Repeated();
  return { value, containers: scan.opened, members: scan.written, commas: scan.commas };
}

interface Bounds {
  readonly deepest: number;
  readonly most: number;
  readonly widest: number;
}

interface PieceOptions extends Bounds {
  readonly longest: number;
  readonly look: (value: unknown) => Look;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Scans a text for brackets, strings and commas. The parser handles the rest. */
class Scan {
  readonly open: Level[] = [];
  opened = 0;
  written = 0;
  commas = 0;
  readonly #text: string;
  readonly #bounds: Bounds;
  #at = 0;
  /** The last non-blank character. After a cut, this is its comma. */
  #last = 0;
  #isCut = false;
  #stringFrom = 0;
  #stringTo = 0;

  constructor(text: string, bounds: Bounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  /** The position of the next comma at which the text can be cut; undefined if none is left. */
  next(from: number): number | undefined {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code <= SPACE) continue;
      if (code === COMMA) this.commas += 1;
      if (code === COMMA && this.#at >= from && this.#endsElement()) {
        this.#last = code;
        this.#isCut = true;
        this.#at += 1;
        return this.#at - 1;
      }
      this.#take(code);
      this.#last = code;
    }
    return undefined;
  }

  /** True if the comma ends an element. If it does not, the parser rejects it. */
  #endsElement(): boolean {
    const isAfterNone = this.#last === COMMA || this.#last === OPEN_ARRAY || this.#last === OPEN_OBJECT;
    return this.open.length > 0 && !isAfterNone;
  }

  #take(code: number): void {
    // An element must follow a cut, because the parser does not see the comma.
    if (this.#isCut && (code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT)) this.#refuse();
    this.#isCut = false;
    if (code === QUOTE) this.#skipString();
    else if (code === COLON) this.#nameMember();
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#push(code === OPEN_ARRAY);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#pop(code === CLOSE_ARRAY);
  }

  #skipString(): void {
    this.#stringFrom = this.#at;
    for (;;) {
      const end = this.#text.indexOf('"', this.#at + 1);
      this.#at = end < 0 ? this.#text.length : end;
      this.#stringTo = this.#at + 1;
      if (end < 0 || !this.#isEscaped(end)) return;
    }
  }

  #isEscaped(at: number): boolean {
    let before = at - 1;
    while (before > this.#stringFrom && this.#text.charCodeAt(before) === BACKSLASH) before -= 1;
    return (at - before) % 2 === 0;
  }

  #nameMember(): void {
    this.written += 1;
    const level = this.open.at(-1);
    if (level === undefined) return;
    level.members += 1;
    if (level.members > this.#bounds.widest) throw new TooWide();
    level.nameFrom = this.#stringFrom;
    level.nameTo = this.#stringTo;
  }

  #push(isArray: boolean): void {
    if (this.open.length === this.#bounds.deepest) throw new TooDeep();
    this.opened += 1;
    if (this.opened > this.#bounds.most) throw new TooMany();
    this.open.push({ isArray, nameFrom: 0, nameTo: 0, members: 0 });
  }

  #pop(isArray: boolean): void {
    if (this.open.pop()?.isArray !== isArray) this.#refuse();
  }

  #refuse(): never {
    throw new SyntaxError(`Unexpected token in JSON at position ${this.#at}`);
  }
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly spine: readonly Level[];
  readonly open: readonly Level[];
}

function parsedPiece(text: string, { from, to, spine, open }: Piece): unknown {
  const before = spine.map((level, at) => opening(text, level, at === spine.length - 1)).join('');
  const after = open.map(({ isArray }) => (isArray ? ']' : '}')).reverse();
  try {
    return JSON.parse(`${before}${text.slice(from, to)}${after.join('')}`);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) || from === 0) throw thrown;
    // Some versions of the parser also report line and column, which refer to the piece.
    const placed = (_: string, at: string): string => `position ${Number(at) - before.length + from}`;
    throw new SyntaxError(thrown.message.replace(/position (\d+)(?: \(line \d+ column \d+\))?/, placed));
  }
}

const opening = (text: string, { isArray, nameFrom, nameTo }: Level, isInnermost: boolean): string => {
  if (isArray) return '[';
  return isInnermost ? '{' : `{${text.slice(nameFrom, nameTo)}:`;
};

type Named = Record<string, unknown>;

/** Adds the piece's contents to the containers in `held` that it continues. */
function fitted(text: string, held: unknown, piece: unknown, spine: readonly Level[]): unknown {
  let [into, more] = [held, piece];
  for (const [at, level] of spine.entries()) {
    const isInnermost = at === spine.length - 1;
    if (level.isArray) {
      if (!Array.isArray(into) || !Array.isArray(more)) throw new Repeated();
      const [last, first]: unknown[] = [into.at(-1), more[0]];
      for (let index = isInnermost ? 0 : 1; index < more.length; index += 1) into.push(more[index]);
      [into, more] = [last, first];
    } else {
      if (!isNamed(into) || !isNamed(more)) throw new Repeated();
      const continued = isInnermost ? undefined : nameOf(text, level);
      for (const name of Object.keys(more)) if (name !== continued) put(into, name, more[name]);
      if (continued !== undefined) [into, more] = [into[continued], more[continued]];
    }
  }
  return held;
}

const nameOf = (text: string, { nameFrom, nameTo }: Level): string => JSON.parse(text.slice(nameFrom, nameTo));

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets an own property of any name, like the parser. Throws `Repeated` if it exists. */
function put(into: Named, name: string, value: unknown): void {
  if (Object.hasOwn(into, name)) throw new Repeated();
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
