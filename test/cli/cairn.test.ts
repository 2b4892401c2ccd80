// Output and errors of the commands on an open database, in this process. process.test.ts tests the wiring.
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { fillDemo } from '../../src/demo/demo.ts';
import { ALL_SCOPES } from '../../src/directory/roles.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { withOperatorProviders } from '../../src/trails/document/providers.ts';
import { trailRules } from '../../src/trails/trail-rules.ts';
import { commandsOn, runHere } from '../support/command.ts';
import { openTestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const KEY = expect.stringMatching(/^svc_api_[0-9A-Za-z]{38}$/);
const isEmbedded = process.env.CAIRN_TEST_DATABASE_URL === undefined;

let database: Database;
let cairn: ReturnType<typeof commandsOn>;
let first: { team_id: string; owner_id: string; api_key: string; svc_api_key: string; login_link: string };
beforeAll(async () => {
  database = await openTestDatabase();
  cairn = commandsOn(database);
  first = await cairn.answerOf(
    ...['init', '--team', 'Acme', '--owner', 'olive@acme.test', '--plan', 'enterprise', '--seats', '10'],
  );
});
afterAll(async () => {
  await database.close();
  rmSync(cairn.folder, { recursive: true, force: true });
});

test('creates the first workspace with init, prints a single JSON object, and refuses a second run', async () => {
  const link = expect.stringMatching(/\/sign-in#token=svc_link_\w+$/);
  expect(first).toEqual({ team_id: UUID, owner_id: UUID, api_key: KEY, svc_api_key: KEY, login_link: link });
  const again = await cairn.run(['init', '--team', 'Acme', '--owner', 'olive@acme.test', '--json']);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('cairn teams create');
});

test('creates a single workspace if init and demo start at the same time on an empty database', async () => {
  const empty = await openTestDatabase();
  const here = commandsOn(empty);
  const init = (name: string) => here.run(['init', '--team', name, '--owner', `${name}@acme.test`]);
  const demo = fillDemo(empty, trailRules(withOperatorProviders([]), 'https://cairn.test/assets/'), Date.now());
  const runs = await Promise.all([init('one'), init('two'), init('three'), demo]);
  const made = runs.filter((run) => run !== undefined && (!('code' in run) || run.code === 0));
  expect(made).toHaveLength(1);
  expect(await here.answerOf('teams', 'list')).toHaveLength(1);
  await empty.close();
  rmSync(here.folder, { recursive: true, force: true });
});

test('creates, lists and changes workspaces', async () => {
  const name = `Beta ${newId()}`;
  const beta = ['--name', name, '--owner', 'bo@beta.test', '--plan', 'business', '--seats', '5'];
  const { team_id } = await cairn.answerOf<{ team_id: string }>('teams', 'create', ...beta);
  const named = await cairn.answerOf<{ name: string }[]>('teams', 'list', '--q', name.slice(1).toUpperCase());
  expect(named).toEqual([expect.objectContaining({ name })]);
  expect(await cairn.answerOf('teams', 'plan', team_id, 'enterprise')).toMatchObject({ plan: 'enterprise' });
  expect(await cairn.answerOf('teams', 'seats', team_id, 'none')).toMatchObject({ seat_limit: null });
  expect(await cairn.answerOf('teams', 'features', team_id, '--trails', 'off')).toMatchObject({
    trails_enabled: false,
  });
  const add = await cairn.answerOf<{ domain: string }[]>('teams', 'domains', team_id, '--add', 'beta.test');
  expect(add.map(({ domain }) => domain)).toEqual(['beta.test']);
  expect(await cairn.answerOf('teams', 'domains', team_id, '--remove', 'beta.test')).toEqual([]);
  const { stdout } = await cairn.run(['teams', 'list']);
  expect(stdout).toMatch(/^team_id .*\n.*Acme.*\n(.*Beta.*\n)+$/);
  expect(stdout).toContain(name);
});

test('adds members, gives them roles and removes them', async () => {
  const person = ['--team', first.team_id, '--email', 'arthur@acme.test'];
  const added = await cairn.answerOf<{ user_id: string }>(
    'members',
    'add',
    ...person,
    '--name',
    'Arthur',
    '--role',
    'author',
  );
  expect(added).toEqual({ user_id: UUID });
  expect(await cairn.answerOf('members', 'role', ...person, '--set', 'publisher, manager')).toMatchObject({
    roles: ['publisher', 'manager'],
  });
  const roles = (): Promise<unknown[]> =>
    database.rows(sql`select role from member_roles where account_id = ${added.user_id} order by role`);
  expect(await roles()).toEqual([{ role: 'manager' }, { role: 'publisher' }]);
  expect(await cairn.answerOf('members', 'role', ...person, '--set', '')).toMatchObject({ roles: [] });
  expect(await roles()).toEqual([]);
  expect(await cairn.answerOf('members', 'remove', ...person)).toEqual(added);
  const gone = await cairn.run(['members', 'remove', ...person]);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('is not a member of this workspace')]);
});

test('creates keys, lists them without secrets, and rotates and revokes them', async () => {
  const wanted = ['--team', first.team_id, '--user', 'olive@acme.test', '--scopes', 'trails:read,trails:write'];
  const made = await cairn.answerOf<{ id: string; key: string }>(
    ...['keys', 'create', ...wanted, '--name', 'sync', '--expires', '2099-01-01T00:00:00Z'],
  );
  expect(made).toEqual({ id: UUID, key: KEY });
  const { stdout } = await cairn.run(['keys', 'list', '--team', first.team_id, '--json']);
  expect(stdout).toContain(made.id);
  expect(stdout).not.toContain(made.key);
  const listed = async (id: string): Promise<Record<string, string> | undefined> =>
    (await cairn.answerOf<Record<string, string>[]>('keys', 'list', '--team', first.team_id)).find(
      (key) => key.credential_id === id,
    );
  const fresh = await listed(made.id);
  expect(fresh).toMatchObject({ name: 'sync', scopes: ['trails:read', 'trails:write'] });
  expect(Date.parse(fresh?.expires_at ?? '')).toBe(Date.parse('2099-01-01T00:00:00Z'));
  const before = Date.now();
  const next = await cairn.answerOf<{ id: string; key: string }>('keys', 'rotate', made.id, '--overlap', '0.5');
  const ends = Date.parse((await listed(made.id))?.expires_at ?? '');
  expect([next.key, ends >= before + 1_800_000, ends <= Date.now() + 1_800_000]).toEqual([KEY, true, true]);
  expect(await cairn.answerOf('keys', 'revoke', made.id)).toEqual({ id: made.id, revoked: true });
  expect([await listed(made.id), await listed(next.id)]).toMatchObject([
    { revoked_at: expect.any(String) },
    { revoked_at: null },
  ]);
});

test('creates keys for the service-wide catalog for operators only', async () => {
  const person = ['--team', first.team_id, '--email', 'plain@acme.test'];
  await cairn.answerOf('members', 'add', ...person, '--name', 'Paula', '--role', 'admin');
  const keyOf = (email: string) =>
    cairn.run([
      'keys',
      'create',
      '--team',
      'svc',
      '--user',
      email,
      '--scopes',
      'trails:read',
      '--name',
      'all',
      '--json',
    ]);
  const refused = await keyOf('plain@acme.test');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('plain@acme.test is not an operator of the service');
  expect((await keyOf('nobody@acme.test')).stderr).toContain('is not an operator of the service');
  expect(JSON.parse((await keyOf('olive@acme.test')).stdout)).toMatchObject({ key: KEY });
  await cairn.answerOf('members', 'remove', ...person);
});

test('creates connections and their tokens, and lists, switches and reads them', async () => {
  const made = await cairn.answerOf<{ connection_id: string }>(
    ...['connections', 'create', '--team', first.team_id, '--name', `Okta ${newId()}`, '--expires', '180d'],
    ...['--provider', 'okta'],
  );
  const id = made.connection_id;
  expect(made).toEqual({
    connection_id: UUID,
    base_url: `https://cairn.test/scim/v2/${id}`,
    token: expect.stringMatching(/^svc_scim_[0-9A-Za-z]{38}$/),
  });
  const listed = await cairn.answerOf('connections', 'list', '--team', first.team_id);
  expect(listed).toContainEqual(expect.objectContaining({ connection_id: id, provider: 'okta' }));
  const [token] = await cairn.answerOf<{ token_id: string }[]>('connections', 'tokens', id);
  const rotated = await cairn.answerOf('connections', 'rotate', id, '--revoke', token?.token_id ?? '');
  expect(rotated).toMatchObject({ token: expect.stringMatching(/^svc_scim_/) });
  const tokens = await cairn.answerOf<{ token_id: string; revoked_at: string | null }[]>('connections', 'tokens', id);
  expect(new Map(tokens.map(({ token_id, revoked_at }) => [token_id === token?.token_id, revoked_at]))).toEqual(
    new Map([
      [true, expect.any(String)],
      [false, null],
    ]),
  );
  expect(await cairn.answerOf('connections', 'disable', id)).toMatchObject({ enabled: false });
  expect(await cairn.answerOf('connections', 'enable', id)).toMatchObject({ enabled: true });
  expect(await cairn.answerOf('connections', 'release-groups', id)).toEqual({ moved: 0 });
  expect(await cairn.answerOf('connections', 'log', id, '--outcome', 'refused')).toEqual([]);
  expect((await cairn.run(['connections', 'log', id])).stdout).toBe('nothing to list\n');
});

test('adds, lists and removes operators, and creates their sign-in link', async () => {
  const added = await cairn.run(['operators', 'add', 'otto@acme.test', '--json']);
  expect(JSON.parse(added.stdout)).toEqual({ user_id: UUID, is_operator: true });
  const operators = await cairn.answerOf<{ email: string }[]>('operators', 'list');
  expect(operators.map(({ email }) => email)).toContain('otto@acme.test');
  const link = await cairn.answerOf<{ url: string }>('login-link', '--email', 'otto@acme.test');
  expect(link.url).toMatch(/^https:\/\/cairn\.test\/.*#token=svc_link_/);
  expect(await cairn.answerOf('operators', 'remove', 'otto@acme.test')).toMatchObject({ is_operator: false });
  expect(await cairn.answerOf('operators', 'list')).not.toContainEqual(
    expect.objectContaining({ email: 'otto@acme.test' }),
  );
});

test('reports that an operator address was new, or that the last operator was removed', async () => {
  const added = await cairn.run(['operators', 'add', 'oto@acme.test']);
  expect(added.stderr).toContain('oto@acme.test was unknown, so an account was created.');
  expect((await cairn.run(['operators', 'add', 'oto@acme.test'])).stderr).toBe('');
  const others = (await cairn.answerOf<{ email: string }[]>('operators', 'list')).map(({ email }) => email);
  const removed = [];
  for (const email of others) removed.push((await cairn.run(['operators', 'remove', email])).stderr);
  const told = 'The service has no operator now. Run "cairn operators add" to add one.\n';
  expect(removed).toEqual([...others.slice(1).map(() => ''), told]);
  for (const email of others.filter((one) => one !== 'oto@acme.test')) await cairn.answerOf('operators', 'add', email);
});

test('leaves an up-to-date schema unchanged when migrating', async () => {
  expect(await cairn.answerOf('migrate')).toEqual({ applied: [], for_finish: [] });
  expect(await cairn.answerOf('migrate', '--check')).toEqual({ missing: [], for_finish: [], locks: [] });
});

const NOWHERE = '0199aaaa-0000-7000-8000-000000000000';
test.each([
  [['init', '--team', 'Acme', '--owner', 'nope'], "'--owner <email>' argument 'nope' is invalid. It must be an e-mail"],
  [['init', '--team', ' ', '--owner', 'a@acme.test'], "'--team <name>' argument ' ' is invalid. It must have 1 to 120"],
  [['teams', 'create', '--name', 'B', '--owner', 'b@acme'], "'--owner <email>' argument 'b@acme' is invalid."],
  [['teams', 'create', '--name', '', '--owner', 'b@acme.test'], "'--name <name>' argument '' is invalid."],
  [['members', 'add', '--team', NOWHERE, '--email', 'b', '--name', 'B'], "'--email <email>' argument 'b' is invalid."],
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
  [['operators', 'remove', 'nobody@acme.test'], 'No account has the e-mail address nobody@acme.test.'],
  [['login-link', '--email', 'olive@acme.test', '--team', NOWHERE], 'olive@acme.test is not an active member'],
  [['login-link', '--email', 'olive@acme.test', '--minutes', '99999999999'], 'from 1 to 10080'],
  [['login-link', '--email', 'olive@acme.test', '--server', 'http://localhost'], 'set CAIRN_OPERATOR_PASSWORD'],
  [['backup'], 'Name the folder to write to'],
  [['backup', 'here', '--server', 'http://localhost'], 'Leave the folder out'],
  [['backup', ''], 'must be the name of a file or a folder'],
  [['restore', ' '], 'must be the name of a file or a folder'],
  [['trails', 'pull', '--dir', ''], 'must be the name of a file or a folder'],
  [['trails', 'plan', '--out', ''], 'must be the name of a file or a folder'],
  [['distribute'], 'Add --plan or --apply.'],
  [['partition'], 'Add --plan or --apply.'],
  [['distribute', '--plan', '--apply'], 'cannot be used with'],
])('refuses %j with advice and exit code 1', async (args, sentence) => {
  const { code, stdout, stderr } = await cairn.run(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/syntax|constraint/);
});

test('prints a refusal as a sentence on standard error, and exits with 2 if the configuration is invalid', async () => {
  const key = ['keys', 'create', '--team', first.team_id, '--user', 'olive@acme.test', '--name', 'x'];
  const wrong = await cairn.run([...key, '--scopes', 'trails:fly']);
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('Unknown scope trails:fly');
  for (const expires of ['2099-02-30T00:00:00Z', '9999-12-31T23:59:59-12:00']) {
    const expired = await cairn.run([...key, '--scopes', 'trails:read', '--expires', expires]);
    expect([expired.code, expired.stderr]).toEqual([1, expect.stringContaining('An expiry must be a date-time')]);
  }
  const person = ['members', 'add', '--team', first.team_id, '--email', 'blank@acme.test', '--name', ' '];
  const blank = await cairn.run(person);
  expect([blank.code, blank.stderr]).toEqual([1, expect.stringContaining('name must have 1 to 256 characters')]);
  const faulty = await cairn.run(['teams', 'list'], { CAIRN_RATE_SCALE: 'wide' });
  expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('CAIRN_RATE_SCALE')]);
});

test('refuses a backup inside the image folder that it copies, for any spelling of the path', async () => {
  for (const inside of ['.', 'backups/today', '../assets/x']) {
    const folder = `${cairn.folder}/assets/${inside}`;
    const refused = await cairn.run(['backup', folder]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is inside the image folder')]);
  }
  const root = await cairn.run(['backup', join(cairn.folder, 'b')], { CAIRN_ASSETS: '/' });
  expect([root.code, root.stderr]).toEqual([1, expect.stringContaining('is inside the image folder')]);
});

test('says what to do if the backup folder contains an interrupted backup or cannot be created', async () => {
  const left = join(cairn.folder, 'killed');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'postgres.tar'), 'half of it');
  const again = await cairn.run(['backup', left]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('holds an interrupted backup. Remove')]);
  // Other users than root get a permission error in /sys.
  const places = process.getuid?.() === 0 ? ['/proc', '/sys'] : ['/proc'];
  for (const place of places.filter((each) => existsSync(each))) {
    const nowhere = await cairn.run(['backup', `${place}/cairn/backup`]);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      `${place}/cairn cannot be created: that file system does not support folders. Choose a folder on a disk. (ENOTSUP)\n`,
    ]);
  }
});

test('refuses to distribute on a server without the extension, and says what to do', async () => {
  const remedy = isEmbedded ? 'Move it to a PostgreSQL server first' : 'create extension citus';
  for (const act of ['--plan', '--apply']) {
    const refused = await cairn.run(['distribute', act]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(remedy)]);
  }
  const partition = await cairn.run(['partition', '--plan']);
  if (isEmbedded) expect([partition.code, partition.stderr]).toEqual([1, expect.stringContaining('stay whole')]);
  else expect(partition.code).toBe(0);
});

test('reports in doctor that everything is fine, or what is wrong', async () => {
  const findings = await cairn.answerOf<{ check: string; state: string }[]>('doctor');
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  const demo = JSON.parse((await cairn.run(['doctor', '--json'], { CAIRN_DEMO: 'on' })).stdout).at(-1);
  expect(demo).toMatchObject({ check: 'demo', state: 'ok' });
  const broken = await cairn.run(['doctor', '--json'], { CAIRN_REDIS_URL: 'redis://127.0.0.1:1' });
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout)).toContainEqual({
    check: 'redis',
    state: 'failed',
    detail: 'connect ECONNREFUSED 127.0.0.1:1',
  });
});

const examined = async (env: Readonly<Record<string, string>>, check: string) => {
  const { code, stdout } = await cairn.run(['doctor', '--json'], env);
  const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
  const { state, detail } = findings.find((finding) => finding.check === check) ?? {};
  return { code, state, detail };
};

test('fails in doctor if the service is reachable from other machines but its public URL is this machine', async () => {
  const own = { CAIRN_PUBLIC_URL: 'http://localhost:8080' };
  expect(await examined(own, 'public URL')).toEqual({
    code: 1,
    state: 'failed',
    detail: expect.stringMatching(/CAIRN_HOST=0\.0\.0\.0 .*set CAIRN_PUBLIC_URL/),
  });
  expect(await examined({ ...own, CAIRN_HOST: '127.0.0.1' }, 'public URL')).toMatchObject({ code: 0, state: 'ok' });
  expect(await examined({ CAIRN_PUBLIC_URL: 'http://cairn.test' }, 'public URL')).toMatchObject({ state: 'warning' });
  const below = await examined({ CAIRN_PUBLIC_URL: 'https://acme.test/cairn' }, 'public URL');
  expect(below).toMatchObject({ state: 'warning', detail: expect.stringContaining('has a path') });
});

test('checks the folders for backups and images in doctor', async () => {
  const folder = temporaryFolder('kept');
  const file = join(folder, 'file');
  writeFileSync(file, '', { mode: 0o755 });
  for (const [variable, check, state] of [
    ['CAIRN_BACKUP_FOLDER', 'backups', 'warning'],
    ['CAIRN_ASSETS', 'images', 'ok'],
  ] as const) {
    const bad = await examined({ [variable]: join(file, 'below') }, check);
    expect(bad).toEqual({ code: 1, state: 'failed', detail: expect.stringContaining('ENOTDIR') });
    const good = await examined({ [variable]: join(folder, check) }, check);
    expect(good).toEqual({ code: 0, state, detail: expect.stringContaining(join(folder, check)) });
    expect(existsSync(join(folder, check))).toBe(false);
  }
  const none = await examined({ CAIRN_BACKUP_FOLDER: folder }, 'backups');
  expect(none).toMatchObject({ code: 0, state: 'warning', detail: expect.stringContaining('contains no backup yet') });
  // Permissions let root create a folder here, but the file system does not.
  expect(await examined({ CAIRN_BACKUP_FOLDER: '/proc/kept' }, 'backups')).toMatchObject({ code: 1, state: 'failed' });
  expect(await examined({ CAIRN_BACKUP_FOLDER: file }, 'backups')).toMatchObject({ code: 1, state: 'failed' });
});

test('reports backups in doctor that are late or cannot be restored', async () => {
  const folder = temporaryFolder('backups-for-doctor');
  const put = (hoursAgo: number, check?: object): string => {
    const made_at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const place = join(folder, `${made_at.slice(0, 19).replaceAll(':', '-')}Z`);
    mkdirSync(place);
    writeFileSync(join(place, 'postgres.tar'), 'data');
    const manifest = { cairn: 1, kind: 'embedded', images: false, release: '0', bytes: 4, made_at };
    writeFileSync(join(place, 'cairn-backup.json'), JSON.stringify(manifest));
    if (check !== undefined) writeFileSync(join(place, 'cairn-check.json'), JSON.stringify(check));
    return place;
  };
  const detailOf = async () => (await examined({ CAIRN_BACKUP_FOLDER: folder }, 'backups')) as { detail: string };
  put(72);
  expect(await detailOf()).toMatchObject({ code: 1, detail: expect.stringContaining('is 72 hours old') });
  const newest = put(1);
  expect(await detailOf()).toMatchObject({ state: 'ok', detail: expect.stringContaining('not checked yet') });
  put(2, { checked_at: new Date().toISOString(), state: 'failed', restored: null, reason: 'The disk is full.' });
  expect(await detailOf()).toMatchObject({ state: 'failed', detail: expect.stringContaining('The disk is full.') });
  truncateSync(join(newest, 'postgres.tar'), 1);
  expect(await detailOf()).toMatchObject({ detail: expect.stringMatching(/72 hours|damaged: .*postgres\.tar/) });
});

test.runIf(!isEmbedded)('reports in doctor a missing or old pg_dump, and an unreachable standby', async () => {
  const folder = temporaryFolder('tools');
  const env = { CAIRN_BACKUP_FOLDER: join(folder, 'backups') };
  vi.stubEnv('PATH', folder);
  expect(await examined(env, 'backups')).toEqual({
    code: 1,
    state: 'failed',
    detail: expect.stringContaining('pg_dump is not installed here'),
  });
  writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n', { mode: 0o755 });
  expect(await examined(env, 'backups')).toEqual({
    code: 1,
    state: 'failed',
    detail: expect.stringContaining('pg_dump has version 9.6.24'),
  });
  vi.unstubAllEnvs();
  expect(await examined({ CAIRN_DATABASE_READ_URL: 'postgres://127.0.0.1:1/none' }, 'standby')).toEqual({
    code: 1,
    state: 'failed',
    detail: expect.stringMatching(/^away \(.*ECONNREFUSED/),
  });
});

test('does not wait in doctor for a silent Redis', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const { code, stdout } = await cairn.run(['doctor', '--json'], { CAIRN_REDIS_URL: `redis://127.0.0.1:${port}` });
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    expect.arrayContaining([{ check: 'redis', state: 'failed', detail: 'the answer of Redis took longer than 5 s' }]),
  ]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

/** Every command with all its subcommands, as `--help` lists them. */
async function everyCommand(path: readonly string[] = []): Promise<string[][]> {
  const { stdout } = await runHere([...path, '--help']);
  const [, list = ''] = stdout.split('\nCommands:\n');
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
  const below = await Promise.all(names.map((name) => everyCommand([...path, name])));
  return names.flatMap((name, at) => [[...path, name], ...(below[at] ?? [])]);
}

test('has help with an example for every command, and points to it after a wrong option', async () => {
  const commands = await everyCommand();
  expect(commands.length).toBeGreaterThan(40);
  const isAlone = (path: readonly string[]) =>
    !commands.some((other) => other.join(' ').startsWith(`${path.join(' ')} `));
  for (const path of commands.filter(isAlone)) {
    const help = await runHere([...path, '--help']);
    expect([help.code, help.stderr], path.join(' ')).toEqual([0, '']);
    expect(help.stdout, path.join(' ')).toContain(`Usage: cairn ${path.join(' ')}`);
    expect(help.stdout, path.join(' ')).not.toContain('(default: [');
    expect(help.stdout, path.join(' ')).toMatch(/Examples?:\n {2}.*cairn /);
    const wrong = await runHere([...path, '--bogus']);
    expect([wrong.code, wrong.stdout], path.join(' ')).toEqual([1, '']);
    expect(wrong.stderr, path.join(' ')).toContain('--help');
  }
});

test('lists all scopes in the help text of commands that accept them', async () => {
  const { stdout } = await runHere(['keys', 'create', '--help']);
  expect(ALL_SCOPES.filter((scope) => !stdout.includes(scope))).toEqual([]);
});

test('prints the release with --version', async () => {
  expect(await runHere(['--version'])).toEqual({ code: 0, stdout: 'test\n', stderr: '' });
});
