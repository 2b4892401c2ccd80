// Converts the right-hand side of a comparison to the type of its attribute, and defines which operators a type allows.
import type { Attribute } from './attribute.ts';
import { findBoolean } from './boolean-text.ts';
import type { CompareOperator, FilterValue } from './filter.ts';
import type { Token } from './filter-tokens.ts';
import { findInstant } from './instant.ts';
import { quoted, scimError } from './scim-error.ts';

const EQUALITY: readonly CompareOperator[] = ['eq', 'ne'];
const TEXT: readonly CompareOperator[] = [...EQUALITY, 'co', 'sw', 'ew'];
const ORDER: readonly CompareOperator[] = [...EQUALITY, 'gt', 'ge', 'lt', 'le'];

const OPERATORS = {
  string: TEXT,
  reference: TEXT,
  binary: TEXT,
  boolean: EQUALITY,
  dateTime: ORDER,
  integer: ORDER,
  decimal: ORDER,
  complex: [],
} as const satisfies Record<Attribute['type'], readonly CompareOperator[]>;

/** Refuses an operator that the attribute's type does not support (RFC 7644 3.4.2.2): 400 invalidFilter. */
export function checkOperator(attribute: Attribute, operator: CompareOperator, name: string): void {
  const allowed: readonly CompareOperator[] = OPERATORS[attribute.type];
  if (allowed.includes(operator)) return;
  throw scimError(
    'invalidFilter',
    `${name} is of type ${attribute.type}, which does not support ${operator}; use one of ${allowed.join(', ')}, pr.`,
  );
}

/**
 * The typed value of a token. RFC 7644 requires quoted strings. Lenient mode also accepts bare text (`externalId eq
 * jyoung`), single quotes, and quoted booleans (`active eq "True"`). Values of the wrong type are 400 invalidFilter.
 */
export function filterValue(
  attribute: Attribute,
  token: Token | undefined,
  name: string,
  strict: boolean,
): FilterValue {
  if (token?.kind !== 'word' && token?.kind !== 'quoted') {
    throw scimError('invalidFilter', `The comparison of ${name} has no value.`);
  }
  const bare = token.kind === 'word';
  if (bare && token.text.toLowerCase() === 'null') return null;
  const value = ofType(attribute, bare ? withoutSingleQuotes(token.text) : token.text);
  if (value === undefined || (strict && bare !== isBareType(attribute))) {
    const wanted = isBareType(attribute) ? `a ${attribute.type}` : `a ${attribute.type} in double quotes`;
    throw scimError('invalidFilter', `${name} must be compared with ${wanted}, not with ${quoted(token.text)}.`);
  }
  return value;
}

const withoutSingleQuotes = (text: string): string => /^'(.*)'$/s.exec(text)?.[1] ?? text;

const isBareType = ({ type }: Attribute): boolean => type === 'boolean' || type === 'integer' || type === 'decimal';

function ofType({ type }: Attribute, text: string): FilterValue | undefined {
  if (type === 'boolean') return findBoolean(text);
  if (type === 'dateTime') return findInstant(text);
  if (type !== 'integer' && type !== 'decimal') return text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
