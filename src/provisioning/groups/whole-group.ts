// Reads a group with all members. On single-connection storage, large groups are read in slices so that other requests
// do not wait. The version shows whether the slices belong together.
import type { Database } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import type { GroupRow } from './group-record-store.ts';
import { selectMembersAfter } from './group-record-store.ts';
import { getGroup } from './group-sync.ts';

/** Members per read, which takes a few milliseconds. */
const SLICE = 1_000;
const MAX_ATTEMPTS = 3;

/** Fails with 404 like `getGroup`. If a group keeps changing, it is eventually read in one statement. */
export async function wholeGroup(database: Database, context: ScimContext, id: string): Promise<GroupRow> {
  if (!database.takesTurns) return getGroup(database, context, id, 'all');
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const row = await getGroup(database, context, id, SLICE);
    if (row.members === null || JSON.parse(row.members).length < SLICE) return row;
    const members = await membersInSlices(database, context, id);
    const { version } = await getGroup(database, context, id, 'none');
    if (version === row.version) return { ...row, members: JSON.stringify(members) };
  }
  return getGroup(database, context, id, 'all');
}

async function membersInSlices(database: Database, context: ScimContext, id: string): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const slice: readonly Member[] = await selectMembersAfter(database, context, id, after, SLICE);
    for (const { record_id } of slice) if (record_id !== null) ids.push(record_id);
    if (slice.length < SLICE) return ids;
    after = slice.at(-1)?.account_id ?? null;
    await database.giveWay();
  }
}

type Member = Awaited<ReturnType<typeof selectMembersAfter>>[number];
