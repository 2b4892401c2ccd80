// Derives a user record from what an identity provider sent: the email, the name, the manager. user-record-store.ts
// stores it, and user-sync.ts updates the directory.

import { elementMatches } from '@cairn/scim-protocol/filter-match';
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import { hasDirectionControls } from '../../base/text.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { isEmail, mailboxOf, NO_DIRECTION_CONTROLS } from '../../directory/checked.ts';
import { type ChosenAttribute, DEFAULT_MAPPING, type Mapping, textAt } from '../attribute-mapping.ts';
import { maskedName } from '../masking.ts';
import { indexedText, type StoredJson, storedJson } from '../stored-json.ts';
import { isOfEmails, type MappedValue, type MappedValues, mappedValues, nameText } from './mapped-values.ts';

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
  /** JSON of the mapping (`Mapping.text`). */
  readonly mapping: string | null;
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
export function userFacts(whole: JsonObject, { strict, mapping = DEFAULT_MAPPING }: UserRules): UserFacts {
  const { shown, extra } = selectEmail(whole.emails, mapping.address);
  const values = mappedValues(whole, shown, mapping);
  refuseDirectionControls(whole, values.name);
  const resource = withEmails(whole, shown === undefined ? undefined : [shown]);
  const userName = indexedText('userName', resource.userName) ?? '';
  const displayName = indexedText('displayName', resource.displayName);
  const email = indexedText('emails', textIn(shown) ?? undefined);
  const broken = [shown, ...extra].map(textIn).filter((text) => text !== null && !isEmail(text.trim()));
  const [first] = broken;
  if (strict && typeof first === 'string') throw noAddress(first);
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
      mapping: mapping.text,
    },
    person: personOf(resource, values),
    manager: values.manager === undefined ? null : indexedText('manager', values.manager.value),
    keepsAddress: email !== null && !isEmail(email.trim()) && !isChosen(values.address, mapping.address),
    warnings: [
      ...broken.map((text) => `emails: ${maskedName(text)} is not an email address; it is stored but has no effect.`),
      ...unusable(whole, mapping, values),
    ],
  };
}

const isChosen = (value: MappedValue | undefined, chosen: ChosenAttribute | undefined): boolean =>
  chosen !== undefined && value?.path === chosen.path;

export interface UserRules {
  readonly strict: boolean;
  readonly mapping?: Mapping;
}

/** Warns about an address in the chosen attribute that is not one. The default attribute applies instead. */
function unusable(whole: JsonObject, { address }: Mapping, values: MappedValues): string[] {
  if (address === undefined || isChosen(values.address, address)) return [];
  const text = textAt(whole, address);
  if (text === null) return [];
  return [`${address.path}: ${maskedName(text)} is not an email address; the account gets the default one.`];
}

function refuseDirectionControls({ userName, displayName, name }: JsonObject, chosen: MappedValue | undefined): void {
  const parts = isJsonObject(name) ? Object.entries(name).map(([part, text]) => [`name.${part}`, text] as const) : [];
  const own = chosen === undefined ? [] : [[chosen.path, chosen.value] as const];
  for (const [attribute, text] of [['userName', userName], ['displayName', displayName], ...parts, ...own] as const)
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
 * Returns the value that the mapping chooses. Without one, returns the primary value, valid or not, because the
 * identity provider decides which address to use for the person. Other addresses may be private. Without a primary
 * value, returns the first valid address, or else the first value.
 */
export function selectEmail(
  emails: JsonValue | undefined,
  chosen: ChosenAttribute | undefined,
): { shown: JsonObject | undefined; extra: JsonObject[] } {
  const all = emailsOf({ emails: emails ?? null });
  const addressed = all.filter((each) => isEmail(textIn(each)?.trim() ?? ''));
  const filled = all.filter((each) => textIn(each) !== null);
  const where = chosen !== undefined && isOfEmails(chosen) ? chosen.where : undefined;
  const mapped = where && filled.find((each) => elementMatches(where, each));
  const shown = mapped ?? filled.find(({ primary }) => primary === true) ?? addressed[0] ?? filled[0] ?? all[0];
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

function personOf({ name }: JsonObject, { name: called, address }: MappedValues): Person {
  const parts = isJsonObject(name) ? name : {};
  return {
    email: address === undefined ? null : mailboxOf(address.value.trim()),
    name: called?.value ?? '',
    given_name: nameText(parts.givenName),
    family_name: nameText(parts.familyName),
  };
}
