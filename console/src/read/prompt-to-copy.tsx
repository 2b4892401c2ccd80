// One step: the prompt as it will be pasted, and its button.
import { Box, Group, Text, Title } from '@mantine/core';
import { Copy } from '../parts/copy-field.tsx';
import { filledParts, filledText } from './filled-prompt.ts';

interface PromptToCopyProps {
  readonly prompt: { readonly label: string; readonly body: string };
  readonly step: number;
  readonly values: Readonly<Record<string, string>>;
}

export function PromptToCopy({ prompt, step, values }: PromptToCopyProps) {
  const parts = filledParts(prompt.body, values);
  const open = new Set(parts.filter(({ kind }) => kind === 'open').map(({ text }) => text)).size;
  return (
    <Box component="section" className="card" p="lg" aria-label={`Step ${step}: ${prompt.label}`}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>
          <Text span c="dimmed" inherit className="numbers">
            {step}
          </Text>{' '}
          {prompt.label}
        </Title>
        <Copy value={filledText(prompt.body, values)} label="Copy prompt" />
      </Group>
      <div className="prompt-text">
        {parts.map(({ at, text, kind }) =>
          kind === 'text' ? (
            <span key={at}>{text}</span>
          ) : kind === 'open' ? (
            <mark key={at}>{text}</mark>
          ) : (
            <ins key={at}>{text}</ins>
          ),
        )}
      </div>
      {open > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {open === 1 ? 'One thing is' : `${open} things are`} still to fill in.
        </Text>
      )}
    </Box>
  );
}
