// A list of groups of any length. Only the visible rows are rendered, and only the visible pages are read. Administrators
// select groups for an operation on all of them.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router';
import { api } from '../api/client.ts';
import { useMayChange } from '../api/session.ts';
import type { GroupFilters, GroupItem } from '../api/types.ts';
import { Card, Empty, LoadFailed, Loading } from '../components/layout.tsx';
import { Status } from '../components/status.tsx';
import { ago, formatMoment } from '../components/time.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { maxSelected, SelectionBar } from './group-selection.tsx';

const pageSize = 100;
const rowHeight = 56;
/** Pages are read when scrolling pauses this long: fast scrolling over 100,000 rows must not read all of them. */
const restMs = 80;
const refreshEveryMs = 10_000;

/** Scroll position of each list, to restore it when the user returns from a group. */
const leftAt = new Map<string, number>();

function pageQuery(filters: GroupFilters, page: number) {
  return {
    queryKey: ['groups', filters, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get('/groups', {
        query: { ...filters, offset: page * pageSize, limit: pageSize },
        signal,
      }),
    refetchInterval: refreshEveryMs,
  };
}

export function GroupTable({ filters }: { filters: GroupFilters }) {
  const first = useQuery(pageQuery(filters, 0));
  const mayChange = useMayChange();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  const total = first.data?.total ?? 0;
  const isBack = useNavigationType() === NavigationType.Pop;
  const list = JSON.stringify(filters);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: () => (isBack ? (leftAt.get(list) ?? 0) : 0),
    onChange: ({ scrollOffset }) => leftAt.set(list, scrollOffset ?? 0),
  });
  const rows = virtualizer.getVirtualItems();
  const from = Math.floor((rows[0]?.index ?? 0) / pageSize);
  const to = Math.floor((rows.at(-1)?.index ?? 0) / pageSize);
  const wanted = useDebounced(`${from}-${to}`, restMs);
  const [wantedFrom = 0, wantedTo = 0] = wanted.split('-').map(Number);
  const pages = Array.from({ length: wantedTo - wantedFrom + 1 }, (_, index) => wantedFrom + index);
  const loaded = useQueries({ queries: pages.map((page) => pageQuery(filters, page)) });
  const itemAt = (index: number): GroupItem | undefined => {
    const page = Math.floor(index / pageSize);
    const data = page === 0 ? first.data : loaded[pages.indexOf(page)]?.data;
    return data?.items[index % pageSize];
  };

  if (first.data === undefined) {
    return first.error === null ? (
      <Loading what="groups" />
    ) : (
      <LoadFailed error={first.error} retry={() => void first.refetch()} />
    );
  }
  if (total === 0) {
    const isFiltered = Object.values(filters).some((value) => value !== '');
    return (
      <Card>
        <Empty title={isFiltered ? 'No groups match' : 'No groups yet'}>
          {isFiltered
            ? 'Change the filters to see more.'
            : 'Groups that your systems create through the API appear here.'}
        </Empty>
      </Card>
    );
  }
  const failed = loaded.find(({ error }) => error !== null);
  const toggle = (teamId: string) =>
    setSelected((before) =>
      before.includes(teamId) ? before.filter((one) => one !== teamId) : [...before, teamId],
    );
  return (
    <>
      {selected.length === 0 ? null : (
        <SelectionBar selected={selected} total={total} filters={filters} select={setSelected} />
      )}
      {failed?.error == null ? null : (
        <LoadFailed error={failed.error} retry={() => void failed.refetch()} />
      )}
      <Card className="flush">
        <div
          role="table"
          aria-label="Groups"
          className={mayChange ? 'selectable' : ''}
          aria-rowcount={first.data.totalIsExact ? total + 1 : -1}
        >
          <div role="rowgroup">
            <div className="vhead" role="row" aria-rowindex={1}>
              {mayChange ? (
                <div role="columnheader">
                  <span className="sr-only">Selected</span>
                </div>
              ) : null}
              <div role="columnheader">Name</div>
              <div role="columnheader">Alias</div>
              <div role="columnheader">Template</div>
              <div role="columnheader">Status</div>
              <div role="columnheader">Requested</div>
            </div>
          </div>
          <div
            className="vscroll"
            ref={scroller}
            role="rowgroup"
            tabIndex={0}
            aria-label="List of groups"
          >
            <div style={{ height: virtualizer.getTotalSize() }} role="presentation">
              {rows.map(({ index, start, key }) => (
                <Row
                  key={key}
                  index={index}
                  start={start}
                  group={itemAt(index)}
                  selected={selected}
                  toggle={mayChange ? toggle : undefined}
                />
              ))}
            </div>
          </div>
        </div>
        <div className="list-foot">
          <span aria-live="polite">
            {first.data.totalIsExact ? '' : 'The newest '}
            {total.toLocaleString('en')} {total === 1 ? 'group' : 'groups'}
            {first.data.totalIsExact ? '' : ' of more. Narrow the search to see the others'}
          </span>
        </div>
      </Card>
    </>
  );
}

function Row({
  index,
  start,
  group,
  selected,
  toggle,
}: {
  index: number;
  start: number;
  group: GroupItem | undefined;
  selected: readonly string[];
  /** Undefined for readers. */
  toggle: ((teamId: string) => void) | undefined;
}) {
  const place = { height: rowHeight, transform: `translateY(${start}px)` };
  if (group === undefined) {
    return (
      <div className="vrow" role="row" aria-rowindex={index + 2} style={place}>
        <div role="cell">
          <div className="ghost" />
        </div>
      </div>
    );
  }
  const isSelected = selected.includes(group.teamId);
  return (
    <div
      className="vrow"
      role="row"
      aria-rowindex={index + 2}
      style={place}
      {...(isSelected && { 'data-selected': true })}
    >
      {toggle === undefined ? null : (
        <div role="cell" className="v-select">
          <input
            type="checkbox"
            aria-label={`Select ${group.displayName}`}
            checked={isSelected}
            disabled={!isSelected && selected.length >= maxSelected}
            onChange={() => toggle(group.teamId)}
          />
        </div>
      )}
      <div role="cell">
        <Link className="name" to={`/groups/${group.teamId}`} title={group.displayName}>
          {group.displayName}
        </Link>
      </div>
      <div role="cell" className="mono v-alias" title={group.mailNickName}>
        {group.mailNickName}
      </div>
      <div role="cell" className="v-where" title={`${group.template}, ${group.organisation}`}>
        <span>{group.template}</span> <span className="muted small">{group.organisation}</span>
      </div>
      <div role="cell">
        <Status status={group.status === 'succeeded' ? group.state : group.status} />
      </div>
      <div role="cell" className="muted v-when" title={formatMoment(group.createdAt)}>
        {ago(group.createdAt, Date.now())}
      </div>
    </div>
  );
}
