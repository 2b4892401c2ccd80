// If a workspace sends hundreds of concurrent changes, only a few of them are at the database. Another workspace's
// change starts immediately.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noContent } from '../../src/http/answers/answer.ts';
import { problemAnswer } from '../../src/http/answers/problem.ts';
import type { Door, Endpoint } from '../../src/http/endpoint/endpoint.ts';
import { commitsInTurn } from '../../src/http/gate/commits-in-turn.ts';
import { openLeases } from '../../src/http/idempotency/leases.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../../src/http/rate-limits/rate-limit-memory.ts';
import { buildServer, type HttpServer } from '../../src/http/server/server.ts';
import type { Database } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { testClock } from '../support/test-clock.ts';

/** The commits that wait at the database, by workspace. */
const waiting: { readonly owner: string; readonly go: () => void }[] = [];
let asked = 0;
let database: Database;
let server: HttpServer;
let address: string;

const doorOf = (db: Database): Door<string> => ({
  name: 'changes',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, 'http://cairn.test', requestId),
  async admit({ headers }) {
    const owner = headers.authorization ?? '';
    const inTransaction: Database['inTransaction'] = async (work) => {
      await new Promise<void>((go) => waiting.push({ owner, go }));
      return db.inTransaction(work);
    };
    return {
      caller: owner,
      database: { ...db, inTransaction },
      confirm: async () => {},
      bucket: `address:${owner}`,
      keys: { catalog_id: owner === 'nobody' ? '' : owner, credential_id: owner },
      logged: {},
    };
  },
});

const change: Endpoint<string> = {
  ...{ method: 'POST', path: '/changes', id: 'change', summary: '', tag: 'Changes', rate: 'default' },
  ...{ answers: {}, refusals: [] },
  handle(call) {
    asked += 1;
    return call.commit(async () => noContent());
  },
};

beforeAll(async () => {
  database = await openTestDatabase();
  const clock = testClock();
  server = buildServer({
    ...{ clock, leases: openLeases(database, clock), commits: commitsInTurn(), languages: () => undefined },
    limiter: memoryLimiter(ratePolicies(1_000), clock),
    logger: { info: () => undefined, debug: () => undefined },
    metrics: openMetrics(),
    baseUrl: 'http://cairn.test',
    trustProxy: { hops: 0 },
    report: (thrown) => {
      throw thrown;
    },
  });
  server.mount(doorOf(database), [change]);
  address = `http://127.0.0.1:${await server.listen({ host: '127.0.0.1', port: 0 })}/changes`;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('runs twelve changes of one workspace at a time, starts the next when one ends, and does not delay another workspace', async () => {
  const send = (owner: string, count: number): Promise<number>[] =>
    Array.from({ length: count }, async () => {
      const answer = await fetch(address, { method: 'POST', headers: { Authorization: owner } });
      return answer.status;
    });
  const at = (owner: string): number => waiting.filter((each) => each.owner === owner).length;
  const sent = [...send('one', 30)];
  await expect.poll(() => asked).toBe(30);
  sent.push(...send('two', 3), ...send('nobody', 2));
  await expect.poll(() => asked).toBe(35);
  await expect.poll(() => [at('one'), at('two'), at('nobody')]).toEqual([12, 3, 2]);
  waiting.find(({ owner }) => owner === 'one')?.go();
  await expect.poll(() => at('one')).toBe(13);
  for (let gone = 1; gone < 30; gone += 1) {
    await expect.poll(() => at('one')).toBeGreaterThan(gone);
    waiting.filter(({ owner }) => owner === 'one')[gone]?.go();
  }
  for (const { owner, go } of waiting) if (owner !== 'one') go();
  expect(new Set(await Promise.all(sent))).toEqual(new Set([204]));
});
