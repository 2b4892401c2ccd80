// What every `cairn trails` command works with: a client of the remote Cairn, the folder, and its lock file.
import { join, resolve } from 'node:path';
import { type Cairn, connect, TimeoutError } from '@cairn/client';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { keptSession } from '../kept-session.ts';
import { remoteUrl, unlike } from '../remote.ts';
import { type CatalogName, type LockFile, openLock } from './lock-file.ts';
import type { Reporter } from './reporter.ts';

/** Options that every command has. */
export interface TrailsOptions {
  readonly dir: string;
  readonly lock: string;
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

export interface TrailsContext {
  readonly cairn: Cairn;
  /** Without a slash at the end; images are read below it. */
  readonly url: string;
  readonly credential: string;
  readonly catalog: CatalogName;
  readonly root: string;
  readonly lock: LockFile;
  readonly report: Reporter;
}

/** A plan of a thousand trails meets empty buckets again and again: it waits as long as it is told. */
const PATIENT = { most: 30, longestWaitMs: 300_000 };
/** A person who mistyped the address learns of it in seconds. */
const FIRST = { retries: { most: 3 }, timeoutMs: 15_000 };
const TELL_FROM_MS = 5_000;

/**
 * Signs in with `--key` or CAIRN_API_KEY, else with what `cairn login` stored, and opens the folder's lock file.
 * Refuses with `unauthorized` where there is neither, with `conflict` where the folder belongs to another catalog.
 */
export async function openTrails(
  options: TrailsOptions,
  report: Reporter,
  env: NodeJS.ProcessEnv,
  fetchIt?: typeof fetch,
): Promise<TrailsContext> {
  const { url, credential, path } = await signedIn(options, env);
  const cairn = connect({
    url,
    credential,
    path,
    retries: PATIENT,
    ...(fetchIt === undefined ? {} : { fetch: fetchIt }),
    onRetry: ({ cause, waitMs }) => {
      if (waitMs >= TELL_FROM_MS || cause instanceof TimeoutError)
        report.note(`${cause.message} Going on in ${Math.ceil(waitMs / 1_000)} s.`);
    },
  });
  const me: unknown = await cairn.me(FIRST);
  if (!isMe(me)) throw unlike(url, 200);
  const root = resolve(options.dir);
  const catalog = { url, team_id: me.catalog.team_id };
  const lock = await openLock(join(root, options.lock), catalog);
  return { cairn, url, credential, catalog, root, lock, report };
}

interface Me {
  readonly catalog: { readonly team_id: string | null };
}

/** True for what Cairn answers, as far as it is read. */
function isMe(body: unknown): body is Me {
  const { catalog } = (body ?? {}) as Partial<Me>;
  return typeof catalog === 'object' && catalog !== null && 'team_id' in catalog;
}

interface SignedIn {
  readonly url: string;
  readonly credential: string;
  readonly path: string;
}

async function signedIn(options: TrailsOptions, env: NodeJS.ProcessEnv): Promise<SignedIn> {
  // What a shell or a store of secrets hands on often ends in a line feed.
  const key = (options.key ?? env.CAIRN_API_KEY ?? '').trim();
  const address = (options.url ?? env.CAIRN_URL ?? '').trim();
  if (key !== '') {
    if (address === '')
      throw refuse('bad-request', 'Where is Cairn? Name it with --url or in CAIRN_URL, e.g. https://cairn.example.');
    requireWhole(key, options.key === undefined ? 'CAIRN_API_KEY' : '--key');
    return { url: remoteUrl(address), credential: key, path: '/v1' };
  }
  const session = await keptSession(env).catch((thrown: unknown) => {
    if (!isRefusal(thrown, 'unauthorized')) throw thrown;
    throw refuse('unauthorized', 'Set CAIRN_API_KEY to a key (svc_api_…), or run "cairn login --url https://…" first.');
  });
  if (address !== '' && remoteUrl(address) !== session.url)
    throw refuse('unauthorized', `You are signed in at ${session.url}. Run "cairn login --url ${address}" first.`);
  // A session opens the same endpoints behind the console's door.
  return { url: session.url, credential: session.token, path: '/console/v1' };
}

/** A key is letters, digits and underscores: with anything else in it, the shell or the clipboard changed it. */
function requireWhole(key: string, from: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw refuse('bad-request', `${from} holds a character that no key has. Copy the key again.`);
}
