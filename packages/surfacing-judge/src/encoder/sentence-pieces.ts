// Splits text into sentence pieces: the likeliest split of a unigram model (Kudo 2018, arXiv 1804.10959), by Viterbi.
import type { Steps } from '../steps.ts';

/** Control symbols at the start of the vocabulary; the first one means unknown. */
const RESERVED = 6;
const UNKNOWN = 0;
const NO_PIECE = -1;
const SPACE = '▁';

/** Splits texts into piece numbers. */
export interface PieceReader {
  (text: string): number[];
  /** True if a whole word is one piece. */
  isPiece(word: string): boolean;
}

/** A splitter for a vocabulary: piece n has the log-probability `scores[n]`. */
export function* pieceReader(pieces: readonly string[], scores: ArrayLike<number>): Steps<PieceReader> {
  const numbers = new Map<string, number>();
  for (let number = RESERVED; number < pieces.length; number++) numbers.set(pieces[number] ?? '', number);
  for (const piece of [...numbers.keys()]) {
    addBeginnings(piece, numbers);
    yield;
  }
  const read = (text: string): number[] => {
    const normal = text.normalize('NFKC');
    if (normal === '') return [];
    const symbols = [...`${SPACE}${normal.replaceAll(' ', SPACE)}`];
    return mergedUnknowns(likeliestSplit(symbols, numbers, scores));
  };
  return Object.assign(read, { isPiece: (word: string) => (numbers.get(`${SPACE}${word}`) ?? NO_PIECE) !== NO_PIECE });
}

/** All prefixes of pieces that are not pieces themselves. The search stops when it reaches any other text. */
function addBeginnings(piece: string, numbers: Map<string, number>): void {
  let beginning = '';
  for (const symbol of piece) {
    beginning += symbol;
    if (!numbers.has(beginning)) numbers.set(beginning, NO_PIECE);
  }
}

/** The numbers of the likeliest split, last piece first. */
function likeliestSplit(
  symbols: readonly string[],
  numbers: ReadonlyMap<string, number>,
  scores: ArrayLike<number>,
): number[] {
  const best = new Float64Array(symbols.length + 1).fill(Number.NEGATIVE_INFINITY);
  const last = new Int32Array(symbols.length + 1);
  const lengths = new Int32Array(symbols.length + 1);
  best[0] = 0;
  for (let from = 0; from < symbols.length; from++) {
    let piece = '';
    let known = false;
    const offer = (to: number, number: number, score: number): void => {
      const total = (best[from] ?? 0) + score;
      // If two splits are equally likely, the one with the later start wins, and therefore the shorter piece.
      if (total < (best[to] ?? 0)) return;
      best[to] = total;
      last[to] = number;
      lengths[to] = to - from;
    };
    for (let to = from + 1; to <= symbols.length; to++) {
      piece += symbols[to - 1];
      const number = numbers.get(piece);
      if (number === undefined) break;
      if (number === NO_PIECE) continue;
      known = true;
      offer(to, number, scores[number] ?? 0);
    }
    if (!known) offer(from + 1, UNKNOWN, 0);
  }
  const found: number[] = [];
  for (let at = symbols.length; at > 0; at -= lengths[at] ?? 1) found.push(last[at] ?? UNKNOWN);
  return found;
}

/** In text order. A run of unknown symbols becomes one unknown piece. */
function mergedUnknowns(found: readonly number[]): number[] {
  return found.filter((number, at) => number !== UNKNOWN || found[at - 1] !== UNKNOWN).reverse();
}
