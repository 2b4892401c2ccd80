// "Did it help?" Each person has one vote per version, and may add a sentence. Pressing the same button again removes
// both.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type ReadableTrailDetail, readableTrail, vote } from '../api/reading.ts';
import { submitOnEnter } from '../parts/forms/growing-textarea.tsx';
import { t } from '../parts/texts/t.ts';

type Vote = NonNullable<ReadableTrailDetail['my_feedback']>;

export function Helpful({ trail }: { readonly trail: ReadableTrailDetail }) {
  const voting = useChange((mine: Vote | null) => vote(trail.id, mine === null ? null : { helpful: isHelpful(mine) }), {
    refresh: [readableTrail(trail.id).queryKey],
  });
  // Show the vote immediately. It is reverted if the service refuses.
  const shown = voting.isPending ? voting.variables : trail.my_feedback;
  const button = (value: Vote, label: string, icon: React.ReactNode) => {
    const isMine = shown === value;
    return (
      <Button
        variant={isMine ? 'light' : 'default'}
        aria-pressed={isMine}
        leftSection={icon}
        onClick={() => voting.mutate(isMine ? null : value)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Stack className="card" p="md" gap="md" role="group" aria-label={t('Did this trail help?')}>
      <Group gap="md">
        <Text fw={560}>{t('Did this trail help?')}</Text>
        <Group gap="xs">
          {button('helpful', t('Helpful'), <IconThumbUp size={16} aria-hidden />)}
          {button('not_helpful', t('Not helpful'), <IconThumbDown size={16} aria-hidden />)}
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {trail.my_feedback === null ? t('Authors see numbers, not names.') : t('Thank you for your feedback.')}
        </Text>
      </Group>
      {trail.my_feedback !== null && (
        <Comment key={trail.my_feedback} trail={trail} mine={trail.my_feedback} kept={trail.my_comment} />
      )}
    </Stack>
  );
}

const isHelpful = (mine: Vote): boolean => mine === 'helpful';

/** The same limit as the service's. */
const MAX_COMMENT = 500;

interface CommentProps {
  readonly trail: ReadableTrailDetail;
  readonly mine: Vote;
  /** The comment that the service has. */
  readonly kept: string;
}

function Comment({ trail, mine, kept }: CommentProps) {
  const [text, setText] = useState(kept);
  const sending = useChange((comment: string) => vote(trail.id, { helpful: isHelpful(mine), comment }), {
    refresh: [readableTrail(trail.id).queryKey],
  });
  const isSent = text.trim() === kept;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSent) sending.mutate(text.trim());
      }}
    >
      <Group align="flex-end" gap="sm">
        <Textarea
          flex="1 1 280px"
          label={isHelpful(mine) ? t('What helped most? (optional)') : t('What was missing? (optional)')}
          description={t('Authors read your sentence without your name.')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={MAX_COMMENT}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
        <Button type="submit" variant="default" disabled={isSent} loading={sending.isPending}>
          {isSent && kept !== '' ? t('Sent') : t('Send')}
        </Button>
      </Group>
    </form>
  );
}
