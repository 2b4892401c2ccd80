// An encoder for benches that stores vectors on disk. A run over the public set encodes 25,000 texts, which takes
// minutes, and the next run needs the same vectors. Measured times therefore exclude encoding.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { builtEncoder, type SentenceEncoder } from '@cairn/surfacing-judge/encoder/sentence-encoder';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { directionOf } from '@cairn/surfacing-judge/vectors';

const FOLDERS = resolve('.cache/judge-vectors');

/** Texts per file. Files are written during the run, so that an interrupted run keeps its progress. */
const WRITTEN_TOGETHER = 2000;

/** The built encoder with a cache on disk, or null if it was not built. `keep` stores new vectors. */
export function keptEncoder(): { readonly encoder: SentenceEncoder | null; keep(): void } {
  const encoder = builtEncoder();
  if (encoder === undefined) return { encoder: null, keep: () => undefined };
  const folder = join(FOLDERS, builtDigest());
  const known = readAll(folder);
  const fresh = new Map<string, Int8Array>();
  const keep = (): void => {
    if (fresh.size === 0) return;
    mkdirSync(folder, { recursive: true });
    const rows = new Int8Array(fresh.size * DIMENSIONS);
    for (const [at, row] of [...fresh.values()].entries()) rows.set(row, at * DIMENSIONS);
    const name = join(folder, `${Date.now()}-${process.pid}-${known.size}`);
    writeFileSync(`${name}.bin`, rows);
    writeFileSync(`${name}.json`, JSON.stringify([...fresh.keys()]));
    for (const [text, row] of fresh) known.set(text, row);
    fresh.clear();
  };
  return {
    encoder: {
      ...encoder,
      encode(text) {
        const before = known.get(text) ?? fresh.get(text);
        if (before !== undefined) return Float32Array.from(before);
        const vector = encoder.encode(text);
        if (vector !== undefined) fresh.set(text, directionOf(vector));
        if (fresh.size >= WRITTEN_TOGETHER) keep();
        return vector;
      },
    },
    keep,
  };
}

/** A different encoder gives different vectors. */
function builtDigest(): string {
  const path = createRequire(import.meta.url).resolve('@cairn/surfacing-judge/sentence-encoder.bin');
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}

function readAll(folder: string): Map<string, Int8Array> {
  const known = new Map<string, Int8Array>();
  if (!existsSync(folder)) return known;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const texts = JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[];
    const rows = new Int8Array(readFileSync(join(folder, name.replace('.json', '.bin'))));
    for (const [at, text] of texts.entries()) known.set(text, rows.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS));
  }
  return known;
}
