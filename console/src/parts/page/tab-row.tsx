// The tabs of a page. If they do not fit, the row scrolls (style.css) and keeps the open tab visible.
import './tab-row.css';
import { Tabs, type TabsListProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface TabRowProps extends TabsListProps {
  /** The value of the open tab. */
  readonly open: string;
}

export function TabRow({ open, ...props }: TabRowProps) {
  const router = useRouter();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = (): void => {
      const tab = row.current?.querySelector(`[id$="-tab-${open}"]`);
      if (row.current && tab) bringIntoSight(row.current, tab);
    };
    show();
    // Back restores the scroll position of every element, this row included.
    return router.subscribe('onRendered', show);
  }, [open, router]);
  return <Tabs.List ref={row} {...props} />;
}

/** Scrolls only the row. `scrollIntoView` would also scroll the page. */
function bringIntoSight(row: Element, tab: Element): void {
  const [around, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
