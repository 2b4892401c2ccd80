// Validates input against TypeBox shapes and reports all findings, each with its path and a remedy. Never coerces,
// completes or strips values.

import {
  type SchemaOptions,
  type Static,
  type StringOptions,
  type TObject,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { FIRST_MOMENT, LAST_MOMENT } from './clock.ts';
import { excerpt } from './excerpt.ts';
import { errorAt } from './field-finding.ts';
import { isUuid } from './id.ts';
import { type Findings, MAX_FINDINGS, type ValidationIssue } from './issue.ts';
import { INK, IS_BLANK } from './text.ts';
import { type Sentence, t } from './texts/t.ts';

/** Options of an object without additional properties. */
export const closed = { additionalProperties: false } as const;

export const Uuid = (description: string) => Type.String({ format: 'uuid', description });
/**
 * An email address or a URL. The OpenAPI document states the format. The room that uses it validates it with its own
 * messages. Addresses may have any letters in front of the @ (RFC 6531), and people type URLs with any letters.
 */
export const Email = (options: StringOptions = {}) => Type.String({ 'x-format': 'idn-email', ...options });
export const Uri = (options: StringOptions = {}) => Type.String({ 'x-format': 'uri', ...options });
export const TypedUrl = (options: StringOptions = {}) => Type.String({ 'x-format': 'iri', ...options });
export const Instant = (description: string) => Type.String({ format: 'date-time', description });

export const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** The shape of path parameters that are all ids. */
export const ids = <const Names extends readonly string[]>(...names: Names) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Uuid(`The ${name.replace('_id', '')}.`)]))) as TObject<{
    [Name in Names[number]]: ReturnType<typeof Uuid>;
  }>;

/** One of the given strings, as an `enum`, so that a wrong value causes a single finding. */
export const OneOf = <const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number]> => Type.Unsafe<Values[number]>({ ...options, type: 'string', enum: [...values] });

export const Nullable = <Shape extends TSchema>(
  shape: Shape,
  options: SchemaOptions = {},
): TUnsafe<Static<Shape> | null> => {
  if (typeof shape.type === 'string' && shape.$id === undefined && shape.enum === undefined) {
    return Type.Unsafe<Static<Shape> | null>({ ...shape, ...options, type: [shape.type, 'null'] });
  }
  return Type.Unsafe<Static<Shape> | null>({ ...options, anyOf: [shape, { type: 'null' }] });
};

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: true,
  coerceTypes: false,
  removeAdditional: false,
  // A test validates our shapes against the meta-schema, which takes longer to compile than they do.
  meta: false,
  validateSchema: false,
});
// The package is CommonJS. Depending on the loader, its export is the function or is under `default`.
const addFormats = formats as unknown as typeof formats.default;
addFormats(ajv);
// `minimum` and `maximum` already limit the number, and one finding is enough.
for (const width of ['int32', 'int64']) ajv.addFormat(width, true);

// The form that PostgreSQL accepts and every response has, not the URN (`urn:uuid:…`) that the format also allows.
ajv.addFormat('uuid', isUuid);

const { validate: isDateTime } = addFormats.get('date-time') as { validate: (text: string) => boolean };
/** More than 30 digits in a fraction of a second. PostgreSQL rejects times that are too long. */
const TOO_FINE = /\.\d{31}/;
/** PostgreSQL accepts offsets up to this. The widest in use is +14:00. */
const WIDEST_OFFSET = /[+-](0\d|1[0-5]):?\d\d$|z$/i;
// An offset can move the time outside the supported years. Leap seconds are invalid, because the service's clocks don't
// have them.
ajv.addFormat('date-time', (text) => {
  const at = Date.parse(text);
  return (
    isDateTime(text) && !TOO_FINE.test(text) && WIDEST_OFFSET.test(text) && at >= FIRST_MOMENT && at <= LAST_MOMENT
  );
});
const { validate: isDate } = addFormats.get('date') as { validate: (text: string) => boolean };
ajv.addFormat('date', (text) => isDate(text) && Date.parse(text) >= FIRST_MOMENT);

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** The findings about `value`, as errors. Empty if it matches the shape. */
export const findIssues = (shape: TSchema, value: unknown): readonly ValidationIssue[] =>
  findFindings(shape, value).issues;

/** The first error in `value` on one line: `steps[0].kind: Must be …`; undefined if it matches the shape. */
export function faultIn(shape: TSchema, value: unknown): string | undefined {
  const [issue] = findIssues(shape, value);
  return issue && (issue.field === '' ? issue.message : `${issue.field}: ${issue.message}`);
}

/**
 * The first 1,000 findings about `value`, as errors, and the number of further ones. After the first 1,000, unknown
 * properties are only counted, so that ignored input costs nothing.
 */
export function findFindings(shape: TSchema, value: unknown): Findings {
  const { kept, omitted } = withFewUnknown(shape, value);
  const all = findAll(shape, kept);
  if (all.length === 0) return { issues: NO_ISSUES, omitted };
  const issues = all.slice(0, MAX_FINDINGS).map((found) => ('severity' in found ? found : issueOf(found)));
  return { issues, omitted: omitted + all.length - issues.length };
}

const NO_ISSUES: readonly never[] = [];

/** `value` without the unknown properties after the first 1,000, if the shape allows none, and the number left out. */
function withFewUnknown(shape: TSchema, value: unknown): { readonly kept: unknown; readonly omitted: number } {
  if (shape.additionalProperties !== false || typeof value !== 'object' || value === null)
    return { kept: value, omitted: 0 };
  const names = Object.keys(value);
  if (names.length <= MAX_FINDINGS) return { kept: value, omitted: 0 };
  const kept: Record<string, unknown> = Object.create(null);
  let unknown = 0;
  for (const name of names) {
    const isKnown = Object.hasOwn(shape.properties ?? {}, name);
    if (!isKnown) unknown += 1;
    if (isKnown || unknown <= MAX_FINDINGS) kept[name] = (value as Record<string, unknown>)[name];
  }
  return { kept, omitted: Math.max(0, unknown - MAX_FINDINGS) };
}

function findAll(shape: TSchema, value: unknown): readonly (ErrorObject | ValidationIssue)[] {
  let check = compiled.get(shape);
  if (check === undefined) {
    check = ajv.compile(shape);
    compiled.set(shape, check);
  }
  if (check(value)) return NO_ISSUES;
  const found = (check.errors ?? []).filter(isFinding);
  return found.length > 0 ? found : [errorAt('', 'This does not have the required shape.')];
}

/** A value that does not match "X or null" is reported for both branches. Only the findings about X matter. */
const isFinding = ({ keyword, params }: ErrorObject): boolean =>
  keyword !== 'anyOf' && keyword !== 'if' && !(keyword === 'type' && params.type === 'null');

const issueOf = (error: ErrorObject): ValidationIssue => errorAt(fieldOf(error), messageOf(error));

/** `/prompts/2/body` -> `prompts[2].body`. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') parts.push(params.missingProperty);
  if (keyword === 'additionalProperties') parts.push(params.additionalProperty);
  return parts
    .map((part) => excerpt(part))
    .reduce(
      (path, part) => (/^\d+$/.test(part) && path !== '' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
      '',
    );
}

const SENTENCES: Readonly<Record<string, (params: Record<string, unknown>) => Sentence>> = {
  required: () => 'This is required. Send a value.',
  additionalProperties: () => 'Is not a known property. Remove it.',
  type: ({ type }) => t('Must be of type {types}.', { types: [type].flat().join(' or ') }),
  enum: ({ allowedValues }) => t('Must be one of {values}.', { values: (allowedValues as unknown[]).join(', ') }),
  const: ({ allowedValue }) => t('Must be {value}.', { value: JSON.stringify(allowedValue) }),
  maxLength: ({ limit }) => t('Must have at most {limit} characters. Shorten it.', { limit: Number(limit) }),
  minLength: ({ limit }) =>
    t('Must have at least {limit, plural, one {# character} other {# characters}}.', { limit: Number(limit) }),
  maxItems: ({ limit }) => t('Must have at most {limit} items. Remove some.', { limit: Number(limit) }),
  minItems: ({ limit }) =>
    t('Must have at least {limit, plural, one {# item} other {# items}}.', { limit: Number(limit) }),
  uniqueItems: ({ i, j }) =>
    t('Items {first} and {second} are the same. Remove one.', { first: Number(j), second: Number(i) }),
  pattern: ({ pattern }) =>
    pattern === INK ? IS_BLANK : t('Must match the pattern {pattern}.', { pattern: String(pattern) }),
  format: ({ format }) =>
    format === 'date-time'
      ? 'Must be a time in RFC 3339 format, such as 2026-03-01T09:00:00Z or 2026-03-01T10:00:00+01:00.'
      : t('Must be a valid {format}.', { format: String(format) }),
  minimum: ({ limit }) => t('Must be at least {limit}.', { limit: Number(limit) }),
  maximum: ({ limit }) => t('Must be at most {limit}.', { limit: Number(limit) }),
  minProperties: ({ limit }) =>
    t('Must name at least {limit, plural, one {# property} other {# properties}}.', { limit: Number(limit) }),
};

const messageOf = ({ keyword, params, message }: ErrorObject): Sentence =>
  SENTENCES[keyword]?.(params) ?? t('Is not acceptable: {reason}.', { reason: message ?? keyword });
