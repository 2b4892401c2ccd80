// Evaluates each example as held-out data: the trail is judged without it, as for a new prompt. An example that passes
// only because it is listed means that other wordings will fail.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import {
  type EvaluatedExample,
  type ExampleEvaluation,
  evaluateExamples,
  exampleHistory,
} from '../../api/evaluation.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Status } from '../../parts/page/status.tsx';
import { percentOf } from '../../parts/texts/percent.ts';
import { t } from '../../parts/texts/t.ts';
import type { Draft } from '../draft/use-draft.ts';

interface EvaluationProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

export function Evaluation({ detail, draft }: EvaluationProps) {
  const evaluating = useChange(() => evaluateExamples(detail.id, draft.isDirty ? draft.mine : undefined), {
    refresh: [exampleHistory(detail.id).queryKey],
  });
  const { examples } = draft.mine.trigger;
  return (
    <Section
      title={t('Would other wordings be found?')}
      hint={t(
        "Each example is removed from the trail, then judged like an employee's new prompt, because other wordings will come too.",
      )}
    >
      <Group>
        <Button
          variant="default"
          onClick={() => evaluating.mutate(undefined)}
          loading={evaluating.isPending}
          disabled={examples.length === 0}
        >
          {t('Try each left out')}
        </Button>
        {examples.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('There are no examples yet.')}
          </Text>
        )}
      </Group>
      {evaluating.data !== undefined && (
        <Outcome evaluation={evaluating.data} isArchived={detail.status === 'archived'} />
      )}
    </Section>
  );
}

interface OutcomeProps {
  readonly evaluation: ExampleEvaluation;
  readonly isArchived: boolean;
}

function Outcome({ evaluation, isArchived }: OutcomeProps) {
  const { examples, passed_left_out } = evaluation;
  const ordered = [...examples].sort((one, other) => rankOf(one) - rankOf(other));
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {t('{passedLeftOut} of {examples} would be judged correctly without being listed.', {
          passedLeftOut: passed_left_out,
          examples: examples.length,
        })}
      </Text>
      {passed_left_out < examples.length && !isArchived && (
        <Alert color="yellow" variant="light">
          {t(
            'Write more examples like those at the top, in other words. Each one teaches the trail another way of asking.',
          )}
        </Alert>
      )}
      <ul className="plain-list">
        {ordered.map((example) => (
          <li key={example.index}>
            <Group gap="md" wrap="nowrap" align="flex-start" justify="space-between">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {example.text}
                </Text>
                <Text size="sm" c="dimmed">
                  {sentenceOf(example)}
                </Text>
              </div>
              <Status tone={example.left_out.pass ? 'fine' : 'attention'}>
                {example.left_out.pass ? t('Right') : t('Wrong')}, {percentOf(example.left_out.confidence)}
              </Status>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const rankOf = ({ left_out, listed }: EvaluatedExample): number => (left_out.pass ? 2 : listed.pass ? 1 : 0);

function sentenceOf({ expect, left_out }: EvaluatedExample): string {
  const should = expect === 'match' ? t('Should surface') : t('Should stay away');
  if (left_out.would_surface) return t('{should}; left out, it would surface.', { should });
  if (left_out.winner !== null)
    return t('{should}; left out, "{winner}" would be offered.', { should, winner: left_out.winner.title });
  return t('{should}; left out, nothing would be offered.', { should });
}
