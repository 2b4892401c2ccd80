// A virtualized table. It renders only visible rows and fetches the next page before the end is reached. In print it
// renders every loaded row. On a phone each row becomes a small list, so nothing scrolls sideways and actions stay
// visible.
// biome-ignore-all lint/a11y/useSemanticElements: virtualized rows are positioned and cannot be rows of a <table>.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrollable frame must be reachable by keyboard (WCAG 2.1.1).
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and column headings are not interactive.
import './rows.css';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Failure } from '../page/states.tsx';
import { usePaper } from '../page/use-paper.ts';

export interface Column<Row> {
  readonly heading: string;
  /** Replaces the heading's text: a button that sorts, a checkbox that selects all. */
  readonly control?: ReactNode;
  /** Set if the table is sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** A CSS grid track: `110px`, or a share of the remaining width such as `minmax(0, 2fr)`. */
  readonly width: string;
  /** Marks the main column if it is not the first one. */
  readonly isMain?: true;
  /** Left out if the table is too narrow, the highest number first. A phone shows it. */
  readonly drop?: number;
  /** Marks the column with the row's actions, which needs no label on a phone. */
  readonly isAct?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** A paged list, as its infinite query. */
export interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => unknown;
}

interface RowsProps<Row> {
  /** Describes the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Set if the rows come in pages. */
  readonly pages?: Pages;
  /** Of one row, in pixels. On a phone the content determines it (rows.css). */
  readonly height?: number;
}

export function Rows<Row>({ label, rows, columns: all, keyOf, pages, height = 56 }: RowsProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const { columns, form } = useFitting(all, frame);
  const isPhone = form === 'list';
  const isGrowing = form !== 'table';
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isPhone ? PHONE_ROW : height),
    getItemKey: (index) => keyAt(rows, index, keyOf),
    overscan: 6,
  });
  // Crossing the breakpoint changes the row heights.
  useEffect(() => virtual.measure(), [form, virtual]);
  const isOnPaper = usePaper();
  const inSight = virtual.getVirtualItems();
  // In print the frame grows with its rows, so every page would load the next one.
  useMore(isOnPaper ? undefined : pages, inSight.at(-1)?.index ?? 0, rows.length);
  const drawn = isOnPaper ? rows.map((_, index) => ({ index, start: 0 })) : inSight;
  const grid = isPhone ? {} : gridOf(columns);
  return (
    <>
      <div
        className="card rows"
        data-list={isPhone || undefined}
        data-tight={form === 'tight' || undefined}
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
                  ...(!isPhone && (isGrowing ? { minHeight: height } : { height })),
                  ...(!isOnPaper && { position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }),
                }}
                aria-rowindex={index + 2}
                data-index={index}
                ref={isGrowing ? virtual.measureElement : undefined}
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

const gridOf = (columns: readonly { readonly width: string }[]): CSSProperties => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
  minWidth: narrowest(columns),
});

/** `list`: each row is a small list, as on a phone. `tight`: a table without some columns, whose rows grow. */
type Form = 'table' | 'tight' | 'list';

/** Fits the table into its frame, if some of its columns can be left out. Others become lists, or scroll. */
function useFitting<Row>(columns: readonly Column<Row>[], frame: RefObject<HTMLDivElement | null>) {
  const width = useWidth(frame);
  const isOnPaper = usePaper();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isTablet = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false });
  const fitting = isOnPaper || width === undefined ? columns : fittingColumns(columns, width);
  const mayLeaveOut = columns.some(({ drop }) => drop !== undefined);
  const isList = mayLeaveOut ? isPhone || fitting === undefined : isTablet;
  if (isList || fitting === undefined || !mayLeaveOut) return { columns, form: isList ? 'list' : ('table' as Form) };
  return { columns: fitting, form: isTablet || fitting.length < columns.length ? 'tight' : ('table' as Form) };
}

/** In pixels, measured before the first paint. */
function useWidth(frame: RefObject<HTMLDivElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** Undefined if even the columns that are never left out do not fit. */
function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] | undefined {
  if (narrowest(columns) <= width) return columns;
  const last = Math.max(...columns.map(({ drop = 0 }) => drop));
  return last === 0
    ? undefined
    : fittingColumns(
        columns.filter(({ drop }) => drop !== last),
        width,
      );
}

/** Estimated height of a row on a phone, in pixels. */
const PHONE_ROW = 96;

/** Fetch the next page when this many rows are left. */
const AHEAD = 30;

/** Fetches the next page once. Does not retry automatically if that fails. */
function useMore(pages: Pages | undefined, lastSeen: number, count: number): void {
  const isReady = pages?.hasNextPage === true && !pages.isFetching && !pages.isFetchNextPageError;
  const isDue = isReady && lastSeen >= count - AHEAD;
  const fetchNextPage = pages?.fetchNextPage;
  useEffect(() => {
    if (isDue) fetchNextPage?.();
  }, [isDue, fetchNextPage]);
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

/** In pixels. Narrower columns contain only a mark, such as a checkbox. */
const MARK = 40;
const partsOf = ({ width }: { readonly width: string }): number => Number(/([\d.]+)fr/.exec(width)?.[1] ?? 0);

const isMark = ({ width }: { readonly width: string }): boolean => Number.parseInt(width, 10) < MARK;

/** The main column: the one marked as main, otherwise the first that is not a mark. */
const mainOf = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isMain }) => isMain === true) ?? columns.find((column) => !isMark(column));

/** The position of a cell within a row on a phone, and its label. */
function placeOf<Row>(column: Column<Row>, main: Column<Row> | undefined) {
  if (column === main) return { 'data-place': 'main' };
  if (column.isAct === true) return { 'data-place': 'act' };
  return isMark(column) ? { 'data-place': 'mark' } : { 'data-name': column.heading };
}

const GAP = 16;
const EDGES = 40;
/** Minimum width of `1fr` in pixels: a few words. */
const PART = 75;
const MIN_WIDTH = 90;

/** Minimum width of the table in pixels. Below it the table scrolls, because squeezed columns are unreadable. */
function narrowest(columns: readonly { readonly width: string }[]): number {
  const widths = columns.map((column) => {
    const parts = partsOf(column);
    return parts === 0 ? Number.parseInt(column.width, 10) : Math.max(MIN_WIDTH, PART * parts);
  });
  return widths.reduce((sum, width) => sum + width + GAP, EDGES - GAP);
}
