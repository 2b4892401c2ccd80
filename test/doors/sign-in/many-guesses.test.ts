import { beforeEach, expect, test } from 'vitest';
import { heldDeriver } from '../../support/held-deriver.ts';
import { type Heard, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { browser } from './browser.ts';

const deriver = heldDeriver();
/** A queue of its own for each test. */
let here: World;
beforeEach(async () => {
  here = await world({ CAIRN_TRUST_PROXY: 'on' }, { deriver });
  return async () => {
    deriver.release();
    await here.close();
  };
});

const from = (address: string) => ({ 'X-Forwarded-For': address });
const guess = (address: string, email: string) =>
  browser(here).send('POST', '/sign-in/password', { email, password: 'a wrong password' }, from(address));

/** Sends a guess from each address; the answers appear in the list as they come. */
function guesses(addresses: readonly string[]): {
  readonly answers: Heard<unknown>[];
  all(): Promise<Heard<unknown>[]>;
} {
  const answers: Heard<unknown>[] = [];
  const sent = addresses.map(async (address, at) => {
    const answer = await guess(address, `nobody${at}@acme.test`);
    answers.push(answer);
    return answer;
  });
  return { answers, all: () => Promise.all(sent) };
}

test('hashes one guess of a stranger at a time, and refuses those that would wait long before hashing (503)', async () => {
  const begun = deriver.begun();
  deriver.hold();
  const { answers, all } = guesses(Array.from({ length: 40 }, (_, at) => `10.0.${at}.1`));
  await expect.poll(() => answers.length).toBe(23);
  for (const answer of answers)
    expect([answer.status, slugOf(answer), answer.headers.get('retry-after')]).toEqual([503, 'not-ready', '5']);
  expect([deriver.inFlight(), deriver.begun() - begun]).toEqual([1, 1]);
  deriver.release();
  const statuses = (await all()).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(17);
  expect(deriver.begun() - begun).toBe(17);
});

test('gives a network that asks once its turn before one that asks all the time', async () => {
  deriver.hold();
  const crowd = guesses(Array.from({ length: 40 }, (_, at) => `10.0.0.${at}`));
  await expect.poll(() => crowd.answers.length).toBe(23);
  const other = guesses(['10.0.1.1']);
  await expect.poll(() => crowd.answers.length).toBe(24);
  deriver.release();
  expect((await other.all()).map(({ status }) => status)).toEqual([401]);
  await crowd.all();
});
