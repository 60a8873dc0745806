// A list that the service searches and pages: a search field, the results, and a pager.
import { type ReactNode, useState } from 'react';
import type { Column } from './data-table.tsx';
import { PagedTable, type PageQuery, usePaged } from './paged-table.tsx';
import { SearchField } from './search-field.tsx';
import { useDebounced } from './use-debounced.ts';

export function SearchedList<Item>({
  read,
  queryKey,
  placeholder,
  empty,
  columns,
  keyOf,
  actions,
}: {
  read: (options: {
    query: PageQuery['query'] & { search: string };
    signal: AbortSignal;
  }) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;
  queryKey: string;
  placeholder: string;
  /** Called with the search text, which may be empty. */
  empty: (sought: string) => string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  /** Next to the search field. */
  actions?: ReactNode;
}) {
  const [search, setSearch] = useState('');
  const sought = useDebounced(search.trim(), 200);
  const paged = usePaged([queryKey, sought], ({ query, signal }) =>
    read({ query: { ...query, search: sought }, signal }),
  );
  return (
    <>
      <div className="filters">
        <SearchField value={search} placeholder={placeholder} onChange={setSearch} />
        {actions}
      </div>
      <PagedTable paged={paged} empty={{ title: empty(sought) }} keyOf={keyOf} columns={columns} />
    </>
  );
}
