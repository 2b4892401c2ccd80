// The git repository around the folder of trails, and a separate work tree for the branch of the request.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal, refuse } from '../../../base/refusal.ts';
import type { Git } from './git.ts';

export interface Repository {
  /** The root of the work tree. */
  readonly top: string;
  /** The folder of trails below it, such as `trails/`; empty if it is the root. */
  readonly prefix: string;
  readonly remoteUrl: string;
}

/** Fails with `not-found` without a repository or remote, and with `conflict` if there are uncommitted changes. */
export async function openRepository(git: Git, dir: string, remote: string): Promise<Repository> {
  await git(dir, 'rev-parse', '--is-inside-work-tree').catch((thrown: unknown) => {
    if (!isRefusal(thrown, 'conflict')) throw thrown;
    throw refuse('not-found', `${dir} is not in a git repository. Clone the repository of the trails first.`);
  });
  const top = (await git(dir, 'rev-parse', '--show-toplevel')).trim();
  const prefix = (await git(dir, 'rev-parse', '--show-prefix')).trim();
  // Other files that git does not know, such as reports of a job, are not part of the trails.
  const tracked = await git(top, 'status', '--porcelain', '--untracked-files=no');
  const changed = tracked + (await git(dir, 'status', '--porcelain', '--', '.'));
  if (changed !== '')
    throw refuse('conflict', `There are uncommitted changes: ${named(changed)}. Commit or remove them first.`);
  const remoteUrl = await git(top, 'remote', 'get-url', '--', remote).catch(() => '');
  if (remoteUrl === '')
    throw refuse('not-found', `There is no remote ${remote}. Add it, or choose another with --remote.`);
  return { top, prefix, remoteUrl: remoteUrl.trim() };
}

function named(changed: string): string {
  const lines = changed.trim().split('\n');
  const files = [...new Set(lines.map((line) => line.slice(2).trim()))];
  return files.length > 5 ? `${files.slice(0, 5).join(', ')} and ${files.length - 5} more` : files.join(', ');
}

/** The branch into which the remote merges by default. */
export async function defaultBranch(git: Git, { top }: Repository, remote: string): Promise<string> {
  const heads = await git(top, 'ls-remote', '--symref', '--', remote, 'HEAD');
  const [, branch] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(heads) ?? [];
  if (branch !== undefined) return branch;
  throw refuse('not-found', `The remote ${remote} names no default branch. Choose one with --base.`);
}

/** Fetches the branch and returns its last commit; undefined if the remote does not have it. */
export async function fetchBranch(git: Git, { top }: Repository, remote: string, branch: string) {
  await git(top, 'check-ref-format', '--branch', branch);
  const line = await git(top, 'ls-remote', '--', remote, `refs/heads/${branch}`);
  if (line === '') return undefined;
  await git(
    top,
    'fetch',
    '--quiet',
    '--no-tags',
    '--',
    remote,
    `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`,
  );
  return (await git(top, 'rev-parse', `refs/remotes/${remote}/${branch}`)).trim();
}

/** Runs `work` in a separate work tree at this commit, so that the checkout of the caller never changes. */
export async function inWorkTree<Result>(
  git: Git,
  { top }: Repository,
  commit: string,
  work: (tree: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pr-'));
  const tree = join(folder, 'tree');
  // Forgets work trees of killed runs.
  await git(top, 'worktree', 'prune');
  try {
    await git(top, 'worktree', 'add', '--quiet', '--detach', tree, commit);
    return await work(tree);
  } finally {
    await git(top, 'worktree', 'remove', '--force', tree).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
