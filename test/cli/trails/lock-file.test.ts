// The lock file is always written as a whole. A pull of many trails writes it periodically, not once per trail, and an
// interrupted pull keeps its progress.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LockedTrail, openLock } from '../../../src/cli/trails/lock-file.ts';
import { pull } from '../../../src/cli/trails/pull.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type World, world } from '../../support/world.ts';
import { trailsFolder } from './folder.ts';

const CATALOG = { url: 'https://cairn.test', team_id: null };
const trail = (id: string): LockedTrail => ({ id, revision: 1, digest: 'd', visibility: 'all_teams', images: {} });
const root = temporaryFolder('lock');
const lockIn = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as { readonly trails: Record<string, LockedTrail> };
const foldersIn = (file: string): string[] => Object.keys(lockIn(file).trails);

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(async () => {
  await service.close();
});

test('writes changes at the end or once a second', async () => {
  let now = 0;
  const file = join(root, 'noted.json');
  const locked = await openLock(file, CATALOG, () => now);
  for (const folder of ['b', 'a', '__proto__']) await locked.note(folder, trail(folder));
  now = 999;
  await locked.note('c', trail('c'));
  expect(existsSync(file)).toBe(false);
  await locked.save();
  expect(foldersIn(file)).toEqual(['__proto__', 'a', 'b', 'c']);
  expect(locked.lock.trails.size).toBe(4);
  expect([...(await openLock(file, CATALOG)).lock.trails.keys()]).toEqual(['__proto__', 'a', 'b', 'c']);
  now = 1_998;
  await locked.note('a', undefined);
  expect(foldersIn(file)).toContain('a');
  now = 1_999;
  await locked.note('b', { ...trail('b'), revision: 2 });
  expect(foldersIn(file)).toEqual(['__proto__', 'b', 'c']);
  expect(lockIn(file).trails.b?.revision).toBe(2);
  rmSync(file);
  await locked.save();
  expect(existsSync(file)).toBe(false);
});

test('detects another run in the folder, also by a recent write', async () => {
  const file = join(temporaryFolder('lock', root), 'two.json');
  const [one, other] = await Promise.all([openLock(file, CATALOG, () => 0), openLock(file, CATALOG, () => 0)]);
  await one.note('a', trail('a'));
  await other.note('b', trail('b'));
  await one.save();
  await expect(other.save()).rejects.toMatchObject({ slug: 'conflict' });
});

test('keeps the progress of an interrupted pull, so that the next pull continues there', async () => {
  const { publisher } = await service.team();
  for (let at = 0; at < 6; at += 1) await publisher.speaks.post('/v1/trails', { title: `Trail ${at}` });
  const folder = trailsFolder(service.address, publisher.key);
  let reads = 0;
  const cut: typeof fetch = async (input, init) => {
    reads += Number(/\/v1\/trails\/[^/?]+$/.test(String(input)));
    if (reads > 4) return Response.json({ type: 'x/problems/forbidden', status: 403 }, { status: 403 });
    return fetch(input, init);
  };
  await expect(pull(await folder.open(cut), {})).rejects.toThrow();
  expect(foldersIn(join(folder.dir, 'cairn.lock.json'))).toHaveLength(4);
  expect(await folder.pull()).toMatchObject({
    written: [expect.anything(), expect.anything()],
    unchanged: 4,
    left: [],
  });
});
