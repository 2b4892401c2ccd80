// Records that an earlier release stored get the keys that this one looks names up by (NFC, case folded, without outer
// blanks), so that a filter finds `Straße` as `STRASSE`, whichever release stored it.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type Db, violatedConstraint } from '../storage/database.ts';
import * as store from './refold-store.ts';
import { storedJson } from './stored-json.ts';
import { userFacts, wholeUser } from './users/user-record.ts';

const A_PAGE = 200;

/**
 * Answers how many records changed. One whose userName another user of the connection has in the normal form keeps its
 * old key, and `onClash` is told: both go on working, and the next one of that name is refused.
 */
export async function refoldRecords(db: Db, onClash: (place: store.RecordPlace) => void): Promise<number> {
  const users = await walk(
    (after) => store.selectOldUsers(db, after, A_PAGE),
    (record) => refoldUser(db, record).catch((thrown: unknown) => clash(thrown, record, onClash)),
  );
  const groups = await walk(
    (after) => store.selectOldGroups(db, after, A_PAGE),
    (record) => refoldGroup(db, record),
  );
  return users + groups;
}

async function walk(
  page: (after: store.OldRecord | undefined) => Promise<store.OldRecord[]>,
  refold: (record: store.OldRecord) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for (let after: store.OldRecord | undefined; ; ) {
    const records = await page(after);
    for (const record of records) changed += Number(await refold(record));
    after = records.at(-1);
    if (after === undefined) return changed;
  }
}

function refoldUser(db: Db, record: store.OldRecord): Promise<boolean> {
  const extra: JsonValue = JSON.parse(record.extra_emails ?? '[]');
  const { columns } = userFacts(wholeUser(objectIn(record), Array.isArray(extra) ? extra : []), false);
  return store.refoldUser(db, record, columns);
}

function refoldGroup(db: Db, record: store.OldRecord): Promise<boolean> {
  const attributes = objectIn(record);
  const name = typeof attributes.displayName === 'string' ? attributes.displayName : '';
  return store.refoldGroup(db, record, normalForm(name), storedJson(attributes).folded);
}

function objectIn({ attributes }: store.OldRecord): JsonObject {
  const value: JsonValue = JSON.parse(attributes);
  return isJsonObject(value) ? value : {};
}

function clash(thrown: unknown, record: store.RecordPlace, onClash: (place: store.RecordPlace) => void): boolean {
  if (violatedConstraint(thrown) !== 'scim_user_records_user_name') throw thrown;
  const { team_id, connection_id, record_id } = record;
  onClash({ team_id, connection_id, record_id });
  return false;
}
