// The open tasks of a group, and the notices that people got about it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useMayChange } from '../api/session.ts';
import type { TaskItem } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Loaded } from '../components/layout.tsx';
import { RowButton } from '../components/row-button.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { DecideTask } from './decide-task.tsx';
import { noticeLabel } from './notice-words.ts';
import { assigneesColumn, dueColumn, kindLabel } from './task-words.tsx';

type Notice = Answer<'get', '/groups/{teamId}/notices'>['items'][number];

export function GroupTasks({ teamId }: { teamId: string }) {
  const [decided, setDecided] = useState<TaskItem>();
  const mayChange = useMayChange();
  const tasks = useQuery({
    queryKey: ['tasks', { teamId, state: 'open' }],
    queryFn: ({ signal }) => api.get('/tasks', { query: { teamId, state: 'open' }, signal }),
  });
  const items = tasks.data?.items ?? [];
  if (items.length === 0 && tasks.error === null) return null;
  const columns: readonly Column<TaskItem>[] = [
    { title: 'Task', cell: ({ kind }) => kindLabel(kind) },
    assigneesColumn,
    dueColumn,
    {
      title: 'Actions',
      as: 'actions',
      cell: (task) =>
        mayChange && task.decisions.length > 0 ? (
          <RowButton action="Decide" of={kindLabel(task.kind)} onClick={() => setDecided(task)} />
        ) : null,
    },
  ];
  return (
    <Card title="Open tasks" className="flush">
      <Loaded query={tasks} what="the tasks">
        {() => <DataTable items={items} keyOf={({ taskId }) => taskId} columns={columns} />}
      </Loaded>
      {decided === undefined ? null : (
        <DecideTask task={decided} close={() => setDecided(undefined)} />
      )}
    </Card>
  );
}

const noticesAtOnce = 5;

const noticeColumns: readonly Column<Notice>[] = [
  { title: 'Notice', cell: ({ kind }) => <span className="name">{noticeLabel(kind)}</span> },
  { title: 'Recipient', cell: ({ to }) => <span className="wrap">{to.email}</span> },
  { title: 'State', cell: ({ outcome }) => <Status status={outcome} /> },
  {
    title: 'Written',
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
];

export function GroupNotices({ teamId }: { teamId: string }) {
  const notices = useInfiniteQuery({
    queryKey: ['group', teamId, 'notices'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/groups/{teamId}/notices', {
        path: { teamId },
        query: { after: pageParam, limit: noticesAtOnce },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.noticeId : undefined),
  });
  const items = notices.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0 && notices.error === null) return null;
  return (
    <Card title="Notices" note="To the people of this group, newest first." className="flush">
      <Loaded query={notices} what="the notices">
        {() => (
          <>
            <DataTable items={items} keyOf={({ noticeId }) => noticeId} columns={noticeColumns} />
            <ShowMore shown={items.length} query={notices} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
