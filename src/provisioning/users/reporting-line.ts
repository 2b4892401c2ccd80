// Managers as identity providers name them: by the id of a user here, a userName, an externalId or an e-mail address.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { type NamedManager, resolveReports } from '../../directory/managers/managers.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from './user-attribute-store.ts';
import { findPersonNamed } from './user-record-store.ts';

/** Who that is here; nobody yet is no fault, since identity providers send people in any order. */
export async function namedManager(tx: Tx, context: ScimContext, ref: string): Promise<NamedManager> {
  const key = normalForm(ref);
  const found = await findPersonNamed(tx, context, { id: isId(key) ? key : null, key, exact: ref });
  return { ref, account_id: found?.account_id ?? null };
}

export interface ProvisionedPerson {
  readonly record_id: string;
  readonly account_id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly email: string | null;
}

/** Everything that a report can call this person by, as the directory keeps it. */
export const namesOf = (user: Omit<ProvisionedPerson, 'account_id'>): string[] =>
  [user.record_id, user.user_name, user.external_id, user.email].filter((name) => name !== null).map(normalForm);

/** Somebody arrived or is called otherwise now: those who waited for one of the names get their manager. */
export const announceUser = (tx: Tx, context: ScimContext, user: ProvisionedPerson): Promise<void> =>
  resolveReports(tx, context.team_id, context.connection_id, user.account_id, namesOf(user), context.by);
