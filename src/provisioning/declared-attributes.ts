// The attributes of users that an admin declares for a connection, and the resource type with them.
import { DECLARED_TYPES, type DeclaredAttribute, withDeclared } from '@cairn/scim-protocol/declared-attributes';
import { isOwnSchema } from '@cairn/scim-protocol/inbound-member';
import { findSchema, type ResourceType, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { type Static, Type } from '@sinclair/typebox';
import { boundedCache } from '../base/bounded-cache.ts';
import { invalid } from '../base/issue.ts';
import { closed, OneOf } from '../base/shape.ts';

const MAX_ATTRIBUTES = 50;

/** A declared attribute in the APIs. */
export const DeclaredAttributes = Type.Array(
  Type.Object(
    {
      schema: Type.String({ maxLength: 200, description: 'The URN of your extension: `urn:acme:hr:1.0:User`.' }),
      name: Type.String({ maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
      type: OneOf(DECLARED_TYPES),
      multi_valued: Type.Boolean({ description: 'A list of values. Only for `string` and `reference`.' }),
      case_exact: Type.Boolean({ description: 'Whether filters distinguish upper and lower case. Only for `string`.' }),
    },
    closed,
  ),
  {
    maxItems: MAX_ATTRIBUTES,
    description: 'Attributes of users, published in `/Schemas`, so that filters and changes are typed.',
  },
);
export type DeclaredAttributes = Static<typeof DeclaredAttributes>;

/** The attributes as stored. Fails with `validation` for a standard schema, a repeated name, or a list of numbers. */
export function declaredText(attributes: DeclaredAttributes): string {
  const seen = new Map<string, string>();
  for (const [index, { schema, name, type, multi_valued }] of attributes.entries()) {
    const at = `attributes[${index}]`;
    if (!isOwnSchema(schema) || /^urn:ietf:/i.test(schema))
      throw invalid(
        `${at}.schema`,
        'Must be a URN of your own with a version and a name, such as urn:acme:hr:1.0:User.',
      );
    const folded = schema.toLowerCase();
    if ((seen.get(folded) ?? schema) !== schema) throw invalid(`${at}.schema`, 'Spell the URN the same way each time.');
    const full = `${folded}:${name.toLowerCase()}`;
    if (seen.has(full)) throw invalid(`${at}.name`, 'The schema already has an attribute with this name.');
    if (multi_valued && type !== 'string' && type !== 'reference')
      throw invalid(`${at}.multi_valued`, 'Only attributes of the types string and reference can be lists.');
    seen.set(folded, schema).set(full, schema);
  }
  return JSON.stringify(
    attributes.map(({ schema, name, type, multi_valued, case_exact }) => ({
      schema,
      name,
      type,
      multi_valued,
      case_exact,
    })),
  );
}

/** The declared attributes in that text. */
export const declaredIn = (text: string): DeclaredAttributes => JSON.parse(text);

const MAX_TYPES = 500;

const types = boundedCache<ResourceType>(MAX_TYPES);

/** The type of users with these attributes (`declaredText`). */
export function userTypeWith(text: string): ResourceType {
  if (text === NONE) return USER_TYPE;
  const known = types.get(text);
  if (known !== undefined) return known;
  const declared: readonly DeclaredAttribute[] = declaredIn(text);
  const type = withDeclared(
    USER_TYPE,
    declared.filter(({ schema }) => findSchema(USER_TYPE, schema) === undefined),
  );
  types.set(text, type);
  return type;
}

/** No attributes. */
export const NONE = '[]';
