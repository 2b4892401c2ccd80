// Splits a filter or a PATCH path into tokens in one linear pass.
import { quoted, type ScimType, scimError } from './scim-error.ts';

/**
 * A bracket or parenthesis, a quoted string (already unescaped), or a bare word as sent. A string in single quotes,
 * which JSON does not allow, is a word that includes its quotes and may contain blanks.
 */
export type Token =
  | { readonly kind: '(' | ')' | '[' | ']' }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string };

/**
 * The tokens of a text. Unterminated or invalid strings and control characters cause an error with the given
 * `scimType`.
 */
export function filterTokens(text: string, scimType: ScimType): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (isSpace(character)) at += 1;
    else if (isBracket(character)) {
      found.push({ kind: character });
      at += 1;
    } else {
      const end = character === '"' ? endOfString(text, at, scimType) : endOfWord(text, at);
      const slice = text.slice(at, end);
      found.push(character === '"' ? unquote(slice, scimType) : { kind: 'word', text: slice });
      at = end;
    }
  }
  return found;
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t';

const isBracket = (character: string): character is '(' | ')' | '[' | ']' =>
  character === '(' || character === ')' || character === '[' || character === ']';

function endOfString(text: string, start: number, scimType: ScimType): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at + 1;
  }
  throw scimError(scimType, `The string that begins at character ${start + 1} has no closing quote.`);
}

const SINGLE_QUOTED = /'[^']*'(?=[ \t()[\]]|$)/y;

function endOfWord(text: string, start: number): number {
  SINGLE_QUOTED.lastIndex = start;
  if (SINGLE_QUOTED.test(text)) return SINGLE_QUOTED.lastIndex;
  let at = start;
  while (at < text.length && text.charAt(at) !== '"' && !isSpace(text.charAt(at)) && !isBracket(text.charAt(at)))
    at += 1;
  return at;
}

// RFC 7644 3.4.2.2: strings are JSON strings, escapes included.
function unquote(slice: string, scimType: ScimType): Token {
  try {
    const text: unknown = JSON.parse(slice);
    if (typeof text === 'string') return { kind: 'quoted', text };
  } catch {
    // JSON rejects the escape or the raw control character; the error is thrown below.
  }
  throw scimError(scimType, `${quoted(slice)} is not a valid JSON string.`);
}
