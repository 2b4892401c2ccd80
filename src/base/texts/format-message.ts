// Formats messages in the syntax of ICU MessageFormat: arguments, plurals and selects; in rich texts also tags. There
// is no quoting: pass text with braces as a value. `scripts/check-texts.mjs` refuses anything else. Uses no library,
// because the console loads this file, too.

/** Where the formatting has come to in a message. */
interface Position {
  readonly text: string;
  at: number;
}

/** How a language writes and counts numbers. */
export interface Numbers {
  /** "1,200". */
  readonly digits: (value: number) => string;
  /** "one", "other", … */
  readonly plural: (count: number) => string;
}

export interface Formatting<Piece> extends Numbers {
  /** The piece for an argument. Numbers and strings without a plural or select reach it unformatted. */
  readonly argument: (name: string) => Piece | string | number | undefined;
  /** Makes one piece of a tag and its children. Texts without tags leave it out. */
  readonly tag?: (name: string, children: (Piece | string)[]) => Piece;
}

/** The pieces of a message, in order. */
export function formatMessage<Piece>(text: string, formatting: Formatting<Piece>): (Piece | string)[] {
  return piecesIn({ text, at: 0 }, formatting, '');
}

/** Reads up to the end of a branch or tag, and past it. `count` is the number that `#` stands for. */
function piecesIn<Piece>(position: Position, formatting: Formatting<Piece>, count: string): (Piece | string)[] {
  const pieces: (Piece | string)[] = [];
  const special = formatting.tag === undefined ? /[{}#]/g : /[{}#<]/g;
  const { text } = position;
  while (position.at < text.length) {
    special.lastIndex = position.at;
    const next = special.exec(text)?.index ?? text.length;
    if (next > position.at) pieces.push(text.slice(position.at, next));
    position.at = next + 1;
    const found = text[next];
    if (found === '}') return pieces;
    if (found === '#') pieces.push(count === '' ? '#' : count);
    if (found === '{') pieces.push(...argumentIn(position, formatting, count));
    if (found !== '<') continue;
    const name = upTo(position, '>');
    if (name.startsWith('/')) return pieces;
    const piece = formatting.tag?.(name, piecesIn(position, formatting, count));
    if (piece !== undefined) pieces.push(piece);
  }
  return pieces;
}

/** The text up to one of these characters, and moves past it. */
function upTo(position: Position, ends: string): string {
  const from = position.at;
  while (position.at < position.text.length && !ends.includes(position.text.charAt(position.at))) position.at++;
  return position.text.slice(from, position.at++).trim();
}

/** An argument after its opening brace: `name}`, or `name, plural, one {…} other {…}}`. */
function argumentIn<Piece>(position: Position, formatting: Formatting<Piece>, count: string): (Piece | string)[] {
  const name = upTo(position, ',}');
  const value = formatting.argument(name);
  if (position.text[position.at - 1] === '}')
    return value === undefined ? [] : [typeof value === 'number' ? formatting.digits(value) : value];
  const isPlural = upTo(position, ',') === 'plural';
  const keys = isPlural ? [`=${value}`, formatting.plural(Number(value)), 'other'] : [String(value), 'other'];
  const branches = new Map<string, (Piece | string)[]>();
  for (let key = upTo(position, '{}'); key !== ''; key = upTo(position, '{}'))
    branches.set(key, piecesIn(position, formatting, isPlural ? formatting.digits(Number(value)) : count));
  return keys.map((key) => branches.get(key)).find((pieces) => pieces !== undefined) ?? [];
}
