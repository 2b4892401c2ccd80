// An encoder for benchmarks that keeps what it encoded in a folder: a run over the public set encodes 25,000 texts, which
// takes minutes, and the next run asks for the same ones. Times measured with it leave the encoding out.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtEncoder, type SentenceEncoder } from '@cairn/surfacing-judge/encoder/sentence-encoder';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { directionOf } from '@cairn/surfacing-judge/vectors';

const FOLDER = resolve('node_modules/.cache/judge-vectors');

/** The built encoder with a memory on disk; null where none is built. `keep` writes down what is new. */
export function keptEncoder(): { readonly encoder: SentenceEncoder | null; keep(): void } {
  const encoder = builtEncoder();
  if (encoder === undefined) return { encoder: null, keep: () => undefined };
  const known = readAll();
  const fresh = new Map<string, Int8Array>();
  return {
    encoder: {
      ...encoder,
      encode(text) {
        const before = known.get(text) ?? fresh.get(text);
        if (before !== undefined) return Float32Array.from(before);
        const vector = encoder.encode(text);
        if (vector !== undefined) fresh.set(text, directionOf(vector));
        return vector;
      },
    },
    keep() {
      if (fresh.size === 0) return;
      mkdirSync(FOLDER, { recursive: true });
      const rows = new Int8Array(fresh.size * DIMENSIONS);
      for (const [at, row] of [...fresh.values()].entries()) rows.set(row, at * DIMENSIONS);
      const name = join(FOLDER, `${Date.now()}-${process.pid}`);
      writeFileSync(`${name}.bin`, rows);
      writeFileSync(`${name}.json`, JSON.stringify([...fresh.keys()]));
    },
  };
}

function readAll(): Map<string, Int8Array> {
  const known = new Map<string, Int8Array>();
  if (!existsSync(FOLDER)) return known;
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.json'))) {
    const texts = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as string[];
    const rows = new Int8Array(readFileSync(join(FOLDER, name.replace('.json', '.bin'))));
    for (const [at, text] of texts.entries()) known.set(text, rows.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS));
  }
  return known;
}
