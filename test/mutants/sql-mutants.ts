// Mutants of SQL in a `sql` tag: a dropped condition, a moved limit, a reversed order.

export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: string;
}

/** The end of a chain of conditions, at its depth of parentheses. */
const END =
  /^(order by|group by|limit|returning|union|on conflict|for update|for share|for no key|set|window|having)\b/i;
const CLAUSE = /^(where|and|on)\b/i;
const NEXT = /^(and|or|where|left join|join|cross join|inner join|when|then|from|else|end)\b/i;

/** The changes to the text of a template (between its outer backticks), offset by `at`. */
export function sqlChanges(text: string, at: number): readonly TextChange[] {
  const masked = withoutInterpolations(text);
  return [...conjuncts(masked, at), ...operators(masked, at)];
}

/** Replaces `${…}` and quoted text, which are not SQL, with `#` of the same length. */
function withoutInterpolations(text: string): string {
  let masked = '';
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (depth === 0 && text.startsWith('${', index)) {
      depth = 1;
      masked += '##';
      index += 1;
      continue;
    }
    if (depth > 0) depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    masked += depth > 0 || (char === '}' && masked.endsWith('#')) ? '#' : char;
  }
  return masked.replace(/'[^']*'/g, (quoted) => '#'.repeat(quoted.length));
}

function* conjuncts(masked: string, at: number): Generator<TextChange> {
  for (let index = 0; index < masked.length; index += 1) {
    if (index > 0 && /[\w#]/.test(masked[index - 1] ?? '')) continue;
    const word = CLAUSE.exec(masked.slice(index))?.[0];
    if (word === undefined || isBetween(masked, index) || isOnConflict(masked, index)) continue;
    const from = index + word.length;
    const to = endOf(masked, from);
    if (['', 'true'].includes(masked.slice(from, to).trim())) continue;
    yield { start: at + from, end: at + to, replacement: ' true ', kind: 'sql condition dropped' };
  }
}

const isBetween = (masked: string, index: number): boolean =>
  masked.startsWith('and', index) &&
  /\bbetween\s+[^()]*(\([^)]*\))?[^()]*$/i.test(masked.slice(Math.max(0, index - 60), index));
const isOnConflict = (masked: string, index: number): boolean =>
  /^on\s+(conflict|delete|update)\b/i.test(masked.slice(index));

/** The end of the condition that starts at `from`: the next keyword at its depth, or its closing parenthesis. */
function endOf(masked: string, from: number): number {
  let depth = 0;
  for (let index = from; index < masked.length; index += 1) {
    const char = masked[index];
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth < 0) return index;
    if (depth > 0 || /[\w#]/.test(masked[index - 1] ?? '')) continue;
    const rest = masked.slice(index);
    const isBetweenAnd = rest.startsWith('and') && /\bbetween\b[^)]*$/i.test(masked.slice(from, index));
    if (END.test(rest) || (NEXT.test(rest) && !isBetweenAnd)) return index;
  }
  return masked.length;
}

const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/\bdesc\b/gi, 'asc'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bnot exists\b/gi, 'exists'],
];

function* operators(masked: string, at: number): Generator<TextChange> {
  for (const [pattern, replacement] of OPERATORS) {
    for (const { index, 0: match } of masked.matchAll(pattern))
      yield { start: at + index, end: at + index + match.length, replacement, kind: 'sql operator' };
  }
}
