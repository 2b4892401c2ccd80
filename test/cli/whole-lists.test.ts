// The command prints complete lists of any length, so that scripts need no paging.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
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
  const acme = { name: 'Acme', owner, plan: 'business', seat_limit: null };
  team = (await database.inTransaction((tx) => createWorkspace(tx, acme, by))).team_id;
  await database.rows(sql`
    insert into groups (team_id, group_id, display_name, name_key)
    select ${team}, gen_random_uuid(), 'Group ' || n, 'group ' || n from generate_series(1, ${MANY}::integer) as n`);
  await database.rows(sql`
    with made as (
      insert into teams (team_id, name, owner_id, plan)
      select gen_random_uuid(), 'Team ' || n, owner_id, plan from teams, generate_series(1, ${MANY}::integer) as n
      returning team_id, owner_id
    ), seats as (insert into team_seats (team_id, used) select team_id, 1 from made)
    insert into members (team_id, account_id, status) select team_id, owner_id, 'active' from made`);
});
afterAll(async () => {
  await database.close();
  rmSync(commands.folder, { recursive: true, force: true });
});

test('lists every group of a workspace once', async () => {
  const groups = await commands.answerOf<{ group_id: string }[]>('groups', 'list', '--team', team);
  expect(new Set(groups.map(({ group_id }) => group_id)).size).toBe(MANY);
  expect(groups).toHaveLength(MANY);
});

test('lists every workspace once', async () => {
  const teams = await commands.answerOf<{ team_id: string }[]>('teams', 'list');
  expect(new Set(teams.map(({ team_id }) => team_id)).size).toBe(MANY + 1);
  expect(teams).toHaveLength(MANY + 1);
});
