// Requests use ids of another workspace's data wherever an id is accepted: in the path, query and body of each route.
// The response is identical to that for an unknown id, so it does not even reveal existence. A cursor of the other
// workspace's lists is invalid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { createSession } from '../../src/identity/sessions.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { PUBLIC } from '../doors/oauth/oauth-world.ts';
import { apps, endsTheVisit, identityProvidersDay, thingsOf } from '../scale/every-door.ts';
import { inlined } from '../support/openapi.ts';
import type { TestPerson } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { rowsOf } from './rows-of.ts';
import { sampleOf } from './sample-body.ts';

type Schema = Readonly<Record<string, unknown>>;
type Ids = Readonly<Record<string, string>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A request that accepts an id in one position. */
interface Asked {
  readonly method: string;
  /** The route and the position, such as `GET /v1/trails/{trail_id} trail_id`. */
  readonly what: string;
  /** The name of the parameter. */
  readonly name: string;
  place(id: string): { readonly path: string; readonly body?: unknown };
}

interface Team {
  readonly managed: Managed;
  readonly ids: Ids;
}

let service: World;
let [home, next] = [{} as Team, {} as Team];
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  [home, next] = [await teamWithThings(), await teamWithThings()];
});
afterAll(() => service.close());

async function teamWithThings(): Promise<Team> {
  const managed = await managedTeam(service, { plan: 'enterprise' });
  await apps(service, managed);
  const directory = await identityProvidersDay(service, managed.team_id);
  const { action: _, version: __, revision: ___, domain: ____, ...ids } = await thingsOf(service, managed, directory);
  const first = async (path: string): Promise<Schema> =>
    (await managed.asOwner.get<{ items: Schema[] }>(path)).body.items[0] ?? {};
  const [entry, line] = [
    await first('/manage/v1/audit'),
    await first(`/manage/v1/connections/${ids.connection_id}/log`),
  ];
  return {
    managed,
    ids: { ...ids, entry_id: String(entry.id), line_id: String(line.id), resource_id: String(line.resource_id) },
  };
}

/** Every id position of every route in the document. All other values belong to the caller's workspace. */
async function placesOf(at: string, own: Ids): Promise<readonly Asked[]> {
  const { paths, components } = inlined((await service.anyone.get<OpenApi>(at)).body);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const body = bodyOf(operation, components.schemas);
      if (path.startsWith('/sign-in') || endsTheVisit({ method, path, body })) return [];
      const asked = (name: string, place: Asked['place']): Asked => ({
        method,
        what: `${method} ${path} ${name}`,
        name,
        place,
      });
      const filled = fill(path, own);
      return [
        ...namesIn(path)
          .filter((name) => own[name] !== undefined)
          .map((name) => asked(name, (id) => ({ path: fill(path, { ...own, [name]: id }), body }))),
        ...(operation.parameters ?? [])
          .filter(isOfOne)
          .map(({ name }) => asked(name, (id) => ({ path: `${filled}?${name}=${id}` }))),
        ...idsIn(schemaOf(operation), components.schemas).map((keys) =>
          asked(keys.findLast((key) => key !== '0') ?? '', (id) => ({ path: filled, body: put(body, keys, id) })),
        ),
      ];
    }),
  );
}

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? STANDING_IN[name] ?? '1');
/** Values of parameters that are not ids. */
const STANDING_IN: Ids = { action: 'publish', domain: 'acme.example' };

const schemaOf = ({ requestBody }: Operation): Schema => requestBody?.content['application/json']?.schema ?? {};

function bodyOf(operation: Operation, components: Readonly<Record<string, Schema>>): unknown {
  return operation.requestBody === undefined ? undefined : sampleOf(schemaOf(operation), components);
}

/** The paths to each id in a body with this schema. `0` stands for a list item. */
function idsIn(schema: Schema, components: Readonly<Record<string, Schema>>): readonly (readonly string[])[] {
  const { $ref, anyOf = [], oneOf = [], items, properties = {} } = schema;
  if (typeof $ref === 'string') return idsIn(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (isId(schema)) return [[]];
  const below = (key: string, inner: Schema) => idsIn(inner, components).map((keys) => [key, ...keys]);
  return [
    ...[anyOf, oneOf].flatMap((choices) => (choices as readonly Schema[]).flatMap((one) => idsIn(one, components))),
    ...(items === undefined ? [] : below('0', items as Schema)),
    ...Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([key, inner]) => below(key, inner)),
  ];
}

/** Excludes cursors: an id there is a position in the order and belongs to no one. */
const isOfOne = ({ name, in: where, schema }: Parameter): boolean =>
  where === 'query' && !/^(after|newer_than)$/.test(name) && (/(^|_)id$/.test(name) || isId(schema));

const isId = ({ format }: Schema): boolean => format === 'uuid';

function put(body: unknown, [key, ...keys]: readonly string[], id: string): unknown {
  if (key === undefined) return id;
  if (key === '0') return [put(undefined, keys, id)];
  const fields = (body ?? {}) as Schema;
  return { ...fields, [key]: put(fields[key], keys, id) };
}

/** The response without its request id. */
async function answered(
  token: string,
  { method, place }: Pick<Asked, 'method' | 'place'>,
  id: string,
): Promise<string> {
  const { path, body } = place(id);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'If-Match': '*' };
  const sent = /GET|DELETE/.test(method) ? {} : { body: JSON.stringify(body ?? {}) };
  const answer = await fetch(service.address + path, { method, headers, ...sent });
  return `${answer.status} ${await answer.text()}`
    .replaceAll(id, 'ID')
    .replaceAll(answer.headers.get('request-id') ?? '', 'REQUEST');
}

/** Values for positions with other names. */
const ALSO: Readonly<Record<string, string>> = {
  ...{ user_ids: 'user_id', add: 'user_id', remove: 'user_id', owner_id: 'user_id', manager_id: 'user_id' },
  ...{ member_id: 'user_id', person_id: 'user_id', actor_id: 'user_id', source: 'connection_id', after: 'trail_id' },
};

/** The other workspace's ids for this position, or all of them if the kind is unknown. */
function theirsAt({ name }: Asked, theirs: Ids): readonly string[] {
  const id = theirs[ALSO[name] ?? name];
  return id === undefined ? Object.values(theirs) : [id];
}

/**
 * Requests the other workspace's data at each position. Returns the positions where the response differs from that for
 * an unknown id.
 */
async function toldApart(token: string, places: readonly Asked[], theirs: Ids): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  for (const asked of places) {
    const unknown = await answered(token, asked, newId());
    for (const id of theirsAt(asked, theirs)) {
      const heard = await answered(token, asked, id);
      if (heard !== unknown) told.push([asked.what, heard, unknown]);
    }
  }
  return told;
}

/** The token of a command line session. */
async function sessionOf({ team_id }: Managed, { id }: TestPerson): Promise<string> {
  const { app, clock } = service;
  const wanted = { team_id, account_id: id, kind: 'cli' } as const;
  return (await app.database.inTransaction((tx) => createSession(tx, wanted, clock()))).token;
}

/** The endpoints of /v1 for sessions. */
const throughConsole = ({ place, what, ...asked }: Asked): Asked => ({
  ...asked,
  what: `console: ${what}`,
  place: (id) => ({ ...place(id), path: `/console${place(id).path}` }),
});

test("does not distinguish another workspace's id from an unknown one at any position, and changes nothing", async () => {
  const { managed, ids } = home;
  const [v1, manage] = [await placesOf('/openapi.json', ids), await placesOf('/manage/openapi.json', ids)];
  const doors = [
    [managed.publisher.key, v1],
    [await sessionOf(managed, managed.publisher), v1.map(throughConsole)],
    [await sessionOf(managed, managed.owner), manage],
  ] as const;
  const before = await rowsOf(service.app.database, next.managed.team_id);
  const told: unknown[] = [];
  for (const [token, places] of doors) told.push(...(await toldApart(token, places, next.ids)));
  expect(told).toEqual([]);
  expect(await rowsOf(service.app.database, next.managed.team_id)).toEqual(before);
});

test("refuses another workspace's list cursor like an invalid one", async () => {
  const { paths } = inlined((await service.anyone.get<OpenApi>('/manage/openapi.json')).body);
  const lists = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }) => name === 'cursor') === true ? [path] : [],
  );
  const [mine, theirs] = [
    await sessionOf(home.managed, home.managed.owner),
    await sessionOf(next.managed, next.managed.owner),
  ];
  const refused: string[] = [];
  for (const list of [...lists, '/v1/trails', '/console/v1/trails']) {
    const [own, other] = list.startsWith('/v1/') ? [home.managed.owner.key, next.managed.owner.key] : [mine, theirs];
    const first = await service.bearer(other).get<{ next_cursor?: string }>(`${fill(list, next.ids)}?limit=1`);
    const { next_cursor } = first.body;
    if (next_cursor === undefined) continue;
    const page = {
      method: 'GET',
      place: (cursor: string) => ({ path: `${fill(list, home.ids)}?limit=1&cursor=${cursor}` }),
    };
    const heard = await answered(own, page, next_cursor);
    expect([list, heard]).toEqual([list, await answered(own, page, 'nobodys')]);
    if (heard.startsWith('400 ')) refused.push(list);
  }
  expect(refused.sort()).toEqual([
    '/console/v1/trails',
    '/manage/v1/audit',
    '/manage/v1/connections/{connection_id}/log',
    '/manage/v1/members',
    '/manage/v1/trails',
    '/manage/v1/webhooks/{webhook_id}/deliveries',
    '/v1/trails',
  ]);
});
