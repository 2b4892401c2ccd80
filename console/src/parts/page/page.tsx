// The frame of every page: the way that led here, its title (the window's too), what it is about, what can be done.
import { Box, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
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
   * Right of the title: the one place for what can be done with the whole page. Nothing while a list may turn out to be
   * empty, and to say itself how to begin: a button would vanish beneath the pointer.
   */
  readonly actions?: ReactNode;
  /** The pages above this one, the highest first. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: a state. */
  readonly above?: ReactNode;
  /** Before the title: an avatar, a mark. */
  readonly mark?: ReactNode;
  /**
   * `reading`: lines of a length that reads well; `full`: all there is, for tables and for two columns; `question`: one
   * card, in the middle.
   */
  readonly width?: 'reading' | 'full' | 'question';
  readonly children: ReactNode;
}

/** Pages begin at the same edge, but for those that only ask. In pixels. */
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
    <nav aria-label="Breadcrumbs">
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
