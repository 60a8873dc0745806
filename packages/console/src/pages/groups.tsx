// All groups, searched and filtered by the service, as a list of any length. Only the visible rows are rendered, and
// only the visible pages are read.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Link, NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { api, getAll } from '../api/client.ts';
import type { Query } from '../api/route-types.ts';
import type { GroupItem } from '../api/types.ts';
import { Card, Empty, LoadFailed, Loading, Page } from '../components/layout.tsx';
import { SearchField } from '../components/search-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Status, statusLabel } from '../components/status.tsx';
import { ago, formatMoment } from '../components/time.tsx';
import { useDebounced } from '../components/use-debounced.ts';

const pageSize = 100;
const rowHeight = 56;
const statuses = ['accepted', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const any = ['', 'Any'] as const;
/** Pages are read when scrolling pauses this long: fast scrolling over 100,000 rows must not read all of them. */
const restMs = 80;
const refreshEveryMs = 10_000;

/** Scroll position of each list, to restore it when the user returns from a group. */
const leftAt = new Map<string, number>();

type Filters = Omit<Query<'get', '/groups'>, 'offset' | 'limit'>;

export function GroupsPage() {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const sought = useDebounced(search.trim(), 200);
  const set = (name: string, value: string) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (name === 'organisation') next.delete('template');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  useEffect(() => {
    set('search', sought);
    // Only the filters belong in the address; `set` changes at each render.
  }, [sought]);
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  const all = organisations.data?.items ?? [];
  const organisationId = query.get('organisation') ?? '';
  const templates = all
    .filter((one) => organisationId === '' || one.organisationId === organisationId)
    .flatMap((one) => one.templates);
  const filters: Filters = {
    search: sought,
    // The service refuses any other status, so that a misspelt address does not show everything.
    status: (query.get('status') ?? '') as Filters['status'],
    organisationId,
    templateId: query.get('template') ?? '',
  };

  return (
    <Page title="Groups" lead="Groups requested through the API, newest first.">
      <div className="filters" role="search">
        <SearchField value={search} onChange={setSearch} placeholder="Display name or alias" />
        <SelectField
          label="Status"
          value={query.get('status') ?? ''}
          onChange={(value) => set('status', value)}
          options={[any, ...statuses.map((status) => [status, statusLabel(status)] as const)]}
        />
        <SelectField
          label="Organisation"
          value={organisationId}
          onChange={(value) => set('organisation', value)}
          options={[any, ...all.map((one) => [one.organisationId, one.name] as const)]}
        />
        <SelectField
          label="Template"
          value={query.get('template') ?? ''}
          onChange={(value) => set('template', value)}
          options={[any, ...templates.map((one) => [one.templateId, one.name] as const)]}
        />
      </div>
      <GroupTable key={JSON.stringify(filters)} filters={filters} />
    </Page>
  );
}

function pageQuery(filters: Filters, page: number) {
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

function GroupTable({ filters }: { filters: Filters }) {
  const first = useQuery(pageQuery(filters, 0));
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
  return (
    <>
      {failed?.error == null ? null : (
        <LoadFailed error={failed.error} retry={() => void failed.refetch()} />
      )}
      <Card className="flush">
        <div
          role="table"
          aria-label="Groups"
          aria-rowcount={first.data.totalIsExact ? total + 1 : -1}
        >
          <div role="rowgroup">
            <div className="vhead" role="row" aria-rowindex={1}>
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
                <Row key={key} index={index} start={start} group={itemAt(index)} />
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
}: {
  index: number;
  start: number;
  group: GroupItem | undefined;
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
  return (
    <div className="vrow" role="row" aria-rowindex={index + 2} style={place}>
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
        <Status status={group.status} />
      </div>
      <div role="cell" className="muted v-when" title={formatMoment(group.createdAt)}>
        {ago(group.createdAt, Date.now())}
      </div>
    </div>
  );
}
