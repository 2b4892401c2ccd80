// Stores a resource's attributes as the text to return, and in normal form for filters.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { scimError } from '@cairn/scim-protocol/scim-error';

export interface StoredJson {
  /** The resource as it will be returned. */
  readonly attributes: string;
  /** The same with every text in normal form, for case-insensitive filters. */
  readonly folded: string;
}

/** Maximum JSON length in characters. A larger person or group is a mistake by the sender. */
const MAX_CHARACTERS = 256 * 1_024;

/** Both texts. Fails with 400 `invalidValue` if the resource is too large. */
export function storedJson(resource: JsonObject): StoredJson {
  const attributes = JSON.stringify(resource);
  if (attributes.length > MAX_CHARACTERS) {
    const sentence = `The resource has ${attributes.length} characters of JSON; at most ${MAX_CHARACTERS} are allowed.`;
    throw scimError('invalidValue', sentence);
  }
  return { attributes, folded: JSON.stringify(foldedJson(resource)) };
}

function foldedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return normalForm(value);
  if (Array.isArray(value)) return value.map(foldedJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, foldedJson(member)]));
}

/** Maximum code points in an indexed text. */
const MAX_INDEXED_LENGTH = 500;

/** The text of an indexed attribute, or null. Fails with 400 `invalidValue` if it has over 500 characters. */
export function indexedText(name: string, value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  // A character has at most two UTF-16 units, so longer strings need not be counted.
  if (value.length > 2 * MAX_INDEXED_LENGTH || [...value].length > MAX_INDEXED_LENGTH)
    throw scimError('invalidValue', `${name} has more than ${MAX_INDEXED_LENGTH} characters. Shorten it.`);
  return value;
}
