// One step: the prompt to copy, its copy button, and links to the AI tools.
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { toolOf } from '../api/reading.ts';
import { Copy } from '../parts/secrets/copy-field.tsx';
import { copyText } from '../parts/secrets/copy-text.ts';
import { t } from '../parts/texts/t.ts';
import { filledParts, filledText } from './filled-prompt.ts';
import { addressWithPrompt, TOOLS_FOR_ANY } from './open-in.ts';

interface PromptToCopyProps {
  readonly prompt: { readonly label: string; readonly body: string };
  readonly step: number;
  readonly values: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
}

const MAX_TOOLS = 3;

export function PromptToCopy({ prompt, step, values, tools }: PromptToCopyProps) {
  const parts = filledParts(prompt.body, values);
  const text = filledText(prompt.body, values);
  const open = [...new Set(parts.flatMap(({ name }) => name ?? []))];
  return (
    <section className="card prompt-card" aria-label={t('Step {step}: {prompt}', { step, prompt: prompt.label })}>
      <Group justify="space-between" mb="sm" wrap="nowrap" align="flex-start">
        <Title order={2} dir="auto">
          <Text span c="dimmed" inherit className="numbers">
            {step}
          </Text>{' '}
          {prompt.label}
        </Title>
        <Group className="no-print" style={{ flexShrink: 0 }}>
          <Copy value={text} label={t('Copy prompt')} />
        </Group>
      </Group>
      <div className="prompt-text" dir="auto">
        {parts.map(({ at, text: part, kind }) =>
          kind === 'text' ? (
            <span key={at}>{part}</span>
          ) : kind === 'open' ? (
            <mark key={at}>{part}</mark>
          ) : (
            <ins key={at}>{part}</ins>
          ),
        )}
      </div>
      <Group gap="4px 24px" mt={6} className="no-print">
        <StillOpen names={open} />
        <Group gap={4} ml={-14}>
          {(tools.length === 0 ? TOOLS_FOR_ANY : tools).slice(0, MAX_TOOLS).map((id) => (
            <OpenIn key={id} id={id} text={text} />
          ))}
        </Group>
      </Group>
    </section>
  );
}

/** The number of open placeholders, as a link to the first one, whose field may be off screen. */
function StillOpen({ names }: { readonly names: readonly string[] }) {
  const [first] = names;
  if (first === undefined) return null;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={(event) =>
        event.currentTarget.closest('.trail-steps')?.querySelector<HTMLElement>(`[data-fills="${first}"]`)?.focus()
      }
    >
      {names.length === 1
        ? t('One field is still empty.')
        : t('{names} fields are still empty.', { names: names.length })}
    </Anchor>
  );
}

/** Opens the tool with the prompt. If its URL accepts no prompt, copies the prompt first. */
function OpenIn({ id, text }: { readonly id: string; readonly text: string }) {
  const { name, url } = toolOf(id);
  if (url === undefined) return null;
  const filled = addressWithPrompt(id, text);
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      component="a"
      href={filled ?? url}
      target="_blank"
      rel="noopener noreferrer"
      rightSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => void copyText(text)}
    >
      {filled === undefined ? t('Copy and open {name}', { name }) : t('Open in {name}', { name })}
    </Button>
  );
}
