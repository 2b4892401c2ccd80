// The HTTP kit alone: a door with three callers and a few endpoints that show the features of the kit, on a real
// socket.
import { Type } from '@sinclair/typebox';
import { refuse } from '../../src/base/refusal.ts';
import { noContent, ok } from '../../src/http/answers/answer.ts';
import { problemAnswer } from '../../src/http/answers/problem.ts';
import type { Door, Endpoint } from '../../src/http/endpoint/endpoint.ts';
import { commitsInTurn } from '../../src/http/gate/commits-in-turn.ts';
import { type Leases, openLeases } from '../../src/http/idempotency/leases.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../../src/http/rate-limits/rate-limit-memory.ts';
import { buildServer, type ServerOptions } from '../../src/http/server/server.ts';
import { openLogger } from '../../src/start/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { declaredShapes } from '../support/declared-shapes.ts';
import { type Speaker, speaker } from '../support/speaker.ts';
import { type TestClock, testClock } from '../support/test-clock.ts';

const BASE_URL = 'https://cairn.test';
const CALLERS = ['amy', 'ben', 'cid'];
const CATALOG = '00000000-0000-7000-8000-0000000000aa';

export interface KitWorld {
  readonly address: string;
  readonly port: number;
  readonly clock: TestClock;
  readonly database: Database;
  /** The reported bugs. */
  readonly reported: unknown[];
  readonly nobody: Speaker;
  readonly leases: Leases;
  /** `amy`, `ben` or `cid`, each with separate buckets and idempotency keys. */
  caller(name: string): Speaker;
  /** How many times POST /things took effect under that name. */
  effects(name: string): Promise<number>;
  /** Releases every waiting POST /slow. */
  release(): void;
  /** Resolves once this many POST /slow are waiting. */
  waiting(count?: number): Promise<void>;
  close(): Promise<void>;
}

/** `limits` sets the server's limits, for tests about them. */
export async function kitWorld(scale = 1_000, limits: ServerOptions['limits'] = {}): Promise<KitWorld> {
  const database = await openTestDatabase();
  const clock = testClock();
  const gate = turnstile();
  const reported: unknown[] = [];
  const leases = openLeases(database, clock);
  const server = buildServer({
    clock,
    leases,
    commits: commitsInTurn(),
    languages: () => undefined,
    limiter: memoryLimiter(ratePolicies(scale), clock),
    logger: openLogger('silent'),
    metrics: openMetrics(),
    baseUrl: BASE_URL,
    trustProxy: { hops: 0 },
    limits,
    report: (thrown) => reported.push(thrown),
  });
  server.mount(doorOf(database), endpoints(gate.pass));
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${port}`;
  const nobody = speaker(address, declaredShapes([]));
  return {
    address,
    port,
    clock,
    database,
    leases,
    reported,
    nobody,
    caller: (name) => nobody.with({ Authorization: name }),
    async effects(name) {
      const row = await database.row<{ value: string }>(sql`select value from service_settings where name = ${name}`);
      return Number(row?.value ?? 0);
    },
    release: gate.release,
    waiting: gate.waiting,
    async close() {
      await server.close();
      await database.close();
    },
  };
}

/** Holds requests until the test releases them. */
function turnstile() {
  let waiting: (() => void)[] = [];
  let arrived = (): void => {};
  return {
    pass: () =>
      new Promise<void>((go) => {
        waiting.push(go);
        arrived();
      }),
    release() {
      for (const go of waiting) go();
      waiting = [];
    },
    async waiting(count = 1) {
      while (waiting.length < count) {
        await new Promise<void>((tell) => {
          arrived = tell;
        });
      }
    },
  };
}

const doorOf = (database: Database): Door<string> => ({
  name: 'kit',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, BASE_URL, requestId),
  async admit({ headers }) {
    const name = headers.authorization ?? '';
    const place = CALLERS.indexOf(name);
    if (place < 0) throw refuse('unauthorized', 'Nobody of that name.', { sent: name !== '' });
    return {
      caller: name,
      database,
      confirm: async () => {},
      bucket: name,
      keys: { catalog_id: CATALOG, credential_id: `00000000-0000-7000-8000-00000000000${place}` },
      logged: {},
    };
  },
});

const Thing = Type.Object({ name: Type.String({ minLength: 1 }) }, { additionalProperties: true });

function endpoints(pass: () => Promise<void>): Endpoint<string>[] {
  const make = (endpoint: Partial<Endpoint<string>> & Pick<Endpoint<string>, 'method' | 'path' | 'handle'>) => ({
    id: `${endpoint.method} ${endpoint.path}`,
    summary: '',
    tag: 'Kit',
    rate: 'default' as const,
    answers: {},
    refusals: [],
    ...endpoint,
  });
  const count = (name: string) => sql`
    insert into service_settings as s (name, value) values (${name}, '1')
    on conflict (name) do update set value = (s.value::integer + 1)::text`;
  return [
    make({
      method: 'GET',
      path: '/things/:id',
      params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
      query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })) }, { additionalProperties: false }),
      handle: async ({ params, query }) => ok({ params, query }, { ETag: '"1"' }),
    }),
    make({
      method: 'POST',
      path: '/things',
      async handle(call) {
        const { name } = await call.json(Thing);
        return call.commit(async (tx) => {
          await tx.rows(count(name));
          return {
            status: 201,
            headers: { Location: `/things/${name}`, ETag: '"1"', 'X-Made-By': 'kit' },
            body: { name },
          };
        });
      },
    }),
    make({
      method: 'POST',
      path: '/slow',
      async handle(call) {
        const { name } = await call.json(Thing);
        await pass();
        return call.commit(async (tx) => {
          await tx.rows(count(name));
          return ok({ name });
        });
      },
    }),
    make({
      method: 'POST',
      path: '/modelled',
      rate: 'model',
      async handle(call) {
        const { name } = await call.json(Thing);
        if (name === 'refused') throw refuse('conflict', 'Refused by a rule.');
        return call.commit(async (tx) => {
          await tx.rows(count(name));
          return ok({ name });
        });
      },
    }),
    make({ method: 'DELETE', path: '/things', handle: (call) => call.commit(async () => noContent()) }),
    make({ method: 'GET', path: '/unwritable', handle: async () => ok({ number: 1n }) }),
    make({
      method: 'POST',
      path: '/signalled',
      handle: async (call) => ok({ aborted: call.signal().aborted }),
    }),
    make({ method: 'POST', path: '/echo', handle: async (call) => ok({ echoed: await call.object() }) }),
    make({
      method: 'POST',
      path: '/form',
      form: { fields: ['alt'], file: 'file', fileBytes: 100_000 },
      async handle(call) {
        const { fields, file } = await call.form();
        return ok({ fields, size: file?.bytes.length ?? -1 });
      },
    }),
    make({
      method: 'GET',
      path: '/broken',
      async handle() {
        throw new Error('the password is swordfish');
      },
    }),
  ];
}
