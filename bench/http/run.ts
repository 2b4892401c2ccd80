// One storage measured from end to end: small catalog, large catalog, memory and starting.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from './built.ts';
import { DOCUMENT } from './document.ts';
import { fire, type Rate, type Shot } from './load.ts';
import { bareSql, overHttp, type Row } from './measure.ts';
import { type Subject, startCairn } from './processes.ts';
import { type Seeded, seed } from './seed.ts';

export interface Outcome {
  readonly storage: string;
  readonly rows: readonly Row[];
  /** What the same request costs in the large catalog, in times of the small one. */
  readonly growth: Readonly<Record<string, number>>;
  readonly readyMs: number;
  readonly memoryAtStart: number;
  readonly memoryAfter: number;
}

/** `url` is a CAIRN_DATABASE_URL; `large` the number of trails in the large catalog. */
export async function measureStorage(url: string, large: number, seconds: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const databaseUrl = url === 'embedded' ? `embedded:${join(folder, 'data')}` : url;
  const env = { CAIRN_DATABASE_URL: databaseUrl, CAIRN_ASSETS: join(folder, 'assets') };
  const { small, big, sql } = await onDatabase(databaseUrl, async (database) => {
    const made = { small: await seed(database, 1_000), big: await seed(database, large) };
    return { ...made, sql: await bareSql(database, made.small, seconds) };
  });
  await (await startCairn(env)).stop();
  const cairn = await startCairn(env);
  const memoryAtStart = cairn.memoryMb();
  const rows = await rowsOf(cairn, small, sql, seconds);
  const growth = await growthOf(cairn, small, big, seconds);
  const memoryAfter = cairn.memoryMb();
  await cairn.stop();
  await rm(folder, { recursive: true, force: true });
  return {
    storage: url === 'embedded' ? 'embedded' : 'PostgreSQL',
    rows,
    growth,
    readyMs: cairn.readyMs,
    memoryAtStart,
    memoryAfter,
  };
}

async function onDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const { readConfig } = await built<typeof import('../../src/config.ts')>('config.js');
  const { openDatabase } = await built<typeof import('../../src/storage/open-database.ts')>('storage/open-database.js');
  const { migrate } = await built<typeof import('../../src/storage/migrate.ts')>('storage/migrate.js');
  const read = readConfig({ CAIRN_DATABASE_URL: url });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const database = await openDatabase(read.config, () => undefined);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

const bearer = ({ key }: Seeded): Record<string, string> => ({ authorization: `Bearer ${key}` });

async function rowsOf(
  { address }: Subject,
  seeded: Seeded,
  sql: { get: Rate; list: Rate; save: Rate },
  seconds: number,
): Promise<Row[]> {
  const headers = bearer(seeded);
  const trail = `${address}/v1/trails/${seeded.trail_ids[0]}`;
  const etag = (await fetch(`${trail}/document`, { headers })).headers.get('etag') ?? '';
  const paths = seeded.trail_ids.map((id) => `/v1/trails/${id}/document`);
  const put: Shot = {
    url: `${trail}/document`,
    paths,
    method: 'PUT',
    headers: { ...headers, 'if-match': '*', 'content-type': 'application/json' },
    body: JSON.stringify(DOCUMENT),
  };
  return [
    { ...(await overHttp('GET trail', { url: trail, headers }, seconds)), sql: sql.get },
    await overHttp(
      'GET document, 304',
      { url: `${trail}/document`, headers: { ...headers, 'if-none-match': etag } },
      seconds,
    ),
    { ...(await overHttp('list of 25', { url: `${address}/v1/trails`, headers }, seconds)), sql: sql.list },
    await overHttp('GET /v1/me', { url: `${address}/v1/me`, headers }, seconds),
    { ...(await overHttp('PUT document', put, seconds)), sql: sql.save },
  ];
}

/** The same four requests in both catalogs, by requests a second. */
async function growthOf(
  { address }: Subject,
  small: Seeded,
  big: Seeded,
  seconds: number,
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, pathOf] of Object.entries(SAME)) {
    const rate = async (seeded: Seeded): Promise<number> => {
      const headers = bearer(seeded);
      const url = address + (await pathOf(seeded, address, headers));
      return (await fire({ url, headers }, seconds)).perSecond;
    };
    times[name] = (await rate(small)) / (await rate(big));
  }
  return times;
}

type PathOf = (seeded: Seeded, address: string, headers: Record<string, string>) => string | Promise<string>;

const SAME: Readonly<Record<string, PathOf>> = {
  'GET trail': ({ trail_ids }) => `/v1/trails/${trail_ids[0]}`,
  'list, first page': () => '/v1/trails',
  'list, a late page': latePage,
  'list, q': () => '/v1/trails?q=refund',
};

/** Page 400 of 25, or the last one that there is. */
async function latePage(_seeded: Seeded, address: string, headers: Record<string, string>): Promise<string> {
  let path = '/v1/trails?limit=100';
  for (let page = 1; page < 100; page += 1) {
    const answer = (await (await fetch(address + path, { headers })).json()) as { next_cursor?: string };
    if (answer.next_cursor === undefined) break;
    path = `/v1/trails?limit=100&cursor=${answer.next_cursor}`;
  }
  return path.replace('limit=100', 'limit=25');
}
