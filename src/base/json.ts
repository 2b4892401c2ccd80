// JSON from outside: parsed strictly, so that nothing odd travels further (Decision 6).

import { setImmediate as nextTurn } from 'node:timers/promises';
import { excerpt } from './excerpt.ts';
import { type Look, type Parsed, parsingPieces, Repeated, TooDeep, TooMany } from './json-pieces.ts';
import { isRefusal, refuse } from './refusal.ts';
import { utf8In } from './utf8.ts';

const DEEPEST = 64;
/**
 * Arrays and objects: an empty one takes some twenty times the memory of its text. What fits into a SCIM request about
 * a group, a PATCH of one operation a member, has fewer.
 */
const MOST = 400_000;
/** Bytes from which on other requests get their turn while a body is read. */
export const LARGE_JSON = 131_072;

/**
 * The value of a JSON text. Refuses with `bad-request` what is no UTF-8, no JSON, nested deeper than 64, or holds
 * more than 400,000 arrays and objects, `__proto__`, NUL, a lone surrogate, a number beyond the range of doubles, or an
 * object with two members of one name.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const steps = parsing(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.value;
  }
}

/** The same; other requests get their turn between the steps. With the bytes that it takes, roughly. */
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

/** Measured on values made of little else: an object with a name of its own takes 250 bytes, a short text 30. */
const memoryOf = ({ length }: Uint8Array, { containers, members, commas }: Parsed): number =>
  length + containers * 100 + members * 100 + commas * 32;

/** The value of a JSON text that this service or command wrote itself; undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields where somebody else may have a turn. */
function* parsing(bytes: Uint8Array): Generator<void, Parsed> {
  const text = decoded(bytes);
  try {
    return yield* parsingPieces(text, { longest: PIECE, deepest: DEEPEST, most: MOST, look: lookingAt });
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    if (thrown instanceof TooDeep) throw refuse('bad-request', `The body is nested deeper than ${DEEPEST} levels.`);
    if (thrown instanceof TooMany)
      throw refuse(
        'bad-request',
        `The body holds more than ${MOST.toLocaleString('en')} arrays and objects. Send it in several requests.`,
      );
    if (thrown instanceof Repeated) throw repeatedMember(text);
    throw refuse('bad-request', `The body is not valid JSON: ${sentenceOf(thrown)}`);
  }
}

/** Characters that are parsed, or values that are looked at, in one turn: some milliseconds at most. */
const PIECE = 100_000;
const STRETCH_OF_VALUES = 10_000;

function decoded(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refuse('bad-request', 'The body is empty. Send a JSON object.');
  const text = utf8In(bytes);
  if (text === undefined) throw refuse('bad-request', 'The body is not valid UTF-8.');
  return text;
}

/** The parser keeps the last of two members of one name and another program the first: nobody can say what is meant. */
function repeatedMember(text: string): Error {
  const open: Set<string>[] = [];
  for (const [token, , colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, token.length - colon.length));
      if (open.at(-1)?.has(name) === true)
        return refuse('bad-request', `The body holds the member ${JSON.stringify(excerpt(name))} twice. Send it once.`);
      open.at(-1)?.add(name);
    }
  }
  return refuse('bad-request', 'The body holds an object with two members of one name. Send each once.');
}

/** Refuses what is odd in a value. */
function lookingAt(root: unknown): Look {
  let members = 0;
  const open: unknown[] = [root];
  /** The object whose members are being looked at, and the names of those that are left. */
  let [current, names]: [Readonly<Record<string, unknown>>, string[]] = [{}, []];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') refuseOddText(value);
    else if (typeof value === 'number') {
      if (!Number.isFinite(value))
        throw refuse('bad-request', 'The body holds a number beyond the range of double precision.');
    } else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === 'object' && value !== null)
      [current, names] = [value as Readonly<Record<string, unknown>>, Object.keys(value)];
  };
  const visitMember = (name: string): void => {
    if (name === '__proto__') throw refuse('bad-request', 'The body holds the key "__proto__", which is not allowed.');
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
  if (text.includes('\u0000')) throw refuse('bad-request', 'The body holds a NUL character, which is not allowed.');
  if (!text.isWellFormed()) throw refuse('bad-request', 'The body holds a lone surrogate, which is no character.');
}

/**
 * What the parser says, without the piece of the body that it quotes: a log keeps the sentence, and must keep no
 * secret.
 */
const sentenceOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message.replace(/,? (?:\.\.\.)?".*$/s, '')}.` : 'it cannot be parsed.';
