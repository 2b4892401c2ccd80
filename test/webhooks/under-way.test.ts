// Changes during a batch: the endpoint, the queue behind it, the process itself.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { announce } from '../../src/audit/outbox.ts';
import { sql } from '../../src/storage/sql.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { type World, world } from '../support/world.ts';
import { type Received, type Receiver, receiver } from './receiver.ts';

interface Made {
  readonly webhook: { readonly id: string };
  readonly secret: string;
}
interface Delivery {
  readonly state: string;
  readonly attempts: number;
}

const start = (): Promise<World> => world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });

let service: World;
let team: Managed;
let hook: Receiver;
beforeAll(async () => {
  service = await start();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  hook = await receiver();
});
afterEach(() => hook.close());

const EVENTS = 12;

const subscribe = async ({ asAdmin }: Managed): Promise<Made> => {
  const body = { name: 'Test', url: hook.url, events: ['trail.saved'] };
  const made = await asAdmin.post<Made>('/manage/v1/webhooks', body);
  expect(made.status).toBe(201);
  return made.body;
};
/** Events of this many trails, as if each trail had been saved. */
const announceSaves = ({ app, clock }: World, { team_id, author }: Managed, count: number, trails: number) =>
  app.database.inTransaction((tx) =>
    announce(
      tx,
      Array.from({ length: count }, (_, at) => ({
        team_id,
        kind: 'trail.saved',
        at: new Date(clock()).toISOString(),
        actor: { kind: 'person' as const, id: author.id, name: 'Author' },
        subject: { kind: 'trail', id: `trail-${at % trails}`, name: 'Trail' },
        details: { revision: at + 2 },
      })),
    ),
  );
const deliveriesOf = async ({ asAdmin }: Managed, { webhook }: Made): Promise<Delivery[]> =>
  (await asAdmin.get<{ items: Delivery[] }>(`/manage/v1/webhooks/${webhook.id}/deliveries`)).body.items;
const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return headers['webhook-signature'] === new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
};

describe('a change to the endpoint applies to the rest of the batch', () => {
  let made: Made;
  let path: string;
  let round: Promise<void>;
  let answerTheFirst: () => void;
  beforeEach(async () => {
    made = await subscribe(team);
    path = `/manage/v1/webhooks/${made.webhook.id}`;
    const isToBeAnswered = new Promise<void>((done) => {
      answerTheFirst = done;
    });
    hook.answers((response) => void isToBeAnswered.then(() => response.writeHead(204).end()));
    // All events of one trail, so that they are sent in sequence.
    await announceSaves(service, team, EVENTS, 1);
    round = service.app.dispatcher.round();
    await expect.poll(() => hook.received.length).toBe(1);
  });
  afterEach(async () => {
    answerTheFirst();
    await round;
    vi.restoreAllMocks();
  });
  /** Responds to the first one a second later, so that the rest of the batch continues. */
  async function goOn(): Promise<void> {
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1_000);
    answerTheFirst();
    await round;
  }

  test('if the secret expires immediately', async () => {
    const rotated = await team.asAdmin.post<Made>(`${path}/rotate`, { overlap_seconds: 0 });
    expect(rotated.status).toBe(200);
    await goOn();
    const [first, ...others] = hook.received;
    expect([first && isSignedBy(made.secret, first), others.length]).toEqual([true, EVENTS - 1]);
    expect(others.every((one) => isSignedBy(rotated.body.secret, one))).toBe(true);
  });
  test('if the address changes', async () => {
    const other = await receiver();
    expect((await team.asAdmin.send('PATCH', path, { url: other.url })).status).toBe(200);
    await goOn();
    expect([hook.received.length, other.received.length]).toEqual([1, EVENTS - 1]);
    await other.close();
  });
  test.each([410, 503])(
    "if the address changes while the old one responds %i and asks for a day's pause",
    async (code) => {
      const other = await receiver();
      let refuse: (() => unknown) | undefined;
      hook.answers((response) => {
        refuse = () => response.writeHead(code, { 'Retry-After': '86400' }).end();
      });
      answerTheFirst();
      await expect.poll(() => refuse).toBeDefined();
      expect((await team.asAdmin.send('PATCH', path, { url: other.url })).status).toBe(200);
      refuse?.();
      await round;
      expect((await team.asAdmin.get(path)).body).toMatchObject({ is_on: true, failing_since: null, waiting: 0 });
      expect((await deliveriesOf(team, made)).every(({ attempts }) => attempts === 1)).toBe(true);
      await other.close();
    },
  );
  test('if the endpoint is switched off', async () => {
    expect((await team.asAdmin.send('PATCH', path, { is_on: false })).status).toBe(200);
    await goOn();
    expect(hook.received).toHaveLength(1);
    const states = (await deliveriesOf(team, made)).map(({ state }) => state);
    expect(states.filter((state) => state === 'delivered')).toHaveLength(1);
    await team.asAdmin.send('PATCH', path, { is_on: true });
    await service.app.dispatcher.round();
    expect(hook.received).toHaveLength(EVENTS);
  });
  test('if the endpoint is deleted', async () => {
    expect((await team.asAdmin.delete(path)).status).toBe(204);
    await goOn();
    expect(hook.received).toHaveLength(1);
  });
});

test('sends distributed events while others are still waiting for distribution', async () => {
  await subscribe(team);
  const waiting: Promise<number>[] = [];
  const count = async (): Promise<number> => {
    const row = await service.app.database.row<{ count: number }>(sql`select count(*) as count from audit_outbox`);
    return row?.count ?? 0;
  };
  hook.answers((response) => {
    if (waiting.length === 0) waiting.push(count());
    response.writeHead(204).end();
  });
  await announceSaves(service, team, 1_200, 1_200);
  await service.app.dispatcher.round();
  expect(await waiting[0]).toBeGreaterThan(0);
  expect(hook.received).toHaveLength(1_200);
}, 60_000);

describe('a stop after its timeout', () => {
  let stopped: World;
  beforeEach(async () => {
    stopped = await start();
    team = await managedTeam(stopped, { plan: 'enterprise' });
    hook.answers(() => undefined);
  });
  afterEach(() => stopped.close());

  test('cancels an attempt without counting it', async () => {
    const made = await subscribe(team);
    await announceSaves(stopped, team, 2, 2);
    const round = stopped.app.dispatcher.round();
    await expect.poll(() => hook.received).toHaveLength(2);
    await stopped.app.dispatcher.stop(200);
    await round;
    expect(await deliveriesOf(team, made)).toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ]);
    const webhook = await team.asAdmin.get(`/manage/v1/webhooks/${made.webhook.id}`);
    expect(webhook.body).toMatchObject({ failing_since: null });
  });
  test('cancels a batch of a stream without counting it', async () => {
    const body = { name: 'SIEM', url: hook.url, format: 'ndjson' };
    expect((await team.asAdmin.post('/manage/v1/audit/streams', body)).status).toBe(201);
    const round = stopped.app.dispatcher.round();
    await expect.poll(() => hook.received).toHaveLength(1);
    await stopped.app.dispatcher.stop(200);
    await round;
    const streams = await team.asAdmin.get<{ items: object[] }>('/manage/v1/audit/streams');
    expect(streams.body.items).toMatchObject([{ waiting: 1, cause: null, failing_since: null }]);
  });
});
