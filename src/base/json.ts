// Strict parsing of external JSON (Decision 6), and building JSON around parts that are already text.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { excerpt } from './excerpt.ts';
import { type Look, type Parsed, parsingPieces, Repeated, TooDeep, TooMany, TooWide } from './json-pieces.ts';
import { isRefusal, refuse } from './refusal.ts';
import { oddityOf } from './text.ts';
import { t, type Value } from './texts/t.ts';

const DEEPEST = 64;
/**
 * Maximum arrays and objects. An empty one takes about 20 times the memory of its text. SCIM group requests, with one
 * PATCH operation per member, stay below this.
 */
const MAX_CONTAINERS = 400_000;
/** Maximum members of one object. No shape comes near it, and each unknown member costs more than parsing it. */
const MAX_MEMBERS = 10_000;
/** Bodies from this size on (in bytes) are parsed in slices. */
export const LARGE_JSON = 131_072;

/**
 * Parses JSON. Fails with `bad-request` for invalid UTF-8 or JSON, nesting deeper than 64 levels, more than 400,000
 * arrays and objects, more than 10,000 members of one object, `__proto__`, NUL, lone surrogates, numbers outside the
 * range of doubles, and duplicate member names.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const steps = parsing(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.value;
  }
}

/** The same, but yields to other requests between steps. Also returns the approximate memory use in bytes. */
export async function parseJsonInTurns(
  bytes: Uint8Array,
): Promise<{ readonly value: unknown; readonly memory: number }> {
  const steps = parsing(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return { value: step.value.value, memory: memoryOf(bytes, step.value) };
    await nextTurn();
  }
}

/** Based on measurements: an object with a unique name takes 250 bytes, and a short text 30. */
const memoryOf = ({ length }: Uint8Array, { containers, members, commas }: Parsed): number =>
  length + containers * 100 + members * 100 + commas * 32;

/** Parses JSON written by this service or command; undefined if it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields if other work is waiting to run. */
function* parsing(bytes: Uint8Array): Generator<void, Parsed> {
  const text = decoded(bytes);
  try {
    const bounds = { deepest: DEEPEST, most: MAX_CONTAINERS, widest: MAX_MEMBERS };
    return yield* parsingPieces(text, { longest: PIECE, ...bounds, look: lookingAt });
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    if (thrown instanceof TooDeep)
      throw refuse('bad-request', t('The body is nested deeper than {limit} levels.', { limit: DEEPEST }));
    if (thrown instanceof TooMany)
      throw refuse(
        'bad-request',
        t('The body has more than {limit} arrays and objects. Send several requests.', { limit: MAX_CONTAINERS }),
      );
    if (thrown instanceof TooWide)
      throw refuse(
        'bad-request',
        t('An object in the body has more than {limit} members. Send only documented ones.', { limit: MAX_MEMBERS }),
      );
    if (thrown instanceof Repeated) throw repeatedMember(text);
    throw refuse('bad-request', t('The body is not valid JSON: {reason}', { reason: reasonOf(thrown) }));
  }
}

/** Characters parsed, or values inspected, per slice: a few milliseconds at most. */
const PIECE = 100_000;
const STRETCH_OF_VALUES = 10_000;

function decoded(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refuse('bad-request', 'The body is empty. Send a JSON object.');
  const text = utf8In(bytes);
  if (text === undefined) throw refuse('bad-request', 'The body is not valid UTF-8.');
  return text;
}

/** Parsers disagree on whether the first or the last of two members with the same name counts. */
function repeatedMember(text: string): Error {
  const open: Set<string>[] = [];
  for (const [token, , colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, token.length - colon.length));
      if (open.at(-1)?.has(name) === true)
        return refuse(
          'bad-request',
          t('The body contains the member {name} twice. Send it once.', { name: JSON.stringify(excerpt(name)) }),
        );
      open.at(-1)?.add(name);
    }
  }
  return refuse('bad-request', 'The body contains an object with two members of the same name. Use each name once.');
}

/** Rejects unsafe values. */
function lookingAt(root: unknown): Look {
  let members = 0;
  const open: unknown[] = [root];
  /** The current object, and the names of its remaining members. */
  let [current, names]: [Readonly<Record<string, unknown>>, string[]] = [{}, []];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') refuseOddText(value);
    else if (typeof value === 'number') {
      if (!Number.isFinite(value))
        throw refuse('bad-request', 'The body contains a number beyond the range of double precision.');
    } else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === 'object' && value !== null)
      [current, names] = [value as Readonly<Record<string, unknown>>, Object.keys(value)];
  };
  const visitMember = (name: string): void => {
    if (name === '__proto__')
      throw refuse('bad-request', 'The body contains the key "__proto__", which is not allowed.');
    refuseOddText(name);
    members += 1;
    open.push(current[name]);
  };
  const goOn = (): boolean => {
    for (let visited = 0; visited < STRETCH_OF_VALUES; visited += 1) {
      const name = names.pop();
      if (name !== undefined) visitMember(name);
      else if (open.length > 0) visit(open.pop());
      else return false;
    }
    return true;
  };
  return { goOn, members: () => members };
}

function refuseOddText(text: string): void {
  const oddity = oddityOf(text);
  if (oddity !== undefined) throw refuse('bad-request', t('The body contains {oddity}.', { oddity }));
}

/**
 * The parser's message without its quotation from the body, because logs keep the message and must not contain secrets.
 */
const reasonOf = (thrown: unknown): Value =>
  thrown instanceof Error ? `${thrown.message.replace(/,? (?:\.\.\.)?".*$/s, '')}.` : t('it cannot be parsed.');

/** The members of the object, e.g. `"id":"1","name":"One"`. */
export const membersText = (object: Readonly<Record<string, unknown>>): string =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',');

/** The elements of the array, e.g. `"one",2`. */
export const elementsText = (array: readonly unknown[]): string => array.map((one) => JSON.stringify(one)).join(',');

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text without the byte order mark that some editors add; undefined if the bytes are not UTF-8. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
