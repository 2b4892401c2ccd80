// The frame of every page: its title (the window's too), what it is about, and what can be done here.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Beside the title: a state, a way back. */
  readonly above?: ReactNode;
  readonly width?: 'reading' | 'wide';
  readonly children: ReactNode;
}

export function Page({ title, lead, actions, above, width = 'wide', children }: PageProps) {
  useDocumentTitle(`${title} · Cairn`);
  return (
    <Box maw={1240} mx="auto" w="100%">
      <Stack gap="lg" {...(width === 'reading' && { maw: 860 })}>
        {above}
        <Group justify="space-between" align="flex-start" gap="md">
          <Box flex="1 1 320px" miw={0}>
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {lead !== undefined && (
              <Text c="dimmed" mt={4} maw={680}>
                {lead}
              </Text>
            )}
          </Box>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Box>
  );
}
