// A connection of a workspace, and an identity provider that uses it over HTTP only.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { newId } from '../../../../src/base/id.ts';
import { createScimToken } from '../../../../src/credentials/scim-tokens.ts';
import {
  type ConnectionChanges,
  changeConnection,
  createConnection,
} from '../../../../src/directory/connections/connections.ts';
import { sql } from '../../../../src/storage/sql.ts';
import { createWorkspace } from '../../../../src/workspaces/workspace.ts';
import type { Heard } from '../../../support/speaker.ts';
import { BY_TEST, type TeamOptions, type TestTeam } from '../../../support/test-team.ts';
import type { World } from '../../../support/world.ts';

export interface ScimConnection {
  readonly team_id: string;
  readonly connection_id: string;
  readonly token: string;
  readonly token_id: string;
  /** `/scim/v2/{connection_id}`. */
  readonly base: string;
  /** Sends a request below the base. Query values are unencoded, as in the fixtures. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Heard<JsonObject>>;
  get(path: string, headers?: Record<string, string>): Promise<Heard<JsonObject>>;
  post(path: string, body: unknown): Promise<Heard<JsonObject>>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Heard<JsonObject>>;
  patch(path: string, operations: readonly unknown[], headers?: Record<string, string>): Promise<Heard<JsonObject>>;
  delete(path: string, headers?: Record<string, string>): Promise<Heard<JsonObject>>;
  /** Provisions a user with this name and an email address. Returns the id. */
  user(name: string, more?: JsonObject): Promise<string>;
  /** Pushes a group with these members. Returns the id. */
  group(displayName: string, members?: readonly string[]): Promise<string>;
}

/** A connection of a new workspace. */
export async function freshConnection(
  world: World,
  options: TeamOptions = {},
): Promise<ScimConnection & { team: TestTeam }> {
  const team = await world.team(options);
  return { ...(await connect(world, team.team_id)), team };
}

/** A connection of a workspace that has only its Owner, which is fast to create. */
export async function bareConnection(world: World, options: TeamOptions = {}): Promise<ScimConnection> {
  const email = `owner.${newId()}@acme.test`;
  const { team_id } = await world.app.database.inTransaction((tx) =>
    createWorkspace(
      tx,
      {
        name: 'Acme',
        owner: { email, name: 'Olive Owner' },
        plan: options.plan ?? 'enterprise',
        seat_limit: options.seat_limit ?? null,
      },
      BY_TEST,
    ),
  );
  return connect(world, team_id);
}

/** Adds a connection to the workspace, with a token. */
export async function connect(
  world: World,
  team_id: string,
  name = 'Okta',
  changes: ConnectionChanges = {},
): Promise<ScimConnection> {
  const { database } = world.app;
  const made = await database.inTransaction(async (tx) => {
    const { connection_id } = await createConnection(tx, team_id, name, BY_TEST);
    if (Object.keys(changes).length > 0) await changeConnection(tx, team_id, connection_id, changes, BY_TEST);
    const token = await createScimToken(tx, team_id, connection_id, 'none', world.clock(), BY_TEST);
    return { connection_id, ...token };
  });
  return speaking(world, { team_id, ...made });
}

/** The same connection with this token. */
export function speaking(
  world: Pick<World, 'bearer'>,
  known: { team_id: string; connection_id: string; token: string; token_id: string },
): ScimConnection {
  const base = `/scim/v2/${known.connection_id}`;
  const speaker = world.bearer(known.token);
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    speaker.send<JsonObject>(method, base + encoded(path), body, {
      ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
      ...headers,
    });
  const made = async (path: string, body: JsonObject): Promise<string> => {
    const answer = await send('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  };
  return {
    ...known,
    base,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body) => send('POST', path, body),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, Operations, headers) =>
      send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    user: (name, more = {}) => made('/Users', { ...userBody(name, known.connection_id), ...more }),
    group: (displayName, members = []) =>
      made('/Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName,
        members: members.map((value) => ({ value })),
      }),
  };
}

/** Sets the creation time of everyone in the connection's workspace. The guard ignores people of the last hour. */
export async function setAge({ app, clock }: World, { team_id }: ScimConnection, ms: number): Promise<void> {
  const at = new Date(clock() - ms).toISOString();
  await app.database.rows(sql`update scim_user_records set created_at = ${at} where team_id = ${team_id}`);
  await app.database.rows(sql`
    update members set joined_at = ${at} where team_id = ${team_id} and connection_id is not null`);
}

/** The body of a POST for a person with a unique email address. */
export const userBody = (name: string, mark: string): JsonObject => {
  const email = `${name.toLowerCase()}.${mark.slice(-12)}@example.com`;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    displayName: name,
    active: true,
    emails: [{ value: email, type: 'work', primary: true }],
  };
};

/** Encodes the values of a readable query. */
function encoded(path: string): string {
  const at = path.indexOf('?');
  if (at < 0) return path;
  const parameters = path.slice(at + 1).split('&');
  return `${path.slice(0, at)}?${parameters
    .map((parameter) => {
      const [name = '', ...rest] = parameter.split('=');
      return rest.length === 0 ? name : `${name}=${encodeURIComponent(rest.join('='))}`;
    })
    .join('&')}`;
}
