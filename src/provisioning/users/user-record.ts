// Derives a user record from what an identity provider sent: the email, the name, the manager. user-record-store.ts
// stores it, and user-sync.ts updates the directory.

import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { hasDirectionControls, isBlank } from '../../base/text.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { isEmail, mailboxOf, NO_DIRECTION_CONTROLS, TEXT_LIMITS } from '../../directory/checked.ts';
import { maskedName } from '../masking.ts';
import { indexedText, type StoredJson, storedJson } from '../stored-json.ts';

/** The columns of a user record. */
export interface UserColumns extends StoredJson {
  readonly user_name: string;
  readonly user_name_key: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly email: string | null;
  readonly email_key: string | null;
  readonly display_name: string | null;
  readonly display_name_key: string | null;
  /** JSON of the emails that are not returned, or null. */
  readonly extra_emails: string | null;
}

/** The facts about a user that the directory needs. */
export interface UserFacts {
  readonly columns: UserColumns;
  readonly person: Person;
  /** The identity provider's name for the manager: an id, userName, externalId or email; null if there is none. */
  readonly manager: string | null;
  /** True if the returned email is not a valid address. The account then keeps its current one. */
  readonly keepsAddress: boolean;
  /** Values that were stored but have no effect. */
  readonly warnings: readonly string[];
}

/**
 * Derives the facts of a whole user from canonical attributes with all emails and `active`. A value of `emails` that is
 * not an address is stored and returned, but never becomes the account's (Decision 65). Fails with 400 `invalidValue`
 * if a text is too long, if a name has characters that change its direction or, if `strict`, if an email is not an
 * address.
 */
export function userFacts(whole: JsonObject, strict: boolean): UserFacts {
  refuseDirectionControls(whole);
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
    warnings: broken.map(
      (text) => `emails: ${maskedName(text)} is not an email address; it is stored but has no effect.`,
    ),
  };
}

function refuseDirectionControls({ userName, displayName, name }: JsonObject): void {
  const parts = isJsonObject(name) ? Object.entries(name).map(([part, text]) => [`name.${part}`, text] as const) : [];
  for (const [attribute, text] of [['userName', userName], ['displayName', displayName], ...parts] as const)
    if (typeof text === 'string' && hasDirectionControls(text))
      throw scimError('invalidValue', `${attribute} ${NO_DIRECTION_CONTROLS}`);
}

/** The stored attributes together with the hidden emails, as the input of a PATCH. */
export function wholeUser(attributes: JsonObject, extraEmails: JsonValue[]): JsonObject {
  const shown = Array.isArray(attributes.emails) ? attributes.emails : [];
  const all = [...shown, ...extraEmails];
  return withEmails(attributes, all.length === 0 ? undefined : all);
}

/** The emails of a whole user. */
export const emailsOf = ({ emails }: JsonObject): JsonObject[] =>
  (Array.isArray(emails) ? emails : []).filter(isJsonObject);

/**
 * Returns the primary value, valid or not, because the identity provider decides which address to use for the person.
 * Other addresses may be private. Without a primary value, returns the first valid address, or else the first value.
 */
function selectEmail(emails: JsonValue | undefined): { shown: JsonObject | undefined; extra: JsonObject[] } {
  const all = emailsOf({ emails: emails ?? null });
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
  scimError('invalidValue', `emails: ${quoted(text)} is not an email address such as ana@example.com.`);

function withEmails(resource: JsonObject, emails: JsonValue[] | undefined): JsonObject {
  const { emails: _, ...rest } = resource;
  return emails === undefined ? rest : { ...rest, emails };
}

/** displayName, or else name.formatted, or else another name for the person. */
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

/** A character has at most two UTF-16 units, so short strings are returned unchanged. */
const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');

function managerOf(resource: JsonObject): string | null {
  const extension = resource[ENTERPRISE_USER_URN];
  const manager = isJsonObject(extension) ? extension.manager : undefined;
  if (!isJsonObject(manager)) return null;
  if (typeof manager.value === 'string' && manager.value.trim() !== '')
    return indexedText('manager', manager.value.trim());
  // If the reference has only a URI, the id is its last segment.
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
