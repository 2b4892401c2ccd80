// What is kept of a user that an identity provider sent: which e-mail counts, what the person is called, who the manager
// is. Pure; user-record-store.ts stores it, user-sync.ts tells the directory.

import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import type { Person } from '../directory/accounts.ts';
import { isEmail, TEXT_LIMITS } from '../directory/checked.ts';
import { indexedText, type StoredJson, storedJson } from './stored-json.ts';

/** The columns of a user's record. */
export interface UserColumns extends StoredJson {
  readonly user_name: string;
  readonly user_name_key: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly email: string | null;
  readonly email_key: string | null;
  readonly display_name: string | null;
  readonly display_name_key: string | null;
  /** JSON of the e-mails beside the one that is answered; null where there are none. */
  readonly extra_emails: string | null;
}

/** A user as the directory is told of him. */
export interface UserFacts {
  readonly columns: UserColumns;
  readonly person: Person;
  /** How the identity provider names the manager: an id, a userName, an externalId or an e-mail; null: nobody. */
  readonly manager: string | null;
}

/**
 * The facts of a whole user: canonical attributes with all e-mails and `active`. Refuses with 400 `invalidValue` an
 * address that is none, and texts that are too long.
 */
export function userFacts(whole: JsonObject): UserFacts {
  const { shown, extra } = selectEmail(whole.emails);
  const resource = withEmails(whole, shown === undefined ? undefined : [shown]);
  const userName = indexedText('userName', resource.userName) ?? '';
  const displayName = indexedText('displayName', resource.displayName);
  const email = addressOf(shown);
  return {
    columns: {
      ...storedJson(resource),
      user_name: userName,
      user_name_key: normalForm(userName),
      external_id: indexedText('externalId', resource.externalId),
      active: resource.active === true,
      email,
      email_key: email === null ? null : normalForm(email),
      display_name: displayName,
      display_name_key: displayName === null ? null : normalForm(displayName),
      extra_emails: extra.length === 0 ? null : JSON.stringify(extra),
    },
    person: personOf(resource, email ?? (isEmail(userName) ? userName : null)),
    manager: managerOf(resource),
  };
}

/** The stored attributes with the e-mails that are kept aside: what a PATCH works on. */
export function wholeUser(attributes: JsonObject, extraEmails: JsonValue[]): JsonObject {
  const shown = Array.isArray(attributes.emails) ? attributes.emails : [];
  const all = [...shown, ...extraEmails];
  return withEmails(attributes, all.length === 0 ? undefined : all);
}

/** Spec 2.8: the primary e-mail counts, or the first that was sent; one without an address counts last. */
function selectEmail(emails: JsonValue | undefined): { shown: JsonObject | undefined; extra: JsonValue[] } {
  const all = (Array.isArray(emails) ? emails : []).filter(isJsonObject);
  const addressed = all.filter((each) => addressOf(each) !== null);
  const shown = addressed.find(({ primary }) => primary === true) ?? addressed[0] ?? all[0];
  return { shown, extra: all.filter((each) => each !== shown) };
}

function addressOf(email: JsonObject | undefined): string | null {
  const value = email?.value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (isEmail(value.trim())) return value;
  throw scimError('invalidValue', `emails: ${quoted(value)} is no e-mail address such as ana@example.com.`);
}

function withEmails(resource: JsonObject, emails: JsonValue[] | undefined): JsonObject {
  const { emails: _, ...rest } = resource;
  return emails === undefined ? rest : { ...rest, emails };
}

/** Spec 2.8: displayName, then name.formatted; then what else there is to call somebody by. */
function personOf(resource: JsonObject, email: string | null): Person {
  const name = isJsonObject(resource.name) ? resource.name : {};
  const given_name = textOf(name.givenName);
  const family_name = textOf(name.familyName);
  const joined = `${given_name} ${family_name}`.trim();
  const called = textOf(resource.displayName) || textOf(name.formatted) || joined || textOf(resource.userName);
  return { email: email?.trim() ?? null, name: called, given_name, family_name };
}

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? [...value.trim()].slice(0, TEXT_LIMITS.person).join('') : '';

function managerOf(resource: JsonObject): string | null {
  const extension = resource[ENTERPRISE_USER_URN];
  const manager = isJsonObject(extension) ? extension.manager : undefined;
  if (!isJsonObject(manager)) return null;
  if (typeof manager.value === 'string' && manager.value.trim() !== '')
    return indexedText('manager', manager.value.trim());
  // A reference by URI alone: the id is its last segment.
  const last = typeof manager.$ref === 'string' ? manager.$ref.split('/').at(-1) : undefined;
  return last === undefined || last === '' ? null : indexedText('manager', decoded(last));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
