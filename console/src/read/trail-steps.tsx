// The content of a trail: preparation and placeholders at the side, steps next to them. The editor's preview uses the
// same components, so authors see what employees will see.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { toolOf } from '../api/reading.ts';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { Markdown } from '../parts/texts/markdown.tsx';
import { t } from '../parts/texts/t.ts';
import { FillIn } from './fill-in.tsx';
import type { Values } from './filled-values.ts';
import { PromptToCopy } from './prompt-to-copy.tsx';

export interface ShownTrail {
  readonly tools: readonly string[];
  readonly when: string;
  readonly prompts: readonly { readonly id?: string | null; readonly label: string; readonly body: string }[];
  readonly setup_guide: string;
}

interface TrailStepsProps {
  readonly trail: ShownTrail;
  readonly values: Values;
  readonly set: (name: string, value: string) => void;
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
          <Text>
            <strong>{t('When:')}</strong> <span dir="auto">{when}</span>
          </Text>
        )}
        <Tools ids={tools} />
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
        <FillIn prompts={prompts} values={values} set={set} />
      </Stack>
      <Stack gap="md" className="trail-main" ref={measured}>
        {prompts.map((prompt, index) => (
          <PromptToCopy key={index} prompt={prompt} step={index + 1} values={values} tools={tools} />
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

function Tools({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <Text c="dimmed">{t('Works in any AI tool.')}</Text>;
  return (
    <Group gap="xs">
      <Text c="dimmed">{t('Use it in')}</Text>
      {ids.map((id) => {
        const { name, url } = toolOf(id);
        return (
          <Group key={id} gap={6} wrap="nowrap">
            <BrandMark id={id} name={name} />
            {url === undefined ? (
              <Text>{name}</Text>
            ) : (
              <Anchor href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </Anchor>
            )}
          </Group>
        );
      })}
    </Group>
  );
}
