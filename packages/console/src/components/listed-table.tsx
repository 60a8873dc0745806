// A list that is loaded page by page: its query, its table or its empty state, and the foot that loads more.
import { Button } from '@fluentui/react-button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Column, DataTable } from './data-table.tsx';
import { Empty, Loaded } from './layout.tsx';
import { cursorAfter, type PageOf } from './page-after.ts';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

/** @param queryKey with every filter */
export function useListed<Item>(
  queryKey: readonly unknown[],
  read: (cursor: string, signal: AbortSignal) => Promise<PageOf<Item>>,
  options: {
    readonly enabled?: boolean;
    readonly refetchInterval?: number;
    /** Shows the items of before until those of another key are there. */
    readonly keepsItems?: boolean;
  } = {},
) {
  const { keepsItems = false, ...others } = options;
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: (before) => (keepsItems ? before : undefined),
    ...others,
  });
}

export function ListedTable<Item>({
  list,
  empty,
  keyOf,
  columns,
}: {
  list: ReturnType<typeof useListed<Item>>;
  empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  keyOf: (item: Item) => string | number;
  columns: readonly Column<Item>[];
}) {
  return (
    <Loaded query={list}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={empty.title} action={empty.action}>
            {empty.text}
          </Empty>
        ) : (
          <>
            <DataTable items={items} keyOf={keyOf} columns={columns} />
            <ShowMore shown={items.length} query={list} />
          </>
        )
      }
    </Loaded>
  );
}

/** The foot of a list that is loaded page by page. */
export function ShowMore({
  shown,
  query,
}: {
  shown: number;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const t = useMessages(common);
  return (
    <div className="list-foot">
      <span role="status">{t('shown', { count: shown })}</span>
      {query.hasNextPage ? (
        <Button
          size="small"
          disabledFocusable={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(query.isFetchingNextPage ? 'loading' : 'showMore')}
        </Button>
      ) : null}
    </div>
  );
}
