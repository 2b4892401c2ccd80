// Members that no schema defines. An identity provider with custom attributes keeps working: they are stored and echoed
// as they are. Strict mode refuses them (RFC 7644 3.12 invalidSyntax: the body does not conform to the schema).
import { isJsonObject, type JsonValue } from './json.ts';
import { quoted, scimError } from './scim-error.ts';

const MAX_DEPTH = 8;
const ATTRIBUTE_NAME = /^(?:[A-Za-z$][\w$.-]*|urn:[\x21-\x7e]+)$/i;

/**
 * The member's value to keep. Refuses names outside the grammar of RFC 7643 2.1 (`__proto__` is one: a name begins with
 * a letter) and values that nest deeper than 8 levels: 400 invalidSyntax.
 */
export function unknownMember(name: string, value: JsonValue, parent: string, strict: boolean): JsonValue {
  if (strict) throw scimError('invalidSyntax', `${quoted(name)} is no attribute of ${parent}.`);
  checkName(name);
  checkInside(value, name, MAX_DEPTH);
  return value;
}

function checkName(name: string): void {
  if (ATTRIBUTE_NAME.test(name)) return;
  throw scimError(
    'invalidSyntax',
    `${quoted(name)} is no attribute name: a name is a letter, then letters and digits.`,
  );
}

function checkInside(value: JsonValue, name: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw scimError('invalidSyntax', `${quoted(name)} nests deeper than ${MAX_DEPTH} levels.`);
  if (isJsonObject(value)) Object.keys(value).forEach(checkName);
  for (const inner of Object.values(value)) checkInside(inner, name, depth - 1);
}
