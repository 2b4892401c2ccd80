// Attributes as they are stored beside their resource: the text that goes out, and the same in normal form for filters.
import { isJsonObject, type JsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { scimError } from '@cairn/scim-protocol/scim-error';

export interface StoredJson {
  /** What the resource says, as it will be answered. */
  readonly attributes: string;
  /** The same with every text in normal form: what filters that do not mind the case look into. */
  readonly folded: string;
}

/** Characters of JSON at most: a person or group that is larger is a mistake of the sender. */
const MOST_CHARACTERS = 256 * 1_024;

/** Both texts. Refuses with 400 `invalidValue` what is too large to keep. */
export function storedJson(resource: JsonObject): StoredJson {
  const attributes = JSON.stringify(resource);
  if (attributes.length > MOST_CHARACTERS) {
    const sentence = `The resource has ${attributes.length} characters of JSON; at most ${MOST_CHARACTERS} are kept.`;
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

/** Code points at most in a text that an index holds. */
const MOST_INDEXED = 500;

/** The text of an indexed attribute, or null. Refuses with 400 `invalidValue` what is longer than 500 characters. */
export function indexedText(name: string, value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  // A character takes two units at most: what has more units than that need not be counted.
  if (value.length > 2 * MOST_INDEXED || [...value].length > MOST_INDEXED)
    throw scimError('invalidValue', `${name} has more than ${MOST_INDEXED} characters. Shorten it.`);
  return value;
}
