// The values of a user that become the name, the address and the manager of the person, each with its attribute.
import { elementMatches } from '@cairn/scim-protocol/filter-match';
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { isBlank } from '../../base/text.ts';
import { isEmail, TEXT_LIMITS } from '../../directory/checked.ts';
import { type ChosenAttribute, type Mapping, textAt } from '../attribute-mapping.ts';

export interface MappedValue {
  /** The attribute that contains the value. */
  readonly path: string;
  readonly value: string;
}

export interface MappedValues {
  readonly name: MappedValue | undefined;
  /** Undefined if no attribute contains an address. */
  readonly address: MappedValue | undefined;
  readonly manager: MappedValue | undefined;
}

/** `shown`: the email in responses (`selectEmail`). */
export const mappedValues = (user: JsonObject, shown: JsonObject | undefined, mapping: Mapping): MappedValues => ({
  name: nameIn(user, mapping.name),
  address: addressIn(user, shown, mapping.address),
  manager: managerIn(user, mapping.manager),
});

/** True for `emails[type eq "home"].value`. Such a mapping selects the email in responses. */
export const isOfEmails = ({ target }: ChosenAttribute): boolean =>
  target.extension === undefined && target.attribute.name === 'emails';

/** Without the chosen attribute: displayName, or else name.formatted, or else another name for the person. */
function nameIn(user: JsonObject, chosen: ChosenAttribute | undefined): MappedValue | undefined {
  const name = isJsonObject(user.name) ? user.name : {};
  const all = [
    { path: chosen?.path ?? '', value: nameText(chosen && textAt(user, chosen)) },
    { path: 'displayName', value: nameText(user.displayName) },
    { path: 'name.formatted', value: nameText(name.formatted) },
    {
      path: 'name.givenName, name.familyName',
      value: nameText(`${nameText(name.givenName)} ${nameText(name.familyName)}`),
    },
    { path: 'userName', value: nameText(user.userName) },
  ];
  return all.find(({ value }) => value !== '');
}

/** Without an address in the chosen attribute: the email in responses, or else the userName. */
function addressIn(
  user: JsonObject,
  shown: JsonObject | undefined,
  chosen: ChosenAttribute | undefined,
): MappedValue | undefined {
  const isShown = chosen !== undefined && isOfEmails(chosen);
  const isChosen =
    isShown && shown !== undefined && (chosen.where === undefined || elementMatches(chosen.where, shown));
  const all = [
    { path: chosen?.path ?? '', value: isShown ? null : chosen && textAt(user, chosen) },
    { path: isChosen ? chosen.path : 'emails.value', value: typeof shown?.value === 'string' && shown.value.trim() },
    { path: 'userName', value: user.userName },
  ];
  for (const { path, value } of all) if (typeof value === 'string' && isEmail(value)) return { path, value };
  return undefined;
}

/** A chosen attribute has no replacement, because the default one may then mean something else. */
function managerIn(user: JsonObject, chosen: ChosenAttribute | undefined): MappedValue | undefined {
  if (chosen !== undefined) {
    const value = textAt(user, chosen);
    return value === null ? undefined : { path: chosen.path, value };
  }
  const extension = user[ENTERPRISE_USER_URN];
  const manager = isJsonObject(extension) ? extension.manager : undefined;
  if (!isJsonObject(manager)) return undefined;
  const path = `${ENTERPRISE_USER_URN}:manager.value`;
  if (typeof manager.value === 'string' && manager.value.trim() !== '') return { path, value: manager.value.trim() };
  // If the reference has only a URI, the id is its last segment.
  const last = typeof manager.$ref === 'string' ? manager.$ref.split('/').at(-1) : undefined;
  return last === undefined || last === '' ? undefined : { path, value: decoded(last) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The text as a name of a person; empty if it is not one. */
export const nameText = (value: JsonValue | undefined): string =>
  typeof value === 'string' && !isBlank(value) ? firstCharacters(value.trim(), TEXT_LIMITS.person) : '';

/** A character has at most two UTF-16 units, so short strings are returned unchanged. */
const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');
