// The account of a SCIM user.
import type { Db } from '../../storage/database.ts';
import { selectAccountOfRecord } from './user-accounts-store.ts';

/** The account of the user with that id, in any connection of the workspace. */
export const findAccountOfRecord = async (db: Db, teamId: string, recordId: string): Promise<string | undefined> =>
  (await selectAccountOfRecord(db, teamId, recordId))?.account_id;
