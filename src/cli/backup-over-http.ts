// A backup that a running service makes of itself. Nobody knows how long it takes: while the service says that one is
// under way, it is waited for, also where the answer is lost on the way (a proxy waits a minute, `fetch` itself 300 s).
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../base/refusal.ts';
import type { SendAsOperator } from './operator-over-http.ts';
import type { RemoteAnswer } from './remote.ts';

const BACKUPS = '/manage/v1/backups';

/** Milliseconds. */
interface Patience {
  /** For the answer itself: just below what `fetch` waits for one. */
  readonly answer: number;
  readonly betweenLooks: number;
  /** After the last sign that one is under way. Other processes of the service, which know of none, may answer too. */
  readonly silence: number;
}

const USUAL: Patience = { answer: 290_000, betweenLooks: 5_000, silence: 60_000 };

interface BackupView {
  readonly under_way?: object | null;
  readonly items?: readonly { readonly name: string }[];
}

/**
 * Asks for a backup; answers it as the service lists it. Refuses as the service does, and with `not-ready` where no
 * answer came and none is under way.
 */
export async function backupOverHttp(send: SendAsOperator, patience = USUAL): Promise<RemoteAnswer['body']> {
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

/** The backup that is not among `before`, once it is there; undefined where nothing is heard of one any more. */
async function followed(
  send: SendAsOperator,
  before: readonly string[],
  { betweenLooks, silence }: Patience,
): Promise<RemoteAnswer['body'] | undefined> {
  let quietSince = performance.now();
  for (;;) {
    const { items = [], under_way = null } = await look(send);
    const backup = items.find(({ name }) => !before.includes(name));
    if (backup !== undefined) return { ...backup };
    if (under_way !== null) quietSince = performance.now();
    else if (performance.now() - quietSince >= silence) return undefined;
    await pause(betweenLooks);
  }
}

/** Nothing where the service does not answer for a moment. */
const look = (send: SendAsOperator): Promise<BackupView> =>
  send('GET', BACKUPS).catch((thrown: unknown) => {
    if (isRefusal(thrown, 'not-ready')) return {};
    throw thrown;
  });
