// Conditional reads at every door (RFC 9110, section 13.1.2, and Decision 62). The routes come from the documents and
// the tables of the doors, so that new ones are covered automatically.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../src/assets/blobs.ts';
import { downloadEndpoints } from '../../src/doors/mcp/download-routes.ts';
import { catalogEndpoints } from '../../src/doors/public/catalog-routes.ts';
import { publicFiles } from '../../src/doors/public/system-routes.ts';
import type { DescribedEndpoint } from '../../src/http/openapi/openapi.ts';
import type { DeliveryLog } from '../../src/insight/delivery-log.ts';
import { publishedTrails } from '../../src/skills/published-trails.ts';
import { skillLibrary } from '../../src/skills/skill-library.ts';
import { rulesOf } from '../../src/start/rules-of.ts';
import { sql } from '../../src/storage/sql.ts';
import { rampFile } from '../assets/sample-images.ts';
import { endsTheVisit, identityProvidersDay, thingsOf } from '../scale/every-door.ts';
import type { Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { managedTeam, operatorAt } from './manage/support.ts';

interface Read {
  readonly speaks: Speaker;
  /** The route as declared, and the path with existing ids. */
  readonly route: string;
  readonly path: string;
  readonly declares304: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

let service: World;
let reads: readonly Read[];
/** The workspace whose skill is public. */
let catalog: { readonly catalog_id: string; readonly name: string };
beforeAll(async () => {
  service = await world();
  reads = await everyRead();
});
afterAll(() => service.close());

async function everyRead(): Promise<readonly Read[]> {
  const team = await managedTeam(service, { plan: 'enterprise' });
  const operator = await operatorAt(service);
  const directory = await identityProvidersDay(service, team.team_id);
  const things = await thingsOf(service, team, directory);
  await team.asAdmin.patch('/manage/v1/sharing', { is_public: true });
  catalog = { catalog_id: team.team_id, name: 'answer-any-refund' };
  const ids = { ...things, ...catalog, key: await uploaded(team.author.key) };
  const documented = async (at: string, speaks: Speaker, under = ''): Promise<Read[]> =>
    Object.entries((await service.anyone.get<Document>(at)).body.paths).flatMap(([path, { get }]) =>
      get === undefined ? [] : [readOf(speaks, under + path, ids, '304' in get.responses)],
    );
  const listed = (speaks: Speaker, endpoints: readonly DescribedEndpoint[]): Read[] =>
    endpoints.map(({ path, answers }) => readOf(speaks, path.replace(/:(\w+)/g, '{$1}'), ids, 304 in answers));
  const ofScim = ['Users', 'Groups'].map(async (kind) => {
    const id = kind === 'Users' ? await directory.user('held') : await directory.group('Held');
    const path = `${directory.base}/${kind}/${id}`;
    return { speaks: service.bearer(directory.token), route: `/${kind}/{id}`, path, declares304: true };
  });
  const none = {} as never;
  const all = [
    ...(await documented('/openapi.json', team.publisher.speaks)),
    ...(await documented('/openapi.json', team.asOwner, '/console')).filter(({ route }) => /^.console.v1/.test(route)),
    ...(await documented('/manage/openapi.json', team.asOwner)),
    ...(await documented('/manage/openapi.json', operator.speaks)),
    ...listed(service.anyone, [...catalogEndpoints(none), ...publicFiles(none)]),
    ...listed((await team.key(team.author.id, { scopes: ['trails:use'] })).speaks, downloadEndpoints(none)),
    ...(await Promise.all(ofScim)),
  ];
  return all.filter(({ path }) => !endsTheVisit({ method: 'GET', path, body: undefined }) && !/backup/.test(path));
}

const readOf = (speaks: Speaker, route: string, ids: Readonly<Record<string, string>>, declares304: boolean): Read => ({
  speaks,
  route,
  path: route.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name),
  declares304,
});

async function uploaded(key: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await rampFile('jpeg'))]), 'a.jpg');
  return (await service.bearer(key).send<{ key: string }>('POST', '/v1/content-assets', form)).body.key;
}

/** Includes all reads of a trail (Decision 62), and any route with a tag or a declared 304. */
const isConditional = ({ route, declares304 }: Read, tag: string | null): boolean =>
  declares304 || tag !== null || /^(?:\/console)?\/v1\/trails\/\{trail_id\}/.test(route);

/** The recorded uses of trails. */
const uses = async (): Promise<number> => {
  const row = await service.app.database.row<{ uses: string }>(sql`
    select coalesce(sum(deliveries), 0)::text as uses from trail_deliveries`);
  return Number(row?.uses);
};

/** Every fifth route is also requested with other spellings. One function parses them for all routes. */
const SPELLED = 5;
const spelled = (tag: string | null): (readonly [string, number])[] => [
  [' * ', 304],
  ['', 200],
  ...(tag === null
    ? []
    : ([`"other", ${tag}`, `W/${tag.replace('W/', '')}`] as const).map((one) => [one, 304] as const)),
];

// This test comes first in the file, because nothing may have been read before it.
test('does not count a HEAD of a trail as a use', async () => {
  for (const { speaks, path } of reads) await speaks.send('HEAD', path);
  const { speaks, path } = reads.find(({ route }) => route.endsWith('/reader/trails/{trail_id}')) as Read;
  expect((await speaks.get(path)).status).toBe(200);
  // Uses are recorded in order, so an earlier HEAD would have been counted by now.
  await expect.poll(uses).toBeGreaterThan(0);
  expect(await uses()).toBe(1);
});

test("returns 304 if If-None-Match is * or contains the resource's own tag, but not for other or invalid tags", async () => {
  const wrong: unknown[] = [];
  const held = new Set<string>();
  for (const read of reads) {
    const { speaks, path } = read;
    const first = await speaks.get(path);
    const tag = first.headers.get('etag');
    if (first.status !== 200 || !isConditional(read, tag)) continue;
    held.add(read.route);
    const sent: readonly (readonly [string, number])[] = [
      ['*', 304],
      ['"other"', 200],
      ...(tag === null ? [] : ([[tag, 304]] as const)),
      ...(held.size % SPELLED === 0 ? spelled(tag) : []),
    ];
    for (const [header, status] of sent)
      for (const method of ['GET', 'HEAD']) {
        const heard = await speaks.send(method, path, undefined, { 'If-None-Match': header });
        const isWhole = status === 200 || (heard.body === undefined && heard.headers.get('etag') === tag);
        if (heard.status !== status || !isWhole) wrong.push([method, path, header, heard.status]);
      }
  }
  expect(wrong).toEqual([]);
  expect(reads.filter(({ declares304, route }) => declares304 && !held.has(route)).map(({ route }) => route)).toEqual(
    [],
  );
  expect(held.size).toBeGreaterThan(20);
});

test('does not count a 304 for a public skill as a use', async () => {
  const counted: unknown[] = [];
  const { ownImagePrefix } = rulesOf(service.config);
  const library = skillLibrary(service.app.database, await openBlobs(service.config.assets), ownImagePrefix);
  const deliveries = { delivered: (delivery: object) => void counted.push(delivery) } as unknown as DeliveryLog;
  const files = catalogEndpoints({
    baseUrl: service.baseUrl,
    skills: { trails: publishedTrails(), library },
    deliveries,
  }).filter(({ path }) => /SKILL.md$|skill.zip$/.test(path));
  const asked = async (held: string | undefined): Promise<number[]> => {
    const call = {
      db: service.app.database,
      method: 'GET',
      header: (name: string) => (name === 'if-none-match' ? held : undefined),
    };
    const answers = files.map((file) => file.handle({ ...call, params: catalog } as never));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect([await asked('*'), counted.length]).toEqual([[304, 304], 0]);
  expect([await asked(undefined), counted.length]).toEqual([[200, 200], 2]);
});
