import { placeholderParts, shownText } from '../../../src/trails/document/placeholders.ts';

export interface FilledPart {
  readonly at: number;
  readonly text: string;
  /** `open`: a placeholder without a value, shown as its label. */
  readonly kind: 'text' | 'filled' | 'open';
  /** The placeholder's name, if it is one. */
  readonly name?: string;
}

/** What the reader entered. A name such as `constructor` must not find what every object inherits. */
export const enteredValue = (values: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';

/** The parts in order. A blank value counts as none. */
export const filledParts = (body: string, values: Readonly<Record<string, string>>): FilledPart[] =>
  placeholderParts(body).map((part) => {
    const { at } = part;
    if (part.kind !== 'good') return { at, text: shownText(part), kind: 'text' };
    const value = enteredValue(values, part.name).trim();
    if (value !== '') return { at, text: value, kind: 'filled', name: part.name };
    return { at, text: `[${labelOf(part.name)}]`, kind: 'open', name: part.name };
  });

/** Names of the placeholders without a value, each once. */
export const openNames = (parts: readonly FilledPart[]): string[] => [
  ...new Set(parts.flatMap(({ kind, name }) => (kind === 'open' && name !== undefined ? [name] : []))),
];

/** The text to copy. Open placeholders stay in brackets, so that the reader notices them in the tool. */
export const filledText = (body: string, values: Readonly<Record<string, string>>): string =>
  filledParts(body, values)
    .map(({ text }) => text)
    .join('');

/** `customer_name` as "Customer name". */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
