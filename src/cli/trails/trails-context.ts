// The context of every `cairn trails` command: a client of the remote Cairn, the folder, and its lock file.
import { join, resolve } from 'node:path';
import { type Cairn, connect, TimeoutError } from '@cairn/client';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { keptSession } from '../kept-session.ts';
import { remoteUrl, unlike } from '../remote.ts';
import { type CatalogName, type LockFile, openLock } from './lock-file.ts';
import type { Reporter } from './reporter.ts';

/** Options of every command. */
export interface TrailsOptions {
  readonly dir: string;
  readonly lock: string;
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

export interface TrailsContext {
  readonly cairn: Cairn;
  /** Without a trailing slash. The URLs of images start with it. */
  readonly url: string;
  readonly credential: string;
  readonly catalog: CatalogName;
  readonly root: string;
  readonly lock: LockFile;
  readonly report: Reporter;
}

/** A plan with a thousand trails is rate limited many times, so this waits as long as the server asks. */
const PATIENT = { most: 30, longestWaitMs: 300_000 };
/** Allow only seconds for the first request, in case the address is mistyped. */
const FIRST = { retries: { most: 3 }, timeoutMs: 15_000 };
const TELL_FROM_MS = 5_000;

/**
 * Signs in with `--key` or CAIRN_API_KEY, or else with the session of `cairn login`, and opens the folder's lock file.
 * Fails with `unauthorized` without either, and with `conflict` if the folder belongs to another catalog.
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
        report.note(`${cause.message} Retrying in ${Math.ceil(waitMs / 1_000)} s.`);
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

/** Checks the response members that are used. */
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
  // Values from shells and secret stores often end in a line feed.
  const key = (options.key ?? env.CAIRN_API_KEY ?? '').trim();
  const address = (options.url ?? env.CAIRN_URL ?? '').trim();
  if (key !== '') {
    if (address === '')
      throw refuse('bad-request', 'Add the address of Cairn with --url or CAIRN_URL, e.g. https://cairn.example.');
    requireWhole(key, options.key === undefined ? 'CAIRN_API_KEY' : '--key');
    return { url: remoteUrl(address), credential: key, path: '/v1' };
  }
  const session = await keptSession(env).catch((thrown: unknown) => {
    if (!isRefusal(thrown, 'unauthorized')) throw thrown;
    throw refuse('unauthorized', 'Set CAIRN_API_KEY to a key (svc_api_…), or run "cairn login --url https://…" first.');
  });
  if (address !== '' && remoteUrl(address) !== session.url)
    throw refuse('unauthorized', `You are signed in at ${session.url}. Run "cairn login --url ${address}" first.`);
  // The console's API offers the same endpoints to sessions.
  return { url: session.url, credential: session.token, path: '/console/v1' };
}

/** Rejects keys with characters that keys never contain. They come from a shell or the clipboard. */
function requireWhole(key: string, from: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw refuse('bad-request', `${from} contains a character that keys never have. Copy the key again.`);
}
