// The judge's confidence that this trail is the right one, as a number and a bar.
import '@mantine/core/styles/Progress.css';
import { Group, Progress, Text } from '@mantine/core';
import { t } from '../../parts/texts/t.ts';

export function Confidence({ value }: { readonly value: number }) {
  const percent = Math.round(value * 100);
  const text = percent > 99 ? t('Over 99 %') : percent < 1 ? t('Under 1 %') : `${percent} %`;
  return (
    <Group gap={8} wrap="nowrap">
      <Progress value={percent} w={72} size="sm" color="pine.6" aria-hidden />
      <Text size="sm" c="dimmed" className="numbers">
        {t('{text} likely to fit', { text })}
      </Text>
    </Group>
  );
}
