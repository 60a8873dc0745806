// The lifecycle of all groups: what will happen on each of the next 90 days, and the lists behind it.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer, Query } from '../api/route-types.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { DaysChart } from '../charts/days.tsx';
import type { Column } from '../components/data-table.tsx';
import { Card, Loaded, Page } from '../components/layout.tsx';
import { PagedTable, usePaged } from '../components/paged-table.tsx';
import { Status } from '../components/status.tsx';
import { Tabs } from '../components/tabs.tsx';
import { formatDay, formatMoment } from '../components/time.tsx';
import { BulkLifecycle, type BulkAction } from './bulk-lifecycle.tsx';
import { groupColumn, SelectedGroups, useSelection } from './selected-groups.tsx';

type Overview = Answer<'get', '/lifecycle'>;
type Group = Answer<'get', '/lifecycle/groups'>['items'][number];
type List = Query<'get', '/lifecycle/groups'>['list'];

const soonDays = 30;

export function LifecyclePage() {
  const lifecycle = useQuery({
    queryKey: ['lifecycle'],
    queryFn: ({ signal }) => api.get('/lifecycle', { signal }),
  });
  return (
    <Page
      title="Lifecycle"
      lead="Groups that expire, are archived or are deleted by the policies of their templates."
    >
      <Loaded query={lifecycle} what="the lifecycle">
        {(overview) => (
          <>
            <Calendar overview={overview} />
            <Lists overview={overview} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const parts = {
  archiving: 'expire and are archived',
  keeping: 'expire and stay',
  deleting: 'are deleted',
} as const;

function Calendar({ overview: { now, days } }: { overview: Overview }) {
  const all = days.map(({ date, expiring, archiving, deleting }) => ({
    date,
    archiving,
    keeping: expiring - archiving,
    deleting,
  }));
  const soon = all.slice(0, soonDays);
  const sum = (part: keyof typeof parts) => soon.reduce((total, day) => total + day[part], 0);
  return (
    <Card
      title="Next 90 days"
      note={`From ${formatMoment(now)}. Unless someone renews them, within ${soonDays} days: ${numberOf(sum('archiving') + sum('keeping'), 'expires', 'expire')}, ${numberOf(sum('archiving'), 'is archived', 'are archived')}, ${numberOf(sum('deleting'), 'is deleted', 'are deleted')}.`}
    >
      <DaysChart label="Groups per day" days={all} parts={parts} />
    </Card>
  );
}

function numberOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const lists = {
  expiring: { title: 'Expires soon', none: 'No group expires.' },
  archived: { title: 'Archived', none: 'No group is archived.' },
  deleting: { title: 'Deletes soon', none: 'No archived group will be deleted.' },
  on_hold: { title: 'On hold', none: 'No group is on hold.' },
} as const satisfies Record<Exclude<List, '' | undefined>, object>;
type Shown = keyof typeof lists;

function Lists({ overview }: { overview: Overview }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show') ?? '';
  const shown: Shown = asked in lists ? (asked as Shown) : 'expiring';
  const counts = { archived: overview.archived, on_hold: overview.onHold };
  return (
    <>
      <Tabs
        label="List"
        tabs={(Object.keys(lists) as Shown[]).map((list) => [
          list,
          lists[list].title,
          list in counts ? counts[list as keyof typeof counts] : undefined,
        ])}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true, preventScrollReset: true })}
      />
      <Groups list={shown} />
    </>
  );
}

const actionsOf: Readonly<Record<Shown, readonly BulkAction[]>> = {
  expiring: ['renew', 'hold'],
  archived: ['renew', 'hold'],
  deleting: ['renew', 'hold'],
  on_hold: ['release'],
};
const actionLabels = { renew: 'Renew', hold: 'Put on hold', release: 'Release hold' } as const;

function Groups({ list }: { list: Shown }) {
  const selection = useSelection(list);
  const [open, setOpen] = useState<BulkAction>();
  const settled = useInvalidation(['lifecycle'], ['group']);
  const groups = usePaged(['lifecycle', 'groups', list], ({ query, signal }) =>
    api.get('/lifecycle/groups', { query: { list, ...query }, signal }),
  );
  return (
    <>
      <SelectedGroups selection={selection}>
        {actionsOf[list].map((action) => (
          <Button key={action} size="small" onClick={() => setOpen(action)}>
            {actionLabels[action]}
          </Button>
        ))}
      </SelectedGroups>
      <PagedTable
        paged={groups}
        what="the groups"
        empty={{ title: 'No groups', text: lists[list].none }}
        keyOf={({ teamId }) => teamId}
        columns={[groupColumn(selection), ...columnsOf[list]]}
      />
      {open === undefined ? null : (
        <BulkLifecycle
          action={open}
          teamIds={selection.selected}
          nameOf={(teamId) =>
            groups.query.data?.items.find((group) => group.teamId === teamId)?.displayName
          }
          close={() => setOpen(undefined)}
          done={() => {
            setOpen(undefined);
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </>
  );
}

const day = (title: string, of: (group: Group) => string | null): Column<Group> => ({
  title,
  cell: (group) => {
    const date = of(group);
    return date === null ? <span className="muted">Never</span> : formatDay(date);
  },
});
const template: Column<Group> = {
  title: 'Template',
  cell: ({ template: name, organisation }) => (
    <>
      {name} <div className="muted small">{organisation}</div>
    </>
  ),
};
const state: Column<Group> = {
  title: 'State',
  cell: (group) => <Status status={group.isOnHold ? 'on_hold' : group.state} />,
};
const expires = day('Expires', ({ expiresAt }) => expiresAt);
const archived = day('Archived', ({ archivedAt }) => archivedAt);
const deletes = day('Deleted', ({ deletesAt }) => deletesAt);

const columnsOf: Readonly<Record<Shown, readonly Column<Group>[]>> = {
  expiring: [expires, template, state],
  archived: [archived, deletes, template, state],
  deleting: [deletes, archived, template, state],
  on_hold: [expires, deletes, template, state],
};
