// Members that no schema defines. They are stored and echoed as sent, so that identity providers with custom attributes
// keep working. Strict mode refuses them (RFC 7644 3.12 invalidSyntax: the body does not conform to the schema).
import { isJsonObject, type JsonValue } from './json.ts';
import { quoted, scimError } from './scim-error.ts';

const MAX_DEPTH = 8;
const ATTRIBUTE_NAME = /^(?:[A-Za-z$][\w$.-]*|urn:[\x21-\x7e]+)$/i;

/**
 * The member's value to store. Throws 400 invalidSyntax for a name that RFC 7643 2.1 does not allow (such as
 * `__proto__`) and for values nested more than 8 levels deep.
 */
export function unknownMember(name: string, value: JsonValue, parent: string, strict: boolean): JsonValue {
  if (strict) throw scimError('invalidSyntax', `${quoted(name)} is not an attribute of ${parent}.`);
  checkName(name);
  checkInside(value, name, MAX_DEPTH);
  return value;
}

function checkName(name: string): void {
  if (ATTRIBUTE_NAME.test(name)) return;
  throw scimError(
    'invalidSyntax',
    `${quoted(name)} is not an attribute name; names are a letter followed by letters and digits.`,
  );
}

function checkInside(value: JsonValue, name: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw scimError('invalidSyntax', `${quoted(name)} is nested more than ${MAX_DEPTH} levels deep.`);
  if (isJsonObject(value)) Object.keys(value).forEach(checkName);
  for (const inner of Object.values(value)) checkInside(inner, name, depth - 1);
}
