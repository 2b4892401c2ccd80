import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { heldDeriver } from '../../support/held-deriver.ts';
import { type Heard, slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, signedIn } from './browser.ts';

const PASSWORD = 'a heap of stones marks the way';
const DEVICE = '__Host-cairn_device';
const deriver = heldDeriver();
const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });

/** Each test has a separate queue. Some need buckets of the usual size. */
let here: World;
const open = async (env: Readonly<Record<string, string>> = {}): Promise<World> => {
  here = await world({ CAIRN_TRUST_PROXY: 'on', ...env }, { deriver, logger });
  return here;
};
afterEach(async () => {
  deriver.release();
  await here.close();
});

const from = (address: string) => ({ 'X-Forwarded-For': address });
const guess = (address: string, email: string, visitor = browser(here), password = 'a wrong password') =>
  visitor.send('POST', '/sign-in/password', { email, password }, from(address));

/** Sends a guess from each address. Adds each response to the list when it arrives. */
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

/** A browser in which a person of the team has set a password. */
async function withPassword(email: string): Promise<Browser> {
  const visitor = await signedIn(here, email);
  expect((await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD })).status).toBe(204);
  return visitor;
}

describe('many password guesses at once', () => {
  beforeEach(() => open());

  test('are hashed one at a time, and refused before hashing if they would wait too long (503)', async () => {
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

  test('from one network are processed after those of a network that asks once', async () => {
    deriver.hold();
    const crowd = guesses(Array.from({ length: 40 }, (_, at) => `10.0.0.${at}`));
    await expect.poll(() => crowd.answers.length).toBe(23);
    const other = guesses(['10.0.1.1']);
    await expect.poll(() => crowd.answers.length).toBe(24);
    deriver.release();
    expect((await other.all()).map(({ status }) => status)).toEqual([401]);
    await crowd.all();
  });

  test('keep out neither a known device nor a person who is signed in and changes the password', async () => {
    const team = await here.team();
    const known = await withPassword(team.member.email);
    deriver.hold();
    const crowd = guesses(Array.from({ length: 40 }, (_, at) => `10.0.${at}.1`));
    await expect.poll(() => crowd.answers.length).toBe(23);
    const entering = guess('10.0.0.1', team.member.email, known, PASSWORD);
    const changed = { current_password: PASSWORD, new_password: 'another heap marks another way' };
    const changing = known.send('PUT', '/manage/v1/session/password', changed);
    await expect.poll(() => deriver.inFlight()).toBeGreaterThan(0);
    deriver.release();
    expect([(await entering).status, (await changing).status].filter((status) => status === 503)).toEqual([]);
    await crowd.all();
  });
});

describe('password guesses for one address', () => {
  let team: TestTeam;
  beforeEach(async () => {
    await open({ CAIRN_RATE_SCALE: '0.3' });
    team = await here.team();
  });
  /** Clears the buckets of the member's address in ten networks, including the client address 10.0.0.1. */
  async function attack(): Promise<void> {
    for (let network = 0; network < 4; network += 1) {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1)
        statuses.push((await guess(`10.0.${network}.1`, team.member.email)).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
    }
  }

  test('lock out neither a known device, even at the same client address, nor a new one elsewhere', async () => {
    const known = await withPassword(team.member.email);
    await attack();
    expect((await guess('10.0.0.1', team.member.email, known, PASSWORD)).status).toBe(200);
    expect((await guess('10.0.9.1', team.member.email, browser(here), PASSWORD)).status).toBe(200);
    // A new device in the attacker's network has to wait.
    expect((await guess('10.0.0.2', team.member.email, browser(here), PASSWORD)).status).toBe(429);
  });

  test('are also limited on a known device', async () => {
    const known = await withPassword(team.member.email);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await guess('10.0.0.1', team.member.email, known)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test('gain nothing from a device that is known for another person, or from a forged device cookie', async () => {
    const own = await withPassword(team.author.email);
    await attack();
    expect(slugOf(await guess('10.0.0.1', team.member.email, own))).toBe('rate-limited');
    // For other people's accounts the client's address counts as if the device were unknown.
    expect(slugOf(await guess('10.0.0.1', team.owner.email, own))).toBe('rate-limited');
    const forged = { ...from('10.0.0.1'), Cookie: `${DEVICE}=${'a'.repeat(22)}.${'b'.repeat(43)}.${'c'.repeat(43)}` };
    const body = { email: team.member.email, password: PASSWORD };
    expect((await browser(here).send('POST', '/sign-in/password', body, forged)).status).toBe(429);
  });

  test('by a person who shares the browser do not make the browser forget the first person', async () => {
    const shared = await withPassword(team.member.email);
    await withPassword(team.author.email);
    expect((await guess('10.0.5.1', team.author.email, shared, PASSWORD)).status).toBe(200);
    await attack();
    expect((await guess('10.0.0.1', team.member.email, shared, PASSWORD)).status).toBe(200);
  });
});

describe('a failed sign-in', () => {
  beforeEach(() => open());

  test("is logged with its address and account, and once a minute in the audit log of the account's workspaces", async () => {
    const [team, other] = [await here.team(), await here.team()];
    await withPassword(team.member.email);
    const refused = async (team_id: string) => {
      const log = await readAudit(here.app.database, team_id, { kind: 'session.refused' }, { after: null, limit: 10 });
      return log.map(({ actor, subject }) => [actor.kind, actor.id, actor.address, subject.id]);
    };
    const entry = ['system', null, '10.0.3.1', team.member.id];
    for (let count = 0; count < 3; count += 1) await guess('10.0.3.1', team.member.email);
    await expect.poll(() => refused(team.team_id)).toEqual([entry]);
    here.clock.advance(60_000);
    await guess('10.0.3.1', team.member.email);
    await guess('10.0.3.1', 'nobody@acme.test');
    await expect.poll(() => refused(team.team_id)).toEqual([entry, entry]);
    expect(await refused(other.team_id)).toEqual([]);
    const logged = lines.filter(({ msg }) => msg === 'a sign-in was refused').slice(-5);
    expect(logged.map(({ address, account_id }) => [address, account_id])).toEqual([
      ...Array.from({ length: 4 }, () => ['10.0.3.1', team.member.id]),
      ['10.0.3.1', null],
    ]);
    expect(JSON.stringify(logged)).not.toContain('a wrong password');
  });
});
