// Shapes in the OpenAPI document. Those with an `$id` become named components. Requests are closed, so that misspelled
// members are detected; responses are open, so that later additions break no client. Apart from JSON Schema, shapes
// support `x-format` and `x-pattern` (documented but not validated) and `x-values` (the name of a list defined by the
// installation).
import type { TSchema } from '@sinclair/typebox';
import { toldShape } from '../../base/plain-schema.ts';
import { COMMON_WORDS, FORMAT_EXAMPLES } from './common-words.ts';

type Json = Readonly<Record<string, unknown>>;

export interface References {
  /** The shape of a response: open. */
  readonly answer: (schema: TSchema) => Json;
  /**
   * The shape of a request: closed, with defaults in the description, because generators treat fields with a default as
   * required. A shape that is also used in responses is named `…Input` here.
   */
  readonly request: (schema: TSchema) => Json;
  /** The components named so far, by name. */
  readonly components: () => Json;
}

/** `answered` are all response shapes, which own the names. `values` are the lists for `x-values`, by name. */
export function openReferences(
  answered: readonly TSchema[],
  values: Readonly<Record<string, readonly string[]>> = {},
): References {
  const components = new Map<string, unknown>();
  const answeredIds = new Set<string>();
  collectIds(answered, answeredIds);
  const plain = (value: unknown, isSent: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(item, isSent));
    if (typeof value !== 'object' || value === null) return value;
    const { $id, ...rest } = withoutUnion(value as { $id?: unknown } & Json);
    const name = typeof $id !== 'string' ? undefined : isSent && answeredIds.has($id) ? `${$id}Input` : $id;
    if (name !== undefined && components.has(name)) return referenceTo(name);
    const worded = inPlainWords(rest, isSent ? values : {});
    const members = (): Json => membersOf(isSent ? withDefaultInWords(bounded(worded)) : opened(worded), isSent);
    if (name === undefined) return members();
    components.set(name, undefined); // Register the name first, because a shape may contain itself.
    components.set(name, members());
    return referenceTo(name);
  };
  const membersOf = (shape: Json, isSent: boolean): Json =>
    Object.fromEntries(
      Object.entries(shape).map(([name, member]) => [
        name,
        name === 'properties' && [shape.type].flat().includes('object')
          ? allDescribed(plain(member, isSent) as Readonly<Record<string, Json>>)
          : plain(member, isSent),
      ]),
    );
  return {
    answer: (schema) => plain(schema, false) as Json,
    request: (schema) => plain(schema, true) as Json,
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function collectIds(value: unknown, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$id' in value && typeof value.$id === 'string') ids.add(value.$id);
  for (const member of Object.values(value)) collectIds(member, ids);
}

function inPlainWords(shape: Json, values: Readonly<Record<string, readonly string[]>>): Json {
  const { 'x-values': name, ...rest } = toldShape(shape);
  const list = typeof name === 'string' ? values[name] : undefined;
  const example = typeof rest.format === 'string' ? FORMAT_EXAMPLES.get(rest.format) : undefined;
  return {
    ...rest,
    ...(list === undefined ? {} : { enum: list }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** Adds the common description to members without one. A reference keeps it next to `$ref` (OpenAPI 3.1). */
const allDescribed = (members: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { ...descriptionOf(name, member), ...member }]),
  );

/** The common description, if the shape has none. */
export const descriptionOf = (name: string, { description = COMMON_WORDS.get(name) }: Json): Json =>
  description === undefined ? {} : { description };

/** One shape instead of a union: literals are an enum, a nullable enum lists null, and "X or null" is a `oneOf`. */
function withoutUnion(shape: { $id?: unknown } & Json): { $id?: unknown } & Json {
  const { anyOf, ...rest } = shape;
  if (Array.isArray(anyOf) && anyOf.every((one) => typeof one?.const === 'string'))
    return { ...rest, type: 'string', enum: anyOf.map((one) => one.const) };
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return shape;
  const { enum: values, type, $id, ...other } = withoutUnion(anyOf[0]);
  if ($id !== undefined || !Array.isArray(values)) return { ...rest, oneOf: anyOf };
  return { ...other, ...rest, type: [type, 'null'], enum: [...values, null] };
}

/** A list of different values has at most as many items as there are values. */
const bounded = (shape: Json): Json => {
  const values = (shape.items as Json | undefined)?.enum;
  return shape.uniqueItems === true && Array.isArray(values) ? { maxItems: values.length, ...shape } : shape;
};

function opened(shape: Json): Json {
  if (shape.additionalProperties !== false) return shape;
  const { additionalProperties: _, ...open } = shape;
  return open;
}

function withDefaultInWords(shape: Json): Json {
  if (shape.default === undefined || typeof shape.default === 'object' || typeof shape.type !== 'string') {
    const { default: _, ...rest } = shape;
    return Array.isArray(shape.default) || shape.type === 'object' ? rest : shape;
  }
  const { default: value, description, ...rest } = shape;
  const sentence = `Default: ${JSON.stringify(value)}.`;
  return { ...rest, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}
