// Managers as identity providers name them: by the id of a user here, a userName, an externalId or an e-mail address.
import type { NamedManager } from '../directory/managers.ts';
import { resolveReports } from '../directory/managers.ts';
import type { Tx } from '../storage/database.ts';
import type { Scope } from './scope.ts';
import { lowerCase } from './stored-json.ts';
import { isId } from './user-attribute-store.ts';
import { findNamed } from './user-record-store.ts';

/** Who that is here; nobody yet is no fault, since identity providers send people in any order. */
export async function namedManager(tx: Tx, scope: Scope, ref: string): Promise<NamedManager> {
  const key = lowerCase(ref);
  const found = await findNamed(tx, scope, { id: isId(key) ? key : null, key, exact: ref });
  return { ref, account_id: found?.account_id ?? null };
}

interface Announced {
  readonly record_id: string;
  readonly account_id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly email: string | null;
}

/** Somebody arrived or is called otherwise now: those who waited for one of the names get their manager. */
export function announceUser(tx: Tx, scope: Scope, user: Announced): Promise<void> {
  const names = [user.record_id, user.user_name, user.external_id, user.email].filter((name) => name !== null);
  return resolveReports(tx, scope.team_id, scope.connection_id, user.account_id, names, scope.by);
}
