// What goes with everything below it takes as long as it takes: a workspace of 60,000 people was more than a statement
// may take, each time anew, and could not be deleted at all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, TransactionOptions } from '../../src/storage/database.ts';
import { managedTeam, operatorAt } from '../doors/manage/support.ts';
import { type World, world } from '../support/world.ts';

const seen: (TransactionOptions | undefined)[] = [];
let service: World;

const noting = (database: Database): Database => ({
  ...database,
  inTransaction(work, options) {
    seen.push(options);
    return database.inTransaction(work, options);
  },
});

// On embedded storage, where a test stands between the service and its database.
describe.runIf(process.env.CAIRN_TEST_DATABASE_URL === undefined)('without the deadline of a request', () => {
  beforeAll(async () => {
    service = await world({}, { around: noting });
  });
  afterAll(() => service.close());

  test('a connection and a workspace are deleted', async () => {
    const [{ speaks }, team] = [await operatorAt(service), await managedTeam(service)];
    const made = await team.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', {
      name: 'Directory',
      expires: '90d',
    });
    expect(made.status).toBe(201);
    for (const [who, path] of [
      [team.asAdmin, `/manage/v1/connections/${made.body.connection_id}`],
      [speaks, `/manage/v1/teams/${team.team_id}`],
    ] as const) {
      seen.length = 0;
      expect((await who.delete(path)).status).toBe(204);
      expect(seen).toContainEqual({ isPatient: true });
    }
  });
});
