// Asks a running service for a backup. A backup can take longer than a request may (proxies time out after a minute,
// `fetch` after 300 s), so this polls as long as the service reports that a backup is running.
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../base/refusal.ts';
import type { SendAsOperator } from './operator-over-http.ts';
import type { RemoteAnswer } from './remote.ts';

const BACKUPS = '/manage/v1/backups';

/** Timeouts in milliseconds. */
interface Patience {
  /** For the response: just below the timeout of `fetch`. */
  readonly answer: number;
  readonly pollInterval: number;
  /**
   * How long to continue without a sign of a running backup. Requests may reach other processes, which do not know
   * about it.
   */
  readonly silence: number;
}

const DEFAULT_PATIENCE: Patience = { answer: 290_000, pollInterval: 5_000, silence: 60_000 };

interface BackupView {
  readonly under_way?: object | null;
  readonly items?: readonly { readonly name: string }[];
}

/**
 * Requests a backup and returns the service's list entry for it. Passes on the service's refusals. Fails with
 * `not-ready` if no response came and no backup is running.
 */
export async function backupOverHttp(send: SendAsOperator, patience = DEFAULT_PATIENCE): Promise<RemoteAnswer['body']> {
  const { items = [] }: BackupView = await send('GET', BACKUPS);
  const names = items.map(({ name }) => name);
  try {
    return await send('POST', BACKUPS, { timeoutMs: patience.answer });
  } catch (thrown) {
    if (!isRefusal(thrown, 'not-ready')) throw thrown;
    const backup = await followed(send, names, patience);
    if (backup === undefined) throw thrown;
    return backup;
  }
}

/** Waits for a backup that is not in `before`. Undefined once there is no sign of one. */
async function followed(
  send: SendAsOperator,
  before: readonly string[],
  { pollInterval, silence }: Patience,
): Promise<RemoteAnswer['body'] | undefined> {
  let quietSince = performance.now();
  for (;;) {
    const { items = [], under_way = null } = await look(send);
    const backup = items.find(({ name }) => !before.includes(name));
    if (backup !== undefined) return { ...backup };
    if (under_way !== null) quietSince = performance.now();
    else if (performance.now() - quietSince >= silence) return undefined;
    await pause(pollInterval);
  }
}

/** Returns an empty object if the service does not respond. */
const look = (send: SendAsOperator): Promise<BackupView> =>
  send('GET', BACKUPS).catch((thrown: unknown) => {
    if (isRefusal(thrown, 'not-ready')) return {};
    throw thrown;
  });
