// The tabs of a page. Where they do not fit beside each other the row scrolls (style.css), and the open one is in
// sight.
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
    // Back scrolls everything to where it was when the page was left.
    return router.subscribe('onRendered', show);
  }, [open, router]);
  return <Tabs.List ref={row} {...props} />;
}

/** To the middle of the row, which alone scrolls: the page stays where it is. */
function bringIntoSight(row: Element, tab: Element): void {
  const [around, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
