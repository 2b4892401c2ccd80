// Parses a filter expression (RFC 7644 3.4.2.2) into the tree of filter.ts. Precedence: not, and, or. The depth limit
// bounds the recursion.
import { complex } from './attribute.ts';
import { type AttributeTarget, findExtension, findTarget, targetName } from './attribute-path.ts';
import { type CompareOperator, FILTER_LIMITS, type Filter, type FilterLimits } from './filter.ts';
import { filterTokens, type Token } from './filter-tokens.ts';
import { checkOperator, filterValue } from './filter-value.ts';
import { isName } from './inbound-member.ts';
import { elementTarget, findNamed, type OwnNames, ownSub, ownTarget } from './own-attribute.ts';
import { findAttribute, type ResourceType } from './resource-type.ts';
import { quoted, scimError } from './scim-error.ts';

export interface FilterOptions {
  /** Reject anything that RFC 7644 does not allow, such as unquoted strings. */
  readonly strict?: boolean;
  /** Accept attribute names that may be misspelled; the caller checks them against stored resources (`unprovenIn`). */
  readonly allowsUnproven?: boolean;
  readonly limits?: FilterLimits;
}

/** Parses a whole filter expression. Malformed, unknown or oversized input is 400 invalidFilter. */
export function parseFilter(type: ResourceType, text: string, options: FilterOptions = {}): Filter {
  const limits = options.limits ?? FILTER_LIMITS;
  if (text.length > limits.length) {
    throw scimError('invalidFilter', `The filter has ${text.length} characters; the limit is ${limits.length}.`);
  }
  const reader = readerOf(type, filterTokens(text, 'invalidFilter'), options);
  const filter = readOr(reader, undefined);
  expectEnd(reader);
  return filter;
}

/** Parses the filter between the brackets of `attribute[…]` in a PATCH path from its tokens. */
export function parseElementFilter(
  type: ResourceType,
  target: AttributeTarget,
  inner: readonly Token[],
  options: FilterOptions = {},
): Filter {
  const reader = readerOf(type, inner, options);
  const filter = readOr(reader, target);
  expectEnd(reader);
  return filter;
}

interface TokenReader extends OwnNames {
  readonly type: ResourceType;
  readonly tokens: readonly Token[];
  readonly limits: FilterLimits;
  at: number;
  depth: number;
  nodes: number;
}

// Inside brackets: the attribute whose elements are filtered. Names resolve relative to it.
type Within = AttributeTarget | undefined;

const readerOf = (type: ResourceType, list: readonly Token[], options: FilterOptions): TokenReader => ({
  type,
  tokens: list,
  limits: options.limits ?? FILTER_LIMITS,
  strict: options.strict ?? false,
  allowsUnproven: options.allowsUnproven ?? false,
  at: 0,
  depth: 0,
  nodes: 0,
});

const readOr = (reader: TokenReader, within: Within): Filter => readChain(reader, 'or', () => readAnd(reader, within));

const readAnd = (reader: TokenReader, within: Within): Filter =>
  readChain(reader, 'and', () => readFactor(reader, within));

function readChain(reader: TokenReader, word: 'and' | 'or', readTerm: () => Filter): Filter {
  const first = readTerm();
  if (!isWord(reader, word)) return first;
  const terms = [first];
  while (isWord(reader, word)) {
    reader.at += 1;
    terms.push(readTerm());
  }
  return { kind: word, terms };
}

function readFactor(reader: TokenReader, within: Within): Filter {
  if (isWord(reader, 'not') && reader.tokens[reader.at + 1]?.kind === '(') {
    reader.at += 1;
    return { kind: 'not', term: readGroup(reader, within) };
  }
  if (reader.tokens[reader.at]?.kind === '(') return readGroup(reader, within);
  return within ? readComparison(reader, readSubTarget(reader, within)) : readExpression(reader);
}

function readGroup(reader: TokenReader, within: Within): Filter {
  return nested(reader, '(', ')', () => readOr(reader, within));
}

function readExpression(reader: TokenReader): Filter {
  const target = readTarget(reader);
  if (reader.tokens[reader.at]?.kind !== '[') return readComparison(reader, target);
  if (target.attribute.type !== 'complex' || target.sub) {
    throw scimError('invalidFilter', `${targetName(target)} has no sub-attributes to filter in brackets.`);
  }
  const where = nested(reader, '[', ']', () => readOr(reader, target));
  const next = reader.tokens[reader.at];
  if (next?.kind !== 'word' || !next.text.startsWith('.')) return element(target, where);
  reader.at += 1;
  const sub = subTarget(reader, target, next.text.slice(1));
  const last = readComparison(reader, sub);
  return element(target, { kind: 'and', terms: [...(where.kind === 'and' ? where.terms : [where]), last] });
}

// With one positive leaf inside, "an element whose value …" means the same as "any value …", so the simpler form is
// used.
const element = (target: AttributeTarget, where: Filter): Filter =>
  where.kind === 'compare' || where.kind === 'present' ? where : { kind: 'element', target, where };

function nested(reader: TokenReader, open: '(' | '[', close: ')' | ']', read: () => Filter): Filter {
  if (reader.depth >= reader.limits.depth) {
    throw scimError('invalidFilter', `The filter nests deeper than ${reader.limits.depth} levels.`);
  }
  reader.at += 1;
  reader.depth += 1;
  const filter = read();
  reader.depth -= 1;
  if (reader.tokens[reader.at]?.kind !== close)
    throw scimError('invalidFilter', `A "${open}" has no closing "${close}".`);
  reader.at += 1;
  return filter;
}

function readComparison(reader: TokenReader, target: AttributeTarget): Filter {
  reader.nodes += 1;
  if (reader.nodes > reader.limits.nodes) {
    throw scimError('invalidFilter', `The filter has more than ${reader.limits.nodes} comparisons.`);
  }
  const operator = readOperator(reader, target);
  if (operator === 'pr') return { kind: 'present', target };
  const exact = valueTarget(target);
  const compared = exact.sub ?? exact.attribute;
  const name = targetName(exact);
  checkOperator(compared, operator, name);
  const value = filterValue(compared, reader.tokens[reader.at], name, reader.strict);
  if (value === null && operator !== 'eq' && operator !== 'ne') {
    throw scimError('invalidFilter', `null can be compared only with eq and ne, not with ${operator}.`);
  }
  reader.at += 1;
  return { kind: 'compare', operator, target: exact, value };
}

// RFC 7644 3.4.2.2: comparing a complex attribute compares its `value`.
function valueTarget(target: AttributeTarget): AttributeTarget {
  const { attribute, sub } = target;
  if (sub || attribute.type !== 'complex') return target;
  const value = findAttribute(attribute.subAttributes, 'value');
  if (value) return { ...target, sub: value };
  throw scimError('invalidFilter', `${targetName(target)} is complex; name the sub-attribute to compare.`);
}

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']);
const isOperator = (word: string): word is CompareOperator | 'pr' => OPERATORS.has(word);

function readOperator(reader: TokenReader, target: AttributeTarget): CompareOperator | 'pr' {
  const token = reader.tokens[reader.at];
  const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
  if (!isOperator(word)) {
    throw scimError('invalidFilter', `${targetName(target)} needs an operator, found ${described(token)}.`);
  }
  reader.at += 1;
  return word;
}

function readTarget(reader: TokenReader): AttributeTarget {
  const name = readName(reader);
  const target = findTarget(reader.type, name) ?? wholeExtension(reader, name) ?? undefinedTarget(reader, name);
  if (target) return target;
  throw scimError('invalidFilter', `${quoted(name)} is not an attribute of a ${reader.type.name}.`);
}

/** `urn:…:User pr` tests if the extension is present. */
function wholeExtension({ type }: TokenReader, text: string): AttributeTarget | undefined {
  const schema = findExtension(type, text);
  return schema && { extension: undefined, attribute: complex(schema.id, '', schema.attributes), sub: undefined };
}

/** An attribute that no schema defines. The compared value determines its type. */
function undefinedTarget(reader: TokenReader, text: string): AttributeTarget | undefined {
  const member = findNamed(reader.type, text, reader);
  if (member === undefined) return undefined;
  const isFiltered = reader.tokens[reader.at]?.kind === '[';
  return (isFiltered && elementTarget(member)) || ownTarget(member, typeOfValue(reader.tokens[reader.at + 1]));
}

function typeOfValue(token: Token | undefined): 'string' | 'boolean' | 'decimal' {
  if (token?.kind !== 'word') return 'string';
  if (/^(true|false)$/i.test(token.text)) return 'boolean';
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(token.text) ? 'decimal' : 'string';
}

function readSubTarget(reader: TokenReader, within: AttributeTarget): AttributeTarget {
  return subTarget(reader, within, readName(reader));
}

function subTarget(reader: TokenReader, target: AttributeTarget, name: string): AttributeTarget {
  const isNew = target.isOwn === true && isName(name);
  const sub = isNew
    ? ownSub(name, typeOfValue(reader.tokens[reader.at + 1]))
    : findAttribute(target.attribute.subAttributes, name);
  if (sub) return { ...target, sub };
  throw scimError('invalidFilter', `${quoted(name)} is not a sub-attribute of ${targetName(target)}.`);
}

function readName(reader: TokenReader): string {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'word')
    throw scimError('invalidFilter', `An attribute name is missing before ${described(token)}.`);
  reader.at += 1;
  return token.text;
}

function isWord(reader: TokenReader, word: string): boolean {
  const token = reader.tokens[reader.at];
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}

function expectEnd(reader: TokenReader): void {
  if (reader.at < reader.tokens.length) {
    throw scimError('invalidFilter', `The filter ends before ${described(reader.tokens[reader.at])}.`);
  }
}

function described(token: Token | undefined): string {
  if (!token) return 'the end';
  return quoted('text' in token ? token.text : token.kind);
}
