// "What are you about to do?": the judge's answer, best first, or honestly none.
import { Button, Group, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { type Found, findTrails } from '../api/reading.ts';
import { TrailCard } from './trail-card.tsx';

export function Ask() {
  const [text, setText] = useState('');
  const asking = useChange(findTrails);
  const ask = (): void => {
    if (text.trim() !== '') asking.mutate(text.trim());
  };
  return (
    <Stack gap="md">
      <form
        className="card"
        style={{ padding: 12 }}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Group align="flex-end" gap="sm">
          <Textarea
            flex="1 1 260px"
            variant="unstyled"
            size="md"
            autosize
            minRows={2}
            maxRows={8}
            px={6}
            aria-label="What are you about to do?"
            placeholder="Write back to a customer whose order is late"
            value={text}
            maxLength={LIMITS.draft_text.max}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              ask();
            }}
          />
          <Button
            type="submit"
            size="md"
            loading={asking.isPending}
            disabled={text.trim() === ''}
            rightSection={<IconArrowRight size={18} aria-hidden />}
          >
            Find the trail
          </Button>
        </Group>
      </form>
      <div aria-live="polite">{asking.data !== undefined && <Answer found={asking.data.items} />}</div>
    </Stack>
  );
}

function Answer({ found }: { readonly found: readonly Found[] }) {
  if (found.length === 0)
    return <Text>No trail fits that. Say it in other words, look through the list below, or go on without one.</Text>;
  return (
    <Stack gap="sm">
      <Title order={2}>{found.length === 1 ? 'This trail fits' : 'These trails fit, the best first'}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {found.map(({ trail, reason }) => (
          <TrailCard key={trail.id} trail={trail}>
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          </TrailCard>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
