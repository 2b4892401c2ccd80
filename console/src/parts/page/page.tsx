// The frame of every page: breadcrumbs, title (also of the window), lead and actions.
import { Box, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { t } from '../texts/t.ts';
import { PageAnchor } from './links.tsx';
import type { PagePath } from './page-address.ts';
import { useHeadingFocus } from './page-focus.ts';

export interface Crumb {
  readonly label: string;
  readonly to: PagePath;
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /**
   * Actions for the whole page, to the right of the title. Leave them out while a list is loading: if it is empty, its
   * empty state offers the action, and a button here would vanish under the pointer.
   */
  readonly actions?: ReactNode;
  /** The pages above this one, the highest first. */
  readonly crumbs?: readonly Crumb[];
  /** A status next to the title. */
  readonly above?: ReactNode;
  /** An avatar or logo before the title. */
  readonly mark?: ReactNode;
  /**
   * `reading`: a readable line length. `full`: the whole width, for tables and two columns. `question`: one centered
   * card.
   */
  readonly width?: 'reading' | 'full' | 'question';
  readonly children: ReactNode;
}

/** In pixels. All pages start at the same edge, except `question`. */
const WIDTHS = { question: 640, reading: 860, full: 1680 } as const;

export function Page({ title, lead, actions, crumbs = [], above, mark, width = 'full', children }: PageProps) {
  useDocumentTitle(`${title} · Cairn`);
  const heading = useHeadingFocus();
  return (
    <Box maw={WIDTHS.full} mx="auto" w="100%">
      <Stack gap="lg" maw={WIDTHS[width]} {...(width === 'question' && { mx: 'auto' })}>
        {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
        {above}
        <Group justify="space-between" align="flex-start" gap="md" className="page-head">
          <Group flex="1 1 320px" miw={0} gap="md" wrap="nowrap" align="flex-start">
            {mark}
            <Box miw={0}>
              <Title order={1} ref={heading} tabIndex={-1} dir="auto" className="page-title">
                {title}
              </Title>
              {lead !== undefined && (
                <Text component="div" c="dimmed" mt={4} maw={720} dir="auto" className="page-lead">
                  {lead}
                </Text>
              )}
            </Box>
          </Group>
          {actions !== undefined && (
            <Group gap="xs" className="page-actions">
              {actions}
            </Group>
          )}
        </Group>
        {children}
      </Stack>
    </Box>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('Breadcrumbs')}>
      <Breadcrumbs separator="/" separatorMargin={8}>
        {crumbs.map(({ label, to }) => (
          <PageAnchor key={to} to={to} size="sm" c="dimmed">
            {label}
          </PageAnchor>
        ))}
      </Breadcrumbs>
    </nav>
  );
}
