// A one-line summary of the prompts that a publication would take from other trails.
import type { CatalogEffect } from '../../api/evaluation.ts';
import { counted } from '../../parts/texts/counted.ts';

const MAX_NAMED = 3;

/** `taken` go to the published trail. `others` move between other trails, such as twins. */
export function titleOf(taken: readonly Pick<CatalogEffect['changes'][number], 'trail'>[], others: number): string {
  if (taken.length === 0)
    return `It takes no prompts itself, but ${counted(others, 'prompt')} of other trails ${others === 1 ? 'goes' : 'go'} elsewhere`;
  const losers = new Map<string, number>();
  for (const { trail } of taken) losers.set(trail.title, (losers.get(trail.title) ?? 0) + 1);
  const sentences = [...losers].map(([title, count]) => `${counted(count, 'prompt')} from "${title}"`);
  const rest = losers.size > MAX_NAMED ? ` and from ${counted(losers.size - MAX_NAMED, 'more trail')}` : '';
  return `This change takes ${sentences.slice(0, MAX_NAMED).join(', ')}${rest}`;
}
