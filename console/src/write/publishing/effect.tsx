// Shows before publishing which prompts of other trails would lead elsewhere.
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CatalogEffect, catalogEffect } from '../../api/evaluation.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { titleOf } from './effect-title.ts';

const MOST = 10;

export function Effect({ detail }: { readonly detail: TrailDetail }) {
  const effect = useQuery(catalogEffect(detail.id, detail.revision));
  if (effect.isPending)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('Checking the effects on other trails …')}
      </Text>
    );
  if (effect.data === undefined)
    return (
      <Text size="sm" c="dimmed" role="alert">
        {rich('The effects on other trails could not be checked. You can still publish. <a>Try again</a>', {
          a: (text) => (
            <Anchor component="button" type="button" size="sm" onClick={() => void effect.refetch()}>
              {text}
            </Anchor>
          ),
        })}
      </Text>
    );
  return <Effects effect={effect.data} ownId={detail.id} />;
}

interface EffectsProps {
  readonly effect: CatalogEffect;
  readonly ownId: string;
}

/** Prompts that this trail takes come first, separate from those that move between other trails. */
function Effects({ effect: { changes, tried }, ownId }: EffectsProps) {
  const moved = changes.filter(({ kind }) => kind !== 'lost');
  if (moved.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(
          'It takes no prompts from other trails: {tried, plural, one {# example of theirs was} other {# examples of theirs were}} tried.',
          { tried },
        )}
      </Text>
    );
  const taken = moved.filter(({ after }) => after?.id === ownId);
  const listed = [...taken, ...moved.filter((change) => !taken.includes(change))];
  return (
    <Alert color="yellow" variant="light" title={titleOf(taken, moved.length - taken.length)}>
      <Stack gap={4}>
        {listed.slice(0, MOST).map(({ trail, index, text, after }) => (
          <Text key={`${trail.id} ${index}`} size="sm" dir="auto">
            {after === null
              ? t('"{text}": nothing is offered instead of "{trail}"', { text, trail: trail.title })
              : t('"{text}": "{after}" is offered instead of "{trail}"', {
                  text,
                  after: after.title,
                  trail: trail.title,
                })}
          </Text>
        ))}
        {moved.length > MOST && <Text size="sm">{t('and {moved} more.', { moved: moved.length - MOST })}</Text>}
      </Stack>
    </Alert>
  );
}
