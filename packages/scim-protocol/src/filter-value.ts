// Gives the right-hand side of a comparison the type of its attribute, and says which operators a type has.
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

/** Refuses an operator that the type of the attribute does not have (RFC 7644 3.4.2.2): 400 invalidFilter. */
export function checkOperator(attribute: Attribute, operator: CompareOperator, name: string): void {
  const allowed: readonly CompareOperator[] = OPERATORS[attribute.type];
  if (allowed.includes(operator)) return;
  throw scimError(
    'invalidFilter',
    `${name} is of type ${attribute.type}, which ${operator} does not compare; use one of ${allowed.join(', ')}, pr.`,
  );
}

/**
 * The typed value of a token. RFC 7644 wants strings quoted; lenient reading takes bare text too (`externalId eq
 * jyoung`), text in single quotes, and booleans in quotes (`active eq "True"`). Refuses with 400 invalidFilter what the
 * attribute cannot hold.
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
    throw scimError('invalidFilter', `${name} compares with ${wanted}, not with ${quoted(token.text)}.`);
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
