// A section of the editor: a heading, a hint and fields.
import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

export function Section({ title, hint, children }: SectionProps) {
  return (
    <Box component="section" className="card" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {hint}
      </Text>
      <Stack gap="md">{children}</Stack>
    </Box>
  );
}
