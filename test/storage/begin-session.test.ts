// Which server a session stays on: what the URL asks for, and what the server says that it is.
import { expect, test, vi } from 'vitest';
import { DEADLINES } from '../../src/storage/deadlines.ts';
import { beginSession, ServerClient } from '../../src/storage/server/server-client.ts';
import type { TargetServer } from '../../src/storage/server/server-urls.ts';

/** A session on a server that tells these facts. */
function begun(target: TargetServer, facts: { readonly read_only: string; readonly alone: boolean }): Promise<boolean> {
  const client = new ServerClient('postgres://nobody@127.0.0.1:1/any', 60_000);
  vi.spyOn(client, 'query').mockImplementation(() => Promise.resolve([{ rows: [] }, { rows: [facts] }]));
  return beginSession(client, { deadlines: DEADLINES, ownSession: true, target }).finally(client.drop);
}

test.each<[TargetServer, string, string | undefined]>([
  ['any', 'on', undefined],
  ['any', 'off', undefined],
  ['read-write', 'off', undefined],
  ['read-write', 'on', 'the server takes no changes'],
  ['read-only', 'on', undefined],
  ['read-only', 'off', 'the server is no standby'],
])('of servers that are %j one whose transactions are read only (%s): %j', async (target, read_only, fault) => {
  const session = begun(target, { read_only, alone: true });
  if (fault === undefined) expect(await session).toBe(true);
  else await expect(session).rejects.toThrow(fault);
});

test('a server that is more than one PostgreSQL is told from one that is alone', async () => {
  expect(await begun('any', { read_only: 'off', alone: false })).toBe(false);
});
