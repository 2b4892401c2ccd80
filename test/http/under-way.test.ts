import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { underWay } from '../../src/http/under-way.ts';

test('each who waits for the end of what is under way is told, and none before', async () => {
  const { run, settled } = underWay();
  let succeed = (): void => {};
  let fail = (): void => {};
  const good = new Promise<void>((done) => {
    succeed = done;
  });
  const bad = new Promise<void>((_, failed) => {
    fail = () => failed(new Error('failed'));
  });
  const works = [run(() => good), run(() => bad)];
  const ended: string[] = [];
  for (const name of ['one', 'other']) void settled().then(() => ended.push(name));
  succeed();
  await turn();
  expect(ended).toEqual([]);
  fail();
  await Promise.allSettled(works);
  await turn();
  expect(ended).toEqual(['one', 'other']);
});

test('where nothing is under way any more nobody waits', async () => {
  const { run, settled } = underWay();
  expect(await run(async () => 7)).toBe(7);
  expect(await settled()).toBeUndefined();
});
