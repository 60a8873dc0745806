// A list of tasks that is read page by page. An administrator can decide the open ones.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Query } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import type { TaskItem } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, Empty, Loaded } from '../../components/layout.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { MoreActions } from '../../components/row-menu.tsx';
import { cursorAfter } from '../../components/page-after.ts';
import { ShowMore } from '../../components/show-more.tsx';
import { tasks as texts } from '../../messages/tasks.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { DecideTask } from './late-decide-task.ts';

type Filters = Pick<Query<'get', '/tasks'>, 'kind' | 'state' | 'assignee'>;

const limit = 50;

export interface TaskAction {
  readonly label: string;
  /** It belongs to the button; absent: the dialog asks. */
  readonly decision?: string;
  /** Behind “…”. */
  readonly isRare?: boolean;
}

export function TaskTable({
  filters,
  empty,
  columns,
  actionsOf,
}: {
  filters: Filters;
  empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  columns: readonly Column<TaskItem>[];
  /** The buttons of a row; absent: the table has none. */
  actionsOf?: (task: TaskItem) => readonly TaskAction[];
}) {
  const [open, setOpen] = useState<{ readonly task: TaskItem; readonly decision?: string }>();
  const t = useMessages(texts);
  const mayChange = useMay('groups:manage');
  const tasks = useInfiniteQuery({
    queryKey: ['tasks', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get('/tasks', { query: { ...filters, cursor: pageParam, limit }, signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
  });
  const actions: Column<TaskItem> = {
    title: t('actions'),
    as: 'actions',
    cell: (task) => {
      const all = mayChange ? (actionsOf?.(task) ?? []) : [];
      const of = task.displayName;
      const rare = all.filter(({ isRare }) => isRare);
      const act = ({ decision }: TaskAction) =>
        setOpen({ task, ...(decision !== undefined && { decision }) });
      return all.length === 0 ? null : (
        <span className="row-actions">
          {all
            .filter(({ isRare }) => isRare !== true)
            .map((one) => (
              <RowButton key={one.label} action={one.label} of={of} onClick={() => act(one)} />
            ))}
          {rare.length === 0 ? null : (
            <MoreActions
              name={of}
              actions={rare.map((one) => ({ label: one.label, of, act: () => act(one) }))}
            />
          )}
        </span>
      );
    },
  };
  return (
    <>
      <Loaded query={tasks}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty title={empty.title} action={empty.action}>
                  {empty.text}
                </Empty>
              ) : (
                <>
                  <DataTable
                    items={items}
                    keyOf={({ taskId }) => taskId}
                    columns={actionsOf === undefined ? columns : [...columns, actions]}
                  />
                  <ShowMore shown={items.length} query={tasks} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
      {open === undefined ? null : <DecideTask {...open} close={() => setOpen(undefined)} />}
    </>
  );
}
