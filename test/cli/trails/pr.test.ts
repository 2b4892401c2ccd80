// `cairn trails pr` opens or updates a request with the changes of the console, and never touches the checkout.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cairn, connect, type TrailDocument } from '@cairn/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RequestResult } from '../../../src/cli/trails/pr/open-request.ts';
import { requestHost } from '../../../src/cli/trails/pr/request-host.ts';
import { commitMessage, requestBody } from '../../../src/cli/trails/pr/request-text.ts';
import { requestsOf } from '../../../src/cli/trails/pr/requests.ts';
import { runHere } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type World, world } from '../../support/world.ts';
import { type Clone, cloned, GIT_ENV, type GitHost, gitHost } from './git-host.ts';

vi.setConfig({ testTimeout: 120_000 });

let service: World;
let host: GitHost;
let clone: Clone;
let cairn: Cairn;
let key: string;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  host = await gitHost();
  clone = cloned();
  key = (await service.team()).publisher.key;
  cairn = connect({ url: service.address, credential: key });
});
afterEach(() => host.close());

const TOKEN = { github: { GITHUB_TOKEN: 'hub-secret' }, gitlab: { GITLAB_TOKEN: 'lab-secret' } };
type Kind = keyof typeof TOKEN;

async function pr(kind: Kind, words: readonly string[] = [], env: Record<string, string> = TOKEN[kind]) {
  const place = ['--host', kind, '--api', host.url, '--repo', 'acme/trails', '--dir', join(clone.dir, 'trails')];
  const own = { ...GIT_ENV, ...env, CAIRN_URL: service.address, CAIRN_API_KEY: key };
  const { code, stdout, stderr } = await runHere(['trails', 'pr', ...place, '--json', ...words], own);
  expect(clone.git('status', '--porcelain')).toBe('');
  expect(clone.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  return { code, stderr, result: (stdout === '' ? undefined : JSON.parse(stdout)) as RequestResult | undefined };
}

const document = (title: string, description = 'You do it.'): TrailDocument => ({ title, description, prompts: [] });

/** A catalog with two trails, pulled and committed to \`main\`. */
async function pulled(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const title of ['One', 'Two']) ids.push((await cairn.trails.create({ document: document(title) })).id);
  mkdirSync(join(clone.dir, 'trails'), { recursive: true });
  const own = { CAIRN_URL: service.address, CAIRN_API_KEY: key };
  await runHere(['trails', 'pull', '--dir', join(clone.dir, 'trails')], own);
  commit('Pull');
  return ids;
}

function commit(message: string, branch = 'main'): void {
  clone.git('add', '--all');
  clone.git('commit', '--quiet', '-m', message);
  clone.git('push', '--quiet', 'origin', `HEAD:${branch}`);
}

const edit = (id: string | undefined, description: string) =>
  cairn.trails.edit(id ?? '', (draft) => {
    draft.description = description;
  });

test.each(['github', 'gitlab'] as const)('opens one request at %s, and updates it', async (kind) => {
  const [one, two] = await pulled();
  expect(await pr(kind)).toMatchObject({ code: 0, result: { changes: [], pushed: false, request: null } });
  expect(host.requests).toEqual([]);

  await edit(one, 'Changed in the console.');
  const opened = await pr(kind);
  expect(opened).toMatchObject({
    code: 0,
    result: { changes: [{ folder: 'one', change: 'changed' }], pushed: true, request: { number: 1, state: 'opened' } },
  });
  expect(clone.remote('show', 'cairn/console:trails/one/trail.yaml')).toContain('Changed in the console.');
  expect(clone.remote('diff', '--name-only', 'main', 'cairn/console').trim().split('\n')).toEqual([
    'trails/cairn.lock.json',
    'trails/one/trail.yaml',
  ]);
  const secret = Object.values(TOKEN[kind])[0];
  expect(new Set(host.sent.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${secret}`]));

  const again = await pr(kind);
  expect(again.result).toMatchObject({ pushed: false, request: { number: 1, state: 'updated' } });
  await edit(two, 'Also changed.');
  await cairn.trails.create({ document: document('Three') });
  const updated = await pr(kind);
  expect(updated.result).toMatchObject({
    changes: [{ folder: 'one' }, { folder: 'three', change: 'added' }, { folder: 'two' }],
    ...{ pushed: true, request: { number: 1, state: 'updated' } },
  });
  expect(host.requests).toHaveLength(1);
  expect(JSON.stringify(host.requests[0])).toContain('- `three` added');
  expect(clone.remote('rev-list', '--count', 'main..cairn/console').trim()).toBe('1');

  // Undone in the console.
  for (const id of [one, two]) await edit(id, 'You do it.');
  const [third] = (await cairn.trails.list().all()).filter(({ title }) => title === 'Three');
  await cairn.trails.archive(third?.id ?? '');
  expect((await pr(kind)).result).toMatchObject({ changes: [], pushed: false, request: { number: 1, state: 'stale' } });
});

test('names the people who saved as co-authors, and builds on a newer main', async () => {
  const [one] = await pulled();
  await edit(one, 'By a person.');
  await pr('github');
  const message = clone.remote('log', '-1', '--format=%B', 'cairn/console');
  expect(message).toMatch(
    /^trails: 1 change from the console\n\n- one: changed\n\nCairn-Base: [0-9a-f]{40}\nCo-authored-by: .+ <[0-9a-f-]{36}@127\.0\.0\.1>\n/,
  );
  writeFileSync(join(clone.dir, 'README.md'), 'New.\n');
  commit('Readme');
  expect((await pr('github')).result).toMatchObject({ pushed: true, request: { state: 'updated' } });
  expect(clone.remote('rev-list', '--count', 'main..cairn/console').trim()).toBe('1');
  expect(clone.remote('show', 'cairn/console:README.md')).toBe('New.\n');
});

test('keeps commits that reviewers added to the branch', async () => {
  const [one, two] = await pulled();
  await edit(one, 'First.');
  await pr('github');
  clone.git('fetch', '--quiet', 'origin');
  clone.git('checkout', '--quiet', '-B', 'review', 'origin/cairn/console');
  writeFileSync(join(clone.dir, 'trails/one/NOTES.md'), 'Reviewed.\n');
  commit('Review', 'cairn/console');
  await edit(two, 'Second.');
  expect((await pr('github')).result).toMatchObject({ changes: [{ folder: 'two' }], pushed: true });
  expect(clone.remote('show', 'cairn/console:trails/one/NOTES.md')).toBe('Reviewed.\n');
  expect(clone.remote('rev-list', '--count', 'main..cairn/console').trim()).toBe('3');
  // Without an open request, nobody would see that these commits were replaced.
  for (const request of host.requests) request.isOpen = false;
  const refused = await pr('github');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('commits of other people')]);
});

test('leaves out trails that also changed in git, and says so', async () => {
  const [one, two] = await pulled();
  const file = join(clone.dir, 'trails/one/trail.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('You do it.', 'From git.'));
  commit('Edit');
  await edit(one, 'From the console.');
  await edit(two, 'From the console.');
  const { code, result } = await pr('github');
  expect([code, result?.changes.map(({ folder }) => folder)]).toEqual([2, ['two']]);
  expect(JSON.stringify(host.requests[0])).toContain('Not included:');
});

test('includes changes of sets', async () => {
  await pulled();
  const other = temporaryFolder('other');
  const run = (...words: string[]) =>
    runHere(['trails', ...words, '--dir', other], { CAIRN_URL: service.address, CAIRN_API_KEY: key });
  await run('pull');
  writeFileSync(join(other, 'sets.yaml'), '- name: First week\n  trails: [one]\n');
  expect((await run('apply')).code).toBe(0);
  expect((await pr('github')).result?.changes).toEqual([{ folder: 'sets.yaml', change: 'added', authors: [] }]);
  expect(clone.remote('show', 'cairn/console:trails/sets.yaml')).toContain('First week');
});

test('shows the changes with --dry-run, and needs no token for it', async () => {
  const [one] = await pulled();
  await edit(one, 'Changed.');
  const { code, result } = await pr('github', ['--dry-run'], {});
  expect([code, result]).toMatchObject([0, { changes: [{ folder: 'one' }], pushed: false, request: null }]);
  expect([host.sent, clone.remote('branch', '--list', 'cairn/*')]).toEqual([[], '']);
});

test.each<[string, Kind, { status: number; body?: unknown; headers?: Record<string, string> }, string]>([
  ['401', 'github', { status: 401 }, 'GitHub does not accept the token'],
  [
    '403',
    'github',
    { status: 403, body: { message: 'Resource not accessible' } },
    '(Resource not accessible). Allow it',
  ],
  ['403', 'gitlab', { status: 403 }, 'It needs the scope api'],
  ['404', 'github', { status: 404 }, 'There is no repository acme/trails'],
  ['429', 'gitlab', { status: 429, headers: { 'Retry-After': '7' } }, 'Try again in 7 s.'],
  ['a rate limit', 'github', { status: 403, body: { message: 'API rate limit exceeded' } }, 'limits requests'],
  ['502', 'github', { status: 502 }, 'answered 502. Try again later.'],
  ['another service', 'github', { status: 200, body: [{ id: 1 }] }, 'did not answer like GitHub'],
  [
    'a redirect',
    'github',
    { status: 301, headers: { Location: 'https://other.example/' } },
    'redirects to https://other.example',
  ],
])('says what to do about %s of %s', async (_, kind, fault, sentence) => {
  mkdirSync(join(clone.dir, 'trails'));
  host.faults.push(fault);
  const { code, stderr } = await pr(kind);
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  expect(stderr).not.toContain('secret');
  expect(clone.remote('branch', '--list', 'cairn/*')).toBe('');
});

test('repeats what the host says about a request, and updates one that was opened at the same time', async () => {
  const [one] = await pulled();
  await edit(one, 'Changed.');
  host.faults.push(
    { status: 200, body: [] },
    { status: 422, body: { message: 'Validation Failed', errors: [{ message: 'base is protected' }] } },
  );
  expect((await pr('github')).stderr).toContain('GitHub refused the request: Validation Failed; base is protected');
  // The branch is there already, so the next run only opens the request.
  host.requests.push({ head: 'cairn/console', isOpen: true, number: 1, html_url: 'https://host.example/1' });
  host.faults.push({ status: 200, body: [] });
  expect((await pr('github')).result).toMatchObject({ pushed: false, request: { number: 1, state: 'updated' } });
  expect(host.requests).toHaveLength(1);
});

test('refuses without a clean work tree, a remote, a token or a repository', async () => {
  const [one] = await pulled();
  await edit(one, 'Changed.');
  const refused = async (sentence: string, words: string[] = [], env?: Record<string, string>) => {
    const { code, stderr } = await pr('github', words, env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  };
  await refused('Set GITHUB_TOKEN', [], {});
  await refused('GITHUB_TOKEN contains a character', [], { GITHUB_TOKEN: 'a b' });
  await refused('There is no remote upstream', ['--remote', 'upstream']);
  await refused('has no branch none', ['--base', 'none']);
  await refused('check-ref-format failed', ['--branch', 'a..b']);
  await refused('--branch must not be main', ['--branch', 'main']);
  await refused('There is no repository acme/none', ['--repo', 'acme/none']);
  await refused('--api must begin with https://', ['--api', 'http://host.example']);
  const place = ['--host', 'github', '--api', host.url, '--repo', 'acme/trails'];
  const run = async (dir: string) =>
    (await runHere(['trails', 'pr', ...place, '--dir', dir], { ...GIT_ENV, ...TOKEN.github })).stderr;
  writeFileSync(join(clone.dir, 'trails/one/trail.yaml'), 'title: Edited\n');
  expect(await run(join(clone.dir, 'trails'))).toContain('uncommitted changes: trails/one/trail.yaml');
  clone.git('checkout', '--quiet', '--', '.');
  writeFileSync(join(clone.dir, 'trails/new.md'), 'New\n');
  expect(await run(join(clone.dir, 'trails'))).toContain('uncommitted changes: trails/new.md');
  rmSync(join(clone.dir, '.git'), { recursive: true });
  expect(await run(join(clone.dir, 'trails'))).toContain('is not in a git repository');
});

test('gives up on a host that does not answer', async () => {
  host.faults.push('silent');
  const place = requestHost('git@github.com:acme/trails.git', { api: host.url }, TOKEN.github);
  await expect(requestsOf(place, 'a', 'main', 50).find()).rejects.toThrow('did not answer within 0.05 s');
});

test('finds the host, the API and the repository', () => {
  const at = (remote: string, env = {}, options = {}) => {
    const { kind, api, repo } = requestHost(remote, options, env);
    return [kind, api, repo];
  };
  expect(at('git@github.com:acme/trails.git')).toEqual(['github', 'https://api.github.com', 'acme/trails']);
  expect(at('https://x:secret@github.com/acme/trails')).toEqual(['github', 'https://api.github.com', 'acme/trails']);
  const lab = 'https://gitlab.com/api/v4';
  expect(at('https://gitlab.com/acme/team/trails.git')).toEqual(['gitlab', lab, 'acme/team/trails']);
  expect(at('ssh://git@git.acme.example:2222/a/b.git', { CI_API_V4_URL: lab, GITLAB_CI: 'true' })).toEqual([
    'gitlab',
    lab,
    'a/b',
  ]);
  const own = at('git@git.acme.example:a/b.git', {}, { host: 'github' });
  expect(own).toEqual(['github', 'https://git.acme.example/api/v3', 'a/b']);
  expect(() => at('https://git.acme.example/a/b')).toThrow('Add --host');
  expect(() => at('/srv/git/trails.git', {}, { host: 'github' })).toThrow('Add the');
});

test('lets no name forge a line, a mention or a co-author', () => {
  const name = 'Eve <boss@acme.example>\nCo-authored-by: Boss <boss@acme.example> @everyone [x](https://evil.example)';
  const changes = [{ folder: 'a`b', change: 'changed', authors: [{ id: 'id-1', name }] }] as const;
  const message = commitMessage(changes, 'https://cairn.example', 'base');
  expect(message.match(/^Co-authored-by: .*$/gm)).toEqual([expect.stringMatching(/ <id-1@cairn\.example>$/)]);
  expect(message.match(/<[^>]*>/g)).toEqual(['<id-1@cairn.example>']);
  const body = requestBody(changes, [], 'https://cairn.example');
  expect(body).not.toMatch(/@everyone|(?<!\\)\[x/);
});
