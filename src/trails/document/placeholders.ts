// Placeholders of a prompt: `{{snake_case}}` stands for what the employee supplies, `\{{` for the braces
// themselves (contract 2.4). Pure text rules.

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Braces that are meant as such, whole placeholders, and ones that lack their second closing brace. */
const WRITTEN = /\\\{\{|\{\{([^{}]*)\}\}|\{\{([^{}\n]*)\}/g;

/** A placeholder that is not written as it must be, and how it could be. */
export interface BadPlaceholder {
  readonly written: string;
  /** A name to use instead; undefined where nothing usable is inside. */
  readonly suggestion: string | undefined;
}

/** A piece of a prompt as it is written. `literal`: `\{{`, which the reader sees as `{{`. */
export type PromptPart =
  | { readonly kind: 'text' | 'literal'; readonly text: string; readonly at: number }
  | { readonly kind: 'good'; readonly text: string; readonly at: number; readonly name: string }
  | { readonly kind: 'bad'; readonly text: string; readonly at: number; readonly inside: string };

/** The whole body in order, nothing left out; `at` is where a part starts. */
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

/** What the reader sees of a part that nobody fills in: braces without the backslash before them. */
export const shownText = ({ kind, text }: PromptPart): string => (kind === 'literal' ? '{{' : text);

/** The names of the good placeholders in `body`, each once, in order. */
export const placeholderNames = (body: string): string[] => [
  ...new Set(placeholderParts(body).flatMap((part) => (part.kind === 'good' ? [part.name] : []))),
];

/** The placeholders in `body` that are not `{{snake_case}}`, each once, in order. */
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
