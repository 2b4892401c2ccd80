// Time and memory of verdicts and edits in catalogs of 1,000 to 100,000 trails. Times are processor times, because
// other work on the machine affects these least. A fixed computation in the same run serves as the unit.
import { createHash } from 'node:crypto';
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { percentile, round } from './metrics.ts';
import { syntheticPrompts, syntheticTrails } from './synthetic-catalog.ts';

export interface SpeedFigures {
  readonly trails: number;
  readonly build_s: number;
  readonly heap_mb: number;
  readonly short_p50_ms: number;
  readonly short_p99_ms: number;
  readonly long_p50_ms: number;
  readonly long_p99_ms: number;
  readonly edit_p50_ms: number;
  readonly edit_p99_ms: number;
  /** SHA-256 of 10 MB. */
  readonly hash_ms: number;
}

const SHORT = 600;
const LONG = 200;
const EDITS = 60;

/** The figures for each size. An edit is an upsert and the next verdict, which recomputes the catalog's statistics. */
export async function measureSpeed(index: LexicalJudge, sizes: readonly number[]): Promise<SpeedFigures[]> {
  await warmUp(index);
  const figures: SpeedFigures[] = [];
  for (const trails of sizes) figures.push(await measureSize(index, trails));
  return figures;
}

async function measureSize(index: LexicalJudge, trails: number): Promise<SpeedFigures> {
  const before = heapMegabytes();
  const start = processorMs();
  const view = filled(index, trails);
  const build_s = (processorMs() - start) / 1000;
  const heap_mb = heapMegabytes() - before;
  const short = await times(index, view, syntheticPrompts(SHORT, null));
  const long = await times(index, view, syntheticPrompts(LONG, 4000));
  const edits = [];
  const [prompt] = syntheticPrompts(1, null);
  for (const trail of syntheticTrails(EDITS, 99)) {
    const from = processorMs();
    view.catalogs[0]?.upsert(trail);
    await index.find(view, prompt ?? '', ANY);
    edits.push(processorMs() - from);
  }
  return {
    trails,
    build_s: round(build_s, 2),
    heap_mb: Math.round(heap_mb),
    short_p50_ms: round(percentile(short, 0.5), 2),
    short_p99_ms: round(percentile(short, 0.99), 2),
    long_p50_ms: round(percentile(long, 0.5), 2),
    long_p99_ms: round(percentile(long, 0.99), 2),
    edit_p50_ms: round(percentile(edits, 0.5), 2),
    edit_p99_ms: round(percentile(edits, 0.99), 2),
    hash_ms: round(percentile(Array.from({ length: 9 }, hashing), 0.5), 1),
  };
}

function filled(index: LexicalJudge, trails: number): CatalogView {
  const catalog = index.emptyCatalog();
  for (const trail of syntheticTrails(trails)) catalog.upsert(trail);
  return { catalogs: [catalog], hidden: new Set() };
}

const ANY = { limit: 1, mayUse: () => true };

async function times(index: LexicalJudge, view: CatalogView, prompts: readonly string[]): Promise<number[]> {
  const spent: number[] = [];
  for (const text of prompts) {
    const from = processorMs();
    await index.find(view, text, ANY);
    spent.push(processorMs() - from);
  }
  return spent;
}

const TEN_MEGABYTES = Buffer.alloc(10_000_000, 'cairn');

function hashing(): number {
  const from = processorMs();
  createHash('sha256').update(TEN_MEGABYTES).digest();
  return processorMs() - from;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function warmUp(index: LexicalJudge): Promise<void> {
  const view = filled(index, 300);
  await times(index, view, [...syntheticPrompts(400, null, 1), ...syntheticPrompts(60, 4000, 2)]);
}

function heapMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_048_576;
}
