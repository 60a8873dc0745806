// A grid of any length. Only the visible rows are rendered, and the page scrolls. Columns are sorted, resized and chosen;
// those that do not fit are omitted, and a narrow grid shows each row as a card.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { grid as texts } from '../../messages/grid.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import {
  fittingColumns,
  type GridColumn,
  resized,
  rowPadding,
  sideColumn,
  templateOf,
} from './grid-columns.ts';
import { AllCheck } from '../row-check.tsx';
import type { Selection } from '../use-selection.ts';
import type { GridOrder } from './grid-types.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { type GridLayout, useWidth } from './use-grid-layout.ts';

interface Grid<Item> {
  readonly label: string;
  readonly columns: readonly GridColumn<Item>[];
  readonly count: number;
  /** False: there are more rows than `count`. */
  readonly countIsExact: boolean;
  /** Undefined while it is loaded. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly keyOf: (item: Item) => string;
  /** Says which row it is. */
  readonly nameOf: (item: Item) => string;
  readonly order: GridOrder;
  readonly onOrder: (order: GridOrder) => void;
  readonly layout: GridLayout;
  readonly onLayout: (change: Partial<GridLayout>) => void;
  readonly selection?: Selection<Item> | undefined;
  readonly actions?: ((item: Item) => ReactNode) | undefined;
  /** The keys or a press came to this row. */
  readonly onActive?: ((item: Item) => void) | undefined;
  /** The rows that are rendered have changed. */
  readonly onRange: (first: number, last: number) => void;
  /** The columns that do not fit, as a list in the language of the page; empty if all do. */
  readonly onOmitted: (titles: string) => void;
}

const cardsBelow = 640;
/** They are as many as the usual ones: a card of fixed height has no room for more. */
const cardColumns = 6;
const slotsAtOnce = 32;
/** In pixels. A card has up to five lines: the name, and four of smaller cells. */
const heights = { card: 108, comfortable: 44, compact: 34 } as const;

export function Grid<Item>(props: Grid<Item>) {
  const { label, columns, count, countIsExact, itemAt, keyOf, nameOf } = props;
  const { selection, actions, layout } = props;
  const t = useMessages(texts);
  const format = useFormat();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const isCards = width > 0 && width < cardsBelow;
  const sides = { first: selection !== undefined, last: actions !== undefined };
  const sideWidth = (Number(sides.first) + Number(sides.last)) * sideColumn;
  const available = width - sideWidth - rowPadding;
  const shown = useMemo(
    () =>
      isCards ? columns.slice(0, cardColumns) : fittingColumns(columns, layout.widths, available),
    [isCards, columns, layout.widths, available],
  );
  const rowHeight = heights[isCards ? 'card' : layout.isCompact ? 'compact' : 'comfortable'];
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = body.current?.getBoundingClientRect().top ?? 0;
    setTop(place + window.scrollY);
  }, [width, isCards]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: 120,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const { by, isDescending } = props.order;
  const isFirstOrder = useRef(true);
  useEffect(() => {
    if (!isFirstOrder.current) virtualizer.scrollToIndex(0);
    isFirstOrder.current = false;
  }, [virtualizer, by, isDescending]);
  const rows = virtualizer.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  // As many rows are rendered at most, one after another, so that no two of them share a slot.
  const slots = Math.ceil(rows.length / slotsAtOnce) * slotsAtOnce;
  useLayoutEffect(() => props.onRange(first, last), [first, last]);
  // Before the width is known, no column is said to be missing.
  const omitted = width === 0 ? [] : columns.filter((column) => !shown.includes(column));
  const omittedTitles = format.list(omitted.map(({ title }) => title));
  useLayoutEffect(() => props.onOmitted(omittedTitles), [omittedTitles]);

  const cells = shown.length + Number(sides.first) + Number(sides.last);
  const cellId = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const columnAt = (cell: number) => shown[cell - Number(sides.first)];
  const resize = (columnId: string, by: number) => {
    const column = columns.find((one) => one.id === columnId);
    if (column === undefined) return;
    const widths = { ...layout.widths };
    widths[columnId] = resized(widths[columnId] ?? column.width, by);
    props.onLayout({ widths });
  };
  const loaded = useMemo(
    () => (selection === undefined ? [] : itemsIn(itemAt, 0, count - 1)),
    [selection === undefined, itemAt, count],
  );
  const lastChosen = useRef<number>(undefined);
  const choose = useCallback(
    (row: number, isRange: boolean) => {
      const item = itemAt(row);
      if (item === undefined || selection === undefined) return;
      const from = isRange ? (lastChosen.current ?? row) : row;
      lastChosen.current = row;
      const rows = itemsIn(itemAt, Math.min(from, row), Math.max(from, row));
      selection.set(rows, !selection.has(item));
    },
    [selection, itemAt],
  );
  const moved = useRef<(row: number) => void>(undefined);
  moved.current = (row) => {
    const item = itemAt(row);
    if (item !== undefined) props.onActive?.(item);
  };
  const keys = useGridKeys({
    rows: count,
    columns: cells,
    show: (row) => virtualizer.scrollToIndex(row),
    onMoved: useCallback((row: number) => moved.current?.(row), []),
    press: ({ row, column }) =>
      document
        .getElementById(cellId(row, column))
        ?.querySelector<HTMLElement>(':is(a,button,input)')
        ?.click(),
    select: choose,
    selectAll: () => selection?.set(loaded, true),
    resize(cell, by) {
      const column = columnAt(cell);
      if (column !== undefined) resize(column.id, by);
    },
  });
  const { row: activeRow, column: activeColumn } = keys.active;
  const isActiveShown = activeRow < 0 || (activeRow >= first && activeRow <= last);
  const template = templateOf(shown, layout.widths, sides);
  return (
    <div
      ref={frame}
      role="grid"
      aria-label={label}
      aria-rowcount={countIsExact ? count + 1 : -1}
      aria-colcount={cells}
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-activedescendant={isActiveShown ? cellId(activeRow, activeColumn) : undefined}
      tabIndex={0}
      className={isCards ? 'grid cards' : 'grid'}
      onKeyDown={keys.onKeyDown}
    >
      <GridHead
        columns={shown}
        template={template}
        sides={sides}
        selectAll={
          selection === undefined ? null : (
            <AllCheck selection={selection} items={loaded} tabIndex={-1} />
          )
        }
        order={props.order}
        onOrder={props.onOrder}
        resize={resize}
        cellId={(column) => cellId(-1, column)}
        active={activeRow === -1 ? activeColumn : undefined}
      />
      <div
        ref={body}
        role="rowgroup"
        className="grid-body"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start }) => {
          const item = itemAt(index);
          return (
            <GridRow
              key={index % slots}
              item={item}
              itemKey={item === undefined ? '' : keyOf(item)}
              index={index}
              top={start - virtualizer.options.scrollMargin}
              height={rowHeight}
              template={isCards ? undefined : template}
              columns={shown}
              selection={selection}
              choose={choose}
              actions={actions}
              label={item === undefined ? t('loadingRow') : nameOf(item)}
              cellId={cellId}
              active={activeRow === index ? activeColumn : undefined}
              activate={keys.setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The items of these rows that are loaded. */
function itemsIn<Item>(
  itemAt: (index: number) => Item | undefined,
  first: number,
  last: number,
): readonly Item[] {
  return Array.from({ length: last - first + 1 }, (_, at) => itemAt(first + at)).filter(
    (item) => item !== undefined,
  );
}
