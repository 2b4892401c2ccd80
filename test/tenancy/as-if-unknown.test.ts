// Sends ids of another workspace's data wherever an id is accepted: in the path, query and body of each operation of
// the OpenAPI documents. The response is identical to the one for an unknown id, so it does not even reveal existence.
// A cursor from the other workspace's lists is invalid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid, newId } from '../../src/base/id.ts';
import { endsTheVisit } from '../scale/every-door.ts';
import { type World, world } from '../support/world.ts';
import { type Caller, caller, tokenOf } from './access/credentials.ts';
import { furnishedHome, type Home } from './access/home.ts';
import type { Parameter, Placed, Schema, Schemas } from './access/operations.ts';
import { bodyOf, fill, type Ids, namesIn } from './access/request.ts';
import { type AccessRow, type CallerName, everyRow } from './access/rows.ts';
import { rowsOf } from './rows-of.ts';

/** A request that accepts an id in one position. */
interface Position {
  readonly method: string;
  /** The operation and the position, such as `GET /v1/trails/{trail_id} trail_id`. */
  readonly title: string;
  /** The name of the parameter. */
  readonly name: string;
  place(id: string): { readonly path: string; readonly body?: unknown };
}

let service: World;
let [home, next] = [{} as Home, {} as Home];
const rows = everyRow();
beforeAll(async () => {
  service = await world();
  const operator = await service.operator();
  [home, next] = [await furnishedHome(service, operator), await furnishedHome(service, operator)];
});
afterAll(() => service.close());

/** Every id position of the operation. All other values belong to the caller's workspace. */
function positionsOf(row: AccessRow, own: Ids): Position[] {
  const { method, path, operation, schemas } = row;
  const body = bodyOf(row);
  if (endsTheVisit({ method, path, body })) return [];
  const position = (name: string, place: Position['place']): Position => {
    return { method, title: `${method} ${path} ${name}`, name, place };
  };
  const filled = fill(path, own);
  return [
    ...namesIn(path)
      .filter((name) => !NOT_IDS.test(name))
      .map((name) => position(name, (id) => ({ path: fill(path, { ...own, [name]: id }), body }))),
    ...(operation.parameters ?? [])
      .filter(isOfOne)
      .map(({ name }) => position(name, (id) => ({ path: `${filled}?${name}=${id}` }))),
    ...idsIn(schemaOf(row), schemas).map((keys) =>
      position(keys.findLast((key) => key !== '0') ?? '', (id) => ({ path: filled, body: put(body, keys, id) })),
    ),
  ];
}

/** Path parameters that do not identify a row of a workspace. */
const NOT_IDS = /^(?:action|version|revision|domain)$/;

const schemaOf = ({ operation }: Placed): Schema => operation.requestBody?.content['application/json']?.schema ?? {};

/** Returns the paths to all ids in a body with this schema. `0` represents a list item. */
function idsIn(schema: Schema, components: Schemas): readonly (readonly string[])[] {
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

/** Excludes cursors, because an id in a cursor is a position in the order and belongs to no one. */
const isOfOne = ({ name, in: where, schema }: Parameter): boolean =>
  where === 'query' && !/^(after|newer_than)$/.test(name) && (/(^|_)id$/.test(name) || isId(schema));

const isId = ({ format }: Schema): boolean => format === 'uuid';

function put(body: unknown, [key, ...keys]: readonly string[], id: string): unknown {
  if (key === undefined) return id;
  if (key === '0') return [put(undefined, keys, id)];
  const fields = (body ?? {}) as Schema;
  return { ...fields, [key]: put(fields[key], keys, id) };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The response without its request id and without the ids of what the request created. */
async function answered(
  token: string,
  { method, place }: Pick<Position, 'method' | 'place'>,
  id: string,
): Promise<string> {
  const { path, body } = place(id);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'If-Match': '*' };
  const sent = /GET|DELETE/.test(method) ? {} : { body: JSON.stringify(body ?? {}) };
  const answer = await fetch(service.address + path, { method, headers, ...sent });
  const known = new Set([home, next].flatMap(({ ids }) => Object.values(ids)));
  return `${answer.status} ${await answer.text()}`
    .replaceAll(id, 'ID')
    .replaceAll(UUID, (one) => (known.has(one) ? one : 'CREATED'))
    .replaceAll(answer.headers.get('request-id') ?? '', 'REQUEST');
}

/** Values for positions with other names. */
const ALSO: Readonly<Record<string, string>> = {
  ...{ user_ids: 'user_id', add: 'user_id', remove: 'user_id', owner_id: 'user_id', manager_id: 'user_id' },
  ...{ member_id: 'user_id', person_id: 'user_id', actor_id: 'user_id', source: 'connection_id', after: 'trail_id' },
};

/** The other workspace's ids for this position, or all of its ids if the kind is unknown. */
function theirsAt({ name }: Position, theirs: Ids): readonly string[] {
  const id = theirs[ALSO[name] ?? name];
  return id === undefined ? Object.values(theirs).filter(isUuid) : [id];
}

/** Requests the other workspace's data in each position, and returns the positions that reveal that they exist. */
async function revealing(token: string, positions: readonly Position[], theirs: Ids): Promise<readonly unknown[]> {
  const findings: unknown[] = [];
  for (const position of positions) {
    const unknown = await answered(token, position, newId());
    for (const id of theirsAt(position, theirs)) {
      const heard = await answered(token, position, id);
      if (heard !== unknown) findings.push([position.title, heard, unknown]);
    }
  }
  return findings;
}

const ALL = ['trails:read', 'trails:write', 'trails:publish'];

const isForKeys = ({ credentials }: AccessRow): boolean => credentials.includes('apiKey');
const isForSessions =
  (who: CallerName) =>
  ({ credentials, callers }: AccessRow): boolean =>
    credentials.includes('session') && callers.includes(who);
const isOutsideOfWorkspaces = (row: AccessRow): boolean => isForSessions('operator')(row) && row.need !== 'operator';
const isForLinks = ({ credentials }: AccessRow): boolean => credentials.includes('setupLink');

/**
 * For each door, callers with as much access to their own workspace as possible, and an operator without a workspace.
 */
const CALLERS: readonly (readonly [string, Caller, (row: AccessRow) => boolean])[] = [
  ['a key of an admin', caller('apiKey', 'admin', ALL), isForKeys],
  ['an app of an admin', caller('app', 'admin', ALL), isForKeys],
  ['a session of the Owner', caller('session', 'owner'), isForSessions('owner')],
  ['a session of an author', caller('session', 'author'), isForSessions('author')],
  ['a session of a member', caller('session', 'member'), isForSessions('member')],
  ['an operator', caller('session', 'operator'), isOutsideOfWorkspaces],
  ['a set-up link', caller('setupLink', 'admin'), isForLinks],
];

test.each(CALLERS)(
  "does not distinguish another workspace's id from an unknown one for %s, and changes nothing",
  async (_, who, isOpen) => {
    const token = await tokenOf(service, home, who);
    await service.app.dispatcher.round();
    const before = await rowsOf(service.app.database, next.team.team_id);
    const positions = rows.filter(isOpen).flatMap((row) => positionsOf(row, home.ids));
    expect(positions.length).toBeGreaterThan(5);
    // Operators know the ids of all workspaces.
    const { team_id: _team, ...theirs } = next.ids;
    const ids = who.who === 'operator' ? theirs : { ...theirs, team_id: next.team.team_id };
    expect(await revealing(token, positions, ids)).toEqual([]);
    expect(await rowsOf(service.app.database, next.team.team_id)).toEqual(before);
  },
);

test("refuses another workspace's list cursor like an invalid one", async () => {
  const lists = rows.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'cursor'));
  const session = caller('session', 'owner');
  const [mine, theirs] = [await tokenOf(service, home, session), await tokenOf(service, next, session)];
  const refused: string[] = [];
  for (const { path: list } of lists) {
    const [own, other] = list.startsWith('/v1/') ? [home.team.owner.key, next.team.owner.key] : [mine, theirs];
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
    '/manage/v1/trails/{trail_id}/audience',
    '/manage/v1/webhooks/{webhook_id}/deliveries',
    '/v1/trails',
  ]);
});
