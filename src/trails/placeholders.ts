// Placeholders of a prompt: `{{snake_case}}` stands for what the employee supplies (contract 2.4). Pure text rules.

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Whole ones, and ones that lack their second closing brace. */
const WRITTEN = /\{\{([^{}]*)\}\}|\{\{([^{}\n]*)\}/g;

/** A placeholder that is not written as it must be, and how it could be. */
export interface BadPlaceholder {
  readonly written: string;
  /** A name to use instead; undefined where nothing usable is inside. */
  readonly suggestion: string | undefined;
}

/** The names of the good placeholders in `body`, each once, in order. */
export function placeholderNames(body: string): string[] {
  const names = [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => SNAKE_CASE.test(name)))];
}

/** The placeholders in `body` that are not `{{snake_case}}`, each once, in order. */
export function badPlaceholders(body: string): BadPlaceholder[] {
  const bad = new Map<string, BadPlaceholder>();
  for (const [written, inside, unclosed] of body.matchAll(WRITTEN)) {
    if (inside !== undefined && SNAKE_CASE.test(inside)) continue;
    bad.set(written, { written, suggestion: suggestionFor(inside ?? unclosed ?? '') });
  }
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
