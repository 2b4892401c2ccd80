// One step: the prompt with its blanks, and the buttons that send it to an AI tool.
import './trail.css';
import { Group, Text, Title } from '@mantine/core';
import { t } from '../parts/texts/t.ts';
import { Blank } from './blank.tsx';
import { type FilledPart, filledParts, filledText, openNames } from './filled-prompt.ts';
import type { SetValue, Values } from './filled-values.ts';
import { StepActions } from './step-actions.tsx';

interface PromptStepProps {
  readonly prompt: { readonly label: string; readonly body: string };
  readonly step: number;
  readonly values: Values;
  readonly set: SetValue;
  readonly tools: readonly string[];
}

export function PromptStep({ prompt, step, values, set, tools }: PromptStepProps) {
  const parts = filledParts(prompt.body, values);
  return (
    <section className="card prompt-card" aria-label={t('Step {step}: {prompt}', { step, prompt: prompt.label })}>
      <Title order={2} dir="auto" mb="sm">
        <Text span c="dimmed" inherit className="numbers">
          {step}
        </Text>{' '}
        {prompt.label}
      </Title>
      <div className="prompt-text" dir="auto">
        {parts.map((part) => (
          <Part key={part.at} part={part} values={values} set={set} />
        ))}
      </div>
      <Group className="step-actions no-print" gap="xs">
        <StepActions text={filledText(prompt.body, values)} open={openNames(parts)} tools={tools} />
      </Group>
    </section>
  );
}

interface PartProps extends Pick<PromptStepProps, 'values' | 'set'> {
  readonly part: FilledPart;
}

const Part = ({ part, values, set }: PartProps) =>
  part.name === undefined ? <span>{part.text}</span> : <Blank name={part.name} values={values} set={set} />;
