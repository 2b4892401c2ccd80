// Resolves managers named by an identity provider: by user id, userName, externalId or email address.

import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { type NamedManager, resolveReports } from '../../directory/managers/managers.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from './user-attribute-store.ts';
import { findPersonNamed } from './user-record-store.ts';

/** The manager, if known. An unknown manager is not an error, because identity providers send people in any order. */
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

/** All names by which a report may refer to this person, in the directory's normal form. */
export const namesOf = (user: Omit<ProvisionedPerson, 'account_id'>): string[] =>
  [user.record_id, user.user_name, user.external_id, user.email].filter((name) => name !== null).map(normalForm);

/** Assigns the person as manager to reports that wait for one of their names. Call it after an arrival or a rename. */
export const announceUser = (tx: Tx, context: ScimContext, user: ProvisionedPerson): Promise<void> =>
  resolveReports(tx, context.team_id, context.connection_id, user.account_id, namesOf(user), context.by);

/** The user with that manager's id. Unchanged if the user has no manager or names one otherwise than by id. */
export function withManager({ base }: ScimContext, user: JsonObject, managerId: string): JsonObject {
  const extension = user[ENTERPRISE_USER_URN];
  if (!isJsonObject(extension) || !isJsonObject(extension.manager)) return user;
  const { $ref, ...manager } = extension.manager;
  const reference = $ref === undefined ? {} : { $ref: `${base}/Users/${managerId}` };
  const { value } = manager;
  if (value !== undefined && !(typeof value === 'string' && isId(normalForm(value)))) return user;
  return {
    ...user,
    [ENTERPRISE_USER_URN]: { ...extension, manager: { ...manager, value: managerId, ...reference } },
  };
}
