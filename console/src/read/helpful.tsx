// "Did it help?" Each person has one vote per version. Pressing the same button again removes it.
import { Button, Group, Text } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useChange } from '../api/change.ts';
import { type ReadableTrailDetail, readableTrail, vote } from '../api/reading.ts';
import { t } from '../parts/texts/t.ts';

type Vote = NonNullable<ReadableTrailDetail['my_feedback']>;

export function Helpful({ trail }: { readonly trail: ReadableTrailDetail }) {
  const voting = useChange((mine: Vote | null) => vote(trail.id, mine === null ? null : mine === 'helpful'), {
    refresh: [readableTrail(trail.id).queryKey],
  });
  // Show the vote immediately. It is reverted if the service refuses.
  const shown = voting.isPending ? voting.variables : trail.my_feedback;
  const button = (value: Vote, label: string, icon: React.ReactNode) => {
    const isMine = shown === value;
    return (
      <Button
        variant={isMine ? 'filled' : 'default'}
        aria-pressed={isMine}
        leftSection={icon}
        onClick={() => voting.mutate(isMine ? null : value)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Group className="card" p="md" gap="md" role="group" aria-label={t('Did this trail help?')}>
      <Text fw={560}>{t('Did this trail help?')}</Text>
      <Group gap="xs">
        {button('helpful', t('Helpful'), <IconThumbUp size={16} aria-hidden />)}
        {button('not_helpful', t('Not helpful'), <IconThumbDown size={16} aria-hidden />)}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {trail.my_feedback === null ? t('Authors see numbers, not names.') : t('Thank you for your feedback.')}
      </Text>
    </Group>
  );
}
