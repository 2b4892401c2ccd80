// What stands in the middle where a page is not to be seen: why, and the ways on.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DrawnTrail } from '../parts/page/drawings.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { useHeadingFocus } from '../parts/page/page-focus.ts';

interface NoPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Before the way back to the start. */
  readonly actions?: ReactNode;
}

export function NoPage({ title, children, actions }: NoPageProps) {
  useDocumentTitle(`${title} · Cairn`);
  const heading = useHeadingFocus();
  return (
    <Stack align="center" justify="center" gap="xs" ta="center" mih="60dvh" p="lg">
      <DrawnTrail />
      <Title order={1} ref={heading} tabIndex={-1} className="page-title">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {children}
      </Text>
      <Group mt="sm" justify="center">
        {actions}
        <PageAnchor to="/">Back to the start</PageAnchor>
      </Group>
    </Stack>
  );
}
