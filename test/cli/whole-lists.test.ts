// Lists of the command are whole, whatever their length: a script that reads one has no page to ask for.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createGroup } from '../../src/directory/groups.ts';
import { openEmbedded } from '../../src/storage/embedded.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCairn } from '../support/service-process.ts';

// Whole processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const MANY = 1_001;
const by = { account_id: null, actor: { kind: 'system', id: null, name: 'test' }, request_id: 'test' } as const;

const folder = memoryFolder('whole-lists');
const env = {
  CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`,
  CAIRN_ASSETS: join(folder, 'assets'),
  CAIRN_PUBLIC_URL: 'https://cairn.test',
  CAIRN_DEMO: 'off',
};
const cairn = async <Result>(...args: string[]): Promise<Result> =>
  JSON.parse((await runCairn([...args, '--json'], env)).stdout) as Result;

let team: string;
beforeAll(async () => {
  const made = await cairn<{ team_id: string }>('init', '--team', 'Acme', '--owner', 'olive@acme.test');
  team = made.team_id;
  const database = await openEmbedded(join(folder, 'data'));
  const owner = { email: 'olive@acme.test', name: 'Olive' };
  await database.inTransaction(async (tx) => {
    for (let index = 0; index < MANY; index += 1) {
      await createGroup(tx, team, { display_name: `Group ${index}` }, by);
      await createWorkspace(tx, { name: `Team ${index}`, owner, plan: 'business', seat_limit: null }, by);
    }
  });
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('groups list has every group of a workspace, each once', async () => {
  const groups = await cairn<{ group_id: string }[]>('groups', 'list', '--team', team);
  expect(new Set(groups.map(({ group_id }) => group_id)).size).toBe(MANY);
  expect(groups).toHaveLength(MANY);
});

test('teams list has every workspace, each once', async () => {
  const teams = await cairn<{ team_id: string }[]>('teams', 'list');
  expect(new Set(teams.map(({ team_id }) => team_id)).size).toBe(MANY + 1);
  expect(teams).toHaveLength(MANY + 1);
});
