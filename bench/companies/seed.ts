// A typical small company: some published trails, people with a group from an identity provider, and a key.
import type { Database } from '../../src/storage/database.ts';
import { makeConnection } from '../scim/cairn-server.ts';
import { seedGroup, seedUsers } from '../scim/seed.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { DOCUMENT } from '../support/document.ts';
import { rulesOf } from '../support/seed.ts';

const [TRAILS, PEOPLE] = [4, 30];

export interface Company {
  readonly team_id: string;
  readonly connection_id: string;
  /** For the connection. */
  readonly token: string;
  readonly key: string;
  readonly trail_id: string;
}

const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
  'credentials/api-credentials.js',
);
const { createTrail } = await built<typeof import('../../src/trails/editing/create-trail.ts')>(
  'trails/editing/create-trail.js',
);
const { publishTrail } = await built<typeof import('../../src/trails/publication/publish.ts')>(
  'trails/publication/publish.js',
);
const { rules } = await rulesOf();

export async function seedCompany(database: Database): Promise<Company> {
  const connection = await makeConnection(database);
  const { team_id } = connection;
  await seedUsers(database, connection, PEOPLE);
  await seedGroup(database, connection, 'Everybody', PEOPLE);
  const owner = await database.row<{ owner_id: string }>(sql`select owner_id from teams where team_id = ${team_id}`);
  return database.inTransaction(async (tx) => {
    let trail_id = '';
    for (let number = 1; number <= TRAILS; number += 1) {
      const document = { ...DOCUMENT, title: `${DOCUMENT.title} ${number}` };
      ({ trail_id } = await createTrail(tx, team_id, document, BY_BENCH, rules));
      await publishTrail(tx, team_id, { trail_id, revision: 1, note: null }, BY_BENCH, rules);
    }
    const wanted = { account_id: owner?.owner_id ?? '', name: 'bench', scopes: ['trails:read', 'trails:write'] };
    const { key } = await createApiKey(tx, team_id, wanted, Date.now(), BY_BENCH);
    return { ...connection, key, trail_id };
  });
}
