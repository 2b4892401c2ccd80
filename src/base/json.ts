// JSON from outside: parsed strictly, so that nothing odd travels further (Decision 6).
import { refuse } from './refusal.ts';

const DEEPEST = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text. Refuses with `bad-request` what is no UTF-8, no JSON, nested deeper than 64, or holds
 * `__proto__`, NUL, a lone surrogate, a number beyond the range of doubles, or an object with two members of one name.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decoded(bytes);
  const members = countMembers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw refuse('bad-request', `The body is not valid JSON: ${sentenceOf(thrown)}`);
  }
  if (refuseOdd(value) !== members) throw repeatedMember(text);
  return value;
}

function decoded(bytes: Uint8Array): string {
  if (bytes.length === 0) throw refuse('bad-request', 'The body is empty. Send a JSON object.');
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuse('bad-request', 'The body is not valid UTF-8.');
  }
}

/**
 * Before parsing: counts brackets outside strings, so that depth costs no stack; answers how many members are written.
 */
function countMembers(text: string): number {
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > DEEPEST) throw refuse('bad-request', `The body is nested deeper than ${DEEPEST} levels.`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x3a) members += 1;
  }
  return members;
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
        return refuse(
          'bad-request',
          `The body holds the member ${JSON.stringify(name.slice(0, 80))} twice. Send it once.`,
        );
      open.at(-1)?.add(name);
    }
  }
  return refuse('bad-request', 'The body holds an object with two members of one name. Send each once.');
}

/** Answers how many members all objects have together. */
function refuseOdd(root: unknown): number {
  let members = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') refuseOddText(value);
    else if (typeof value === 'number') {
      if (!Number.isFinite(value))
        throw refuse('bad-request', 'The body holds a number beyond the range of double precision.');
    } else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (key === '__proto__')
          throw refuse('bad-request', 'The body holds the key "__proto__", which is not allowed.');
        refuseOddText(key);
        members += 1;
        open.push(member);
      }
    }
  }
  return members;
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
