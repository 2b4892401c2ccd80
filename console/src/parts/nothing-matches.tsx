// A list that has something, and nothing that was searched for.
import type { ReactNode } from 'react';
import { DrawnSearch } from './drawings.tsx';
import { Empty } from './states.tsx';

interface NothingMatchesProps {
  readonly title?: string;
  /** What to do now. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export const NothingMatches = ({ title = 'Nothing matches', ...props }: NothingMatchesProps) => (
  <Empty title={title} drawing={<DrawnSearch />} {...props} />
);
