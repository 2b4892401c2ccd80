// The service checks the database as long as it runs, and logs changes.
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { watchHealth } from '../../src/background/health-watch.ts';
import type { Database, StorageHealth } from '../../src/storage/database.ts';

afterEach(() => vi.useRealTimers());

const FINE: StorageHealth = { reached: true, writable: true, applied: [] };
const READ_ONLY: StorageHealth = { ...FINE, writable: false };
const AWAY: StorageHealth = { reached: false, writable: false, applied: [], failure: 'it is gone' };

const DATABASE_GONE = 'error: the database does not answer (it is gone)';
const DATABASE_BACK = 'info: the database answers again';
const NO_CHANGES = 'error: the database takes no changes: it is a standby, or set to read only';
const CHANGES_AGAIN = 'info: the database takes changes again';

/** Runs checks with these results, one per second, and returns the log lines they cause. */
async function looked(found: readonly (StorageHealth | Error)[]): Promise<{ logged: string[]; last?: StorageHealth }> {
  vi.useFakeTimers();
  const logged: string[] = [];
  const write = (line: string): void => {
    const { level, msg, failure } = JSON.parse(line) as Record<string, string>;
    logged.push(`${level}: ${msg}${failure === undefined ? '' : ` (${failure})`}`);
  };
  const logger = pino({ formatters: { level: (level) => ({ level }) } }, { write });
  const health = vi.fn<Database['health']>();
  for (const one of found) {
    if (one instanceof Error) health.mockRejectedValueOnce(one);
    else health.mockResolvedValueOnce(one);
  }
  health.mockReturnValue(new Promise(() => undefined));
  const watch = watchHealth({ health } as unknown as Database, logger);
  await vi.advanceTimersByTimeAsync(found.length * 1_000);
  const last = watch.last();
  watch.stop();
  return { logged, ...(last && { last }) };
}

test('keeps checking after a failed check', async () => {
  expect(await looked([new Error('no look'), FINE])).toEqual({ logged: [], last: FINE });
});

test('ignores failed checks when it reports changes', async () => {
  expect(await looked([AWAY, new Error('no look')])).toEqual({ logged: [DATABASE_GONE], last: AWAY });
});

test.each<[string, readonly StorageHealth[], readonly string[]]>([
  ['goes away and comes back', [FINE, AWAY, AWAY, FINE, FINE], [DATABASE_GONE, DATABASE_BACK]],
  ['is away from the start', [AWAY, FINE], [DATABASE_GONE, DATABASE_BACK]],
  ['is read-only for a while', [FINE, READ_ONLY, READ_ONLY, FINE, FINE], [NO_CHANGES, CHANGES_AGAIN]],
  ['comes back as a standby', [FINE, AWAY, READ_ONLY], [DATABASE_GONE, DATABASE_BACK, NO_CHANGES]],
  [
    'goes away as a standby, and comes back as a primary',
    [READ_ONLY, AWAY, FINE],
    [NO_CHANGES, DATABASE_GONE, DATABASE_BACK, CHANGES_AGAIN],
  ],
])('logs each change once if a database %s', async (_, found, lines) => {
  expect((await looked(found)).logged).toEqual(lines);
});

test('ignores a pending check after it is stopped, and starts no further checks', async () => {
  vi.useFakeTimers();
  let answer: (health: StorageHealth) => void = () => undefined;
  const health = vi.fn<Database['health']>(() => new Promise((found) => (answer = found)));
  const watch = watchHealth({ health } as unknown as Database, pino({ level: 'silent' }));
  await vi.advanceTimersByTimeAsync(0);
  watch.stop();
  answer(AWAY);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([health.mock.calls.length, watch.last()]).toEqual([1, undefined]);
});
