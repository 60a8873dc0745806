// The open tasks of a group, and the notices that people got about it.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answer } from '../../../api/route-types.ts';
import { useMay } from '../../../api/session.ts';
import type { TaskItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { ListedTable, useListed } from '../../../components/listed-table.tsx';
import { Status } from '../../../components/status.tsx';
import { Moment } from '../../../components/time.tsx';
import { notices as noticeTexts } from '../../../messages/notices.ts';
import { tasks as taskTexts } from '../../../messages/tasks.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { noticeLabel } from './notice-words.ts';
import type { Awaiting } from '../../to-do/task-request.tsx';
import { assigneesColumn, dueColumn, kindLabel } from '../../to-do/task-words.tsx';
import { DecideTask } from '../../to-do/late-decide-task.ts';

type Notice = Answer<'get', '/teams/{teamId}/notices'>['items'][number];

export function useOpenTasks(teamId: string) {
  return useQuery({
    queryKey: ['tasks', { teamId, state: 'open' }],
    queryFn: ({ signal }) => api.get('/tasks', { query: { teamId, state: 'open' }, signal }),
  });
}

/**
 * Reads the open tasks again when a request begins or ends to wait for an approval, and when its task is there.
 * @param moving the creation of a group and its operations
 */
export function useFreshTasks(moving: readonly Awaiting[]): void {
  const refresh = useInvalidation(['tasks'], ['to-do']);
  const waiting = moving
    .flatMap(({ status, approval }) =>
      status === 'awaiting_approval' ? [approval?.taskId ?? '-'] : [],
    )
    .join(' ');
  const [seen, setSeen] = useState(waiting);
  useEffect(() => {
    if (waiting === seen) return;
    setSeen(waiting);
    refresh();
    // `refresh` is a new function at each render, but always does the same.
  }, [waiting, seen]);
}

export function GroupTasks({ teamId }: { teamId: string }) {
  const [decided, setDecided] = useState<TaskItem>();
  const t = useMessages(taskTexts);
  const mayChange = useMay('groups:manage');
  const tasks = useOpenTasks(teamId);
  const items = tasks.data?.items ?? [];
  const columns: readonly Column<TaskItem>[] = [
    { title: t('task'), cell: ({ kind }) => kindLabel(kind) },
    assigneesColumn(),
    dueColumn(),
    {
      title: t('actions'),
      as: 'actions',
      cell: (task) =>
        mayChange && task.decisions.length > 0 ? (
          <RowButton
            action={t('decide')}
            of={kindLabel(task.kind)}
            onClick={() => setDecided(task)}
          />
        ) : null,
    },
  ];
  return (
    <>
      {items.length === 0 && tasks.error === null ? null : (
        <Card title={t('ofGroup')} className="flush">
          <Loaded query={tasks}>
            {() => <DataTable items={items} keyOf={({ taskId }) => taskId} columns={columns} />}
          </Loaded>
        </Card>
      )}
      {/* It stays when another person has decided the last task. */}
      {decided === undefined ? null : (
        <DecideTask task={decided} close={() => setDecided(undefined)} />
      )}
    </>
  );
}

const noticesAtOnce = 5;

export function GroupNotices({ teamId }: { teamId: string }) {
  const t = useMessages(noticeTexts);
  const notices = useListed(['group', teamId, 'notices'], (cursor, signal) =>
    api.get('/teams/{teamId}/notices', {
      path: { teamId },
      query: { cursor, limit: noticesAtOnce },
      signal,
    }),
  );
  if ((notices.data ?? []).length === 0 && notices.error === null) return null;
  const columns: readonly Column<Notice>[] = [
    {
      title: t('notice'),
      cell: ({ kind }) => <span className="name">{noticeLabel(kind)}</span>,
    },
    { title: t('recipient'), cell: ({ to }) => <MailText text={to.email} /> },
    { title: t('state'), cell: ({ outcome }) => <Status status={outcome} /> },
    { title: t('written'), cell: ({ createdAt }) => <Moment isGoverned iso={createdAt} /> },
  ];
  return (
    <Card title={t('ofGroup')} note={t('note')} className="flush">
      <ListedTable
        list={notices}
        empty={{ title: t('messages.none') }}
        keyOf={({ noticeId }) => noticeId}
        columns={columns}
      />
    </Card>
  );
}
