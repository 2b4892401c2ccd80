// The results of one run: verdict and reason of each example, failures first.

import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ExampleRun, TriggerExample } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';
import { inPlainWords } from '../draft/plain-words.ts';
import { Confidence } from './confidence.tsx';

interface ExampleResultsProps {
  readonly run: ExampleRun;
  readonly examples: readonly TriggerExample[];
}

export function ExampleResults({ run, examples }: ExampleResultsProps) {
  const failing = run.results.filter(({ pass }) => !pass);
  const ordered = [...failing, ...run.results.filter(({ pass }) => pass)];
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{outcomeOf(run.results.length, failing.length)}</Text>
      {ordered.map((result) => (
        <Group key={result.index} align="flex-start" gap="sm" wrap="nowrap">
          {result.pass ? (
            <IconCircleCheck
              size={20}
              color="var(--mantine-color-pine-6)"
              aria-label={t('Passes')}
              style={{ flexShrink: 0 }}
            />
          ) : (
            <IconCircleX
              size={20}
              color="var(--mantine-color-error)"
              aria-label={t('Fails')}
              style={{ flexShrink: 0 }}
            />
          )}
          <div style={{ minWidth: 0 }}>
            <Text style={{ overflowWrap: 'anywhere' }}>
              {examples[result.index]?.text ?? t('Example {index}', { index: result.index + 1 })}
            </Text>
            <Group gap="sm">
              <Text size="sm" c="dimmed">
                {result.expect === 'match'
                  ? result.would_surface
                    ? t('Should surface, would surface.')
                    : t('Should surface, would stay away.')
                  : result.would_surface
                    ? t('Should stay away, would surface.')
                    : t('Should stay away, would stay away.')}
              </Text>
              <Confidence value={result.confidence} />
            </Group>
            <Text size="sm" c="dimmed">
              {inPlainWords(result.reason)}
            </Text>
          </div>
        </Group>
      ))}
    </Stack>
  );
}

function outcomeOf(all: number, failing: number): string {
  if (all === 1) return failing === 0 ? t('The one example passes.') : t('The one example fails.');
  return failing === 0
    ? t('All {all} examples pass.', { all })
    : t('{failing} of {all} examples fail.', { failing, all });
}
