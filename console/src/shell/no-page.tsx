// Replaces a page that cannot be shown: says why and where to go.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DrawnTrail } from '../parts/page/drawings.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { useHeadingFocus } from '../parts/page/page-focus.ts';
import { t } from '../parts/texts/t.ts';

interface NoPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Rendered before the link to the start page. */
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
        <PageAnchor to="/">{t('Back to the start')}</PageAnchor>
      </Group>
    </Stack>
  );
}
