// The prompts of a trail in order, with highlighted placeholders.
import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '../../../../src/trails/document/limits.ts';
import { placeholderNames } from '../../../../src/trails/document/placeholders.ts';
import { offerUndo } from '../../parts/dialogs/undo.tsx';
import { Limit } from '../../parts/forms/limit.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { Checks, issuesAt } from '../draft/checks.tsx';
import type { EditorProps } from '../draft/editor-props.ts';
import type { FullDocument } from '../draft/full-document.ts';
import { HighlightedTextarea } from './highlighted-textarea.tsx';
import { useNewField } from './use-new-field.ts';

type Prompt = FullDocument['prompts'][number];

export function PromptFields({ document, change, update, issues }: EditorProps) {
  const { prompts } = document;
  const set = (next: readonly Prompt[]): void => change({ ...document, prompts: next });
  const goTo = useNewField(prompts.length);
  const move = (from: number, to: number): void => {
    const moved = prompts[from];
    if (moved === undefined) return;
    const rest = prompts.filter((_, index) => index !== from);
    set([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  return (
    <Section
      title={t('Prompts')}
      hint={t(
        'Ready to copy. Put what the reader supplies in double braces, in lowercase with _ between words, such as {example}. It becomes a field. To write two braces as text, use {escaped}.',
        { example: '{{start_date}}', escaped: '\\{{' },
      )}
    >
      <Stack gap="md">
        {prompts.map((prompt, index) => (
          <PromptCard
            // Keyed by index, because new prompts have no id before they are saved.
            key={index}
            prompt={prompt}
            index={index}
            last={prompts.length - 1}
            set={(part) => set(prompts.map((other, at) => (at === index ? { ...other, ...part } : other)))}
            move={(to) => move(index, to)}
            remove={() => {
              set(prompts.filter((_, at) => at !== index));
              offerUndo(
                prompt.label === ''
                  ? t('Step {index} is removed.', { index: index + 1 })
                  : t('Step {index}, "{prompt}", is removed.', { index: index + 1, prompt: prompt.label }),
                () => update((now) => ({ ...now, prompts: now.prompts.toSpliced(index, 0, prompt) })),
              );
            }}
            checks={<Checks issues={issuesAt(issues, `prompts[${index}]`)} />}
          />
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={prompts.length >= LIMITS.prompts.maxItems}
          onClick={() => {
            set([...prompts, { id: '', label: '', body: '' }]);
            goTo(`prompts[${prompts.length}]`);
          }}
        >
          {t('Add prompt')}
        </Button>
      </Group>
      <Checks issues={issues.filter(({ field }) => field === 'prompts')} />
    </Section>
  );
}

interface PromptCardProps {
  readonly prompt: Prompt;
  readonly index: number;
  readonly last: number;
  readonly set: (part: Partial<Prompt>) => void;
  readonly move: (to: number) => void;
  readonly remove: () => void;
  readonly checks: React.ReactNode;
}

function PromptCard({ prompt, index, last, set, move, remove, checks }: PromptCardProps) {
  const names = placeholderNames(prompt.body);
  const step = index + 1;
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  const labels = { up: t('Move step {step} up', { step }), down: t('Move step {step} down', { step }) };
  return (
    <Paper
      withBorder
      p="sm"
      data-field={`prompts[${index}]`}
      onKeyDown={(event) => {
        const way = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
        if (way === undefined || index + way < 0 || index + way > last) return;
        event.preventDefault();
        move(index + way);
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap" mb="xs">
        <TextInput
          flex={1}
          data-field={`prompts[${index}].label`}
          label={t('Step {step}', { step })}
          value={prompt.label}
          dir="auto"
          placeholder={t('A short title')}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        <ActionIcon {...button} aria-label={labels.up} disabled={index === 0} onClick={() => move(index - 1)}>
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon {...button} aria-label={labels.down} disabled={index === last} onClick={() => move(index + 1)}>
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon {...button} aria-label={t('Remove step {step}', { step })} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      <div data-field={`prompts[${index}].body`}>
        <HighlightedTextarea
          label={t('Prompt of step {step}', { step })}
          value={prompt.body}
          onChange={(body) => set({ body })}
        />
      </div>
      <Limit text={prompt.body} max={LIMITS.prompt_body.max} />
      {names.length > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('The reader fills in: {names}.', { names: names.map((name) => name.replaceAll('_', ' ')).join(', ') })}
        </Text>
      )}
      {checks}
    </Paper>
  );
}
