// Which servers a session accepts, depending on the URL and the server's own state.
import { expect, test, vi } from 'vitest';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { beginSession, ServerClient } from '../../src/storage/server/server-client.ts';
import type { TargetServer } from '../../src/storage/server/server-urls.ts';

/** A session on a server that reports these facts. */
function begun(
  target: TargetServer,
  facts: { readonly read_only: string; readonly records_moves: boolean },
): Promise<boolean> {
  const client = new ServerClient('postgres://nobody@127.0.0.1:1/any', 60_000);
  vi.spyOn(client, 'query').mockImplementation(() => Promise.resolve([{ rows: [] }, { rows: [facts] }]));
  return beginSession(client, { deadlines: DEADLINES, ownSession: true, target }).finally(client.drop);
}

test.each<[TargetServer, string, string | undefined]>([
  ['any', 'on', undefined],
  ['any', 'off', undefined],
  ['read-write', 'off', undefined],
  ['read-write', 'on', 'the server refuses changes'],
  ['read-only', 'on', undefined],
  ['read-only', 'off', 'the server is not a standby'],
])(
  'accepts or refuses servers that are %j if one has read-only transactions (%s): %j',
  async (target, read_only, fault) => {
    const session = begun(target, { read_only, records_moves: true });
    if (fault === undefined) expect(await session).toBe(true);
    else await expect(session).rejects.toThrow(fault);
  },
);

test('reports whether the database records moves', async () => {
  expect(await begun('any', { read_only: 'off', records_moves: false })).toBe(false);
});
