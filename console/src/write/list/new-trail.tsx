// Creates a draft from just a name. For a topic of Insight, the draft starts with the topic as a keyword and with
// people's questions as examples, if their texts are stored.
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/text.ts';
import { countCharacters, LIMITS } from '../../../../src/trails/document/limits.ts';
import { cache } from '../../api/cache.ts';
import { createTrail } from '../../api/trails.ts';
import { type Insight, insight, isTopic } from '../../insight/insight-api.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { t } from '../../parts/texts/t.ts';

interface NewTrailProps {
  readonly opened: boolean;
  readonly close: () => void;
  /** The topic, or empty. */
  readonly about: string;
}

export function NewTrail({ opened, close, about }: NewTrailProps) {
  const navigate = useNavigate();
  const asked = useQuery({ ...insight, enabled: opened && about !== '' });
  const questions = questionsAbout(about, asked.data);
  const making = useMaking(
    { title: '' },
    {
      make: async ({ title }) => createTrail({ document: { title: title.trim(), trigger: await triggerAbout(about) } }),
      names: ['title'],
      refresh: [['trails', 'list']],
      close,
      after: ({ id }) => void navigate({ to: '/write/$trailId', params: { trailId: id } }),
    },
  );
  const { fields } = making;
  const isTooLong = countCharacters(fields.title.trim()) > LIMITS.title.max;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New trail')}
      button={t('Create draft')}
      isReady={!isBlank(fields.title) && !isTooLong}
    >
      {about !== '' && (
        <Text size="sm" dir="auto">
          {isTopic(about) && t('About "{about}", which becomes a keyword.', { about })}
          {questions.length > 0 &&
            t(
              'Its examples are the questions that people asked: {questions, plural, one {# question} other {# questions}}.',
              { questions: questions.length },
            )}
        </Text>
      )}
      <TextInput
        label={t('What will the employee get done?')}
        description={t('Start with a verb. Employees see this as the title.')}
        placeholder={t('Reply to a late-payment notice')}
        {...(isTooLong && { error: t('A title must have at most {max} characters.', { max: LIMITS.title.max }) })}
        dir="auto"
        {...making.text('title')}
      />
    </MakingDialog>
  );
}

/** Unanswered questions about the topic, deduplicated. Empty if question texts are not stored. */
const questionsAbout = (topic: string, answer: Insight | undefined): readonly string[] => [
  ...new Set(answer?.unanswered.find((one) => one.topic === topic)?.samples),
];

/**
 * Waits for the questions, in case the person submits before they have loaded. If they fail to load, the draft starts
 * without them.
 */
async function triggerAbout(topic: string) {
  const answer = topic === '' ? undefined : await cache.ensureQueryData(insight).catch(() => undefined);
  const examples = questionsAbout(topic, answer).map((text) => ({ text, expect: 'match' as const }));
  return { keywords: isTopic(topic) ? [topic] : [], examples };
}
