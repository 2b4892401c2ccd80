// Favorites: a star on each trail, and a list of starred trails above the others.
import { ActionIcon, SimpleGrid, Title } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../api/change.ts';
import { markFavorite, type ReadableTrail, readableTrail, readableTrails } from '../api/reading.ts';
import { t } from '../parts/texts/t.ts';
import { TrailCard } from './trail-card.tsx';

interface StarProps {
  readonly trail: Pick<ReadableTrail, 'id' | 'title'>;
  readonly isMarked: boolean;
  readonly className?: string;
}

/** Adds or removes a favorite. Appears immediately and is reverted if the service refuses. */
export function Star({ trail: { id, title }, isMarked, className = '' }: StarProps) {
  const cache = useQueryClient();
  const show = (marked: boolean): void => {
    cache.setQueryData(readableTrails.queryKey, (list) => {
      if (list === undefined) return undefined;
      const others = list.favourites.filter((one) => one !== id);
      return { ...list, favourites: marked ? [id, ...others] : others };
    });
    cache.setQueryData(readableTrail(id).queryKey, (one) => one && { ...one, is_favourite: marked });
  };
  const marking = useChange((marked: boolean) => markFavorite(id, marked), {
    refresh: [readableTrails.queryKey, readableTrail(id).queryKey],
    of: `favourite:${id}`,
  });
  const Mark = isMarked ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={isMarked ? 'pine' : 'gray'}
      size={32}
      className={className}
      aria-pressed={isMarked}
      aria-label={t('Favorite: {title}', { title })}
      title={isMarked ? t('Remove from my favorites') : t('Add to my favorites')}
      onClick={() => {
        show(!isMarked);
        marking.mutate(!isMarked);
      }}
    >
      <Mark size={18} aria-hidden />
    </ActionIcon>
  );
}

interface FavoritesProps {
  readonly trails: readonly ReadableTrail[];
  readonly favourites: readonly string[];
}

export function Favorites({ trails, favourites }: FavoritesProps) {
  const marked = favourites.flatMap((id) => trails.find((trail) => trail.id === id) ?? []);
  if (marked.length === 0) return null;
  return (
    <section aria-labelledby="favourites">
      <Title order={2} id="favourites" mb="sm">
        {t('Favorites')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="md">
        {marked.map((trail) => (
          <StarredCard key={trail.id} trail={trail} isMarked isShort />
        ))}
      </SimpleGrid>
    </section>
  );
}

interface StarredCardProps {
  readonly trail: ReadableTrail;
  readonly isMarked: boolean;
  readonly isShort?: boolean;
}

/** A card next to its star. The star is outside the link, so that each has its own name and focus. */
export const StarredCard = ({ trail, isMarked, isShort = false }: StarredCardProps) => (
  <div className="starred">
    <TrailCard trail={trail} isShort={isShort} />
    <Star trail={trail} isMarked={isMarked} className="card-star" />
  </div>
);
