// When a trail is offered: a description of the situation, keywords, and the examples that test them.
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '../../../../src/trails/document/limits.ts';
import type { Issue } from '../../api/problem.ts';
import type { ExampleRun, TriggerExample } from '../../api/trails.ts';
import { offerUndo } from '../../parts/dialogs/undo.tsx';
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx';
import { Limit } from '../../parts/forms/limit.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { Checks, issuesAt } from '../draft/checks.tsx';
import type { EditorProps } from '../draft/editor-props.ts';
import type { FullDocument } from '../draft/full-document.ts';
import { KeywordsField } from './keywords-field.tsx';
import { useNewField } from './use-new-field.ts';

export function TriggerFields({ document, change, update, issues, run }: EditorProps) {
  const { trigger } = document;
  const set = (part: Partial<Trigger>): void => change({ ...document, trigger: { ...trigger, ...part } });
  const ofWhole = issues.filter(({ field }) => field === 'trigger');
  return (
    <Section title={t('When it surfaces')} hint={t("The trail is offered if an employee's question has this meaning.")}>
      <div data-field="trigger.when">
        <GrowingTextarea
          label={t('The moment')}
          description={t('One or two sentences about the situation of the reader.')}
          minRows={2}
          value={trigger.when}
          dir="auto"
          onChange={(event) => set({ when: event.currentTarget.value })}
        />
        <Limit text={trigger.when} max={LIMITS.when.max} />
        <Checks issues={[...ofWhole, ...issuesAt(issues, 'trigger.when')]} />
      </div>
      <div data-field="trigger.keywords">
        <KeywordsField value={trigger.keywords} onChange={(keywords) => set({ keywords })} />
        <Checks issues={issuesAt(issues, 'trigger.keywords')} />
      </div>
      <Examples
        examples={trigger.examples}
        run={run}
        issues={issuesAt(issues, 'trigger.examples')}
        set={(examples) => set({ examples })}
        bringBack={(example, at) =>
          update((now) => ({
            ...now,
            trigger: { ...now.trigger, examples: now.trigger.examples.toSpliced(at, 0, example) },
          }))
        }
      />
    </Section>
  );
}

type Trigger = FullDocument['trigger'];

interface ExamplesProps {
  readonly examples: Trigger['examples'];
  readonly run: ExampleRun | undefined;
  readonly issues: readonly Issue[];
  readonly set: (examples: Trigger['examples']) => void;
  /** Undoes a removal in the current document. */
  readonly bringBack: (example: TriggerExample, at: number) => void;
}

function Examples({ examples, run, issues, set, bringBack }: ExamplesProps) {
  const goTo = useNewField(examples.length);
  const setExample = (at: number, part: Partial<TriggerExample>): void =>
    set(examples.map((example, index) => (index === at ? { ...example, ...part } : example)));
  const remove = (example: TriggerExample, at: number): void => {
    set(examples.filter((_, other) => other !== at));
    offerUndo(t('Example {at} is removed.', { at: at + 1 }), () => bringBack(example, at));
  };
  const add = (): void => {
    set([...examples, { text: '', expect: 'match' }]);
    goTo(`trigger.examples[${examples.length}]`);
  };
  return (
    <Stack gap="xs" data-field="trigger.examples">
      <Text size="sm" fw={500}>
        {t('Examples')}
      </Text>
      {examples.map((example, index) => (
        // Keyed by index, because examples have no id.
        <ExampleRow
          key={index}
          example={example}
          index={index}
          result={resultOf(run, examples, index)}
          set={setExample}
          remove={() => remove(example, index)}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={examples.length >= LIMITS.examples.maxItems}
          onClick={add}
        >
          {t('Add example')}
        </Button>
      </Group>
      <Checks issues={issues} />
    </Stack>
  );
}

interface ExampleRowProps {
  readonly example: TriggerExample;
  readonly index: number;
  readonly result: ExampleRun['results'][number] | undefined;
  readonly set: (at: number, part: Partial<TriggerExample>) => void;
  readonly remove: () => void;
}

function ExampleRow({ example, index, result, set, remove }: ExampleRowProps) {
  return (
    <Group gap="xs" align="flex-start" wrap="wrap" data-field={`trigger.examples[${index}]`}>
      <GrowingTextarea
        dir="auto"
        flex="1 1 280px"
        minRows={1}
        value={example.text}
        aria-label={t('Example {index}', { index: index + 1 })}
        placeholder={t("An employee's question")}
        onChange={(event) => set(index, { text: event.currentTarget.value })}
        {...(result !== undefined && {
          rightSection: result.pass ? (
            <IconCircleCheck size={18} color="var(--mantine-color-pine-6)" aria-label={t('Passes')} />
          ) : (
            <IconCircleX size={18} color="var(--mantine-color-error)" aria-label={t('Fails')} />
          ),
        })}
      />
      <SegmentedControl
        size="sm"
        value={example.expect}
        onChange={(expect) => set(index, { expect })}
        aria-label={t('Expected result of example {index}', { index: index + 1 })}
        data={[
          { value: 'match', label: t('Surface') },
          { value: 'no_match', label: t('Stay away') },
        ]}
      />
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('Remove example {index}', { index: index + 1 })}
        onClick={remove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

const resultOf = (run: ExampleRun | undefined, examples: readonly TriggerExample[], index: number) =>
  run?.results.length === examples.length ? run.results[index] : undefined;
