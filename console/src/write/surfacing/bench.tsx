// The surfacing bench: whether and why this trail would be offered for a prompt, competing trails, and the results of
// all examples.

import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isBlank } from '../../../../src/base/text.ts';
import { countCharacters, LIMITS } from '../../../../src/trails/document/limits.ts';
import { TRAIL } from '../../addresses.ts';
import { useChange } from '../../api/change.ts';
import { rankCandidates } from '../../api/evaluation.ts';
import { canWrite, useSession } from '../../api/session.ts';
import { type ExampleRun, runExamples, type TrailDetail, testSurfacing } from '../../api/trails.ts';
import { submitOnEnter } from '../../parts/forms/growing-textarea.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { Columns } from '../../parts/page/columns.tsx';
import { t } from '../../parts/texts/t.ts';
import type { RunOver } from '../draft/editor-props.ts';
import { inPlainWords } from '../draft/plain-words.ts';
import type { Draft } from '../draft/use-draft.ts';
import { Candidates } from './candidates.tsx';
import { Evaluation } from './evaluation.tsx';
import { ExampleHistory } from './example-history.tsx';
import { ExampleResults } from './example-results.tsx';

interface BenchProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
  readonly run: ExampleRun | undefined;
  readonly setRun: (run: RunOver) => void;
}

export function Bench({ detail, draft, run, setRun }: BenchProps) {
  const unsaved = draft.isDirty ? draft.mine : undefined;
  const { examples } = draft.mine.trigger;
  const running = useChange(async () => ({ run: await runExamples(detail.id, unsaved), examples }), {
    after: setRun,
    refresh:
      unsaved === undefined
        ? [
            ['trails', 'one', detail.id],
            ['trails', 'list'],
          ]
        : [],
  });
  const isArchived = detail.status === 'archived';
  return (
    <Stack gap="md">
      <Notes isArchived={isArchived} isUnsaved={unsaved !== undefined} />
      <Columns
        left={<TryPrompt detail={detail} draft={draft} />}
        right={
          <>
            <Section
              title={t('Run all examples')}
              hint={t("Judges the trail's examples like prompts of employees. Failures come first.")}
            >
              <Group>
                <Button
                  variant="default"
                  onClick={() => running.mutate(undefined)}
                  loading={running.isPending}
                  disabled={examples.length === 0}
                >
                  {t('Run {examples, plural, one {# example} other {# examples}}', { examples: examples.length })}
                </Button>
                {examples.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {isArchived
                      ? t('There are no examples yet.')
                      : t('There are no examples yet: add some in the editor, under "When it surfaces".')}
                  </Text>
                )}
              </Group>
              {run !== undefined && <ExampleResults run={run} examples={examples} />}
            </Section>
            <ExampleHistory trailId={detail.id} />
            <Evaluation detail={detail} draft={draft} />
          </>
        }
      />
    </Stack>
  );
}

function Notes({ isArchived, isUnsaved }: { readonly isArchived: boolean; readonly isUnsaved: boolean }) {
  const isAuthor = canWrite(useSession());
  return (
    <>
      {isArchived && (
        <Alert color="gray" variant="light" title={t('An archived trail is not offered to anyone')} role="status">
          {t('Results show what would happen if it were live.')}
        </Alert>
      )}
      {!isAuthor && (
        <Alert color="gray" variant="light" role="status">
          {t('The trail is compared with the trails that you can see. Authors get results for all trails.')}
        </Alert>
      )}
      {isUnsaved && isAuthor && (
        <Alert color="yellow" variant="light">
          {t('The unsaved document is tested. The result of a run is stored once the draft is saved.')}
        </Alert>
      )}
    </>
  );
}

function TryPrompt({ detail, draft }: Pick<BenchProps, 'detail' | 'draft'>) {
  const [address, go] = useAddress(TRAIL);
  const [text, setText] = useState(address.prompt);
  const unsaved = draft.isDirty ? draft.mine : undefined;
  const testing = useChange(async (prompt: string) => {
    const [test, ranked] = await Promise.all([
      testSurfacing(detail.id, prompt, unsaved),
      rankCandidates(detail.id, prompt, unsaved),
    ]);
    return { prompt, test, ranked };
  });
  const tooLong = countCharacters(text) > LIMITS.draft_text.max;
  return (
    <Section
      title={t('Try a prompt')}
      hint={t('Type a prompt as an employee would, and see if this trail would be offered.')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const prompt = text.trim();
          if (prompt === '' || tooLong) return;
          go({ prompt });
          testing.mutate(prompt);
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Textarea
            w="100%"
            aria-label={t('Prompt to try')}
            placeholder={t('Can you help me answer this angry customer?')}
            autosize
            minRows={2}
            dir="auto"
            value={text}
            error={tooLong && t('A prompt must have at most {max} characters.', { max: LIMITS.draft_text.max })}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={submitOnEnter}
          />
          <Button type="submit" loading={testing.isPending} disabled={isBlank(text) || tooLong}>
            {t('Would it surface?')}
          </Button>
        </Stack>
      </form>
      {testing.data !== undefined && (
        <>
          <Candidates ranked={testing.data.ranked} />
          <Text size="sm">{inPlainWords(testing.data.test.reason)}</Text>
          {detail.status !== 'archived' && <SaveAsExample draft={draft} prompt={testing.data.prompt} />}
        </>
      )}
    </Section>
  );
}

/** Adds the tested prompt to the draft's examples. */
function SaveAsExample({ draft, prompt }: { readonly draft: Draft; readonly prompt: string }) {
  const { trigger } = draft.mine;
  const listed = trigger.examples.find(({ text }) => text === prompt);
  if (listed !== undefined)
    return (
      <Text size="sm" c="dimmed" role="status">
        {listed.expect === 'match'
          ? t('It is an example: the trail surfaces for it.')
          : t('It is an example: the trail stays away.')}{' '}
        {draft.isDirty && t('Save the draft to keep it.')}
      </Text>
    );
  const add = (expect: 'match' | 'no_match'): void =>
    draft.change({ ...draft.mine, trigger: { ...trigger, examples: [...trigger.examples, { text: prompt, expect }] } });
  return (
    <Group gap="xs">
      <Text size="sm">{t('Add it as an example:')}</Text>
      <Button size="xs" variant="default" onClick={() => add('match')}>
        {t('Surface for it')}
      </Button>
      <Button size="xs" variant="default" onClick={() => add('no_match')}>
        {t('Stay away')}
      </Button>
    </Group>
  );
}
