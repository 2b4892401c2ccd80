// A mirror that is fed by webhooks over HTTP while the workspace changes at random. Its receiver loses, refuses, cuts
// off and repeats deliveries, and the service is killed again and again. The feed repairs what webhooks missed, and in
// the end the mirror equals the workspace, byte for byte.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSession } from '../../src/identity/sessions.ts';
import { EVENT_TYPES } from '../../src/webhooks/event-types.ts';
import {
  beginMirror,
  type Digests,
  digestsOf,
  follow,
  type Mirror,
  refresh,
  type Source,
  type Subject,
  textsOf,
} from '../changes/mirror.ts';
import { change, document, prepare, type Random, randomFrom, type Workplace } from '../changes/random-changes.ts';
import { speaking } from '../doors/scim/support/connection.ts';
import { OWN_MACHINE } from '../support/own-machine.ts';
import { runs } from '../support/runs.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { type Speaker, speaker } from '../support/speaker.ts';
import { makeTeam } from '../support/test-team.ts';
import { payloadOf, type Received, type Receiver, receiver } from '../webhooks/receiver.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';

const CHANGES = runs(200);
const KILLS = runs(3);
vi.setConfig({ testTimeout: 300_000 * KILLS, hookTimeout: 240_000 });

let storage: StorageBetween;
let service: ServiceProcess | undefined;
let hook: Receiver;
beforeAll(async () => {
  storage = await storageBetween();
  hook = await receiver();
});
afterAll(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  await hook?.close();
  await storage?.remove();
});

async function start(): Promise<void> {
  service = await startProcess({
    CAIRN_DATABASE_URL: storage.url,
    CAIRN_ASSETS: join(storage.folder, 'assets'),
    CAIRN_PUBLIC_URL: 'http://localhost:8080',
    CAIRN_EGRESS_ALLOW: OWN_MACHINE,
  });
  await service.until(200);
}

async function kill(): Promise<void> {
  service?.child.kill('SIGKILL');
  await service?.ended;
}

/** A client of the process that runs at the time of each request. */
function bearer(token: string): Speaker {
  const now = (): Speaker => speaker(service?.address ?? '', { check: () => {} }, { Authorization: `Bearer ${token}` });
  return {
    send: (...sent) => now().send(...sent),
    get: (...sent) => now().get(...sent),
    post: (...sent) => now().post(...sent),
    put: (...sent) => now().put(...sent),
    patch: (...sent) => now().patch(...sent),
    delete: (...sent) => now().delete(...sent),
    with: (headers) => now().with(headers),
  };
}

/** A workspace, and an admin's key and session, which outlive the processes. */
async function workplace(): Promise<{ readonly place: Workplace; readonly source: Source }> {
  const { team, session } = await storage.between(async (database) => {
    const made = await makeTeam({ database, now: Date.now, speakerOf: bearer });
    const place = { team_id: made.team_id, account_id: made.admin.id, kind: 'cli' } as const;
    return { team: made, session: await database.inTransaction((tx) => createSession(tx, place, Date.now())) };
  });
  await start();
  const sessions = bearer(session.token);
  const { team_id, owner, admin, author, publisher, member } = team;
  const staff = [owner, admin, author, publisher, member].map(({ id }) => id);
  const { body } = await sessions.post<{ connection_id: string; token_id: string; token: string }>(
    '/manage/v1/connections',
    { name: 'Okta' },
  );
  const provider = speaking({ bearer }, { team_id, ...body });
  return {
    place: await prepare({ team: { member, author, staff }, publisher: publisher.speaks, admin: sessions, provider }),
    source: { key: admin.speaks, sessions },
  };
}

type Task = () => Promise<void>;

/** Runs tasks one after another, as a mirror must: an older read must not replace a newer one. */
function queue(): (task: Task) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}

interface Faults {
  /** Whether the receiver makes mistakes. */
  areOn: boolean;
  readonly counts: Record<'taken' | 'lost' | 'refused' | 'cut off' | 'repeated', number>;
}

/** The receiver reads the subject of each event again, and makes a mistake with some. */
function mirrorDeliveries(mirror: Mirror, source: Source, inTurn: (task: Task) => Promise<void>, random: Random) {
  const faults: Faults = { areOn: true, counts: { taken: 0, lost: 0, refused: 0, 'cut off': 0, repeated: 0 } };
  const read = (received: Received) => {
    const { subject } = payloadOf(received).data as { readonly subject: Subject };
    return inTurn(() => refresh(mirror, source, subject));
  };
  hook.answers((response, _, received) => {
    const [chance, end] = [faults.areOn ? random() : 1, (status: number) => response.writeHead(status).end()];
    // While the service is down, the receiver cannot read anything either.
    const answer = (status: number) =>
      read(received).then(
        () => end(status),
        () => end(503),
      );
    if (chance < 0.15) {
      faults.counts.lost += 1;
      end(204);
    } else if (chance < 0.2) {
      faults.counts['cut off'] += 1;
      response.destroy();
    } else if (chance < 0.25) {
      faults.counts.refused += 1;
      void answer(500);
    } else if (chance < 0.35) {
      faults.counts.repeated += 1;
      void read(received).then(
        () => answer(204),
        () => end(503),
      );
    } else {
      faults.counts.taken += 1;
      void answer(204);
    }
  });
  return faults;
}

async function subscribe(sessions: Speaker): Promise<void> {
  const events = EVENT_TYPES.map(({ type }) => type);
  const made = await sessions.post('/manage/v1/webhooks', { name: 'Mirror', url: hook.url, events });
  expect(made.status).toBe(201);
}

/** Restricts a new trail. Returns how long the mirror, which gets webhooks only, still shows it to everyone. */
async function restrictedAfterMs(mirror: Mirror, { key }: Source): Promise<number> {
  const { id } = (await key.post<{ id: string }>('/v1/trails', { document: document('Restricted soon') })).body;
  const isShown = (): boolean => mirror.trails.get(id)?.text.includes('"visibility":"all_teams"') === true;
  await expect.poll(isShown, { timeout: 90_000, interval: 5 }).toBe(true);
  await key.patch(`/v1/trails/${id}`, { visibility: 'restricted' });
  const changed = performance.now();
  await expect.poll(isShown, { timeout: 90_000, interval: 5 }).toBe(false);
  return Math.round(performance.now() - changed);
}

test(`mirrors ${CHANGES} changes by webhooks through ${KILLS} kills`, async ({ annotate }) => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const random = randomFrom(seed);
  const { place, source } = await workplace();
  const mirror = await beginMirror(source);
  const inTurn = queue();
  const faults = mirrorDeliveries(mirror, source, inTurn, randomFrom(seed + 1));
  await subscribe(source.sessions);
  for (let n = 0; n < CHANGES; n += 1) {
    const isKill = n % Math.ceil(CHANGES / KILLS) === Math.floor(CHANGES / KILLS / 2);
    // The answer to a change is lost if the service is killed in the middle of it.
    const changed = change(place, random, n).catch(() => undefined);
    if (isKill) await kill();
    await changed;
    if (isKill) await start();
    if (random() < 0.05) await inTurn(() => follow(mirror, source, () => random() < 0.2));
  }
  expect(faults.counts.taken).toBeGreaterThan(0);
  faults.areOn = false;
  await inTurn(() => follow(mirror, source));
  await inTurn(async () => {
    expect({ seed, ...textsOf(mirror) }).toEqual({ seed, ...textsOf(await beginMirror(source)) });
    const { next, ...digests } = (await source.key.get<Digests>('/manage/v1/changes/digest')).body;
    expect({ seed, next, ...digests }).toEqual({ seed, next: mirror.cursor, ...digestsOf(mirror) });
  });
  const times = [];
  for (let turn = 0; turn < 5; turn += 1) times.push(await restrictedAfterMs(mirror, source));
  await annotate(`${JSON.stringify(faults.counts)}, restricted after ${times.join(', ')} ms`);
});
