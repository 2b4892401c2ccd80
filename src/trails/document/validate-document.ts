// Validates a document against its JSON Schema and reports all errors at once, each with its path and a remedy
// (Decision 6). It supports only the keywords that document.ts uses; a test compares it with a full validator.

import { excerpt } from '../../base/excerpt.ts';
import { errorAt, sentenceIn } from '../../base/field-finding.ts';
import { type Findings, invalidBody, MAX_FINDINGS, type ValidationIssue } from '../../base/issue.ts';
import { INK, IS_BLANK, isBlank } from '../../base/text.ts';
import { type Sentence, type Text, t } from '../../base/texts/t.ts';
import type { TrailDocument } from './document.ts';
import { countCharacters } from './limits.ts';
import { repeatedPromptIds } from './prompt-ids.ts';
import { LOWER_CASE, PROMPT_ID } from './trail-fields.ts';

/** The JSON Schema keywords that document schemas use. */
export interface CheckedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly required?: readonly string[];
  readonly items?: CheckedSchema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** The document, validated as a draft. Fails with `validation` and the findings in `issues`. */
export function requireDraft(value: unknown, schema: CheckedSchema): TrailDocument {
  const findings = draftFindings(value, schema);
  if (findings.issues.length === 0) return value as TrailDocument;
  throw invalidBody(
    findings,
    findings.issues.length === 1
      ? 'One field of the document needs fixing: see issues.'
      : 'Several fields in the document need to be fixed: see issues.',
  );
}

/** The problems found when `value` is checked as a draft; at most 1,000. */
export const validateDraft = (value: unknown, schema: CheckedSchema): readonly ValidationIssue[] =>
  draftFindings(value, schema).issues;

/** The problems found when `value` is checked as a draft: schema violations and duplicate prompt ids. */
export function draftFindings(value: unknown, schema: CheckedSchema): Findings {
  const found = collector();
  check(value, schema, '', found);
  const prompts = isRecord(value) && Array.isArray(value.prompts) ? value.prompts : [];
  for (const issue of repeatedPromptIds(prompts.slice(0, MAX_FINDINGS).map((prompt) => ({ id: idOf(prompt) }))))
    found.addFinding(issue.field, sentenceIn(issue));
  return found;
}

/** Keeps the first 1,000 findings and counts the others. */
interface Found extends Findings {
  omitted: number;
  addFinding(field: string, message: Sentence): void;
  isFull(): boolean;
}

function collector(): Found {
  const issues: ValidationIssue[] = [];
  const found: Found = {
    issues,
    omitted: 0,
    addFinding(field: string, message: Sentence) {
      if (issues.length < MAX_FINDINGS) issues.push(errorAt(field, message));
      else found.omitted += 1;
    },
    isFull: () => issues.length >= MAX_FINDINGS,
  };
  return found;
}

function check(value: unknown, schema: CheckedSchema, path: string, found: Found): void {
  if (schema.type !== undefined && typeName(value) !== schema.type) {
    found.addFinding(path, t('{rule}; {type} was sent.', { rule: ARTICLES[schema.type], type: typeName(value) }));
  } else if (isRecord(value)) checkObject(value, schema, path, found);
  else if (Array.isArray(value)) checkArray(value, schema, path, found);
  else if (typeof value === 'string') checkText(value, schema, path, found);
}

function checkObject(value: Record<string, unknown>, schema: CheckedSchema, path: string, found: Found): void {
  const properties = schema.properties ?? {};
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) found.addFinding(within(path, name), 'This is required.');
  }
  const names = Object.keys(properties).join(', ');
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) check(value[name], known, within(path, name), found);
    else if (found.isFull()) found.addFinding('', '');
    else {
      const message = t('Is not a known property. Remove it; known are {names}.', { names });
      found.addFinding(within(path, excerpt(name)), message);
    }
  }
}

function checkArray(items: readonly unknown[], schema: CheckedSchema, path: string, found: Found): void {
  const most = schema.maxItems ?? items.length;
  if (items.length > most) {
    found.addFinding(
      path,
      t('Has {length} items; at most {limit} are allowed. Remove {excess}.', {
        length: items.length,
        limit: most,
        excess: items.length - most,
      }),
    );
  }
  const places = new Map<unknown, number>();
  items.slice(0, most).forEach((item, index) => {
    if (schema.items !== undefined) check(item, schema.items, `${path}[${index}]`, found);
    if (schema.uniqueItems !== true) return;
    // Texts that look the same count as equal: é may be one letter, or an e with a combining mark (NFC).
    const key = typeof item === 'string' ? item.normalize('NFC') : item;
    const first = places.get(key);
    if (first === undefined) places.set(key, index);
    else {
      const message = t('Repeats {other}. Remove one of the two.', { other: `${path}[${first}]` });
      found.addFinding(`${path}[${index}]`, message);
    }
  });
}

function checkText(text: string, schema: CheckedSchema, path: string, found: Found): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  // A string has at most as many code points as code units, so most need no counting.
  const length = text.length > maxLength ? countCharacters(text) : text.length;
  if (length > maxLength) {
    found.addFinding(
      path,
      t('Has {length} characters; at most {limit} are allowed. Shorten it by {excess}.', {
        length,
        limit: maxLength,
        excess: length - maxLength,
      }),
    );
  }
  if (schema.enum !== undefined && !schema.enum.includes(text)) {
    found.addFinding(
      path,
      t('Must be one of {values}; {text} is not.', {
        values: schema.enum.join(', '),
        text: JSON.stringify(excerpt(text, 40)),
      }),
    );
  }
  if (minLength > 0 && isBlank(text))
    found.addFinding(path, isItem(path) ? 'Is blank. Write something here, or remove it.' : IS_BLANK);
  else if (pattern !== undefined && !patternOf(pattern).test(text))
    found.addFinding(path, REMEDIES[pattern] ?? t('Must match {pattern}.', { pattern }));
}

/** The fix for a list item may be to remove it. All other values are required. */
const isItem = (path: string): boolean => path.endsWith(']');

const REMEDIES: Readonly<Record<string, Sentence>> = {
  [INK]: IS_BLANK,
  [LOWER_CASE]: 'Must be lowercase, as an employee would type it. Replace the capital letters.',
  [PROMPT_ID]: 'May contain only lowercase letters a-z, digits, "_" and "-". Leave it empty to get an id.',
};

const ARTICLES: Readonly<Record<string, Text>> = {
  object: t('Must be an object'),
  array: t('Must be an array'),
  string: t('Must be a string'),
  boolean: t('Must be true or false'),
};

const patterns = new Map([INK, LOWER_CASE, PROMPT_ID].map((source) => [source, new RegExp(source, 'u')]));
const patternOf = (source: string): RegExp => patterns.get(source) ?? new RegExp(source, 'u');

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const isRecord = (value: unknown): value is Record<string, unknown> => typeName(value) === 'object';

const idOf = (prompt: unknown): string | undefined =>
  isRecord(prompt) && typeof prompt.id === 'string' ? prompt.id : undefined;

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
