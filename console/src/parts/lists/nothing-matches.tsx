// A list that has something, and nothing that was searched for: the way back to all of it is here.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DrawnSearch } from '../page/drawings.tsx';
import { Empty } from '../page/states.tsx';

interface NothingMatchesProps {
  readonly title?: string;
  /** What to do now. */
  readonly children: ReactNode;
  /** Takes away every filter and all words. */
  readonly showAll: () => void;
}

export const NothingMatches = ({ title = 'Nothing matches', showAll, children }: NothingMatchesProps) => (
  <Empty
    title={title}
    drawing={<DrawnSearch />}
    action={
      <Button variant="default" onClick={showAll}>
        Show everything
      </Button>
    }
  >
    {children}
  </Empty>
);
