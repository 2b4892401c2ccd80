// The differences between two documents, by field and word.
import { Box, Stack, Text } from '@mantine/core';
import { isSame } from '../../parts/forms/same.ts';
import { t } from '../../parts/texts/t.ts';
import { FIELDS } from './fields.ts';
import type { FullDocument } from './full-document.ts';
import { partsOf } from './text-parts.ts';

interface DifferenceProps {
  readonly before: FullDocument;
  readonly after: FullDocument;
}

export function Difference({ before, after }: DifferenceProps) {
  const changed = FIELDS.filter(({ get }) => !isSame(get(before), get(after)));
  if (changed.length === 0) return <Text c="dimmed">{t('Nothing differs.')}</Text>;
  return (
    <Stack gap="md">
      {changed.map(({ path, label, toText }) => (
        <Box key={path}>
          <Text size="sm" fw={600} mb={4}>
            {label}
          </Text>
          <Words before={toText(before)} after={toText(after)} />
        </Box>
      ))}
    </Stack>
  );
}

/** Both texts in one, with deletions and insertions marked. */
export function Words({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Box className="prompt-text" dir="auto">
      {partsOf(before, after).map(({ value, added, removed }, index) => {
        const key = `${index} ${value}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </Box>
  );
}
