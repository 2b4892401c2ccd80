// A mirror under random changes: it is killed between any two steps, some of its events are repeated, and it catches up
// at random times. In the end its trails, grants, groups and people are the workspace's, byte for byte.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { managedTeam } from '../doors/manage/support.ts';
import { connect } from '../doors/scim/support/connection.ts';
import { runs } from '../support/runs.ts';
import { type World, world } from '../support/world.ts';
import {
  beginMirror,
  type ChangePage,
  type Digests,
  digestsOf,
  follow,
  type Mirror,
  refresh,
  type Source,
  textsOf,
} from './mirror.ts';
import { change, prepare, type Random, randomFrom } from './random-changes.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());

const CHANGES = runs(300);

/** Applies some of the kept events again, in any order, as a webhook that is delivered twice or late would. */
async function repeated(mirror: Mirror, source: Source, random: Random): Promise<void> {
  const { body } = await source.key.get<ChangePage>('/manage/v1/changes?after=0&limit=500');
  for (const { data } of body.items.filter(() => random() < 0.02)) await refresh(mirror, source, data.subject);
}

test(`mirrors ${CHANGES} random changes through kills and repeated events`, { timeout: 1_800_000 }, async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
  const random = randomFrom(seed);
  const team = await managedTeam(service);
  const { owner, admin, author, publisher, member, asAdmin } = team;
  const source: Source = { key: admin.speaks, sessions: asAdmin };
  const staff = [owner, admin, author, publisher, member].map(({ id }) => id);
  const provider = await connect(service, team.team_id);
  const place = await prepare({
    team: { member, author, staff },
    publisher: publisher.speaks,
    admin: asAdmin,
    provider,
  });
  const mirror = await beginMirror(source);
  for (let n = 0; n < CHANGES; n += 1) {
    await change(place, random, n);
    if (random() < 0.1) await follow(mirror, source, () => random() < 0.2);
    if (random() < 0.02) await repeated(mirror, source, random);
  }
  await follow(mirror, source);
  expect({ seed, ...textsOf(mirror) }).toEqual({ seed, ...textsOf(await beginMirror(source)) });
  const { next, ...digests } = (await source.key.get<Digests>('/manage/v1/changes/digest')).body;
  expect({ seed, ...digests }).toEqual({ seed, ...digestsOf(mirror) });
  expect(next).toBe(mirror.cursor);
});
