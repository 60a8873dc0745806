// A list of tasks that is read page by page. An administrator can decide the open ones.
import { Tabs } from '../../components/tabs.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { toDo } from '../../messages/to-do.ts';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Query } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import type { TaskItem } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { Card } from '../../components/layout.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { MoreActions } from '../../components/row-menu.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
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
  const tasks = useListed(['tasks', filters], (cursor, signal) =>
    api.get('/tasks', { query: { ...filters, cursor, limit }, signal }),
  );
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
      <Card className="flush">
        <ListedTable
          list={tasks}
          empty={empty}
          keyOf={({ taskId }) => taskId}
          columns={actionsOf === undefined ? columns : [...columns, actions]}
        />
      </Card>
      {open === undefined ? null : <DecideTask {...open} close={() => setOpen(undefined)} />}
    </>
  );
}

/** Tabs for the open tasks and those that ended. @param name of the parameter in the address */
export function useEndedTab(name: 'state' | 'tasks') {
  const d = useMessages(toDo);
  const [{ [name]: chosen }, set] = useAddressFilters([name]);
  const isEnded = chosen === 'ended';
  const tabs = (
    <Tabs
      label={d('show')}
      tabs={[
        ['open', d('states.open')],
        ['ended', d('states.ended')],
      ]}
      chosen={isEnded ? 'ended' : 'open'}
      choose={(value) => set({ [name]: value === 'open' ? '' : value })}
    />
  );
  return { isEnded, tabs };
}
