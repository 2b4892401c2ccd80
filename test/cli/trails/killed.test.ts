// An apply that is killed at any step and restarted has the same result as an uninterrupted one.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Cairn, connect } from '@cairn/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Lock } from '../../../src/cli/trails/lock-file.ts';
import { type TrailPlan, writePlan } from '../../../src/cli/trails/plan-file.ts';
import { runs } from '../../support/runs.ts';
import { runCairn, startCairn } from '../../support/service-process.ts';
import { type World, world } from '../../support/world.ts';
import { type Folder, trailsFolder, trailYaml } from './folder.ts';

vi.setConfig({ testTimeout: 600_000 });
/**
 * One in ten trails is archived, another is unchanged, four are changed and four are created. In normal runs there are
 * one, one, two and two of them, and in the nightly run ten times as many.
 */
const TRAILS = runs(6);
/** The first one that is not archived, and the first that is changed. */
const [KEPT, CHANGED] = [Math.ceil(TRAILS * 0.1), Math.ceil(TRAILS * 0.2)];
/** One in this many changed and created trails has an image. */
const PICTURED = Math.ceil(TRAILS * 0.4);
/**
 * The subject of each trail. The judge reads every number as 0, and a trail whose examples go to another one is not
 * published.
 */
const THINGS = (
  'anchor apple bakery barber bridge camel candle canoe dentist desert donkey eagle engine falcon forest garlic ginger ' +
  'guitar hammer harbor helmet igloo island jacket jewel jungle kettle kitten ladder lantern lemon magnet meadow mirror ' +
  'needle noodle nurse olive orchard oyster pepper pillow pirate quarry quilt rabbit ribbon rocket saddle salmon spider ' +
  'tailor tunnel umbrella valley violin walnut window yogurt zebra'
).split(' ');

let service: World;
let png: Buffer;
beforeAll(async () => {
  service = await world();
  const image = { width: 4, height: 4, channels: 3, background: 'green' } as const;
  png = await sharp({ create: image }).png().toBuffer();
});
afterAll(() => service.close());

interface Prepared {
  readonly folder: Folder;
  readonly cairn: Cairn;
  readonly plan: TrailPlan;
  readonly key: string;
}

/** A workspace and a plan with every kind of step. */
async function prepared(): Promise<Prepared> {
  const { publisher } = await service.team();
  const folder = trailsFolder(service.address, publisher.key);
  const name = (index: number): string => THINGS[index] ?? `thing ${index}`;
  for (let index = 0; index < TRAILS * 0.6; index += 1)
    folder.write(`${name(index)}/trail.yaml`, trailYaml(`Trail ${name(index)}`));
  await folder.apply(await folder.plan());
  for (let index = 0; index < KEPT; index += 1) rmSync(join(folder.dir, name(index)), { recursive: true });
  for (let index = KEPT; index < TRAILS; index += 1) {
    const isRestricted = index % 10 === 9 || index === TRAILS - 1;
    const yaml = trailYaml(`Trail ${name(index)}`, isRestricted ? 'visibility: restricted' : '');
    const isChanged = index >= CHANGED && index < TRAILS * 0.6;
    folder.write(`${name(index)}/trail.yaml`, isChanged ? yaml.replace('You get', 'You will get') : yaml);
    if ((index + 1) % PICTURED !== 0) continue;
    folder.write(`${name(index)}/images/green.png`, png);
    folder.write(`${name(index)}/setup.md`, '![green](images/green.png)\n');
  }
  const plan = await folder.plan({ prune: true, publish: true });
  return { folder, cairn: connect({ url: service.address, credential: publisher.key }), plan, key: publisher.key };
}

/** The same image has a different address in each workspace. */
const IMAGE = /[0-9a-f]{64}\.png/g;

/** The catalog as employees and authors see it, without ids, times and addresses of images. */
async function stateOf({ cairn, folder }: Prepared): Promise<unknown[]> {
  const states: unknown[] = [];
  for (const { id } of await cairn.trails.list().all()) {
    const { title, status, visibility, revision, published_revision, document } = await cairn.trails.get(id);
    const versions = (await cairn.trails.versions.list(id)).length;
    states.push({
      title,
      status,
      visibility,
      revision,
      published_revision,
      versions,
      document: JSON.stringify(document).replace(IMAGE, ''),
    });
  }
  const lock = lockIn(folder);
  // The next plan is empty, which shows that the digests are right.
  const locked = Object.entries(lock.trails).map(([name, { revision }]) => ({ title: name, revision }));
  const order = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  return [...states.sort(order), ...locked, lock.applying];
}

const lockIn = ({ dir }: Folder): Lock => JSON.parse(readFileSync(join(dir, 'cairn.lock.json'), 'utf8')) as Lock;
const doneIn = ({ folder }: Prepared): number => lockIn(folder).applying?.done.length ?? 0;

type Moment = 'before sending' | 'after the service did it';

/** Applies until the `count`-th change and then dies. Returns true if it completed. */
async function applyUntil({ folder, plan }: Prepared, count: number, moment: Moment): Promise<boolean> {
  let changes = 0;
  let die = (): void => {};
  const dead = new Promise<boolean>((done) => {
    die = () => done(false);
  });
  const never = new Promise<never>(() => {});
  const killing: typeof fetch = async (input, init) => {
    if (changes >= count) return never;
    if (init?.method === 'GET') return fetch(input, init);
    changes += 1;
    if (changes < count) return fetch(input, init);
    if (moment === 'after the service did it') await (await fetch(input, init)).arrayBuffer();
    die();
    return never;
  };
  return Promise.race([dead, folder.apply(plan, { fetch: killing }).then(() => true)]);
}

let expected: unknown[];
test('applies a plan with many trails', async () => {
  const desk = await prepared();
  const { failed, done } = await desk.folder.apply(desk.plan);
  expect([failed, done]).toEqual([[], desk.plan.steps.length]);
  expect(new Set(desk.plan.steps.map(({ kind }) => kind)).size).toBeGreaterThan(5);
  expected = await stateOf(desk);
  expect((await desk.folder.plan({ prune: true, publish: true })).steps).toEqual([]);
  expect(await desk.folder.apply(desk.plan)).toMatchObject({ done: 0, failed: [] });
});

test.each<Moment>(['before sending', 'after the service did it'])(
  'has the same result if the process is killed at every step, %s, and restarted each time',
  async (moment) => {
    const desk = await prepared();
    const least = moment === 'before sending' ? 2 : 1;
    // Each run gets one step further than the previous one and dies at the next change, so that every image and the
    // request with all trails are interrupted once. A run without progress gets one more.
    let [runs, before, lives] = [0, -1, least];
    for (let isDone = false; !isDone; runs += 1) {
      isDone = await applyUntil(desk, lives, moment);
      const done = doneIn(desk);
      lives = done > before ? least : lives + 1;
      before = done;
    }
    expect(runs).toBeGreaterThan(2);
    expect(await stateOf(desk)).toEqual(expected);
    expect((await desk.folder.plan({ prune: true, publish: true })).steps).toEqual([]);
  },
);

test('has the same result if it continues with a credential that has used none of the idempotency keys', async () => {
  const desk = await prepared();
  for (let count = 1; count <= 4; count += 1) await applyUntil(desk, count, 'after the service did it');
  const keyless: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.has('idempotency-key')) headers.set('idempotency-key', `other-${headers.get('idempotency-key')}`);
    return fetch(input, { ...init, headers });
  };
  expect((await desk.folder.apply(desk.plan, { fetch: keyless })).failed).toEqual([]);
  expect(await stateOf(desk)).toEqual(expected);
});

test('has the same result if the process is killed repeatedly with SIGKILL', async () => {
  const desk = await prepared();
  const file = join(desk.folder.dir, 'plan.json');
  await writePlan(file, desk.plan);
  const args = ['trails', 'apply', file, '--dir', desk.folder.dir, '--url', service.address, '--json'];
  const env = { CAIRN_API_KEY: desk.key };
  // Once after the first image, and once at any moment after that.
  for (let kills = 0; kills < 2; kills += 1) {
    const child = startCairn(args, 'ignore', env);
    const ended = once(child, 'exit');
    const watch = setInterval(() => doneIn(desk) > 0 && child.kill('SIGKILL'), 1);
    const [, signal] = (await ended) as [number | null, string | null];
    clearInterval(watch);
    expect(signal).toBe('SIGKILL');
  }
  const { code, stdout } = await runCairn(args, env);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { failed: [] }]);
  expect(await stateOf(desk)).toEqual(expected);
});
