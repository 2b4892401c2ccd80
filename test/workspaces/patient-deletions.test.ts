// Deletions that cascade have no statement timeout. Deleting a workspace of 60,000 people used to exceed it every time,
// so that the workspace could not be deleted at all.
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

// On embedded storage, with a test wrapper between the service and its database.
describe.runIf(process.env.CAIRN_TEST_DATABASE_URL === undefined)("without a request's timeout", () => {
  beforeAll(async () => {
    service = await world({}, { around: noting });
  });
  afterAll(() => service.close());

  test('deletes a connection and a workspace', async () => {
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
