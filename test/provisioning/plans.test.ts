// Sync statements read little more than they return, whatever the server's statistics say: no statistics, as in a
// provider's first sync, empty tables, or one workspace with almost all rows. This is true with the actual values and
// with the generic plan that the service requests. The tests count the rows that the plan visits, so they do not depend
// on the speed of the machine.
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { GROUP_TYPE, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { PATCH_OP_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/base/id.ts';
import {
  dropMembers,
  keepMembers,
  markLeaving,
  selectMarked,
  selectUnmarked,
} from '../../src/directory/groups/group-change-store.ts';
import { groupAttributes } from '../../src/provisioning/groups/group-attribute-store.ts';
import { findGroup, selectGroups } from '../../src/provisioning/groups/group-record-store.ts';
import { patchGroup } from '../../src/provisioning/groups/group-sync.ts';
import { filterSql, keySql } from '../../src/provisioning/rows/filter-sql.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { userAttributes } from '../../src/provisioning/users/user-attribute-store.ts';
import { findPersonNamed, selectAccounts, selectUsers } from '../../src/provisioning/users/user-record-store.ts';
import type { Database, Db, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshTeam } from '../directory/support.ts';
import { openTestDatabase, POOLER } from '../support/database.ts';
import { type PlanChoice, rowsVisitedBy, rowsVisitedIn } from '../support/plans.ts';
import { type SeededTeam, seedTeam } from './seeded-team.ts';

interface Knowledge {
  /** The people in the workspace under test, and the size of its group. */
  readonly people: number;
  readonly members: number;
  /** The sizes of the other workspaces. */
  readonly beside: readonly number[];
  readonly gathered: 'never' | 'while empty' | 'of the others' | 'of all';
  /** The plans that meet the limit; by default all of them. */
  readonly by?: readonly PlanChoice[];
}

const TEN_EACH = Array.from({ length: 30 }, () => 10);
const KNOWLEDGE: Readonly<Record<string, Knowledge>> = {
  'before any statistics': { people: 2_000, members: 1_500, beside: [], gathered: 'never' },
  'with statistics of empty tables': { people: 2_000, members: 1_500, beside: [], gathered: 'while empty' },
  'in a workspace that came after the statistics': {
    people: 2_000,
    members: 1_500,
    beside: [1_000, ...TEN_EACH],
    gathered: 'of the others',
    // If tables seem empty, all indexes have the same cost. Sessions therefore use generic plans.
    by: ['generic'],
  },
  'in the workspace that holds nearly all': { people: 3_000, members: 1_500, beside: TEN_EACH, gathered: 'of all' },
  'in a small workspace beside it': { people: 60, members: 40, beside: [3_000, ...TEN_EACH], gathered: 'of all' },
};
const CHOICES: readonly PlanChoice[] = ['custom', 'generic'];

// Behind a pooler the setting belongs to the role (docs/operations.md).
it.runIf(POOLER === undefined)('uses generic plans without JIT in sessions', async () => {
  const database = await openTestDatabase();
  const settings = await database.row(sql`
    select current_setting('plan_cache_mode') as plans, current_setting('jit') as compiled`);
  await database.close();
  expect(settings).toEqual({ plans: 'force_generic_plan', compiled: 'off' });
});

describe.each(Object.entries(KNOWLEDGE))('%s', (_, { people, members, beside, gathered, by = CHOICES }) => {
  let database: Database;
  let context: ScimContext;
  let seeded: SeededTeam;

  beforeAll(async () => {
    database = await openTestDatabase();
    if (gathered === 'while empty') await database.script('analyze');
    for (const count of beside) await seedTeam(database, await freshTeam(database), count, Math.ceil(count / 3));
    if (gathered === 'of the others') await database.script('analyze');
    const team = await freshTeam(database);
    seeded = await seedTeam(database, team, people, members);
    context = { ...team, base: 'https://cairn.test', strict: false, now: 0, warn: () => undefined };
    if (gathered === 'of all') await database.script('analyze');
  });
  afterAll(() => database.close());

  describe.each(by)('with the %s plan', (choice) => {
    const visits = (work: (db: Db) => Promise<unknown>): Promise<number> => rowsVisitedBy(database, choice, work);
    const visitsOfChange = (work: (tx: Tx) => Promise<unknown>): Promise<number> =>
      visits((db) => work({ ...db, transaction: true }));

    it.each([
      'userName eq "u7"',
      'externalId eq "e7"',
      'emails[type eq "work" and value eq "m7"]',
      'active eq true and userName eq "u7"',
    ])('visits a single row for %s', async (text) => {
      expect(await visits((db) => selecting(db, context, text))).toBeLessThan(10);
    });

    it('finds the groups of a member through the member, regardless of other conditions in the filter', async () => {
      const [id = ''] = seeded.record_ids;
      for (const more of ['', ' and type eq "User"', ' and $ref pr', ' and not (type eq "Group")']) {
        const where = filterSql(parseFilter(GROUP_TYPE, `members[value eq "${id}"${more}]`), groupAttributes(context));
        const page = { where, key: undefined, after: undefined, offset: 0, limit: 100, reach: 'none' } as const;
        expect(await selectGroups(database, context, page)).toMatchObject([{ record_id: seeded.group_id }]);
        const visited = await visits((db) => selectGroups(db, context, page));
        expect([more, visited < 20 + 6 * beside.length]).toEqual([more, true]);
      }
    });

    it('visits only its page of users, wherever the page starts', async () => {
      for (const after of [undefined, seeded.record_ids.at(-40)]) {
        const page = { where: undefined, key: undefined, after, offset: 0, limit: 20, withGroups: false };
        expect(await visits((db) => selectUsers(db, context, page))).toBeLessThan(30);
      }
    });

    it('visits each member of a group once', async () => {
      const all = await visits((db) => findGroup(db, context, seeded.group_id, 'all'));
      expect(all).toBeGreaterThanOrEqual(2 * members);
      // The groups of all workspaces fit on one or two pages, which may be read completely.
      expect(all).toBeLessThan(3 * members + 3 * beside.length + 10);
    });

    it('visits only the requested rows to find a manager by name and people by ids', async () => {
      const named = (db: Db) => findPersonNamed(db, context, { id: null, key: 'u9', exact: 'u9' });
      expect(await visits(named)).toBeLessThan(10);
      const ids = seeded.record_ids.slice(0, 50);
      expect(await visits((db) => selectAccounts(db, context, ids))).toBeLessThan(3 * ids.length);
    });

    it.each([1, 8])('visits only the %d members that a PATCH changes, not the whole group', async (count) => {
      const patched = (op: string, ids: readonly string[]): Promise<number> => {
        const body = {
          schemas: [PATCH_OP_URN],
          Operations: [{ op, path: 'members', value: ids.map((value) => ({ value })) }],
        };
        return rowsVisitedIn(database, choice, (tx) =>
          patchGroup(tx, context, {
            id: seeded.group_id,
            ifMatch: undefined,
            steps: readPatch(GROUP_TYPE, body),
            reach: 'none',
          }),
        );
      };
      const most = 20 + 8 * count + 6 * beside.length;
      expect(
        await patched(
          'remove',
          seeded.record_ids
            .slice(0, members)
            .filter((_, n) => n % 5 === 0)
            .slice(0, count),
        ),
      ).toBeLessThan(most);
      expect(await patched('add', seeded.record_ids.slice(members, members + count))).toBeLessThan(most);
    });

    it('visits only the people of its own slice of a large change, not the whole group', async () => {
      const { team_id } = context;
      const some = seeded.account_ids.slice(0, members / 10);
      const change = newId();
      await database.rows(sql`
        insert into group_changes (team_id, group_id, change_id) values (${team_id}, ${seeded.group_id}, ${change})
        on conflict (team_id, group_id) do update set change_id = excluded.change_id`);
      const { group_id } = seeded;
      const most = 4 * some.length + 3 * beside.length + 10;
      expect(await visitsOfChange((tx) => markLeaving(tx, team_id, group_id, change, some))).toBeLessThan(most);
      expect(await visitsOfChange((tx) => keepMembers(tx, team_id, group_id, some))).toBeLessThan(most);
      expect(await visitsOfChange((tx) => dropMembers(tx, team_id, group_id, some))).toBeLessThan(most);
    });

    it('does not visit people of earlier slices in a late slice of a large change', async () => {
      const { team_id } = context;
      const { group_id } = seeded;
      const change = newId();
      const late = seeded.account_ids.slice(0, members).sort().at(-30) ?? null;
      const most = 40 + 3 * beside.length;
      expect(await visits((db) => selectUnmarked(db, team_id, group_id, late, 20))).toBeLessThan(most);
      await database.rows(sql`
        update group_memberships set change_id = ${change}, joins = false
        where team_id = ${team_id} and group_id = ${group_id}`);
      try {
        expect(await visits((db) => selectMarked(db, team_id, group_id, change, late, 20))).toBeLessThan(most);
      } finally {
        await database.rows(sql`
          update group_memberships set change_id = null, joins = null
          where team_id = ${team_id} and group_id = ${group_id}`);
      }
    });
  });
});

function selecting(db: Db, context: ScimContext, text: string): Promise<unknown> {
  const filter = parseFilter(USER_TYPE, text);
  const where = filterSql(filter, userAttributes(context));
  const key = keySql(filter, userAttributes(context));
  return selectUsers(db, context, { where, key, after: undefined, offset: 0, limit: 100, withGroups: false });
}
