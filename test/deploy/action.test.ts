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
import { type Clone, cloned, GIT_ENV } from '../cli/trails/git-host.ts';
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

/** Runs the script as a job of GitHub does. */
async function job(event: string, more: Readonly<Record<string, string>> = {}) {
  const temp = temporaryFolder('runner');
  const [summary, payload] = [join(temp, 'summary.md'), join(temp, 'event.json')];
  writeFileSync(payload, JSON.stringify({ pull_request: { number: 7 } }));
  const defaults = { COMMAND: '', DIR: 'trails', PUBLISH: 'true', COMMENT: 'true', IMAGE: '', GITHUB_TOKEN: 'token' };
  const child = spawn('bash', [resolve('deploy/action/run.sh')], {
    cwd: clone.dir,
    env: {
      ...{ ...GIT_ENV, ...defaults, CAIRN_URL: service.address, CAIRN_API_KEY: key },
      ...{ GITHUB_ACTION_PATH: resolve('.'), GITHUB_WORKSPACE: clone.dir, RUNNER_TEMP: temp, GITHUB_ACTIONS: 'true' },
      ...{
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: payload,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_REF_NAME: 'main',
      },
      ...{
        GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
        GITHUB_REPOSITORY: 'acme/trails',
      },
      ...more,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
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
  const { code, output } = await job('pull_request', { CAIRN_API_KEY: '' });
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
  expect((await job('push', { COMMAND: 'destroy' })).output).toContain('There is no command destroy');
  const { code, output } = await job('push', { CAIRN_API_KEY: 'svc_api_wrong' });
  expect([code, output.includes('svc_api_wrong')]).toEqual([1, false]);
});
