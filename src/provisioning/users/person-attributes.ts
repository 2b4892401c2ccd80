// The attributes that identity providers sent about a person, for the member page. Each has its path, and they are in
// the order in which they were sent. Not masked, because admins of the directory may see names.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { parseJson } from '../../base/json.ts';
import type { Db } from '../../storage/database.ts';
import { mappingWith } from '../attribute-mapping.ts';
import { userTypeWith } from '../declared-attributes.ts';
import { type MappedValues, mappedValues } from './mapped-values.ts';
import { type PersonRecordRow, selectPersonRecords, selectTitles } from './person-attributes-store.ts';
import { selectEmail, wholeUser } from './user-record.ts';

/** One value. `path` is as in a SCIM filter without the extension URN (`name.givenName`, `department`). */
export interface SentAttribute {
  readonly path: string;
  /** For items of lists such as emails: the type, e.g. `work`; otherwise empty. */
  readonly type: string;
  readonly value: string;
}

export interface PersonRecord
  extends Omit<
    PersonRecordRow,
    'attributes' | 'extra_emails' | 'mapping' | 'attribute_mapping' | 'declared_attributes'
  > {
  readonly attributes: readonly SentAttribute[];
  /** The values that the mapping of the connection chooses. */
  readonly mapped: MappedValues;
  /** False if the mapping has changed since the identity provider sent the person. */
  readonly is_mapping_applied: boolean;
}

/** More than people read. The identity provider has the rest. */
const MAX_ATTRIBUTES = 100;
const LEFT_OUT = new Set(['schemas', 'meta', 'id', 'groups', 'active', 'password']);

/** The person's records by connection name. Empty for a person managed only in the service. */
export async function personRecords(db: Db, teamId: string, accountId: string): Promise<PersonRecord[]> {
  const rows = await selectPersonRecords(db, teamId, accountId);
  return rows.map((row) => {
    const { attributes, extra_emails, mapping, attribute_mapping, declared_attributes, ...facts } = row;
    const chosen = mappingWith(attribute_mapping, userTypeWith(declared_attributes));
    const sent = attributesOf(attributes);
    const whole = wholeUser(sent, extra_emails === null ? [] : JSON.parse(extra_emails));
    return {
      ...facts,
      attributes: sentAttributes(sent),
      mapped: mappedValues(whole, selectEmail(whole.emails, chosen.address).shown, chosen),
      is_mapping_applied: mapping === attribute_mapping,
    };
  });
}

/** The job titles of these people, by account, as far as identity providers sent them. */
export async function titlesOf(db: Db, teamId: string, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  return new Map((await selectTitles(db, teamId, accountIds)).map(({ account_id, title }) => [account_id, title]));
}

/** The attributes as a flat list. */
export const sentAttributes = (attributes: JsonObject): SentAttribute[] =>
  Object.entries(attributes)
    .filter(([name]) => !LEFT_OUT.has(name))
    .flatMap(([name, value]) => flat(name.startsWith('urn:') ? '' : name, value, ''))
    .slice(0, MAX_ATTRIBUTES);

function flat(path: string, value: JsonValue, type: string): SentAttribute[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => flat(path, item, typeOf(item)));
  if (!isJsonObject(value)) return [{ path, type, value: String(value) }];
  return Object.entries(value)
    .filter(([name]) => !['type', 'primary', '$ref'].includes(name))
    .flatMap(([name, inner]) => flat(name === 'value' ? path : path === '' ? name : `${path}.${name}`, inner, type));
}

const typeOf = (item: JsonValue): string => (isJsonObject(item) && typeof item.type === 'string' ? item.type : '');

function attributesOf(text: string): JsonObject {
  const value = parseJson(Buffer.from(text));
  return isJsonObject(value) ? value : {};
}
