// Shows the first rows of a long list, and the rest on demand.

import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../texts/t.ts';

const FIRST = 20;

/** The rows to show, how many are hidden, and a function that shows all. */
export function useSomeRows<Row>(rows: readonly Row[], first = FIRST) {
  const [isAll, setIsAll] = useState(false);
  return {
    shown: isAll ? rows : rows.slice(0, first),
    left: isAll ? 0 : Math.max(0, rows.length - first),
    showAll: () => setIsAll(true),
  };
}

export function MoreRows({ left, showAll }: { readonly left: number; readonly showAll: () => void }) {
  if (left === 0) return null;
  return (
    <Button variant="subtle" size="xs" m="xs" onClick={showAll}>
      {t('Show {left} more', { left })}
    </Button>
  );
}
