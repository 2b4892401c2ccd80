// The surfacing bench: would this trail be offered for a prompt, why, who else competes; and every example at once.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { type ExampleRun, runExamples, type SurfacingTest, type TrailDetail, testSurfacing } from '../api/trails.ts';
import { counted } from '../parts/counted.ts';
import { Section } from '../parts/section.tsx';
import { Confidence } from './confidence.tsx';
import { ExampleResults } from './example-results.tsx';
import type { Draft } from './use-draft.ts';

interface BenchProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
  readonly run: ExampleRun | undefined;
  readonly setRun: (run: ExampleRun) => void;
}

export function Bench({ detail, draft, run, setRun }: BenchProps) {
  const unsaved = draft.isDirty ? draft.mine : undefined;
  const [text, setText] = useState('');
  const testing = useChange((prompt: string) => testSurfacing(detail.id, prompt, unsaved));
  const running = useChange(() => runExamples(detail.id, unsaved), {
    after: setRun,
    refresh:
      unsaved === undefined
        ? [
            ['trails', 'one', detail.id],
            ['trails', 'list'],
          ]
        : [],
  });
  const { examples } = draft.mine.trigger;
  return (
    <Stack gap="md">
      {unsaved !== undefined && (
        <Alert color="yellow" variant="light">
          The unsaved document is tested. The result of a run is stored once the draft is saved.
        </Alert>
      )}
      <Section title="Try a prompt" hint="Type what an employee might, and see whether this trail would be offered.">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') testing.mutate(text);
          }}
        >
          <Stack gap="sm" align="flex-start">
            <Textarea
              w="100%"
              aria-label="Prompt to try"
              placeholder="Can you help me answer this angry customer?"
              autosize
              minRows={2}
              value={text}
              maxLength={LIMITS.draft_text.max}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" loading={testing.isPending} disabled={text.trim() === ''}>
              Would it surface?
            </Button>
          </Stack>
        </form>
        {testing.data !== undefined && <Verdict test={testing.data} own={detail.id} />}
      </Section>
      <Section
        title="Run all examples"
        hint="The examples of the trail, judged as employees' prompts are. Failing ones come first."
      >
        <Group>
          <Button
            variant="default"
            onClick={() => running.mutate(undefined)}
            loading={running.isPending}
            disabled={examples.length === 0}
          >
            Run {counted(examples.length, 'example')}
          </Button>
          {examples.length === 0 && (
            <Text size="sm" c="dimmed">
              There is none yet: add some in the editor, under "When it surfaces".
            </Text>
          )}
        </Group>
        {run !== undefined && <ExampleResults run={run} examples={examples} />}
      </Section>
    </Stack>
  );
}

function Verdict({ test, own }: { readonly test: SurfacingTest; readonly own: string }) {
  const others = test.candidates.filter(({ id }) => id !== own);
  return (
    <Stack gap={6} role="status">
      <Group gap={8}>
        {test.would_surface ? (
          <IconCircleCheck size={20} color="var(--mantine-color-pine-6)" aria-hidden />
        ) : (
          <IconCircleMinus size={20} color="var(--mantine-color-dimmed)" aria-hidden />
        )}
        <Text fw={600}>{test.would_surface ? 'It would be offered' : 'It would not be offered'}</Text>
        <Confidence value={test.confidence} />
      </Group>
      <Text>{test.reason}</Text>
      {test.winner && (
        <Text>
          Offered instead: <strong>{test.winner.title}</strong>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {others.length === 0
          ? 'No other live trail competes.'
          : `Compared with ${others
              .map(({ title }) => title)
              .slice(0, 8)
              .join(', ')}${others.length > 8 ? ` and ${others.length - 8} more` : ''}.`}
      </Text>
    </Stack>
  );
}
