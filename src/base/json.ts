// JSON from outside: parsed strictly, so that nothing odd travels further (Decision 6).
import { refuse } from './refusal.ts';

const DEEPEST = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text. Refuses with `bad-request` what is no UTF-8, no JSON, nested deeper than 64, or holds
 * `__proto__`, NUL, a lone surrogate or a number beyond the range of doubles.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decoded(bytes);
  refuseDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw refuse('bad-request', `The body is not valid JSON: ${sentenceOf(thrown)}`);
  }
  refuseOdd(value);
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

/** Before parsing: counts brackets outside strings, so that depth costs no stack. */
function refuseDepth(text: string): void {
  let depth = 0;
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
  }
}

function refuseOdd(root: unknown): void {
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
        open.push(member);
      }
    }
  }
}

function refuseOddText(text: string): void {
  if (text.includes('\u0000')) throw refuse('bad-request', 'The body holds a NUL character, which is not allowed.');
  if (!text.isWellFormed()) throw refuse('bad-request', 'The body holds a lone surrogate, which is no character.');
}

/** What the parser says, without the piece of the body that it quotes: a log keeps the sentence, and must keep no secret. */
const sentenceOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message.replace(/,? (?:\.\.\.)?".*$/s, '')}.` : 'it cannot be parsed.';
