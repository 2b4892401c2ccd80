// Attacks every route of /v1, taken from the OpenAPI document. An unauthorized caller changes nothing and learns
// nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { revokeCredential } from '../../src/credentials/api-credentials.ts';
import { mintToken } from '../../src/credentials/tokens.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { type Heard, type Problem, type Speaker, slugOf } from '../support/speaker.ts';
import { BY_TEST, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly scope: string | undefined;
  readonly takesForm: boolean;
}

let service: World;
let routes: readonly Route[];
let victim: TestTeam;
let trail: string;
let version: string;
beforeAll(async () => {
  service = await world();
  routes = await routesOfV1();
  victim = await service.team();
  const created = await victim.publisher.speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT });
  trail = created.body.id;
  await victim.publisher.speaks.post(`/v1/trails/${trail}/publish`);
  version = '1';
  await victim.publisher.speaks.post(`/v1/trails/${trail}/grants`, { email: victim.member.email });
});
afterAll(() => service.close());

const DOCUMENT = {
  title: 'A trail that nobody else may touch',
  description: 'You keep it for yourself.',
  trigger: { when: 'Always.', keywords: ['private'], examples: [{ text: 'keep this', expect: 'match' }] },
  prompts: [{ label: 'Keep', body: 'Keep {{it}}.' }],
};

async function routesOfV1(): Promise<Route[]> {
  const { body } = await service.anyone.get<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
    '/openapi.json',
  );
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        scope: operation['x-required-scope'] as string | undefined,
        takesForm: JSON.stringify(operation.requestBody ?? '').includes('multipart/form-data'),
      })),
    );
}

/** Sends the best possible request of an attacker who knows the victim's ids. */
function attack(speaks: Speaker, { method, path, takesForm }: Route): Promise<Heard<Problem>> {
  const url = path.replace('{trail_id}', trail).replace('{version}', version).replace('{user_id}', victim.member.id);
  if (method === 'GET' || method === 'DELETE') return speaks.send(method, url);
  return speaks.send(method, url, takesForm ? upload() : bodyFor(path), {
    'If-Match': '*',
    'Idempotency-Key': newId(),
  });
}

const bodyFor = (path: string): object =>
  path.endsWith('/document')
    ? { ...DOCUMENT, title: 'Taken over' }
    : path.endsWith('/grants')
      ? { email: victim.author.email }
      : path.endsWith('/surfacing-test')
        ? { draft_text: 'keep this' }
        : path === '/v1/trails'
          ? { title: 'Planted' }
          : path === '/v1/trails/{trail_id}'
            ? { sort_order: 7 }
            : {};

function upload(): FormData {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = new FormData();
  form.set('file', new Blob([png]), 'a.png');
  form.set('trail_id', trail);
  return form;
}

/** The victim's data that an attack could change. */
const state = async (): Promise<unknown> => ({
  trails: await service.app.database.rows(sql`
    select t.* from trails t where catalog_id = ${victim.team_id} order by trail_id`),
  grants: await service.app.database.rows(sql`
    select kind, grantee_id from trail_grants where catalog_id = ${victim.team_id} order by grantee_id`),
  versions: await service.app.database.rows(sql`
    select version, note from trail_versions where catalog_id = ${victim.team_id} order by version`),
  images: await service.app.database.rows(sql`select key from content_assets where catalog_id = ${victim.team_id}`),
});

/** Attacks every route and checks each response. Afterwards nothing may have changed. */
async function attackAll(
  speaks: Speaker,
  chosen: readonly Route[],
  expected: readonly [number, string],
): Promise<void> {
  const before = await state();
  const answers = await Promise.all(chosen.map((route) => attack(speaks, route)));
  const told = answers.map((answer, place) => [
    chosen[place]?.method,
    chosen[place]?.path,
    answer.status,
    slugOf(answer),
  ]);
  expect(told).toEqual(chosen.map(({ method, path }) => [method, path, ...expected]));
  for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(/nobody else may touch|Max Member/);
  expect(await state()).toEqual(before);
}

test('covers the routes of the document', () => {
  expect(routes.length).toBe(22);
});

test.each([
  ['no credential', () => service.anyone],
  ['garbage', () => service.bearer('svc_api_garbage')],
  ['a well-formed key that does not exist', () => service.bearer(mintToken('svc_api_').token)],
  ["an identity provider's token", () => service.bearer(mintToken('svc_scim_').token)],
])('returns 401 from every route with %s, and changes nothing', async (_what, speaks) => {
  await attackAll(speaks(), routes, [401, 'unauthorized']);
});

test('returns 401 from every route with a revoked key, and changes nothing', async () => {
  const { id, speaks } = await victim.key(victim.publisher.id);
  expect((await speaks.get('/v1/me')).status).toBe(200);
  await service.app.database.inTransaction((tx) => revokeCredential(tx, victim.team_id, id, BY_TEST));
  await attackAll(speaks, routes, [401, 'unauthorized']);
});

test.each(['trails:read', 'trails:write', 'trails:publish'])(
  'returns 403 insufficient-scope from every route that needs the missing scope %s, and changes nothing',
  async (scope) => {
    const scopes = ['trails:read', 'trails:write', 'trails:publish'].filter((other) => other !== scope);
    const { speaks } = await victim.key(victim.publisher.id, { scopes });
    const chosen = routes.filter((route) => route.scope === scope);
    expect(chosen.length).toBeGreaterThan(0);
    await attackAll(speaks, chosen, [403, 'insufficient-scope']);
  },
);

test('returns 404 for every trail with a key of another workspace or the service-wide catalog, and changes nothing', async () => {
  const stranger = await service.team();
  const operator = await service.operator();
  const chosen = routes.filter(({ path }) => path.includes('{trail_id}'));
  await attackAll(stranger.owner.speaks, chosen, [404, 'not-found']);
  await attackAll(operator.speaks, chosen, [404, 'not-found']);
});

test('contains none of the issued secrets in a dump of the database', async () => {
  const tables = await service.app.database.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      service.app.database.rows<{ row: string }>(trusted(`select t::text as row from "${name}" t`)),
    ),
  );
  const text = dumps
    .flat()
    .map(({ row }) => row)
    .join('\n');
  expect(text).toContain(victim.publisher.key.slice(0, 16));
  for (const { key } of [victim.owner, victim.publisher, victim.author]) expect(text).not.toContain(key);
});
