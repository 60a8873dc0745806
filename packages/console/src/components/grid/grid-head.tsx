import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import type { PointerEvent, ReactNode } from 'react';
import { grid } from '../../messages/grid.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { GridColumn } from './grid-columns.ts';
import type { GridOrder } from './grid-types.ts';

/** The titles: a press sorts, the edge of a title resizes its column. */
export function GridHead<Item>({
  columns,
  template,
  sides,
  selectAll,
  order,
  onOrder,
  resize,
  cellId,
  active,
}: {
  columns: readonly GridColumn<Item>[];
  template: string;
  sides: { readonly first: boolean; readonly last: boolean };
  /** The check box of all rows; null without a selection. */
  selectAll: ReactNode;
  order: GridOrder;
  onOrder: (order: GridOrder) => void;
  resize: (columnId: string, by: number) => void;
  cellId: (column: number) => string;
  active: number | undefined;
}) {
  const t = useMessages(grid);
  const offset = Number(sides.first);
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {sides.first ? (
          <div role="columnheader" id={cellId(0)} data-active={active === 0 || undefined}>
            {selectAll}
          </div>
        ) : null}
        {columns.map((column, index) => {
          const isOrdered = column.sort !== undefined && column.sort === order.by;
          const direction = order.isDescending ? 'descending' : 'ascending';
          return (
            <div
              key={column.id}
              role="columnheader"
              id={cellId(index + offset)}
              aria-sort={column.sort === undefined ? undefined : isOrdered ? direction : 'none'}
              data-active={active === index + offset || undefined}
            >
              {column.sort === undefined ? (
                <span className="grid-title">{column.title}</span>
              ) : (
                <button
                  type="button"
                  tabIndex={-1}
                  className="grid-title"
                  onClick={() =>
                    onOrder({
                      by: column.sort ?? '',
                      isDescending: isOrdered ? !order.isDescending : false,
                    })
                  }
                >
                  {column.title}
                  {isOrdered ? <Arrow isDescending={order.isDescending} /> : null}
                </button>
              )}
              <span
                className="grid-edge"
                aria-hidden="true"
                onPointerDown={(event) => follow(event, (by) => resize(column.id, by))}
              />
            </div>
          );
        })}
        {sides.last ? (
          <div
            role="columnheader"
            id={cellId(columns.length + offset)}
            data-active={active === columns.length + offset || undefined}
          >
            <span className="sr-only">{t('actions')}</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Arrow({ isDescending }: { isDescending: boolean }) {
  return isDescending ? (
    <ArrowDownRegular aria-hidden="true" />
  ) : (
    <ArrowUpRegular aria-hidden="true" />
  );
}

/** Reports each move of the pointer until it is released. */
function follow(event: PointerEvent<HTMLElement>, move: (by: number) => void): void {
  event.preventDefault();
  const edge = event.currentTarget;
  edge.setPointerCapture(event.pointerId);
  let last = event.clientX;
  const onMove = (moved: globalThis.PointerEvent) => {
    move(moved.clientX - last);
    last = moved.clientX;
  };
  edge.addEventListener('pointermove', onMove);
  edge.addEventListener(
    'lostpointercapture',
    () => edge.removeEventListener('pointermove', onMove),
    {
      once: true,
    },
  );
}
