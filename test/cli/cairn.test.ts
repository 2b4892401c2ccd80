import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCairn, type ServiceProcess, startProcess } from '../support/service-process.ts';

// Whole processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const KEY = expect.stringMatching(/^svc_api_[0-9A-Za-z]{38}$/);

const folder = memoryFolder('command');
let env: Record<string, string>;
let drop = async (): Promise<void> => {};
beforeAll(async () => {
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  const fresh = server === undefined ? undefined : await freshDatabase(server);
  drop = fresh?.drop ?? drop;
  env = {
    CAIRN_DATABASE_URL: fresh?.url ?? `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_PUBLIC_URL: 'https://cairn.test',
    CAIRN_DEMO: 'off',
  };
});
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command and answers its one JSON value. */
async function cairn<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await runCairn([...args, '--json'], env);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Result;
}

let first: { team_id: string; owner_id: string; api_key: string; svc_api_key: string };

test('another command than init says what to do on an empty database', async () => {
  const { code, stderr } = await runCairn(['teams', 'list'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('cairn init')]);
});

test('init makes the first workspace and prints one JSON object, once', async () => {
  first = await cairn('init', '--team', 'Acme', '--owner', 'olive@acme.test', '--plan', 'enterprise', '--seats', '10');
  expect(first).toEqual({ team_id: UUID, owner_id: UUID, api_key: KEY, svc_api_key: KEY });
  const again = await runCairn(['init', '--team', 'Acme', '--owner', 'olive@acme.test', '--json'], env);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('cairn teams create');
});

test('members, keys and connections are made with the answers that scripts lean on', async () => {
  const { team_id } = first;
  const team = await cairn(
    'teams',
    'create',
    '--name',
    'Beta',
    '--owner',
    'bo@beta.test',
    '--plan',
    'business',
    '--seats',
    '5',
  );
  expect(team).toEqual({ team_id: UUID, owner_id: UUID });
  const email = 'arthur@acme.test';
  expect(
    await cairn('members', 'add', '--team', team_id, '--email', email, '--name', 'Arthur', '--role', 'author'),
  ).toEqual({ user_id: UUID });
  const scopes = 'trails:read,trails:write';
  expect(
    await cairn(
      'keys',
      'create',
      '--team',
      team_id,
      '--user',
      email,
      '--scopes',
      scopes,
      '--name',
      'sync',
      '--expires',
      '2099-01-01T00:00:00Z',
    ),
  ).toEqual({ id: UUID, key: KEY });
  const connection = await cairn<{ connection_id: string }>(
    'connections',
    'create',
    '--team',
    team_id,
    '--name',
    'Okta',
    '--expires',
    '180d',
  );
  expect(connection).toEqual({
    connection_id: UUID,
    base_url: `https://cairn.test/scim/v2/${connection.connection_id}`,
    token: expect.stringMatching(/^svc_scim_[0-9A-Za-z]{38}$/),
  });
});

test('refusals are a sentence on standard error and exit code 1', async () => {
  const wrong = await runCairn(
    ['keys', 'create', '--team', first.team_id, '--user', 'olive@acme.test', '--scopes', 'trails:fly', '--name', 'x'],
    env,
  );
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('Unknown scope trails:fly');
  const faulty = await runCairn(['teams', 'list'], { ...env, CAIRN_RATE_SCALE: 'wide' });
  expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('CAIRN_RATE_SCALE')]);
});

const NOWHERE = '0199aaaa-0000-7000-8000-000000000000';
test.each([
  [['teams', 'domains', 'acme'], 'It must be an id. "cairn teams list" shows them.'],
  [['teams', 'plan', NOWHERE, 'gold'], 'free, business, enterprise'],
  [['teams', 'seats', NOWHERE, '3000000000'], 'from 1 to 2147483647'],
  [['teams', 'domains', NOWHERE], 'There is no such workspace.'],
  [['members', 'add', '--team', NOWHERE, '--email', 'b@acme.test', '--name', 'B'], 'There is no such workspace.'],
  [['members', 'role', '--team', NOWHERE, '--email', 'b@acme.test', '--set', ''], 'There is no such workspace.'],
  [['keys', 'list', '--team', NOWHERE], 'There is no such workspace.'],
  [['keys', 'revoke', 'first'], 'It must be an id. "cairn keys list" shows them.'],
  [['keys', 'rotate', NOWHERE, '--overlap', '-1'], 'a number of hours from 0 to 720'],
  [['keys', 'rotate', NOWHERE, '--overlap', 'long'], 'a number of hours from 0 to 720'],
  [['connections', 'create', '--team', NOWHERE, '--name', 'Okta'], 'There is no such workspace.'],
  [['connections', 'log', 'okta'], 'It must be an id. "cairn connections list" shows them.'],
  [['connections', 'log', NOWHERE, '--limit', '1e9'], 'a whole number from 1 to 10000'],
  [['groups', 'list', '--team', NOWHERE], 'There is no such workspace.'],
  [['operators', 'remove', 'nobody@acme.test'], 'Nobody with the e-mail address nobody@acme.test is known here.'],
  [['login-link', '--email', 'olive@acme.test', '--team', NOWHERE], 'olive@acme.test is no active member'],
  [['login-link', '--email', 'olive@acme.test', '--minutes', '99999999999'], 'from 1 to 10080'],
])('%j is refused in words that say what to do, with exit code 1', async (args, sentence) => {
  const { code, stdout, stderr } = await runCairn(args, env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/syntax|constraint/);
});

test('a day that the calendar does not have is no expiry, and a member has a name', async () => {
  const key = ['keys', 'create', '--team', first.team_id, '--user', 'olive@acme.test', '--scopes', 'trails:read'];
  const expired = await runCairn([...key, '--name', 'x', '--expires', '2099-02-30T00:00:00Z'], env);
  expect([expired.code, expired.stderr]).toEqual([1, expect.stringContaining('An expiry is a date-time')]);
  const person = ['members', 'add', '--team', first.team_id, '--email', 'blank@acme.test', '--name', ' '];
  const blank = await runCairn(person, env);
  expect([blank.code, blank.stderr]).toEqual([1, expect.stringContaining('name has 1 to 256 characters')]);
});

test('the keys work, a revoked one does not, and a held embedded folder is said to be held', async () => {
  const { id, key } = await cairn<{ id: string; key: string }>(
    'keys',
    'create',
    '--team',
    'svc',
    '--user',
    'olive@acme.test',
    '--scopes',
    'trails:read',
    '--name',
    'svc',
  );
  await cairn('keys', 'revoke', id);
  const service: ServiceProcess = await startProcess(env);
  try {
    await service.until(200);
    const me = async (token: string) =>
      fetch(`${service.address}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await (await me(first.api_key)).json()) as object).toMatchObject({
      catalog: { kind: 'team', team_name: 'Acme' },
    });
    expect((await (await me(first.svc_api_key)).json()) as object).toMatchObject({
      catalog: { kind: 'svc', team_id: null },
    });
    expect((await me(key)).status).toBe(401);
    const beside = await runCairn(['teams', 'list'], env);
    if (env.CAIRN_DATABASE_URL?.startsWith('embedded:')) {
      expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('in use by another Cairn process')]);
    } else expect(beside.code).toBe(0);
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
});

test('a database that no engine can distribute is refused with what to do', async () => {
  const remedy = env.CAIRN_DATABASE_URL?.startsWith('embedded:')
    ? 'Move it to a PostgreSQL server'
    : 'create extension citus';
  for (const act of ['--plan', '--apply']) {
    const refused = await runCairn(['distribute', act], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(remedy)]);
  }
  const unsaid = await runCairn(['distribute'], env);
  expect([unsaid.code, unsaid.stderr]).toEqual([1, expect.stringContaining('Say --plan or --apply.')]);
});

test('a backup is brought back into an empty place, and nowhere else', async () => {
  const backup = join(folder, 'backup');
  const made = await cairn<{ kind: string }>('backup', backup);
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  const target = server === undefined ? undefined : await freshDatabase(server);
  const into = {
    ...env,
    CAIRN_DATABASE_URL: target?.url ?? `embedded:${join(folder, 'restored')}`,
    CAIRN_ASSETS: join(folder, 'restored-assets'),
  };
  const drill = await runCairn(['restore', '--check', backup, '--json'], into);
  expect([drill.code, drill.stderr]).toEqual([0, '']);
  expect(JSON.parse(drill.stdout)).toMatchObject({ kind: made.kind, checked: true, migrated: [] });
  expect(JSON.parse(drill.stdout).rows).toBeGreaterThan(0);
  const restored = await runCairn(['restore', backup, '--json'], into);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout)).toMatchObject({ kind: made.kind, restored: true, migrated: [] });
  const teams = await runCairn(['teams', 'list', '--json'], into);
  expect((JSON.parse(teams.stdout) as { name: string }[]).map(({ name }) => name)).toEqual(['Acme', 'Beta']);
  const damaged = join(folder, 'damaged');
  cpSync(backup, damaged, { recursive: true });
  const database = readdirSync(damaged).find((file) => file.startsWith('postgres.')) as string;
  truncateSync(join(damaged, database), statSync(join(damaged, database)).size - 1);
  const elsewhere = { ...into, CAIRN_ASSETS: join(folder, 'elsewhere') };
  if (server === undefined) elsewhere.CAIRN_DATABASE_URL = `embedded:${join(folder, 'elsewhere')}`;
  for (const [spoil, sentence] of [
    [() => undefined, /is damaged: .* is not what "cairn backup" wrote/],
    [() => rmSync(join(damaged, database)), /is missing/],
    [() => writeFileSync(join(damaged, 'cairn-backup.json'), '{'), /is damaged, or of another release/],
  ] as const) {
    spoil();
    const refused = await runCairn(['restore', damaged], elsewhere);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  const twice = await runCairn(['restore', backup], into);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringMatching(/already/)]);
  const over = await runCairn(['backup', backup], env);
  expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('not empty')]);
  await target?.drop();
});

test('doctor finds everything in order, and says what is not', async () => {
  const findings = await cairn<{ check: string; state: string }[]>('doctor');
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  const broken = await runCairn(['doctor', '--json'], { ...env, CAIRN_REDIS_URL: 'redis://127.0.0.1:1' });
  expect(broken.code).toBe(1);
  const redis = (JSON.parse(broken.stdout) as { check: string; state: string }[]).find(
    ({ check }) => check === 'redis',
  );
  expect(redis?.state).toBe('failed');
});

test.each([[[]], [['teams']], [['keys', 'create']], [['connections', 'log']]])(
  'help of %j has its usage',
  async (args) => {
    const { stdout } = await runCairn([...args, '--help'], env);
    expect(stdout).toContain('Usage: cairn');
  },
);
