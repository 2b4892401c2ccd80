// A table that is wider than a phone, or longer than its place: it scrolls in itself. Where it does, it takes the
// focus, so that the arrow keys scroll it also where no cell has anything to focus, and its scrollbar stands there:
// nothing else says that there is more.
import { Table, type TableScrollContainerProps } from '@mantine/core';
import { useEffect, useState } from 'react';

interface WideTableProps extends TableScrollContainerProps {
  readonly label: string;
}

export function WideTable({ label, ...props }: WideTableProps) {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (viewport === null) return;
    const observer = new ResizeObserver(() => setScrolls(isOverfull(viewport)));
    for (const one of [viewport, ...viewport.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [viewport]);
  const viewportProps = scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {};
  return (
    <Table.ScrollContainer scrollAreaProps={{ type: 'auto', viewportRef: setViewport, viewportProps }} {...props} />
  );
}

const isOverfull = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;
