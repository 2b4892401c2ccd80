// The GitHub Action: its definition, and what its script does for each event, with the API of GitHub on loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { connect } from '@cairn/client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { trailYaml } from '../cli/trails/folder.ts';
import { type Clone, cloned, GIT_ENV, gitHost } from '../cli/trails/git-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type World, world } from '../support/world.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Step {
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
const text = readFileSync('action.yml', 'utf8');
const action = parse(text) as Action;

test('has a valid definition, uses every input, and puts no value into a script', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, shell, uses } of action.runs.steps) {
    expect([typeof run, shell, uses]).toEqual(['string', 'bash', undefined]);
    expect(run).not.toContain('${{');
  }
  for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
    expect([typeof description, typeof value]).toEqual(['string', 'string']);
    expect(text).toContain(`inputs.${name} `);
  }
  const files = action.runs.steps.flatMap(({ run = '' }) => run.match(/deploy\/action\/[\w.]+/g) ?? []);
  expect(files.every((file) => existsSync(file))).toBe(true);
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;
  const used = action.runs.steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run --silent (\S+)/g)]);
  expect(used.map(([, name = '']) => typeof scripts[name])).toEqual(['string', 'string']);
});

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

let service: World;
let github: Server;
let comments: Comment[];
let clone: Clone;
let key: string;
beforeAll(async () => {
  service = await world();
  github = createServer(async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const body = sent === '' ? undefined : (JSON.parse(sent) as { body: string }).body;
    const id = Number(/comments\/(\d+)$/.exec(request.url ?? '')?.[1]);
    if (request.method === 'POST') comments.push({ id: comments.length, user: BOT, body: body ?? '' });
    else if (request.method === 'PATCH') for (const one of comments) one.body = one.id === id ? (body ?? '') : one.body;
    response.writeHead(request.url === '/user' ? 403 : 200).end(JSON.stringify(comments));
  });
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done));
});
const BOT = { login: 'github-actions[bot]' };
afterAll(async () => {
  github.close();
  await service.close();
});
beforeEach(async () => {
  comments = [];
  clone = cloned();
  key = (await service.team()).publisher.key;
  mkdirSync(join(clone.dir, 'trails/one'), { recursive: true });
  writeFileSync(join(clone.dir, 'trails/one/trail.yaml'), trailYaml('One'));
  clone.git('add', '--all');
  clone.git('commit', '--quiet', '-m', 'One');
  clone.git('push', '--quiet', 'origin', 'HEAD:main');
});

/** The variables of a step: the inputs of the job, or their defaults. */
function variablesOf({ env = {} }: Step, inputs: Readonly<Record<string, string>>): Record<string, string> {
  const inputOf = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? '';
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) =>
        inputOf(input).replace(/^.*github\.token.*$/, 'token'),
      ),
    ]),
  );
}

/** Runs the steps as a runner of GitHub does: each is a script for bash, in the folder of the checkout. */
async function job(
  event: string,
  inputs: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const temp = temporaryFolder('runner');
  const [summary, payload] = [join(temp, 'summary.md'), join(temp, 'event.json')];
  writeFileSync(payload, JSON.stringify({ pull_request: { number: 7 } }));
  const given = { url: service.address, key, ...inputs };
  let [code, output] = [0, ''];
  for (const step of action.runs.steps) {
    if (code !== 0) break;
    const ended = await runStep(step, {
      ...environment(event, temp, summary, payload),
      ...variablesOf(step, given),
      ...more,
    });
    code = ended.code;
    output += ended.output;
  }
  return { code, output, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
}

const environment = (event: string, temp: string, summary: string, payload: string): Record<string, string> => ({
  ...GIT_ENV,
  ...{ GITHUB_ACTION_PATH: resolve('.'), GITHUB_WORKSPACE: clone.dir, RUNNER_TEMP: temp, GITHUB_ACTIONS: 'true' },
  ...{ GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: payload, GITHUB_STEP_SUMMARY: summary, GITHUB_REF_NAME: 'main' },
  GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
  GITHUB_REPOSITORY: 'acme/trails',
});

async function runStep({ run = '' }: Step, env: Readonly<Record<string, string>>) {
  // The arguments of `shell: bash`.
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run];
  const child = spawn('bash', args, { cwd: clone.dir, env: { ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('checks and plans a pull request, and keeps one comment', async () => {
  comments.push({ id: 0, user: { login: 'eve' }, body: '<!-- cairn: Plan for the trails -->\nAll is well.' });
  const first = await job('pull_request');
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('1 trail, 0 errors')]);
  expect(first.summary).toContain('+ create     one  “One”');
  expect(comments).toHaveLength(2);
  writeFileSync(join(clone.dir, 'trails/one/trail.yaml'), trailYaml('Renamed'));
  await job('pull_request');
  expect(comments.map(({ body }) => body.includes('“Renamed”'))).toEqual([false, true]);
  writeFileSync(join(clone.dir, 'trails/one/trail.yaml'), 'title: Bare\n');
  const bad = await job('pull_request');
  expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('::error file=trails/one/trail.yaml,line=1')]);
});

test('only checks a pull request from a fork, which has no key', async () => {
  const { code, output } = await job('pull_request', { key: '' });
  expect([code, output]).toEqual([0, expect.stringContaining('plan is left out')]);
  expect(comments).toEqual([]);
});

test('applies a push, and commits the lock file and the ids', async () => {
  const { code, summary } = await job('push');
  expect([code, summary.includes('1 to create')]).toEqual([0, true]);
  const cairn = connect({ url: service.address, credential: key });
  expect(await cairn.trails.list().all()).toMatchObject([{ title: 'One', status: 'live' }]);
  expect(clone.remote('log', '-1', '--format=%s', 'main').trim()).toBe('trails: applied [skip ci]');
  expect(clone.remote('show', 'main:trails/one/trail.yaml')).toMatch(/^id: /);
  expect(clone.git('status', '--porcelain')).toBe('');
  expect((await job('push')).code).toBe(0);
  expect(clone.remote('rev-list', '--count', 'main').trim()).toBe('3');
});

test('fails for an unknown command and a wrong key', async () => {
  expect((await job('push', { command: 'destroy' })).output).toContain('There is no command destroy');
  const { code, output } = await job('push', { key: 'svc_api_wrong' });
  expect([code, output.includes('svc_api_wrong')]).toEqual([1, false]);
});

test('opens a pull request with the changes of the console every night, and says why it cannot', async () => {
  expect((await job('push')).code).toBe(0);
  clone.git('pull', '--quiet', '--ff-only', 'origin', 'main');
  const cairn = connect({ url: service.address, credential: key });
  const [one] = await cairn.trails.list().all();
  await cairn.trails.edit(one?.id ?? '', (draft) => {
    draft.description = 'Changed in the console.';
  });
  const host = await gitHost();
  const at = { GITHUB_API_URL: host.url };
  host.faults.push({ status: 403, body: { message: 'Resource not accessible by integration' } });
  const refused = await job('schedule', {}, at);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Resource not accessible')]);
  expect(refused.output).not.toContain(key);
  const opened = await job('schedule', {}, at);
  expect([opened.code, opened.output]).toEqual([0, expect.stringContaining('https://host.example/acme/trails/1')]);
  expect(clone.remote('show', 'cairn/console:trails/one/trail.yaml')).toContain('Changed in the console.');
  expect(host.sent.every(({ authorization }) => authorization === 'Bearer token')).toBe(true);
  await host.close();
});

test('plans a pull request without a comment if the token may not write one', async () => {
  const host = await gitHost();
  host.faults.push({ status: 403, body: { message: 'Resource not accessible by integration' } });
  const { code, output, summary } = await job('pull_request', {}, { GITHUB_API_URL: host.url });
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('::notice::The comment was not written: GitHub answered 403'),
  ]);
  expect(summary).toContain('+ create     one');
  await host.close();
});
