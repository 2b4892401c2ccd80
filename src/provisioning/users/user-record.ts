// What is kept of a user that an identity provider sent: which e-mail counts, what the person is called, who the
// manager is. Pure; user-record-store.ts stores it, user-sync.ts tells the directory.

import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { isBlank } from '../../base/blank.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { isEmail, mailboxOf, TEXT_LIMITS } from '../../directory/checked.ts';
import { maskedName } from '../masking.ts';
import { indexedText, type StoredJson, storedJson } from '../stored-json.ts';

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

/** A user as the directory knows the person. */
export interface UserFacts {
  readonly columns: UserColumns;
  readonly person: Person;
  /** How the identity provider names the manager: an id, a userName, an externalId or an e-mail; null: nobody. */
  readonly manager: string | null;
  /** True where the e-mail that is answered is no address: an account keeps the one that it has. */
  readonly keepsAddress: boolean;
  /** What was kept and has no effect. */
  readonly warnings: readonly string[];
}

/**
 * The facts of a whole user: canonical attributes with all e-mails and `active`. A value of `emails` that is no address
 * is kept and answered, and never becomes the account's (Decision 65). Refuses with 400 `invalidValue` texts that are
 * too long and, when `strict`, such a value.
 */
export function userFacts(whole: JsonObject, strict: boolean): UserFacts {
  const { shown, extra } = selectEmail(whole.emails);
  const resource = withEmails(whole, shown === undefined ? undefined : [shown]);
  const userName = indexedText('userName', resource.userName) ?? '';
  const displayName = indexedText('displayName', resource.displayName);
  const email = indexedText('emails', textIn(shown) ?? undefined);
  const broken = [shown, ...extra].map(textIn).filter((text) => text !== null && !isEmail(text.trim()));
  const [first] = broken;
  if (strict && typeof first === 'string') throw noAddress(first);
  const address = email !== null && isEmail(email.trim()) ? email : isEmail(userName) ? userName : null;
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
    person: personOf(resource, address),
    manager: managerOf(resource),
    keepsAddress: email !== null && !isEmail(email.trim()),
    warnings: broken.map((text) => `emails: ${maskedName(text)} is no e-mail address; it is kept and has no effect.`),
  };
}

/** The stored attributes with the e-mails that are kept aside: what a PATCH works on. */
export function wholeUser(attributes: JsonObject, extraEmails: JsonValue[]): JsonObject {
  const shown = Array.isArray(attributes.emails) ? attributes.emails : [];
  const all = [...shown, ...extraEmails];
  return withEmails(attributes, all.length === 0 ? undefined : all);
}

/**
 * The primary value is answered, an address or not: which one is the person's is the identity provider's to say, and
 * another may be one that they chose themselves. Where none is primary, it is the first address, or the first value.
 */
function selectEmail(emails: JsonValue | undefined): { shown: JsonObject | undefined; extra: JsonObject[] } {
  const all = (Array.isArray(emails) ? emails : []).filter(isJsonObject);
  const addressed = all.filter((each) => isEmail(textIn(each)?.trim() ?? ''));
  const filled = all.filter((each) => textIn(each) !== null);
  const shown = filled.find(({ primary }) => primary === true) ?? addressed[0] ?? filled[0] ?? all[0];
  return { shown, extra: all.filter((each) => each !== shown) };
}

function textIn(email: JsonObject | undefined): string | null {
  const value = email?.value;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

const noAddress = (text: string) =>
  scimError('invalidValue', `emails: ${quoted(text)} is no e-mail address such as ana@example.com.`);

function withEmails(resource: JsonObject, emails: JsonValue[] | undefined): JsonObject {
  const { emails: _, ...rest } = resource;
  return emails === undefined ? rest : { ...rest, emails };
}

/** displayName, then name.formatted; then what else there is to call somebody by. */
function personOf(resource: JsonObject, email: string | null): Person {
  const name = isJsonObject(resource.name) ? resource.name : {};
  const given_name = textOf(name.givenName);
  const family_name = textOf(name.familyName);
  const joined = textOf(`${given_name} ${family_name}`);
  const called = textOf(resource.displayName) || textOf(name.formatted) || joined || textOf(resource.userName);
  return { email: email === null ? null : mailboxOf(email.trim()), name: called, given_name, family_name };
}

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' && !isBlank(value) ? firstCharacters(value.trim(), TEXT_LIMITS.person) : '';

/** A character takes two units at most: what has no more units than that is taken as it is. */
const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');

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
