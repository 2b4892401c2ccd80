// How sure the judge is, as a number and a bar.
import { Group, Progress, Text } from '@mantine/core';

export function Confidence({ value }: { readonly value: number }) {
  const percent = Math.round(value * 100);
  return (
    <Group gap={8} wrap="nowrap">
      <Progress value={percent} w={72} size="sm" color="pine.6" aria-hidden />
      <Text size="sm" c="dimmed" className="numbers">
        {percent} % sure
      </Text>
    </Group>
  );
}
