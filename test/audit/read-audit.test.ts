import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_COLUMNS } from '../../src/audit/audit-columns.ts';
import type { AuditEntry } from '../../src/audit/audit-entry.ts';
import { type By, recordChange } from '../../src/audit/audit-log.ts';
import { asCsv, asNdjson } from '../../src/audit/export.ts';
import { allAudit, readAudit } from '../../src/audit/read-audit.ts';
import { firstIdOf, newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { rowsVisitedBy } from '../support/plans.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const by: By = { account_id: null, actor: { kind: 'person', id: newId(), name: '=HYPERLINK("x")' }, request_id: 'r-1' };
const write = (team: string, kind: string, subjectId = newId(), name = 'Sales, "north"\nwing') =>
  database.inTransaction((tx) =>
    recordChange(tx, team, kind, { kind: 'group', id: subjectId, name }, by, { after: { size: 1 } }),
  );
const all = async (team: string): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for await (const entry of allAudit(database, team, {})) entries.push(entry);
  return entries;
};

test('returns the log page by page, newest first, without gaps or duplicates', async () => {
  const team = newId();
  for (let index = 0; index < 12; index += 1) await write(team, `team.k${index}`);
  const kinds: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page: AuditEntry[] = await readAudit(database, team, {}, { after, limit: 5 });
    kinds.push(...page.map(({ kind }) => kind));
    if (page.length < 5) break;
    after = page.at(-1)?.id ?? null;
  }
  expect(kinds).toEqual(Array.from({ length: 12 }, (_, index) => `team.k${11 - index}`));
});

test("filters one team's entries by kind or prefix, actor, subject and time", async () => {
  const team = newId();
  const subject = newId();
  await write(team, 'team.group.linked', subject);
  await write(team, 'team.group.renamed');
  await write(team, 'team.groupies');
  const count = async (filter: Parameters<typeof readAudit>[2], of = team) =>
    (await readAudit(database, of, filter, { after: null, limit: 100 })).length;
  expect(await count({ kind: 'team.group' })).toBe(2);
  expect(await count({ kind: 'team.group.linked' })).toBe(1);
  expect(await count({ subject_id: subject })).toBe(1);
  expect(await count({ actor_id: by.actor.id ?? '' })).toBe(3);
  expect(await count({ from: '2999-01-01T00:00:00Z' })).toBe(0);
  expect(await count({ from: '2000-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' })).toBe(3);
  expect(await count({}, newId())).toBe(0);
});

describe('with entries at known times', () => {
  const [NOON, HALF_A_DAY] = [Date.UTC(2024, 4, 5, 12), 12 * 3_600_000];
  const iso = (at: number) => new Date(at).toISOString();
  const [amy, ben] = [newId(), newId()];
  const team = newId();
  const key = newId();
  beforeAll(async () => {
    const [person, subject] = [
      (id: string) => ({ kind: 'person', id, name: 'A' }),
      { kind: 'user', id: amy, name: 'Amy' },
    ];
    const entries = [
      { kind: 'early', at: NOON - 1, id_at: NOON - 1, actor: person(amy), before: { words: 'one two three four' } },
      {
        kind: 'noon',
        at: NOON,
        id_at: NOON - HALF_A_DAY,
        actor: person(key),
        before: { words: 'five six seven eight' },
      },
      { kind: 'later', at: NOON + 1, id_at: NOON + HALF_A_DAY, actor: person(ben), subject },
    ];
    for (const { kind, at, id_at, actor, before = null, subject: of = person(ben) } of entries)
      await database.rows(sql`
        insert into audit_entries (team_id, entry_id, at, kind, actor, subject, before)
        values (${team}, ${firstIdOf(new Date(id_at))}, ${iso(at)}, ${kind}, ${JSON.stringify(actor)}::text::jsonb,
          ${JSON.stringify(of)}::text::jsonb, ${before && JSON.stringify(before)}::text::jsonb)`);
  });

  test.each<[Parameters<typeof readAudit>[2], string]>([
    [{ from: iso(NOON) }, 'later noon'],
    [{ until: iso(NOON) }, 'early'],
    [{ from: iso(NOON), until: iso(NOON + 1) }, 'noon'],
    [{ until: iso(NOON + 2) }, 'later early noon'],
    [{ actor_id: amy.toUpperCase() }, 'early'],
    [{ subject_id: amy.toUpperCase() }, 'later'],
    [{ person_id: amy }, 'later early'],
    [{ person_id: amy, credential_ids: [key] }, 'later early noon'],
    [{ q: 'SEVEN' }, 'noon'],
    [{ q: 'one two three four one two three nine' }, ''],
    [{ q: 'one two three four one two three four nine' }, 'early'],
  ])('%j finds %s', async (filter, kinds) => {
    const found = await readAudit(database, team, filter, { after: null, limit: 9 });
    expect(found.map(({ kind }) => kind).join(' ')).toBe(kinds);
  });
});

test('writes each field of an entry to a separate CSV column', async () => {
  const entry: AuditEntry = {
    ...{ id: 'i', at: 't', kind: 'k', request_id: 'r', before: { a: 1 }, after: null },
    actor: {
      ...{ kind: 'person', id: 'p', name: 'Amy', address: '192.0.2.1', device: 'curl' },
      credential: { kind: 'oauth', name: 'Tool' },
    },
    subject: { kind: 'group', id: 's', name: 'Staff' },
  };
  const cells = AUDIT_COLUMNS.map(({ heading, cell }) => [heading, cell(entry)]);
  expect(Object.fromEntries(cells)).toEqual({
    ...{ at: 't', kind: 'k', actor_kind: 'person', actor_id: 'p', actor_name: 'Amy', subject_kind: 'group' },
    ...{ subject_id: 's', subject_name: 'Staff', before: { a: 1 }, after: null, address: '192.0.2.1', device: 'curl' },
    ...{ request_id: 'r', id: 'i', credential_kind: 'oauth', credential_name: 'Tool' },
  });
});

test.each(['custom', 'generic'] as const)(
  'reads only the rows of a page, even far back in the log (%s plan)',
  async (choice) => {
    const team = newId();
    await database.rows(sql`
    insert into audit_entries (team_id, entry_id, at, kind, actor, subject)
    select ${team}::uuid, id, at, 'k', '{}', '{}'
    from unnest(${daysOf(2_000).map(firstIdOf)}::uuid[], ${daysOf(2_000)}::timestamptz[]) as t (id, at)`);
    await database.script('analyze audit_entries');
    const page = { after: null, limit: 25 };
    const [from, until] = ['2022-03-01T00:00:00+05:30', '2022-03-04T12:00:00Z'];
    expect((await readAudit(database, team, { from, until }, page)).map(({ at }) => at.slice(0, 10))).toEqual([
      ...['2022-03-04', '2022-03-03', '2022-03-02', '2022-03-01'],
    ]);
    for (const filter of [{ until }, { from, until }, { from, until, kind: 'none' }])
      expect(await rowsVisitedBy(database, choice, (db) => readAudit(db, team, filter, page))).toBeLessThan(60);
  },
);

/** The number of days, starting in 2020. */
const daysOf = (count: number): Date[] =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day)));

test('exports everything in batches', async () => {
  const team = newId();
  const entries = Array.from({ length: 1_203 }, () => ({ team_id: team, entry_id: newId() }));
  await database.rows(sql`
    insert into audit_entries (team_id, entry_id, kind, actor, subject)
    select ${team}::uuid, id, 'k', '{}', '{}' from unnest(${entries.map(({ entry_id }) => entry_id)}::uuid[]) as t (id)`);
  const read = await all(team);
  const newestFirst = entries
    .map(({ entry_id }) => entry_id)
    .sort()
    .reverse();
  expect(read.map(({ id }) => id)).toEqual(newestFirst);
});

test('writes one JSON object per line in NDJSON', async () => {
  const team = newId();
  await write(team, 'team.a');
  await write(team, 'team.b');
  const lines: string[] = [];
  for await (const line of asNdjson(allAudit(database, team, {}))) lines.push(line);
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['team.b', 'team.a']);
});

test('quotes CSV cells where needed, and neutralizes formulas', async () => {
  const team = newId();
  await write(team, 'team.a');
  let text = '';
  for await (const line of asCsv(allAudit(database, team, {}), AUDIT_COLUMNS)) text += line;
  expect(text.startsWith('at,kind,actor_kind,')).toBe(true);
  expect(text).toContain('"Sales, ""north""\nwing"');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text).toContain('"{""size"":1}"');
});

test.each([
  ['x;=1+1', '"x;=1+1"'],
  ['x\t=1+1', '"x\t=1+1"'],
  ['\n=1+1', `"'\n=1+1"`],
  ['\uff1d1+1', "'\uff1d1+1"],
])(
  'keeps the CSV cell %j in one piece and free of formulas, even if cells are separated by semicolons or tabs',
  async (cell, written) => {
    const rows = (async function* () {
      yield { cell };
    })();
    let text = '';
    for await (const line of asCsv(rows, [{ heading: 'cell', cell: (row) => row.cell }])) text += line;
    expect(text).toBe(`cell\r\n${written}\r\n`);
  },
);

test('refuses to change or remove an entry in the database', async () => {
  const team = newId();
  await write(team, 'team.a');
  for (const statement of [
    sql`update audit_entries set kind = 'x' where team_id = ${team}`,
    sql`delete from audit_entries where team_id = ${team}`,
    sql`truncate audit_entries`,
  ]) {
    await expect(database.rows(statement)).rejects.toThrow(/append-only/);
  }
  expect(await all(team)).toHaveLength(1);
});
