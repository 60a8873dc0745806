// A list that the service searches and pages: a search field, the results, and a pager.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from './data-table.tsx';
import { Card, Empty, Loaded } from './layout.tsx';
import { Pager } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { useDebounced } from './use-debounced.ts';

const limit = 25;

export function SearchedList<Item>({
  read,
  queryKey,
  what,
  placeholder,
  empty,
  columns,
  keyOf,
  actions,
}: {
  read: (options: {
    query: { search: string; offset: number; limit: number };
    signal: AbortSignal;
  }) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;
  queryKey: string;
  what: string;
  placeholder: string;
  /** Called with the search text, which may be empty. */
  empty: (sought: string) => string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  /** Next to the search field. */
  actions?: ReactNode;
}) {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const sought = useDebounced(search.trim(), 200);
  const found = useQuery({
    queryKey: [queryKey, sought, offset],
    queryFn: ({ signal }) => read({ query: { search: sought, offset, limit }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <div className="filters">
        <SearchField
          value={search}
          placeholder={placeholder}
          onChange={(value) => {
            setSearch(value);
            setOffset(0);
          }}
        />
        {actions}
      </div>
      <Loaded query={found} what={what}>
        {({ items, total }) => (
          <Card className="flush">
            {total === 0 ? (
              <Empty title={empty(sought)} />
            ) : (
              <>
                <DataTable items={items} keyOf={keyOf} columns={columns} />
                <Pager
                  offset={offset}
                  limit={limit}
                  shown={items.length}
                  total={total}
                  go={setOffset}
                />
              </>
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}
