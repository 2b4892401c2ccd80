// `cairn trails pr`: a branch with the changes that were made in the console, and a request to merge it.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../../base/files.ts';
import { refuse } from '../../../base/refusal.ts';
import { pull } from '../pull.ts';
import type { Reporter } from '../reporter.ts';
import { openTrails, type TrailsOptions } from '../trails-context.ts';
import { type ConsoleChange, consoleChanges } from './console-changes.ts';
import { type Git, gitWith } from './git.ts';
import { defaultBranch, fetchBranch, inWorkTree, openRepository, type Repository } from './repository.ts';
import { type HostOptions, requestHost, requireToken } from './request-host.ts';
import { BASE_TRAILER, commitMessage, type Left, requestBody } from './request-text.ts';
import { type OpenRequest, type Requests, requestsOf } from './requests.ts';

export interface RequestOptions extends HostOptions {
  readonly remote: string;
  readonly base?: string;
  readonly branch: string;
  readonly title: string;
  /** Show the changes, and push and open nothing. */
  readonly dryRun?: boolean;
}

export interface RequestResult {
  readonly branch: string;
  readonly base: string;
  readonly changes: readonly ConsoleChange[];
  /** Trails that need attention, as after a pull. */
  readonly left: readonly Left[];
  readonly pushed: boolean;
  readonly request: (OpenRequest & { readonly state: 'opened' | 'updated' | 'stale' }) | null;
}

/** Fails with a sentence if the repository, the remote, the token or the host does not allow it. */
export async function openTrailsRequest(
  options: TrailsOptions & RequestOptions,
  report: Reporter,
  env: NodeJS.ProcessEnv,
): Promise<RequestResult> {
  const repository = await openRepository(gitWith(env), resolve(options.dir), options.remote);
  const host = requestHost(repository.remoteUrl, options, env);
  const isDry = options.dryRun === true;
  const token = isDry ? host.token : requireToken(host);
  const { origin } = host;
  const git = gitWith(env, origin === undefined || token === undefined ? undefined : { origin, token });
  const base = options.base ?? (await defaultBranch(git, repository, options.remote));
  if (base === options.branch) throw refuse('bad-request', `--branch must not be ${base}, which the request changes.`);
  const baseCommit = await fetchBranch(git, repository, options.remote, base);
  if (baseCommit === undefined) throw refuse('not-found', `The remote ${options.remote} has no branch ${base}.`);
  const before = await fetchBranch(git, repository, options.remote, options.branch);
  const requests = requestsOf(host, options.branch, base);
  const open = token === undefined ? undefined : await requests.find();
  const isOwn = before === undefined || (await isOwnCommit(git, repository, before));
  if (!isOwn && open === undefined && !isDry) throw foreignBranch(options.branch);
  const start = isOwn ? baseCommit : before;
  const run = { options, report, env, git, repository, base, requests, open, before, start, isOwn };
  return inWorkTree(git, repository, start, (tree) => requestFrom(run, tree));
}

const foreignBranch = (branch: string): Error =>
  refuse(
    'conflict',
    `The branch ${branch} has commits of other people and no open request. Delete it, or choose another with --branch.`,
  );

/** True if this command made the commit on the branch it was built from, so that nothing is lost if it is replaced. */
async function isOwnCommit(git: Git, { top }: Repository, commit: string): Promise<boolean> {
  const format = `--format=%P%n%(trailers:key=${BASE_TRAILER},valueonly)`;
  const [parents = '', base = ''] = (await git(top, 'log', '-1', format, commit)).split('\n');
  return base !== '' && parents === base;
}

interface RequestRun {
  readonly options: TrailsOptions & RequestOptions;
  readonly report: Reporter;
  readonly env: NodeJS.ProcessEnv;
  readonly git: Git;
  readonly repository: Repository;
  readonly base: string;
  readonly requests: Requests;
  readonly open: OpenRequest | undefined;
  /** The last commit of the branch on the remote. */
  readonly before: string | undefined;
  readonly start: string;
  readonly isOwn: boolean;
}

async function requestFrom(run: RequestRun, tree: string): Promise<RequestResult> {
  const { options, report, env, git, repository, base, open } = run;
  const dir = join(tree, repository.prefix);
  await makeFolder(dir);
  const context = await openTrails({ ...options, dir }, report, env);
  const { lock: entries, cairn, url } = { ...context, lock: context.lock.lock };
  const { left } = await pull(context, { prune: true });
  await git(tree, 'add', '--all', '--', '.');
  const sides = { cairn, before: entries, after: context.lock.lock };
  const changes = await consoleChanges(git, tree, repository.prefix, sides);
  const result = { branch: options.branch, base, changes, left, pushed: false };
  if (changes.length === 0 || options.dryRun === true) {
    const isStale = changes.length === 0 && run.isOwn && open !== undefined;
    return { ...result, request: isStale ? { ...open, state: 'stale' } : null };
  }
  await commit(run, tree, commitMessage(changes, url, run.isOwn ? run.start : undefined));
  const pushed = await push(run, tree);
  return { ...result, pushed, request: await openOrUpdate(run, requestBody(changes, left, url)) };
}

async function commit({ git, env }: RequestRun, tree: string, message: string): Promise<void> {
  const file = join(tree, '..', 'message');
  await writeFile(file, message);
  const known = await git(tree, 'config', 'user.email').catch(() => env.GIT_AUTHOR_EMAIL ?? '');
  const identity = known.trim() === '' ? ['-c', 'user.name=Cairn', '-c', 'user.email=cairn@localhost'] : [];
  await git(tree, ...identity, 'commit', '--quiet', '--no-verify', '--cleanup=verbatim', '--file', file);
}

/** Returns false if the branch already has the same files on the same base. */
async function push({ git, repository, options, before, start }: RequestRun, tree: string): Promise<boolean> {
  const stateOf = async (one: string): Promise<string> => git(tree, 'log', '-1', '--format=%T %P', one);
  if (before !== undefined && before !== start && (await stateOf(before)) === (await stateOf('HEAD'))) return false;
  const target = `refs/heads/${options.branch}`;
  // Refuses to replace a commit that was pushed in the meantime.
  const lease = `--force-with-lease=${target}:${before ?? ''}`;
  const made = (await git(tree, 'rev-parse', 'HEAD')).trim();
  // The address of a remote can be relative to the checkout.
  await git(repository.top, 'push', '--quiet', '--no-verify', lease, '--', options.remote, `${made}:${target}`);
  return true;
}

async function openOrUpdate(
  { requests, open, options: { title } }: RequestRun,
  body: string,
): Promise<RequestResult['request']> {
  const opened = open === undefined ? await requests.open({ title, body }) : undefined;
  if (opened !== undefined) return { ...opened, state: 'opened' };
  // Another run may have opened the request in the meantime.
  const existing = open ?? (await requests.find());
  if (existing === undefined)
    throw refuse('conflict', 'The request was closed at the same time. Run the command again.');
  await requests.update(existing, body);
  return { ...existing, state: 'updated' };
}
