// A table that becomes a stack of cards on a phone: the first column heads the card, the others follow with their
// titles, and the actions come last.
import { type ReactNode, useRef } from 'react';
import { AllCheck, RowCheck } from './row-check.tsx';
import type { Selection } from './use-selection.ts';

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** `text`: needs no title on a phone. `actions`: the buttons of a row. */
  readonly as?: 'text' | 'actions';
}

export function DataTable<Item>({
  items,
  keyOf,
  columns,
  selection,
  look = 'table',
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  columns: readonly Column<Item>[];
  /** Its check boxes are in the first column. */
  selection?: Selection<Item> | undefined;
  /** `figures`: a small table of numbers, whose first column names the row. It has no cards. */
  look?: 'table' | 'figures';
}) {
  const last = useRef<number>(undefined);
  // By their places: titles change with the language, and open details and menus outlast that.
  return (
    <table className={look}>
      <thead>
        <tr>
          {columns.map(({ title, as }, index) => (
            <th scope="col" key={index}>
              {as === 'actions' ? (
                <span className="sr-only">{title}</span>
              ) : index === 0 && selection !== undefined ? (
                <div className="row selectable-name">
                  <AllCheck selection={selection} items={items} />
                  {title}
                </div>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <tr key={keyOf(item)}>
            {columns.map(({ title, cell, as }, index) => {
              if (look === 'figures' && index === 0) {
                return (
                  <th scope="row" key={index}>
                    {cell(item)}
                  </th>
                );
              }
              if (as === 'actions') {
                return (
                  <td key={index} className="end">
                    {cell(item)}
                  </td>
                );
              }
              if (index === 0 && selection !== undefined) {
                return (
                  <td key={index}>
                    <div className="row selectable-name">
                      <RowCheck selection={selection} items={items} at={at} last={last} />
                      <div className="wrap">{cell(item)}</div>
                    </div>
                  </td>
                );
              }
              if (index === 0 || as !== undefined) return <td key={index}>{cell(item)}</td>;
              return (
                <td key={index} data-label={title}>
                  <div>{cell(item)}</div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
