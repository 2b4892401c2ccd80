// Measures the first verdicts of a new process among 1,000 live trails with stored vectors, over HTTP for an employee
// and an author, and the cost of publishing a trail with seventeen texts.
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { Database } from '../../src/storage/database.ts';
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { bearer, readerOf } from '../mcp/run.ts';
import { built } from '../support/built.ts';
import { DOCUMENT } from '../support/document.ts';
import { type Subject, startCairn } from '../support/processes.ts';
import { onDatabase, storageOn } from '../support/storage.ts';
import { percentile, round } from './metrics.ts';
import { syntheticPrompts, syntheticTrails } from './synthetic-catalog.ts';

const TRAILS = 1_000;
const PUBLISHED = 30;
type Milliseconds = Readonly<Record<string, number>>;

/** Milliseconds in successive new processes. */
export async function measureFirstVerdicts(processes: number): Promise<Milliseconds[]> {
  const { url, env, remove } = await storageOn(undefined);
  const { session, key } = await onDatabase(url, withMeanings);
  const rows: Milliseconds[] = [];
  for (let turn = 0; turn < processes; turn += 1) {
    rows.push(await inNewProcess(env, (cairn) => finds(cairn, session)));
    rows.push(await inNewProcess(env, (cairn) => findsBehindList(cairn, session)));
    rows.push(await inNewProcess(env, (cairn) => healthPages(cairn, session)));
  }
  rows.push(await inNewProcess(env, (cairn) => publications(cairn, session, key)), await encodings());
  await remove();
  return rows;
}

const documents = [...syntheticTrails(TRAILS)].map(documentOf);
const fresh = [...syntheticTrails(2 * PUBLISHED, 77)];

/** A workspace with these trails, after all their vectors were stored. */
async function withMeanings(database: Database) {
  const { catalogFeed } =
    await built<typeof import('../../src/surfacing/catalog-feed.ts')>('surfacing/catalog-feed.js');
  const { catalogIndexes } =
    await built<typeof import('../../src/surfacing/catalog-index.ts')>('surfacing/catalog-index.js');
  const { catalogMeanings } =
    await built<typeof import('../../src/surfacing/catalog-meaning.ts')>('surfacing/catalog-meaning.js');
  const { meaningStore } =
    await built<typeof import('../../src/surfacing/meaning-store.ts')>('surfacing/meaning-store.js');
  const reader = await readerOf(database, TRAILS, (number) => documents[number] ?? DOCUMENT);
  const judge = lexicalJudge();
  const failed = (failure: unknown): never => {
    throw failure;
  };
  const meanings = catalogMeanings(() => judge.meaning, meaningStore(database), failed);
  await catalogIndexes(catalogFeed(database), judge, undefined, meanings).view([reader.team_id]);
  await meanings.settled();
  return reader;
}

function documentOf({ title, description, when, keywords, examples, prompts }: JudgedTrail): TrailDocument {
  const trigger = { when, keywords: [...new Set(keywords)], examples: [...examples] };
  return { ...DOCUMENT, title, description, trigger, prompts: [...prompts] };
}

async function inNewProcess(
  env: Readonly<Record<string, string>>,
  measure: (cairn: Subject) => Promise<Milliseconds>,
): Promise<Milliseconds> {
  const cairn = await startCairn(env);
  // A process is still busy when it starts to listen.
  await rested(cairn);
  const before = cairn.memoryMb();
  const measured = await measure(cairn);
  const memory = { 'memory before, MB': Math.round(before), 'after, MB': Math.round(cairn.memoryMb()) };
  await cairn.stop();
  return { ...measured, ...memory };
}

async function finds(cairn: Subject, session: string): Promise<Milliseconds> {
  const times: number[] = [];
  const [first, ...others] = syntheticPrompts(60, null);
  const find = (text = ''): Promise<number> => timed(`${cairn.address}/manage/v1/find`, session, { text });
  const spent = await spending(cairn, 'first find', () => find(first));
  for (const text of others) times.push(await find(text));
  return {
    ...spent,
    second: round(times[0] ?? 0, 0),
    'tenth, median of five': round(percentile(times.slice(6, 11), 0.5), 0),
    'fiftieth, median of twenty': round(percentile(times.slice(39), 0.5), 0),
  };
}

/** A search by an employee who has opened the list before. */
async function findsBehindList(cairn: Subject, session: string): Promise<Milliseconds> {
  const list = await spending(cairn, 'list of trails', () =>
    timed(`${cairn.address}/manage/v1/reader/trails`, session),
  );
  const before = cairn.processorMs();
  await rested(cairn);
  const prepared = { 'processor time until it rests': cairn.processorMs() - before };
  return { ...list, ...prepared, ...(await finds(cairn, session)) };
}

async function healthPages(cairn: Subject, session: string): Promise<Milliseconds> {
  const page = (): Promise<number> => timed(`${cairn.address}/manage/v1/catalog-health?limit=25`, session);
  return {
    ...(await spending(cairn, 'first page of Catalog health', page)),
    again: round(await page(), 0),
  };
}

/** Elapsed time and processor time. Other work on the machine has less effect on the latter. */
async function spending(cairn: Subject, name: string, work: () => Promise<number>): Promise<Milliseconds> {
  const before = cairn.processorMs();
  const milliseconds = await work();
  return { [name]: round(milliseconds, 0), [`${name}, processor time`]: cairn.processorMs() - before };
}

const REST_MILLISECONDS = 1_000;

/** Waits until the process was almost idle for a second. */
async function rested(cairn: Subject): Promise<void> {
  let before: number;
  do {
    before = cairn.processorMs();
    await new Promise((go) => setTimeout(go, REST_MILLISECONDS));
  } while (cairn.processorMs() - before > REST_MILLISECONDS / 20);
}

/** Publishes a trail before and after the catalog is in memory, with the first search in between. */
async function publications({ address }: Subject, session: string, key: string): Promise<Milliseconds> {
  const find = (): Promise<number> => timed(`${address}/manage/v1/find`, session, { text: 'warm up the catalog' });
  const publish = async (trail: JudgedTrail): Promise<number> => {
    const created = await fetch(`${address}/v1/trails`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ document: documentOf(trail) }),
    });
    const { id } = (await created.json()) as { readonly id: string };
    return timed(`${address}/v1/trails/${id}/publish`, key, { note: null }, { 'if-match': '*' });
  };
  const unheld: number[] = [];
  for (const trail of fresh.slice(0, PUBLISHED)) unheld.push(await publish(trail));
  for (let warm = 0; warm < 20; warm += 1) await find();
  const held: number[] = [];
  const behind: number[] = [];
  for (const trail of fresh.slice(PUBLISHED)) {
    held.push(await publish(trail));
    behind.push(await find());
  }
  return {
    'publish, catalog not held: median': round(percentile(unheld, 0.5), 1),
    'publish, catalog held: median': round(percentile(held, 0.5), 1),
    'longest of 30': round(Math.max(...held), 1),
    'find just behind it: median': round(percentile(behind, 0.5), 1),
  };
}

/** The vectors of a trail, computed in the background. */
async function encodings(): Promise<Milliseconds> {
  const { meaning } = lexicalJudge();
  const times: number[] = [];
  for (const trail of fresh) {
    const begun = performance.now();
    await meaning?.prepare(trail);
    times.push(performance.now() - begun);
  }
  return {
    'encoding a trail: median': round(percentile(times.slice(10), 0.5), 1),
    'longest of 50': round(Math.max(...times.slice(10)), 1),
    'first of a process': round(times[0] ?? 0, 1),
  };
}

async function timed(url: string, token: string, body?: object, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now();
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const all = { ...bearer(token), 'content-type': 'application/json', ...headers };
  const answer = await fetch(url, { ...sent, headers: all });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - begun;
}
