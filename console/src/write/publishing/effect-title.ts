// A one-line summary of the prompts that a publication would take from other trails.
import type { CatalogEffect } from '../../api/evaluation.ts';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';

const MAX_NAMED = 3;

/** `taken` go to the published trail. `others` move between other trails, such as twins. */
export function titleOf(taken: readonly Pick<CatalogEffect['changes'][number], 'trail'>[], others: number): string {
  if (taken.length === 0)
    return t(
      'It takes no prompts itself, but {others, plural, one {# prompt} other {# prompts}} of other trails {others, plural, one {goes} other {go}} elsewhere',
      { others },
    );
  const losers = new Map<string, number>();
  for (const { trail } of taken) losers.set(trail.title, (losers.get(trail.title) ?? 0) + 1);
  const sentences = [...losers].map(([title, count]) =>
    t('{count, plural, one {# prompt} other {# prompts}} from "{title}"', { count, title }),
  );
  const named = listed(sentences.slice(0, MAX_NAMED));
  const rest = losers.size - MAX_NAMED;
  return rest > 0
    ? t('This change takes {named} and from {rest, plural, one {# more trail} other {# more trails}}', { named, rest })
    : t('This change takes {named}', { named });
}
