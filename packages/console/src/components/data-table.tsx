// A table that becomes a stack of cards on a phone: the first column heads the card, the others follow with their
// titles, and the actions come last.
import type { ReactNode } from 'react';

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
  look = 'table',
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  columns: readonly Column<Item>[];
  /** `figures`: a small table of numbers, whose first column names the row. It has no cards. */
  look?: 'table' | 'figures';
}) {
  return (
    <table className={look}>
      <thead>
        <tr>
          {columns.map(({ title, as }) => (
            <th scope="col" key={title}>
              {as === 'actions' ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ title, cell, as }, index) => {
              if (look === 'figures' && index === 0) {
                return (
                  <th scope="row" key={title}>
                    {cell(item)}
                  </th>
                );
              }
              if (as === 'actions') {
                return (
                  <td key={title} className="end">
                    {cell(item)}
                  </td>
                );
              }
              if (index === 0 || as !== undefined) return <td key={title}>{cell(item)}</td>;
              return (
                <td key={title} data-label={title}>
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
