// The content of a trail: preparation and placeholders at the side, steps next to them. The editor's preview uses the
// same components, so authors see what employees will see.
import './trail.css';
import { Stack, Text, Title } from '@mantine/core';
import { Markdown } from '../parts/texts/markdown.tsx';
import { t } from '../parts/texts/t.ts';
import { FillIn } from './fill-in.tsx';
import type { SetValue, Values } from './filled-values.ts';
import { PromptStep } from './prompt-step.tsx';

export interface ShownTrail {
  readonly tools: readonly string[];
  readonly when: string;
  readonly prompts: readonly { readonly id?: string | null; readonly label: string; readonly body: string }[];
  readonly setup_guide: string;
}

interface TrailStepsProps {
  readonly trail: ShownTrail;
  readonly values: Values;
  readonly set: SetValue;
  /** One column in any window: a phone, or a narrow preview. */
  readonly isNarrow?: boolean;
}

export function TrailSteps({ trail, values, set, isNarrow = false }: TrailStepsProps) {
  const { prompts, setup_guide, tools, when } = trail;
  // Skip the console's heading if the guide starts with its own.
  const hasHeading = /^\s*#{1,6}\s/.test(setup_guide);
  return (
    <div className="trail-steps" data-narrow={isNarrow}>
      <Stack gap="md" className="trail-side" ref={measured}>
        {when !== '' && (
          <section className="card trail-guide" aria-label={t('When to use it')}>
            <Title order={2} mb={4}>
              {t('When to use it')}
            </Title>
            <Text dir="auto">{when}</Text>
          </section>
        )}
        {setup_guide !== '' && (
          <section aria-label={t('Before you start')} className="card trail-guide">
            {!hasHeading && (
              <Title order={2} mb="sm">
                {t('Before you start')}
              </Title>
            )}
            <Markdown text={setup_guide} highest={hasHeading ? 2 : 3} />
          </section>
        )}
        <FillIn prompts={prompts} values={values} />
      </Stack>
      <Stack gap="md" className="trail-main" ref={measured}>
        {prompts.map((prompt, index) => (
          <PromptStep key={index} prompt={prompt} step={index + 1} values={values} set={set} tools={tools} />
        ))}
      </Stack>
    </div>
  );
}

/** Publishes the column's height as a CSS variable (style.css, `.trail-steps`). */
function measured(column: HTMLElement | null): (() => void) | undefined {
  if (column === null) return;
  const observer = new ResizeObserver(() => column.style.setProperty('--own-height', `${column.offsetHeight}px`));
  observer.observe(column);
  return () => observer.disconnect();
}
