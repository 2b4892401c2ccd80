// Free seats are taken concurrently, and the total is correct regardless of the row that counts a seat.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { admitPerson } from '../../src/directory/joining/account-link.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../src/directory/members/members.ts';
import { seatsOverTime, sweepSeatDays } from '../../src/directory/seats/seat-days.ts';
import { changeTeam, getTeam, listTeams } from '../../src/directory/teams/teams.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { byAdmin, freshTeam, someEmail, type TestTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const used = async (team: TestTeam): Promise<number> => (await getTeam(database, team.team_id)).seats_used;
const limitTo = (team: TestTeam, seat_limit: number | null): Promise<unknown> =>
  database.inTransaction((tx) => changeTeam(tx, team.team_id, { seat_limit }, byAdmin));
const refusedFull = (thrown: unknown): boolean => isRefusal(thrown, 'seat-limit');

describe.each([null, 1_000_000])('with a limit of %s', (limit) => {
  test('gives each of several concurrent people a seat, and counts them everywhere', async () => {
    const team = await freshTeam(database, limit);
    await Promise.all(Array.from({ length: 30 }, () => team.provision()));
    expect(await used(team)).toBe(31);
    const listed = await listTeams(database, '', null, 100);
    expect(listed.find(({ team_id }) => team_id === team.team_id)?.seats_used).toBe(31);
    const now = Date.now();
    await sweepSeatDays(database, now);
    const today = new Date(now).toISOString().slice(0, 10);
    const { used: taken, by_day } = await seatsOverTime(database, team.team_id, today, now + 24 * 3_600_000);
    expect([taken, by_day[0]?.used]).toEqual([31, 31]);
  });

  test('applies a later limit exactly: earlier seats count, and freed seats are available', async () => {
    const team = await freshTeam(database, limit);
    const [first, second] = [await team.provision(), await team.provision()];
    await limitTo(team, 4);
    const joined = await Promise.allSettled(Array.from({ length: 8 }, () => team.provision()));
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(joined.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])).every(refusedFull)).toBe(true);
    expect(await used(team)).toBe(4);
    const act = { team: team.team_id, connection: team.connection_id };
    await database.inTransaction((tx) => deactivateMember(tx, act.team, first, act.connection, team.by));
    await database.inTransaction((tx) => removeMember(tx, act.team, second, act.connection, team.by));
    expect(await used(team)).toBe(2);
    await database.inTransaction((tx) => reactivateMember(tx, act.team, first, act.connection, team.by));
    await team.provision();
    await expect(team.provision()).rejects.toSatisfy(refusedFull);
    await limitTo(team, limit);
    await team.provision();
    expect(await used(team)).toBe(5);
  });

  test('does not count a seat that was rolled back', async () => {
    const team = await freshTeam(database, limit);
    const person = { email: someEmail(), name: 'Pat Person', given_name: '', family_name: '' };
    const membership = { status: 'active', connection_id: team.connection_id } as const;
    const undone = database.inTransaction(async (tx) => {
      await admitPerson(tx, team.team_id, person, membership, team.by);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await used(team)).toBe(1);
  });

  test.skipIf(process.env.CAIRN_TEST_DATABASE_URL === undefined)('never waits for other people who join', async () => {
    const team = await freshTeam(database, limit);
    const person = { email: someEmail(), name: 'Pat Person', given_name: '', family_name: '' };
    const membership = { status: 'active', connection_id: team.connection_id } as const;
    const others = await database.inTransaction(async (tx) => {
      await admitPerson(tx, team.team_id, person, membership, team.by);
      // Each person uses a separate connection and may wait for another person whose seat is counted in the same row.
      const joining = Array.from({ length: 4 }, () => team.provision());
      await Promise.any(joining);
      return { joining };
    });
    await Promise.all(others.joining);
    expect(await used(team)).toBe(6);
  });
});

describe('seats over time', () => {
  const DAY_MS = 24 * 3_600_000;
  const NOW = Date.UTC(2031, 5, 30, 12);
  const day = (days: number): string => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);
  const note = ({ team_id }: TestTeam, days: number, seats: number): Promise<object[]> =>
    database.rows(sql`insert into seat_days (team_id, day, used) values (${team_id}, ${day(days)}, ${seats})`);

  test('are listed by day from the first record on, with the current value for today', async () => {
    const [team, neighbour] = [await freshTeam(database, 7), await freshTeam(database)];
    await note(team, -1, 5);
    await note(team, -3, 3);
    await note(team, -2, 4);
    await note(team, 0, 9);
    await note(neighbour, -1, 50);
    expect(await seatsOverTime(database, team.team_id, day(-2), NOW)).toEqual({
      ...{ used: 1, limit: 7 },
      by_day: [
        { day: day(-2), used: 4 },
        { day: day(-1), used: 5 },
        { day: day(0), used: 1 },
      ],
    });
  });

  test('are recorded on change, and deleted after 396 days', async () => {
    const team = await freshTeam(database);
    await note(team, -396, 1);
    await note(team, -397, 1);
    await sweepSeatDays(database, NOW - DAY_MS);
    await sweepSeatDays(database, NOW);
    await team.provision();
    expect(await sweepSeatDays(database, NOW)).toBe(0);
    const noted = await database.rows(sql`
      select day::text as day, used from seat_days where team_id = ${team.team_id} order by day`);
    expect(noted).toEqual([
      { day: day(-396), used: 1 },
      { day: day(-1), used: 1 },
      { day: day(0), used: 2 },
    ]);
  });
});
