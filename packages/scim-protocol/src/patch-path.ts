// Parses the `path` of a PATCH operation (RFC 7644 3.5.2): an attribute, a sub-attribute, `emails[type eq
// "work"].value`, or the URN of a whole extension.
import type { Schema } from './attribute.ts';
import { type AttributeTarget, findExtension, findTarget, targetName } from './attribute-path.ts';
import { FILTER_LIMITS, type Filter } from './filter.ts';
import { parseElementFilter } from './filter-parser.ts';
import { filterTokens, type Token } from './filter-tokens.ts';
import { isName, type UnknownMember } from './inbound-member.ts';
import { elementTarget, findNamed, type OwnNames, ownSub } from './own-attribute.ts';
import { findAttribute, type ResourceType } from './resource-type.ts';
import { quoted, ScimError, scimError } from './scim-error.ts';

/**
 * The target of an operation. `where` selects elements of a multi-valued attribute. An unknown member is kept as sent.
 */
export type PatchPath =
  | { readonly kind: 'attribute'; readonly target: AttributeTarget; readonly where: Filter | undefined }
  | { readonly kind: 'extension'; readonly schema: Schema }
  | (UnknownMember & { readonly where?: Filter });

/** Resolves a path. A path that is malformed, unknown or too long is refused with 400 invalidPath. */
export function readPatchPath(type: ResourceType, text: string, names: OwnNames): PatchPath {
  if (text.length > FILTER_LIMITS.length) {
    throw scimError('invalidPath', `The path has ${text.length} characters; the limit is ${FILTER_LIMITS.length}.`);
  }
  const schema = findExtension(type, text);
  if (schema) return { kind: 'extension', schema };
  const target = findTarget(type, text);
  if (target) return { kind: 'attribute', target, where: undefined };
  return findNamed(type, text, names) ?? readValuePath(type, text, names);
}

function readValuePath(type: ResourceType, text: string, names: OwnNames): PatchPath {
  const list = filterTokens(text, 'invalidPath');
  const [first, open] = list;
  const name = first?.kind === 'word' ? first.text : text;
  const member = findTarget(type, name) ? undefined : findNamed(type, name, names);
  const target = findTarget(type, name) ?? (member && elementTarget(member));
  if (!target) throw unknownPath(type, name);
  if (open?.kind !== '[') throw scimError('invalidPath', `${quoted(text)} is not an attribute path.`);
  if (!target.attribute.multiValued || target.attribute.type !== 'complex' || target.sub) {
    throw scimError('invalidPath', `${targetName(target)} has no elements to select with a filter in brackets.`);
  }
  const close = list.findLastIndex((token) => token.kind === ']');
  if (close < 0) throw scimError('invalidPath', `${quoted(text)} has no closing bracket.`);
  const sub = readTail(target, list.slice(close + 1), text);
  const where = readWhere(type, target, list.slice(2, close), names.strict);
  return member ? { ...member, sub: sub?.name, where } : { kind: 'attribute', target: { ...target, sub }, where };
}

function readTail(target: AttributeTarget, tail: readonly Token[], text: string): AttributeTarget['sub'] {
  const [last, ...more] = tail;
  if (!last) return undefined;
  const name = last.kind === 'word' && last.text.startsWith('.') && more.length === 0 ? last.text.slice(1) : undefined;
  const sub = name === undefined ? undefined : findSub(target, name);
  if (sub) return sub;
  throw scimError('invalidPath', `${quoted(text)} does not end in a sub-attribute of ${targetName(target)}.`);
}

const findSub = ({ attribute, isOwn }: AttributeTarget, name: string): AttributeTarget['sub'] =>
  isOwn && isName(name) ? ownSub(name, 'string') : findAttribute(attribute.subAttributes, name);

function readWhere(type: ResourceType, target: AttributeTarget, inner: readonly Token[], strict: boolean): Filter {
  try {
    return parseElementFilter(type, target, inner, { strict });
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    throw scimError('invalidPath', error.message);
  }
}

/** The error for a path that does not name an attribute. */
export const unknownPath = (type: ResourceType, name: string): ScimError =>
  scimError('invalidPath', `${quoted(name)} is not an attribute of a ${type.name}.`);
