// A table that scrolls inside its frame if it is wider or longer than the space. It is focusable then, so that arrow
// keys scroll it, and its scrollbar is always visible to show that there is more.
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
