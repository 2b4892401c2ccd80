// Shown if filters or a search leave a list empty. Offers to clear them.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DrawnSearch } from '../page/drawings.tsx';
import { Empty } from '../page/states.tsx';
import { t } from '../texts/t.ts';

interface NothingMatchesProps {
  readonly title?: string;
  /** Says what to do next. */
  readonly children: ReactNode;
  /** Clears all filters and the search. */
  readonly showAll: () => void;
}

export const NothingMatches = ({ title = t('Nothing matches'), showAll, children }: NothingMatchesProps) => (
  <Empty
    title={title}
    drawing={<DrawnSearch />}
    action={
      <Button variant="default" onClick={showAll}>
        {t('Show everything')}
      </Button>
    }
  >
    {children}
  </Empty>
);
