import type { CSSProperties, ReactNode } from 'react';
import { grid } from '../../messages/grid.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { GridColumn } from './grid-columns.ts';
import type { GridSelection } from './grid-types.ts';

export function GridRow<Item>({
  item,
  index,
  style,
  columns,
  selection,
  actions,
  label,
  cellId,
  active,
  activate,
}: {
  /** Undefined while it is loaded. */
  item: Item | undefined;
  index: number;
  style: CSSProperties;
  columns: readonly GridColumn<Item>[];
  selection: GridSelection<Item> | undefined;
  actions: ((item: Item) => ReactNode) | undefined;
  label: string;
  cellId: (column: number) => string;
  /** The cell that the keys act on. */
  active: number | undefined;
  activate: (column: number) => void;
}) {
  const t = useMessages(grid);
  const isSelected = item !== undefined && selection?.has(item) === true;
  const offset = Number(selection !== undefined);
  const cell = (column: number) => ({
    role: 'gridcell',
    id: cellId(column),
    'data-active': active === column || undefined,
    onPointerDown: () => activate(column),
  });
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={index + 2}
      aria-selected={selection === undefined ? undefined : isSelected}
      aria-busy={item === undefined || undefined}
      style={style}
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
              onChange={() => selection.toggle(item)}
            />
          )}
        </div>
      )}
      {columns.map((column, at) => (
        <div key={column.id} {...cell(at + offset)} className={`grid-cell of-${column.id}`}>
          {item === undefined ? <div className="ghost" /> : column.cell(item)}
        </div>
      ))}
      {actions === undefined ? null : (
        <div {...cell(columns.length + offset)} className="grid-actions">
          {item === undefined ? null : actions(item)}
        </div>
      )}
    </div>
  );
}
