// A table of any length: only the rows in sight are drawn, and the next page is asked for before the end comes in
// sight. On paper all are that have come. On a phone each row is a small list, so that nothing stands aside: what is
// done with a row least of all.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
// biome-ignore-all lint/a11y/useFocusableInteractive: a row and a heading of a table are nothing to act on.
import './rows.css';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { Failure } from '../page/states.tsx';
import { usePaper } from '../page/use-paper.ts';

export interface Column<Row> {
  readonly heading: string;
  /** In place of the heading's text: a button that sorts, a box that chooses all. */
  readonly control?: ReactNode;
  /** Where the table is sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** A track of a CSS grid: `110px`, or a part of what is left such as `minmax(0, 2fr)`. */
  readonly width: string;
  /** True of what the row is about, where that is not the first column. */
  readonly isMain?: true;
  /** True of what can be done with the row: buttons, which need no name beside them. */
  readonly isAct?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** A list that comes in pages, as it is asked for. */
export interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => unknown;
}

interface RowsProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Where the rows come in pages. */
  readonly pages?: Pages;
  /** Of one row, in pixels. On a phone a row is a small list, as high as what stands in it (rows.css). */
  readonly height?: number;
}

export function Rows<Row>({ label, rows, columns, keyOf, pages, height = 56 }: RowsProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  // Beside the sidebar, a window of less than this leaves a table no more than half of its columns.
  const isPhone = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isPhone ? PHONE_ROW : height),
    getItemKey: (index) => keyAt(rows, index, keyOf),
    overscan: 6,
  });
  // Turned or resized across the limit, rows are as high as they are there.
  useEffect(() => virtual.measure(), [isPhone, virtual]);
  const isOnPaper = usePaper();
  const inSight = virtual.getVirtualItems();
  // On paper the frame is as high as its rows: each page would bring the next one into sight.
  useMore(isOnPaper ? undefined : pages, inSight.at(-1)?.index ?? 0, rows.length);
  const drawn = isOnPaper ? rows.map((_, index) => ({ index, start: 0 })) : inSight;
  const grid = isPhone
    ? {}
    : { gridTemplateColumns: columns.map(({ width }) => width).join(' '), minWidth: narrowest(columns) };
  return (
    <>
      <div
        className="card rows"
        data-list={isPhone || undefined}
        ref={frame}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
      >
        <Headings columns={columns} grid={grid} />
        <div role="rowgroup" style={isOnPaper ? {} : { height: virtual.getTotalSize(), position: 'relative' }}>
          {drawn.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                role="row"
                key={keyOf(row)}
                style={{
                  ...grid,
                  ...(!isPhone && { height }),
                  ...(!isOnPaper && { position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }),
                }}
                aria-rowindex={index + 2}
                data-index={index}
                ref={isPhone ? virtual.measureElement : undefined}
              >
                <Cells row={row} columns={columns} />
              </div>
            );
          })}
        </div>
      </div>
      {pages?.isFetchNextPageError && <Failure thrown={pages.error} retry={() => void pages.fetchNextPage()} />}
    </>
  );
}

/** As many a row on a phone as it most often is high, in pixels. */
const PHONE_ROW = 96;

/** So many rows before the end the next page is asked for. */
const AHEAD = 30;

/** Each page is asked for once; one that was refused is not asked for again by itself. */
function useMore(pages: Pages | undefined, lastSeen: number, count: number): void {
  const isReady = pages?.hasNextPage === true && !pages.isFetching && !pages.isFetchNextPageError;
  const isWanted = isReady && lastSeen >= count - AHEAD;
  const fetchNextPage = pages?.fetchNextPage;
  useEffect(() => {
    if (isWanted) fetchNextPage?.();
  }, [isWanted, fetchNextPage]);
}

interface HeadingsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly grid: CSSProperties;
}

function Headings<Row>({ columns, grid }: HeadingsProps<Row>) {
  return (
    <div role="rowgroup">
      <div role="row" style={grid} aria-rowindex={1}>
        {columns.map(({ heading, control, sorted }) => (
          <div role="columnheader" key={heading} aria-sort={sorted}>
            {control ?? heading}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellsProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
}

function Cells<Row>({ row, columns }: CellsProps<Row>) {
  const main = mainOf(columns);
  return columns.map((column) => (
    <div role="cell" key={column.heading} {...placeOf(column, main)}>
      {column.cell(row)}
    </div>
  ));
}

function keyAt<Row>(rows: readonly Row[], index: number, keyOf: (row: Row) => string): string | number {
  const row = rows[index];
  return row === undefined ? index : keyOf(row);
}

/** Narrower is a mark: a box to choose the row with. In pixels. */
const MARK = 40;
const partsOf = ({ width }: { readonly width: string }): number => Number(/([\d.]+)fr/.exec(width)?.[1] ?? 0);

const isMark = ({ width }: { readonly width: string }): boolean => Number.parseInt(width, 10) < MARK;

/** What a row is about: what says so, else the first that is no mark. */
const mainOf = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isMain }) => isMain === true) ?? columns.find((column) => !isMark(column));

/** Where a cell stands in the list of a row on a phone, and what it is called there. */
function placeOf<Row>(column: Column<Row>, main: Column<Row> | undefined) {
  if (column === main) return { 'data-place': 'main' };
  if (column.isAct === true) return { 'data-place': 'act' };
  return isMark(column) ? { 'data-place': 'mark' } : { 'data-name': column.heading };
}

const GAP = 16;
const EDGES = 40;
/** A part of what is left has room for a few words; `2.4fr` for more of them than `1fr`. */
const PART = 75;
const LEAST = 90;

/** Narrower, a table scrolls in its frame: columns that are squeezed say nothing. In pixels. */
function narrowest(columns: readonly { readonly width: string }[]): number {
  const widths = columns.map((column) => {
    const parts = partsOf(column);
    return parts === 0 ? Number.parseInt(column.width, 10) : Math.max(LEAST, PART * parts);
  });
  return widths.reduce((sum, width) => sum + width + GAP, EDGES - GAP);
}
