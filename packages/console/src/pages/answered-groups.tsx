// Groups by the state of their responsibility, with the handover of one or of several, and the people who are
// responsible for most groups.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useMayChange } from '../api/session.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded } from '../components/layout.tsx';
import { PagedTable, usePaged } from '../components/paged-table.tsx';
import { RowButton } from '../components/row-button.tsx';
import { Tabs } from '../components/tabs.tsx';
import { formatDay } from '../components/time.tsx';
import { lifecycle } from '../messages/lifecycle.ts';
import { messagesOf } from '../messages/use-messages.ts';
import { BulkDialog } from './bulk-dialogs.tsx';
import { AnsweringPerson } from './group-responsibility.tsx';
import { groupColumn, SelectedGroups, useSelection } from './selected-groups.tsx';

type Counts = Answer<'get', '/responsibility'>['groups'];
type AnsweredGroup = Answer<'get', '/responsibility/groups'>['items'][number];
type Load = Answer<'get', '/responsibility/people'>['items'][number];

const lists = {
  vacant: 'Every group has a responsible person.',
  shaky: 'Nobody who answers for a group is unavailable.',
  deputy_vacant: 'No group misses its deputy.',
} as const;
type List = keyof typeof lists;
type Shown = List | 'people';

export function AnsweredGroups({ counts }: { counts: Counts }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show');
  const shown: Shown =
    asked === 'people' || (asked !== null && asked in lists) ? (asked as Shown) : 'vacant';
  return (
    <>
      <Tabs
        label="List"
        tabs={[
          ['vacant', 'Nobody responsible', counts.vacant],
          ['shaky', 'Grace period', counts.shaky],
          ['deputy_vacant', 'No deputy', counts.deputyVacant],
          ['people', 'Most groups'],
        ]}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true, preventScrollReset: true })}
      />
      {shown === 'people' ? <MostGroups /> : <Groups state={shown} />}
    </>
  );
}

function Groups({ state }: { state: List }) {
  const selection = useSelection(state);
  const [handedOver, setHandedOver] = useState<readonly string[]>();
  const mayChange = useMayChange();
  const settled = useInvalidation(['responsibility']);
  const groups = usePaged(['responsibility', 'groups', state], ({ query, signal }) =>
    api.get('/responsibility/groups', { query: { state, ...query }, signal }),
  );
  const actions: Column<AnsweredGroup> = {
    title: 'Actions',
    as: 'actions',
    cell: ({ teamId, displayName }) =>
      mayChange ? (
        <RowButton action="Hand over" of={displayName} onClick={() => setHandedOver([teamId])} />
      ) : null,
  };
  return (
    <>
      <SelectedGroups selection={selection}>
        <Button size="small" onClick={() => setHandedOver(selection.selected)}>
          Hand over
        </Button>
      </SelectedGroups>
      <PagedTable
        paged={groups}
        what="the groups"
        empty={{ title: 'No groups', text: lists[state] }}
        keyOf={({ teamId }) => teamId}
        columns={[groupColumn(selection), ...columns, actions]}
      />
      {handedOver === undefined ? null : (
        <BulkDialog
          kind="handover"
          teamIds={handedOver}
          close={() => setHandedOver(undefined)}
          done={() => {
            setHandedOver(undefined);
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </>
  );
}

const columns: readonly Column<AnsweredGroup>[] = [
  {
    title: 'Responsible',
    cell: ({ responsibility: { responsible } }) => (
      <AnsweringPerson person={responsible} reference={null} />
    ),
  },
  {
    title: 'Deputy',
    cell: ({ responsibility: { deputy } }) => <AnsweringPerson person={deputy} reference={null} />,
  },
  {
    title: 'Since',
    cell: ({ responsibility: { since, taskId } }) => (
      <div>
        {since === null ? '' : formatDay(since)}
        {taskId === null ? null : <div className="muted small">task open</div>}
      </div>
    ),
  },
];

const countOf = (count: number) => messagesOf(lifecycle)('groups', { count });

const loadColumns: readonly Column<Load>[] = [
  {
    title: 'Person',
    cell: (person) => (
      <>
        <AnsweringPerson person={person} reference={null} />
        {person.displayName === null ? null : (
          <div className="muted small wrap">{person.email}</div>
        )}
      </>
    ),
  },
  { title: 'Responsible', cell: ({ responsible }) => countOf(responsible) },
  { title: 'Deputy', cell: ({ deputy }) => countOf(deputy) },
  {
    title: 'Actions',
    as: 'actions',
    cell: ({ id, email }) => (
      <Link to={`/people/${encodeURIComponent(email ?? id)}`}>View groups</Link>
    ),
  },
];

function MostGroups() {
  const people = useQuery({
    queryKey: ['responsibility', 'people'],
    queryFn: ({ signal }) => api.get('/responsibility/people', { signal }),
  });
  return (
    <Card className="flush">
      <Loaded query={people} what="the people">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No people">Nobody is responsible for a group yet.</Empty>
          ) : (
            <DataTable items={items} keyOf={({ id }) => id} columns={loadColumns} />
          )
        }
      </Loaded>
    </Card>
  );
}
