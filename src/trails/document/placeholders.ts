// Placeholders in prompts: the employee fills in `{{snake_case}}`, and `\{{` is a literal `{{` (contract 2.4).

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Literal braces, complete placeholders, and placeholders without the second closing brace. */
const WRITTEN = /\\\{\{|\{\{([^{}]*)\}\}|\{\{([^{}\n]*)\}/g;

/** An invalid placeholder, with a suggestion for a valid one. */
export interface BadPlaceholder {
  readonly written: string;
  /** A name to use instead; undefined if the content offers none. */
  readonly suggestion: string | undefined;
}

/** A part of a prompt as written. `literal` is `\{{`, which readers see as `{{`. */
export type PromptPart =
  | { readonly kind: 'text' | 'literal'; readonly text: string; readonly at: number }
  | { readonly kind: 'good'; readonly text: string; readonly at: number; readonly name: string }
  | { readonly kind: 'bad'; readonly text: string; readonly at: number; readonly inside: string };

/** Splits the whole body into its parts, in order. `at` is the start position of a part. */
export function placeholderParts(body: string): PromptPart[] {
  const parts: PromptPart[] = [];
  let plainFrom = 0;
  const plainUntil = (at: number): void => {
    if (at > plainFrom) parts.push({ kind: 'text', text: body.slice(plainFrom, at), at: plainFrom });
  };
  for (const match of body.matchAll(WRITTEN)) {
    plainUntil(match.index);
    parts.push(partOf(match));
    plainFrom = match.index + match[0].length;
  }
  plainUntil(body.length);
  return parts;
}

function partOf({ 0: text, 1: whole, 2: unclosed, index: at }: RegExpExecArray): PromptPart {
  if (whole !== undefined && SNAKE_CASE.test(whole)) return { kind: 'good', text, at, name: whole };
  const inside = whole ?? unclosed;
  return inside === undefined ? { kind: 'literal', text, at } : { kind: 'bad', text, at, inside };
}

/** The text that readers see for a part that is not filled in: literal braces lose their backslash. */
export const shownText = ({ kind, text }: PromptPart): string => (kind === 'literal' ? '{{' : text);

/** The names of valid placeholders in `body`, in order and without duplicates. */
export const placeholderNames = (body: string): string[] => [
  ...new Set(placeholderParts(body).flatMap((part) => (part.kind === 'good' ? [part.name] : []))),
];

/** The invalid placeholders in `body`, in order and without duplicates. */
export function badPlaceholders(body: string): BadPlaceholder[] {
  const bad = new Map<string, BadPlaceholder>();
  for (const part of placeholderParts(body))
    if (part.kind === 'bad') bad.set(part.text, { written: part.text, suggestion: suggestionFor(part.inside) });
  return [...bad.values()];
}

function suggestionFor(text: string): string | undefined {
  const name = text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  return SNAKE_CASE.test(name) ? `{{${name}}}` : undefined;
}
