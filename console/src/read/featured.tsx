// The trails that the person's groups feature, above all others.
import { SimpleGrid, Title } from '@mantine/core';
import type { ReadableTrail } from '../api/reading.ts';
import { t } from '../parts/texts/t.ts';
import { StarredCard } from './favourites.tsx';

/** More would push the list of all trails out of sight. */
const MAX_FEATURED = 8;

interface FeaturedProps {
  readonly trails: readonly ReadableTrail[];
  readonly featured: readonly string[];
  /** Already listed above. */
  readonly favourites: readonly string[];
}

export function Featured({ trails, featured, favourites }: FeaturedProps) {
  const visible = featured
    .filter((id) => !favourites.includes(id))
    .flatMap((id) => trails.find((trail) => trail.id === id) ?? []);
  if (visible.length === 0) return null;
  return (
    <section aria-labelledby="featured">
      <Title order={2} id="featured" mb="sm">
        {t('Featured for you')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="md">
        {visible.slice(0, MAX_FEATURED).map((trail) => (
          <StarredCard key={trail.id} trail={trail} isMarked={false} />
        ))}
      </SimpleGrid>
    </section>
  );
}
