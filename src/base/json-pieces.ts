// A large JSON text is parsed a piece at a time, so that others get their turn in between: it is cut at commas, each
// piece is made a text of its own by the brackets that stand open around it, and what it holds is put in its place.

/** Where a text stands open at a cut. */
interface Level {
  readonly isArray: boolean;
  /** Where the name of the member that is being read begins and ends, with its quotes. */
  nameFrom: number;
  nameTo: number;
}

/** Something to be done with a value, a stretch at a time. */
export interface Look {
  /** Does a stretch; true while there is more. */
  goOn(): boolean;
  /** The members that all objects of the value have together, once it is done. */
  members(): number;
}

/** A value, and how much its text holds of what takes memory. */
export interface Parsed {
  readonly value: unknown;
  readonly containers: number;
  readonly members: number;
  readonly commas: number;
}

/** Thrown where a text is nested too deep. */
export class TooDeep extends Error {}
/** Thrown where a text holds too many arrays and objects. */
export class TooMany extends Error {}
/** Thrown where an object has two members of one name: the parser would keep the last. */
export class Repeated extends Error {}

/**
 * Parses pieces of about `longest` characters, lets `look` see each, and yields in between. Throws `SyntaxError` for
 * what is no JSON, with the position in the whole text, `TooDeep` beyond `deepest` levels and `TooMany` beyond `most`
 * arrays and objects, before any of that is parsed, and `Repeated`.
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
    // Every piece but the first names again what it goes on with.
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
}

interface PieceOptions extends Bounds {
  readonly longest: number;
  readonly look: (value: unknown) => Look;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Reads a text from left to right as far as brackets, strings and commas go; the rest is the parser's. */
class Scan {
  readonly open: Level[] = [];
  opened = 0;
  written = 0;
  commas = 0;
  readonly #text: string;
  readonly #bounds: Bounds;
  #at = 0;
  /** The last character that was no blank. After a cut that is its comma. */
  #last = 0;
  #isCut = false;
  #stringFrom = 0;
  #stringTo = 0;

  constructor(text: string, bounds: Bounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  /** The place of the first comma from there on at which the text can be cut; undefined: none is left. */
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

  /** A comma ends an element where one stands before it; elsewhere the parser refuses it. */
  #endsElement(): boolean {
    const isAfterNone = this.#last === COMMA || this.#last === OPEN_ARRAY || this.#last === OPEN_OBJECT;
    return this.open.length > 0 && !isAfterNone;
  }

  #take(code: number): void {
    // Behind a cut stands an element: without the comma the parser would miss none.
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
    level.nameFrom = this.#stringFrom;
    level.nameTo = this.#stringTo;
  }

  #push(isArray: boolean): void {
    if (this.open.length === this.#bounds.deepest) throw new TooDeep();
    this.opened += 1;
    if (this.opened > this.#bounds.most) throw new TooMany();
    this.open.push({ isArray, nameFrom: 0, nameTo: 0 });
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
    // Some releases of the parser tell the line and the column too, which are those of the piece.
    const placed = (_: string, at: string): string => `position ${Number(at) - before.length + from}`;
    throw new SyntaxError(thrown.message.replace(/position (\d+)(?: \(line \d+ column \d+\))?/, placed));
  }
}

const opening = (text: string, { isArray, nameFrom, nameTo }: Level, isInnermost: boolean): string => {
  if (isArray) return '[';
  return isInnermost ? '{' : `{${text.slice(nameFrom, nameTo)}:`;
};

type Named = Record<string, unknown>;

/** `held` with what the piece adds to the containers along the spine, each of which it goes on with. */
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

/** As the parser does it: a member of any name is the object's own. Throws `Repeated` where there is one. */
function put(into: Named, name: string, value: unknown): void {
  if (Object.hasOwn(into, name)) throw new Repeated();
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
