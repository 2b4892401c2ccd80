// Tolerates mistakes of models and hand-written clients, before validation and only on this endpoint (issue 52; the
// rules for `/v1` are in Decision 6). A program can be fixed. A model cannot, and if its call is rejected, its user
// does not get the trail. Only mistakes with a single possible meaning are tolerated.
import type { TSchema } from '@sinclair/typebox';

/** The kind of mistake, for the metrics. */
export const MISTAKES = [
  ...['accept', 'null_params', 'null_arguments', 'empty_cursor', 'arguments_as_text'],
  ...['empty_optional', 'json_as_text', 'not_text', 'letter_case', 'unknown_tool'],
] as const;
export type Mistake = (typeof MISTAKES)[number];

/** Called for each tolerated mistake. */
export type Forgave = (mistake: Mistake) => void;

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === null || value === '';

/** The message, or batch of messages, with empty parameters left out. */
export function forgivenMessage(message: unknown, forgave: Forgave): unknown {
  if (Array.isArray(message)) return message.map((one) => forgivenMessage(one, forgave));
  if (!isObject(message) || !('params' in message) || typeof message.method !== 'string') return message;
  const { params, ...rest } = message;
  if (params === null) {
    forgave('null_params');
    return rest;
  }
  return isObject(params) ? { ...rest, params: forgivenParams(params, message.method, forgave) } : message;
}

function forgivenParams({ cursor, arguments: args, ...rest }: Members, method: string, forgave: Forgave): Members {
  const params: Record<string, unknown> = { ...rest };
  if (isEmpty(cursor)) forgave('empty_cursor');
  else if (cursor !== undefined) params.cursor = cursor;
  if (args === null) forgave('null_arguments');
  else if (args !== undefined) params.arguments = argumentsOf(args, method, forgave);
  return params;
}

/** The protocol requires an object and, for prompts, an object of strings. */
function argumentsOf(args: unknown, method: string, forgave: Forgave): unknown {
  const parsed = typeof args === 'string' ? parsedJson(args) : undefined;
  if (isObject(parsed)) forgave('arguments_as_text');
  const members = isObject(parsed) ? parsed : args;
  return method === 'prompts/get' && isObject(members) ? textsOf(members, forgave) : members;
}

/** The members as texts, without those that are null. */
function textsOf(members: Members, forgave: Forgave): Members {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      if (value === null) forgave('empty_optional');
      return value === null ? [] : [[name, textOf(value, forgave)]];
    }),
  );
}

export interface ForgivenArguments {
  readonly args: Members;
  /** Messages about what was ignored. */
  readonly notes: readonly string[];
}

/** The arguments of a tool in the form that its schema requires. Leaves ambiguous values to the validation. */
export function forgivenArguments(schema: TSchema, given: Members, forgave: Forgave): ForgivenArguments {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, TSchema>>;
  const required = new Set<string>(schema.required ?? []);
  const args: Record<string, unknown> = Object.create(null);
  const notes: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!required.has(name) && (shape === undefined ? value === null : isEmpty(value))) {
      forgave('empty_optional');
      continue;
    }
    const asWanted = shape === undefined ? value : forgivenValue(shape, value, forgave);
    if (name === 'tool' && valuesOf(shape)?.includes(asWanted) === false) {
      forgave('unknown_tool');
      notes.push('The AI tool is not known here, so `tool` was ignored.');
    } else args[name] = asWanted;
  }
  return { args, notes };
}

function forgivenValue(shape: TSchema, value: unknown, forgave: Forgave): unknown {
  if (shape.type === 'string') return inCase(shape, textOf(value, forgave), forgave);
  if (typeof value !== 'string') return isOfTexts(shape) && isObject(value) ? textsOf(value, forgave) : value;
  const parsed = parsedJson(shape.type === 'boolean' ? value.trim().toLowerCase() : value);
  if (parsed === undefined || !isOfType(parsed, shape.type)) return value;
  forgave('json_as_text');
  return isOfTexts(shape) && isObject(parsed) ? textsOf(parsed, forgave) : parsed;
}

/** True for objects whose members are all texts, with any names. */
const isOfTexts = ({ type, additionalProperties }: TSchema): boolean =>
  type === 'object' && additionalProperties?.type === 'string';

/** Converts numbers and booleans to text. */
function textOf(value: unknown, forgave: Forgave): unknown {
  if (typeof value !== 'number' && typeof value !== 'boolean') return value;
  forgave('not_text');
  return String(value);
}

const valuesOf = (shape: TSchema | undefined): readonly unknown[] | undefined => shape?.enum ?? shape?.['x-enum'];

/** Finds the listed value, ignoring case. */
function inCase(shape: TSchema, value: unknown, forgave: Forgave): unknown {
  const values = valuesOf(shape);
  if (values === undefined || typeof value !== 'string' || values.includes(value)) return value;
  const lower = value.trim().toLowerCase();
  if (!values.includes(lower)) return value;
  forgave('letter_case');
  return lower;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type && (type === 'number' || type === 'boolean');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
