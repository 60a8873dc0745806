// The list of groups as a grid: only the visible pages are read, and administrators act on the groups that they select.
import { Button } from '@fluentui/react-button';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroups } from '../../../api/list-groups.ts';
import { useMay } from '../../../api/session.ts';
import type { GroupFilters, GroupItem } from '../../../api/types.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { Grid } from '../../../components/grid/grid.tsx';
import type { useGridLayout } from '../../../components/grid/use-grid-layout.ts';
import { late } from '../../../components/late.tsx';
import { Card, Empty, LoadFailed, Loading } from '../../../components/layout.tsx';
import { useRestingState } from '../../../components/use-resting-state.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { groups } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useGroupColumns } from './group-columns.tsx';
import { useGroupSelection } from '../../../components/group-column.tsx';
import { columnsOf, isFiltered, noFilters, orderOf } from './group-filters.ts';
import { GroupRowActions, type GroupsAction, GroupsDialog } from './group-row-actions.tsx';

// Most visits of the list select no group.
const SelectionBar = late(async () => (await import('./group-selection.tsx')).SelectionBar);

const GroupDetails = late(async () => (await import('./group-details.tsx')).GroupDetails);

const pageSize = 100;
/** Pages are read when scrolling pauses this long: fast scrolling over 100,000 rows must not read all of them. */
const restMs = 80;
const refreshEveryMs = 10_000;

function pageQuery(filters: GroupFilters, page: number) {
  return {
    queryKey: ['groups', filters, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      listGroups({ ...filters, offset: page * pageSize, limit: pageSize }, signal),
    refetchInterval: refreshEveryMs,
  };
}

/** The pages of the visible rows. */
function useGroups(filters: GroupFilters) {
  const [wanted, setWanted] = useRestingState('0-0', restMs);
  // In another order, the list stays as long as it was, with rows that are still to be loaded.
  const first = useQuery({ ...pageQuery(filters, 0), placeholderData: (before) => before });
  const [from = 0, to = 0] = wanted.split('-').map(Number);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const loaded = useQueries({ queries: pages.map((page) => pageQuery(filters, page)) });
  return {
    first,
    failed: loaded.find(({ error }) => error !== null),
    itemAt: (index: number): GroupItem | undefined => {
      const page = Math.floor(index / pageSize);
      const loadedFirst = first.isPlaceholderData ? undefined : first.data;
      const data = page === 0 ? loadedFirst : loaded[pages.indexOf(page)]?.data;
      return data?.items[index % pageSize];
    },
    onRange: (start: number, end: number) =>
      setWanted(`${Math.floor(start / pageSize)}-${Math.floor(end / pageSize)}`),
  };
}

type Change = (changes: Readonly<Record<string, string>>) => void;

export function GroupTable({
  filters,
  query,
  change,
  layout: [layout, setLayout],
}: {
  filters: GroupFilters;
  query: URLSearchParams;
  change: Change;
  layout: ReturnType<typeof useGridLayout>;
}) {
  const t = useMessages(groups);
  const { first, failed, itemAt, onRange } = useGroups(filters);
  const mayChange = useMay('groups:manage');
  const client = useQueryClient();
  const settled = () => void client.invalidateQueries({ queryKey: ['groups'] });
  const selection = useGroupSelection<GroupItem>('');
  const [acting, setActing] = useState<{ action: GroupsAction; group: GroupItem }>();
  const [omitted, setOmitted] = useState('');
  const all = useGroupColumns();
  const shown = columnsOf(query).flatMap((id) => all.filter((column) => column.id === id));

  if (first.data === undefined) {
    return first.error === null ? (
      <Loading />
    ) : (
      <LoadFailed error={first.error} retry={() => void first.refetch()} />
    );
  }
  const details = query.get('details') ?? '';
  const showDetails = (teamId: string) => change({ details: teamId });
  const { total, totalIsExact } = first.data;
  const stopActing = () => setActing(undefined);
  return (
    <>
      {selection.items.length === 0 ? null : (
        <SelectionBar selection={selection} total={total} filters={filters} />
      )}
      {failed?.error == null ? null : (
        <LoadFailed error={failed.error} retry={() => void failed.refetch()} />
      )}
      <div className={details === '' ? undefined : 'with-details'}>
        <Card className="flush">
          {total === 0 ? (
            <NoGroups query={query} change={change} />
          ) : (
            <>
              <Grid
                label={t('title')}
                columns={shown}
                count={total}
                countIsExact={totalIsExact}
                itemAt={itemAt}
                keyOf={({ teamId }) => teamId}
                nameOf={({ displayName }) => displayName}
                order={orderOf(query)}
                onOrder={({ by, isDescending }) => {
                  const sort = `${isDescending ? '-' : ''}${by}`;
                  change({ sort: sort === '-createdAt' && filters.search === '' ? '' : sort });
                }}
                layout={layout}
                onLayout={setLayout}
                selection={mayChange ? selection : undefined}
                actions={(group) => (
                  <GroupRowActions
                    group={group}
                    showDetails={() => showDetails(group.teamId)}
                    act={(action) => setActing({ action, group })}
                  />
                )}
                onActive={details === '' ? undefined : ({ teamId }) => showDetails(teamId)}
                onRange={onRange}
                onOmitted={setOmitted}
              />
              <div className="list-foot">
                <span aria-live="polite">
                  {t(totalIsExact ? 'count' : 'newest', { count: total })}
                </span>
                {omitted === '' ? null : <span>{t('omittedColumns', { columns: omitted })}</span>}
              </div>
            </>
          )}
        </Card>
        {details === '' ? null : (
          <GroupDetails teamId={details} close={() => change({ details: '' })} />
        )}
      </div>
      {acting === undefined ? null : (
        <GroupsDialog
          action={acting.action}
          groups={[acting.group]}
          close={stopActing}
          done={stopActing}
          settled={settled}
        />
      )}
    </>
  );
}

function NoGroups({ query, change }: { query: URLSearchParams; change: Change }) {
  const t = useMessages(groups);
  const r = useMessages(groupRequest);
  return isFiltered(query) ? (
    <Empty
      title={t('noMatch')}
      action={<Button onClick={() => change(noFilters(query))}>{t('clearFilters')}</Button>}
    >
      {t('noMatchText')}
    </Empty>
  ) : (
    <Empty
      title={t('none')}
      action={
        <AddButton permission="groups:manage" onClick={() => change({ new: 'group' })}>
          {r('newGroup')}
        </AddButton>
      }
    >
      {t('noneText')}
    </Empty>
  );
}
