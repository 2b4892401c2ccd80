// Finds many phrases in one pass that skips most characters (Wu and Manber, 1994). Phrases are ASCII and match in any
// case. A character counts by its last five bits, which are the same for both cases.

export type AnchorScan<Kind> = (
  codes: Uint8Array,
  length: number,
  onAnchor: (kind: Kind, at: number, end: number) => void,
) => void;

interface Anchor<Kind> {
  readonly kind: Kind;
  readonly codes: readonly number[];
}

/** Places in the table: three characters of five bits. */
const TRIPLES = 32_768;

/** Sets the bit that differs between upper and lower case. */
const folded = (code: number): number => code | 32;

const tripleOf = (one: number, two: number, three: number): number =>
  ((one & 31) << 10) | ((two & 31) << 5) | (three & 31);

export function anchorScan<Kind extends string>(phrases: Readonly<Record<Kind, readonly string[]>>): AnchorScan<Kind> {
  const anchors = (Object.entries(phrases) as [Kind, readonly string[]][]).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, codes: Array.from(text, (letter) => folded(letter.charCodeAt(0))) })),
  );
  const shortest = Math.min(...anchors.map(({ codes }) => codes.length));
  // By the characters at the end of the window: how far the window can move, and the phrases that end there.
  const shifts = new Uint8Array(TRIPLES).fill(shortest - 2);
  const ending = new Map<number, Anchor<Kind>[]>();
  for (const anchor of anchors) {
    for (let at = 2; at < shortest; at += 1) {
      const [one = 0, two = 0, three = 0] = anchor.codes.slice(at - 2, at + 1);
      const triple = tripleOf(one, two, three);
      shifts[triple] = Math.min(shifts[triple] ?? 0, shortest - 1 - at);
      if (at === shortest - 1) ending.set(triple, [...(ending.get(triple) ?? []), anchor]);
    }
  }
  return (codes, length, onAnchor) => {
    for (let end = shortest - 1; end < length; ) {
      const triple = tripleOf(codes[end - 2] ?? 0, codes[end - 1] ?? 0, codes[end] ?? 0);
      const shift = shifts[triple] ?? 1;
      if (shift === 0) {
        const at = end - shortest + 1;
        for (const { kind, codes: phrase } of ending.get(triple) ?? [])
          if (at + phrase.length <= length && matchesAt(codes, at, phrase)) onAnchor(kind, at, at + phrase.length);
        end += 1;
      } else end += shift;
    }
  };
}

function matchesAt(codes: Uint8Array, at: number, phrase: readonly number[]): boolean {
  for (let index = 0; index < phrase.length; index += 1)
    if (folded(codes[at + index] ?? 0) !== phrase[index]) return false;
  return true;
}
