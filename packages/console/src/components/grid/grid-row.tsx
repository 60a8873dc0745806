// A row of a grid. It is rendered again only if something in it changes, and its elements serve another row when it has left
// the view, because making elements is what costs most while the page scrolls.
import { Fragment, memo, type ReactNode } from 'react';
import { grid } from '../../messages/grid.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { GridColumn } from './grid-columns.ts';
import type { Selection } from '../use-selection.ts';
import type { Place } from './use-grid-keys.ts';

interface GridRowProps<Item> {
  /** Undefined while it is loaded. */
  readonly item: Item | undefined;
  /** It belongs to the item: an open menu does not pass to another one that takes its place. */
  readonly itemKey: string;
  readonly index: number;
  /** Both in CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** It belongs to the columns; undefined: a card. */
  readonly template: string | undefined;
  readonly columns: readonly GridColumn<Item>[];
  readonly selection: Selection<Item> | undefined;
  /** Chooses the row, or no longer; with Shift also those between it and the row before. */
  readonly choose: (row: number, isRange: boolean) => void;
  readonly actions: ((item: Item) => ReactNode) | undefined;
  readonly label: string;
  readonly cellId: (row: number, column: number) => string;
  /** The cell that the keys act on. */
  readonly active: number | undefined;
  readonly activate: (place: Place) => void;
}

export const GridRow = memo(Row) as typeof Row;

function Row<Item>({
  item,
  itemKey,
  index,
  top,
  height,
  template,
  columns,
  selection,
  choose,
  actions,
  label,
  cellId,
  active,
  activate,
}: GridRowProps<Item>) {
  const t = useMessages(grid);
  const isSelected = item !== undefined && selection?.has(item) === true;
  const offset = Number(selection !== undefined);
  const cell = (column: number) => ({
    role: 'gridcell',
    id: cellId(index, column),
    'data-active': active === column || undefined,
    onPointerDown: () => activate({ row: index, column }),
  });
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={index + 2}
      aria-selected={selection === undefined ? undefined : isSelected}
      aria-busy={item === undefined || undefined}
      style={{ height, transform: `translateY(${top}px)`, gridTemplateColumns: template }}
    >
      {selection === undefined ? null : (
        <div {...cell(0)} className="grid-select">
          {item === undefined ? null : (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t('select', { name: label })}
              checked={isSelected}
              disabled={!isSelected && selection.isFull}
              onClick={({ shiftKey }) => choose(index, shiftKey)}
            />
          )}
        </div>
      )}
      {columns.map((column, at) => (
        <div key={column.id} {...cell(at + offset)} className={`grid-cell of-${column.id}`}>
          {item === undefined ? (
            <div className="ghost" />
          ) : (
            <Fragment key={itemKey}>{column.cell(item)}</Fragment>
          )}
        </div>
      ))}
      {actions === undefined ? null : (
        <div {...cell(columns.length + offset)} className="grid-actions">
          {item === undefined ? null : <Fragment key={itemKey}>{actions(item)}</Fragment>}
        </div>
      )}
    </div>
  );
}
