// Almost valid bytes: a valid sample with a few bytes cut, repeated, flipped, moved or replaced by values that break
// parsers. The same seed produces the same mutations, so failures are reproducible.

/** The number of mutations per parser: 1,000 in the suite, more with `npm run fuzz`. */
export const MUTATIONS = Number(process.env.CAIRN_FUZZ_MUTATIONS ?? 1_000);

const TOKENS = [
  '\r\n',
  '\r\n\r\n',
  '--',
  '"',
  '\\',
  '\u0000',
  '\u007f',
  '%',
  '%ff',
  ';',
  '=',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
];
const NUMBERS = ['-1', '0', '4294967296', '1e999', 'NaN', '\\ud800', '\u00ff\u00fe', 'true', 'null', ' or ', ' eq '];

/** Another number produces other mutations. `.ci/nightly` uses the date. */
const ROUND = Number(process.env.CAIRN_FUZZ_SEED ?? 0);

/** A sequence of numbers in [0, 1) from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  // Rounds are far apart, so that the mutations of one round differ from those of the next round of a neighboring seed.
  let state = (seed + Math.imul(ROUND, 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Yields `count` mutations, cycling through the samples. */
export function* mutationsOf(samples: readonly Buffer[], seed: number, count = MUTATIONS): Generator<Buffer> {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let made = 0; made < count; made += 1) {
    let bytes = samples[below(samples.length)] ?? Buffer.alloc(0);
    for (let steps = 1 + below(4); steps > 0; steps -= 1) bytes = mutated(bytes, below);
    yield bytes;
  }
}

function mutated(bytes: Buffer, below: (limit: number) => number): Buffer {
  const at = below(bytes.length + 1);
  const to = Math.min(bytes.length, at + below(12));
  const token = Buffer.from([...TOKENS, ...NUMBERS][below(TOKENS.length + NUMBERS.length)] ?? '', 'latin1');
  const changes = [
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), token, bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), token, bytes.subarray(to)]),
    () => Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, to), bytes.subarray(to)]),
    () => Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]),
    () => {
      const copy = Buffer.from(bytes);
      if (copy.length > 0) copy[below(copy.length)] = below(256);
      return copy;
    },
  ];
  return (changes[below(changes.length)] ?? changes[1] ?? (() => bytes))();
}
