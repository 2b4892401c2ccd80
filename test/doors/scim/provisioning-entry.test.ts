// The data of a request that are kept until it is logged.
import { expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { entryOf } from '../../../src/doors/scim/provisioning-entry.ts';
import { openRouter } from '../../../src/http/server/router.ts';
import { keptHeap } from '../../support/kept-heap.ts';

/** The entry of a request without a credential does not contain its query. */
function noteOf(path: string) {
  const router = openRouter<string>();
  router.add('GET', '/scim/v2/:connection_id/Users/:id', 'user');
  router.add('GET', '/scim/v2/:connection_id/*', 'nothing');
  const found = router.find('GET', path);
  if (found === undefined || found === 'malformed') throw new Error(`${path} leads nowhere.`);
  const { params } = found;
  const request = { headers: {}, params, method: 'GET', address: '192.0.2.1', requestId: 'r', url: path };
  const answered = { status: 401, refusal: undefined, durationMs: 1, noted: {} };
  const entry = entryOf({ caller: undefined, endpoint: undefined, request, ...answered }, Date.now());
  return { ...entry, request: null };
}

test.each([
  ['a user', '/Users/the-user-whom-it-names'],
  ['an unknown path', '/Userz/what-it-names'],
])('stores nothing from the query of a request for %s', async (_, path) => {
  const waiting: object[] = [];
  const kept = await keptHeap(1_000, () =>
    waiting.push(noteOf(`/scim/v2/${newId()}${path}?filter=${'x'.repeat(15_000)}`)),
  );
  expect(waiting.at(-1)).toMatchObject({ operation: 'GET' });
  expect(kept).toBeLessThan(4);
});
