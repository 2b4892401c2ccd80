// Before a publication: which prompts of other trails would go elsewhere by it.
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CatalogEffect, catalogEffect } from '../api/evaluation.ts';
import type { TrailDetail } from '../api/trails.ts';
import { counted } from '../parts/counted.ts';

const MOST = 10;

export function Effect({ detail }: { readonly detail: TrailDetail }) {
  const effect = useQuery(catalogEffect(detail.id, detail.revision));
  if (effect.isPending)
    return (
      <Text size="sm" c="dimmed" role="status">
        Looking what it changes for other trails …
      </Text>
    );
  if (effect.data === undefined)
    return (
      <Text size="sm" c="dimmed">
        What it changes for other trails could not be worked out. It can be published all the same.
      </Text>
    );
  return <Told effect={effect.data} />;
}

function Told({ effect: { changes, tried } }: { readonly effect: CatalogEffect }) {
  const moved = changes.filter(({ kind }) => kind !== 'lost');
  if (moved.length === 0)
    return (
      <Text size="sm" c="dimmed">
        It takes nothing from other trails: {counted(tried, 'example')} of theirs {tried === 1 ? 'was' : 'were'} tried.
      </Text>
    );
  const losers = new Map<string, number>();
  for (const { trail } of moved) losers.set(trail.title, (losers.get(trail.title) ?? 0) + 1);
  const sentences = [...losers].map(([title, count]) => `${counted(count, 'prompt')} from "${title}"`);
  return (
    <Alert color="yellow" variant="light" title={`This change takes ${sentences.slice(0, 3).join(', ')}`}>
      <Stack gap={4}>
        {moved.slice(0, MOST).map(({ trail, index, text, after }) => (
          <Text key={`${trail.id} ${index}`} size="sm" dir="auto">
            "{text}": {after === null ? 'nothing is offered' : `"${after.title}" is offered`} instead of "{trail.title}"
          </Text>
        ))}
        {moved.length > MOST && <Text size="sm">and {moved.length - MOST} more.</Text>}
      </Stack>
    </Alert>
  );
}
