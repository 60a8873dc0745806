// A list that the service pages: its query, its table and its pager. A change of the filters begins at the first page.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from './data-table.tsx';
import { Card, Empty, Loaded } from './layout.tsx';
import { Pager } from './pager.tsx';
import type { Selection } from './use-selection.ts';

const limit = 25;

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface PageQuery {
  readonly query: { readonly offset: number; readonly limit: number };
  readonly signal: AbortSignal;
}

export interface Paged<Page> {
  readonly query: UseQueryResult<Page>;
  readonly offset: number;
  /** It belongs to the page that is shown until the one at `offset` is there. */
  readonly shownOffset: number;
  readonly go: (offset: number) => void;
}

/** @param queryKey with every filter */
export function usePaged<Page extends PageOf<unknown>>(
  queryKey: readonly unknown[],
  read: (page: PageQuery) => Promise<Page>,
): Paged<Page> {
  const filters = JSON.stringify(queryKey);
  const first = { filters, offset: 0, shownOffset: 0 };
  const [chosen, setAt] = useState(first);
  const at = chosen.filters === filters ? chosen : first;
  const { offset } = at;
  const query = useQuery({
    queryKey: [...queryKey, offset],
    queryFn: ({ signal }) => read({ query: { offset, limit }, signal }),
    // Another page of this list, but never one of another list.
    placeholderData: (before, earlier) =>
      JSON.stringify(earlier?.queryKey.slice(0, -1)) === filters ? before : undefined,
  });
  const { data, isPlaceholderData } = query;
  const shownOffset = isPlaceholderData ? at.shownOffset : offset;
  const go = (next: number) => setAt({ filters, offset: next, shownOffset });
  // The last page has lost its last item.
  if (data !== undefined && !isPlaceholderData && offset > 0 && offset >= data.total) {
    go(Math.max(0, Math.ceil(data.total / limit) - 1) * limit);
  }
  return { query, offset, shownOffset, go };
}

export function PagedTable<Item>({
  paged,
  empty,
  columns,
  keyOf,
  selection,
  title,
  note,
  actions,
}: {
  paged: Paged<PageOf<Item>>;
  empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  selection?: Selection<Item> | undefined;
  /** It belongs to the card. */
  title?: string;
  note?: string;
  /** They are beside the title. */
  actions?: ReactNode;
}) {
  return (
    <Card
      className="flush"
      {...(title !== undefined && { title })}
      {...(note !== undefined && { note })}
      actions={actions}
    >
      <Loaded query={paged.query}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty title={empty.title} action={empty.action}>
              {empty.text}
            </Empty>
          ) : (
            <>
              <DataTable items={items} keyOf={keyOf} columns={columns} selection={selection} />
              <PageButtons paged={paged} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

export function PageButtons({
  paged: { offset, shownOffset, go },
  shown,
  total,
}: {
  paged: Pick<Paged<unknown>, 'offset' | 'shownOffset' | 'go'>;
  shown: number;
  total: number;
}) {
  return (
    <Pager offset={offset} first={shownOffset} limit={limit} shown={shown} total={total} go={go} />
  );
}
