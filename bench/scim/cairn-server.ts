// Runs the service itself on the loopback, with one workspace and one connection.
import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import type { Storage } from '../support/storage.ts';
import { seedUsers } from './seed.ts';
import type { Target } from './talk.ts';

const { buildApp } = await built<typeof import('../../src/start/app.ts')>('start/app.js');
const { readConfig } = await built<typeof import('../../src/start/config.ts')>('start/config.js');
const tokens = await built<typeof import('../../src/credentials/scim-tokens.ts')>('credentials/scim-tokens.js');
const connections = await built<typeof import('../../src/directory/connections/connections.ts')>(
  'directory/connections/connections.js',
);
const workspaces = await built<typeof import('../../src/workspaces/workspace.ts')>('workspaces/workspace.js');

export interface Running {
  readonly target: Target;
  readonly scope: { readonly team_id: string; readonly connection_id: string };
  readonly database: Database;
  stop(): Promise<void>;
}

/** Starts the service on that storage with this many users in its connection. */
export async function startCairn(env: Storage['env'], users: number): Promise<Running> {
  const read = readConfig({
    CAIRN_PUBLIC_URL: 'https://cairn.example',
    CAIRN_DATABASE_POOL: '20',
    CAIRN_DEMO: 'off',
    CAIRN_RATE_SCALE: '100000',
    CAIRN_METRICS_PORT: 'off',
    CAIRN_LOG_LEVEL: 'error',
    ...env,
  });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const app = await buildApp(read.config);
  await app.preparation.attempted;
  const port = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const scope = await makeConnection(app.database);
  await seedUsers(app.database, scope, users);
  const target = {
    address: `http://127.0.0.1:${port}`,
    base: `/scim/v2/${scope.connection_id}`,
    token: scope.token,
  };
  return { target, scope, database: app.database, stop: async () => void (await app.close()) };
}

/** A separate workspace with a connection and a token. */
export const makeConnection = (database: Database) =>
  database.inTransaction(async (tx) => {
    const owner = { email: `owner.${randomUUID()}@bench.example`, name: 'Owner' };
    const { team_id } = await workspaces.createWorkspace(
      tx,
      { name: 'Bench', owner, plan: 'enterprise', seat_limit: null },
      BY_BENCH,
    );
    return connect(tx, team_id);
  });

/** A connection of the workspace with a token. */
export async function connect(tx: Tx, team_id: string) {
  const { connection_id } = await connections.createConnection(tx, team_id, 'Bench', BY_BENCH);
  const { token } = await tokens.createScimToken(tx, team_id, connection_id, 'none', Date.now(), BY_BENCH);
  return { team_id, connection_id, token };
}
