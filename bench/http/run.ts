// Measures one kind of storage completely: a small catalog, a large catalog, memory, and startup.
import { DOCUMENT } from '../support/document.ts';
import { CONNECTIONS, fire, fireSoMany, type Rate, type Shot } from '../support/load.ts';
import { type Subject, startCairn } from '../support/processes.ts';
import { type Seeded, seed } from '../support/seed.ts';
import { nameOf, onDatabase, storageOn } from '../support/storage.ts';
import { bareSql, overHttp, type Row } from './measure.ts';
import { type Profile, profileOf } from './profile.ts';

export interface Outcome {
  readonly storage: string;
  readonly rows: readonly Row[];
  /** The cost of a request in the large catalog, relative to the small one. */
  readonly growth: Readonly<Record<string, number>>;
  /** Requests per second at /v1 with an OAuth token, relative to an API key. */
  readonly tokenShare: number;
  readonly readyMs: number;
  readonly memoryAtStart: number;
  /** After another `REQUESTS` reads of all kinds. */
  readonly memoryAfter: number;
  /** By operation. */
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const REQUESTS = 100_000;

/** On that server, or on embedded storage. `large` is the number of trails in the large catalog. */
export async function measureStorage(server: string | undefined, large: number, seconds: number): Promise<Outcome> {
  const { url, env, remove } = await storageOn(server);
  const { small, big, sql } = await onDatabase(url, async (database) => {
    const made = { small: await seed(database, 1_000), big: await seed(database, large) };
    return { ...made, sql: await bareSql(database, made.small, seconds) };
  });
  await (await startCairn(env)).stop();
  const cairn = await startCairn(env);
  const memoryAtStart = cairn.memoryMb();
  const rows = await rowsOf(cairn, small, sql, seconds);
  const growth = await growthOf(cairn, small, big, seconds);
  const tokenShare = await tokenShareOf(cairn, small, seconds);
  const paths = big.trail_ids.flatMap((id) => [
    `/v1/trails/${id}`,
    `/v1/trails/${id}/document`,
    '/v1/trails',
    '/v1/me',
  ]);
  await fireSoMany({ url: cairn.address, paths, headers: bearer(big) }, REQUESTS);
  const memoryAfter = cairn.memoryMb();
  await cairn.stop();
  const profiles = await profilesOf(env, small, seconds);
  await remove();
  return {
    storage: nameOf(server),
    rows,
    growth,
    tokenShare,
    readyMs: cairn.readyMs,
    memoryAtStart,
    memoryAfter,
    profiles,
  };
}

const bearer = ({ key }: Seeded): Record<string, string> => ({ authorization: `Bearer ${key}` });

async function rowsOf(
  cairn: Subject,
  seeded: Seeded,
  sql: { get: Rate; list: Rate; save: Rate },
  seconds: number,
): Promise<Row[]> {
  const { address } = cairn;
  const headers = bearer(seeded);
  const trails = seeded.trail_ids.map((id) => `/v1/trails/${id}`);
  const documents = trails.map((path) => `${path}/document`);
  const etag = (await fetch(address + documents[0], { headers })).headers.get('etag') ?? '';
  const measure = (operation: string, paths: readonly string[], more: Partial<Shot> = {}): Promise<Row> =>
    overHttp(operation, cairn, { url: address + paths[0], paths, headers, ...more }, seconds);
  return [
    { ...(await measure('GET trail, different trails', trails)), sql: sql.get },
    await measure('GET trail, same trail', trails.slice(0, 1)),
    await measure('GET document, 304', documents, { headers: { ...headers, 'if-none-match': etag } }),
    { ...(await measure('list of 25, different pages', await pages(address, headers))), sql: sql.list },
    await measure('list of 25, first page', ['/v1/trails']),
    await measure('GET /v1/me', ['/v1/me']),
    {
      ...(await measure('PUT document, different trails', documents, saving(headers))),
      sql: sql.save,
    },
  ];
}

const saving = (headers: Record<string, string>) => ({
  method: 'PUT' as const,
  headers: { ...headers, 'if-match': '*', 'content-type': 'application/json' },
  body: JSON.stringify(DOCUMENT),
});

/** Different trails, as in `rowsOf`. */
async function profilesOf(
  env: Readonly<Record<string, string>>,
  seeded: Seeded,
  seconds: number,
): Promise<Record<string, Profile>> {
  const headers = bearer(seeded);
  const trails = seeded.trail_ids.map((id) => `/v1/trails/${id}`);
  const documents = trails.map((path) => `${path}/document`);
  const shot = (address: string, paths: readonly string[]): Shot => ({ url: address + paths[0], paths, headers });
  const profile = (shotAt: (address: string) => Shot | Promise<Shot>) => profileOf(env, shotAt, seconds);
  return {
    'GET trail': await profile((address) => shot(address, trails)),
    'list of 25': await profile(async (address) => shot(address, await pages(address, headers))),
    'PUT document': await profile((address) => ({ ...shot(address, documents), ...saving(headers) })),
  };
}

/** The first pages of the list, one for each connection. */
async function pages(address: string, headers: Record<string, string>): Promise<string[]> {
  const found = ['/v1/trails'];
  while (found.length < CONNECTIONS) {
    const answer = (await (await fetch(address + found.at(-1), { headers })).json()) as { next_cursor?: string };
    if (answer.next_cursor === undefined) break;
    found.push(`/v1/trails?cursor=${answer.next_cursor}`);
  }
  return found;
}

/** Alternates, so that neither catalog gets a warmer service. */
async function tokenShareOf({ address }: Subject, seeded: Seeded, seconds: number): Promise<number> {
  const paths = seeded.trail_ids.map((id) => `/v1/trails/${id}`);
  const total = { key: 0, token: 0 };
  for (let round = 0; round < 3; round += 1)
    for (const bearerOf of ['key', 'token'] as const) {
      const headers = { authorization: `Bearer ${seeded[bearerOf]}` };
      total[bearerOf] += (await fire({ url: address + paths[0], paths, headers }, seconds)).perSecond;
    }
  return total.token / total.key;
}

/** The same four requests in both catalogs, in requests per second. */
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

/** Page 400 with 25 trails each, or the last page. */
async function latePage(_seeded: Seeded, address: string, headers: Record<string, string>): Promise<string> {
  let path = '/v1/trails?limit=100';
  for (let page = 1; page < 100; page += 1) {
    const answer = (await (await fetch(address + path, { headers })).json()) as { next_cursor?: string };
    if (answer.next_cursor === undefined) break;
    path = `/v1/trails?limit=100&cursor=${answer.next_cursor}`;
  }
  return path.replace('limit=100', 'limit=25');
}
