// A prompt with what the reader filled in. Pure.
import { placeholderParts, shownText } from '../../../src/trails/document/placeholders.ts';

export interface FilledPart {
  readonly at: number;
  readonly text: string;
  /** `open`: a placeholder that nobody filled in yet, shown by its label. */
  readonly kind: 'text' | 'filled' | 'open';
  /** Of what is open: the placeholder's name. */
  readonly name?: string;
}

/** The parts in order; a blank value fills nothing in. */
export const filledParts = (body: string, values: Readonly<Record<string, string>>): FilledPart[] =>
  placeholderParts(body).map((part) => {
    const { at } = part;
    if (part.kind !== 'good') return { at, text: shownText(part), kind: 'text' };
    const value = (values[part.name] ?? '').trim();
    if (value !== '') return { at, text: value, kind: 'filled' };
    return { at, text: `[${labelOf(part.name)}]`, kind: 'open', name: part.name };
  });

/** What is copied: what is not filled in stays in brackets, so that the reader sees it in the tool too. */
export const filledText = (body: string, values: Readonly<Record<string, string>>): string =>
  filledParts(body, values)
    .map(({ text }) => text)
    .join('');

/** `customer_name` as "Customer name". */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
