// Lists of the command are whole, whatever their length: a script that reads one has no page to ask for.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '../../src/directory/groups.ts';
import type { Database } from '../../src/storage/database.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { commandsOn } from '../support/command.ts';
import { openTestDatabase } from '../support/database.ts';

const MANY = 1_001;
const by = { account_id: null, actor: { kind: 'system', id: null, name: 'test' }, request_id: 'test' } as const;

let database: Database;
let commands: ReturnType<typeof commandsOn>;
let team: string;
beforeAll(async () => {
  database = await openTestDatabase();
  commands = commandsOn(database);
  const owner = { email: 'olive@acme.test', name: 'Olive' };
  const workspace = (name: string) => ({ name, owner, plan: 'business', seat_limit: null });
  team = (await database.inTransaction((tx) => createWorkspace(tx, workspace('Acme'), by))).team_id;
  // A server ends a transaction that takes half a minute.
  for (let begun = 0; begun < MANY; begun += 50)
    await database.inTransaction(async (tx) => {
      for (let index = begun; index < Math.min(begun + 50, MANY); index += 1) {
        await createGroup(tx, team, { display_name: `Group ${index}` }, by);
        await createWorkspace(tx, workspace(`Team ${index}`), by);
      }
    });
});
afterAll(async () => {
  await database.close();
  rmSync(commands.folder, { recursive: true, force: true });
});

test('groups list has every group of a workspace, each once', async () => {
  const groups = await commands.answerOf<{ group_id: string }[]>('groups', 'list', '--team', team);
  expect(new Set(groups.map(({ group_id }) => group_id)).size).toBe(MANY);
  expect(groups).toHaveLength(MANY);
});

test('teams list has every workspace, each once', async () => {
  const teams = await commands.answerOf<{ team_id: string }[]>('teams', 'list');
  expect(new Set(teams.map(({ team_id }) => team_id)).size).toBe(MANY + 1);
  expect(teams).toHaveLength(MANY + 1);
});
