// Tasks: the decisions that people have to make about groups. An administrator can decide for them.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import type { TaskItem } from '../api/types.ts';
import type { Query } from '../api/route-types.ts';
import { useMayChange } from '../api/session.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { RowButton } from '../components/row-button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { statusLabel } from '../components/status.tsx';
import { DecideTask } from './decide-task.tsx';
import { groupColumn } from './selected-groups.tsx';
import { assigneesColumn, dueColumn, kindLabel, outcomeColumn, taskKinds } from './task-words.tsx';

type Filters = Query<'get', '/tasks'>;

const limit = 50;
const states = ['open', 'done', 'lapsed', 'withdrawn'] as const;
/** In the address; without a state, open tasks are shown. */
const everyState = 'all';

export function TasksPage() {
  const [query, setQuery] = useSearchParams();
  const [decided, setDecided] = useState<TaskItem>();
  const client = useQueryClient();
  const mayChange = useMayChange();
  const kind = query.get('kind') ?? '';
  const state = query.get('state') ?? 'open';
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // The service refuses any other value, so that a misspelt address does not show everything.
  const filters = {
    kind: kind as Filters['kind'],
    state: (state === everyState ? '' : state) as Filters['state'],
  };
  const tasks = useInfiniteQuery({
    queryKey: ['tasks', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get('/tasks', { query: { ...filters, after: pageParam, limit }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.taskId : undefined),
  });
  const actions: Column<TaskItem> = {
    title: 'Actions',
    as: 'actions',
    cell: (task) =>
      mayChange && task.decisions.length > 0 ? (
        <RowButton action="Decide" of={task.displayName} onClick={() => setDecided(task)} />
      ) : null,
  };
  return (
    <Page
      title="Tasks"
      lead="Decisions about groups that their people have to make. You can decide for them."
    >
      <div className="filters" role="search">
        <SelectField
          label="Kind"
          value={kind}
          onChange={(value) => set('kind', value)}
          options={[['', 'Any'], ...taskKinds.map((one) => [one, kindLabel(one)] as const)]}
        />
        <SelectField
          label="State"
          value={state}
          onChange={(value) => set('state', value === 'open' ? '' : value)}
          options={[
            ...states.map((one) => [one, statusLabel(one)] as const),
            [everyState, 'Any'] as const,
          ]}
        />
      </div>
      <Loaded query={tasks} what="the tasks">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty title="No tasks">No task matches these filters.</Empty>
              ) : (
                <>
                  <DataTable
                    items={items}
                    keyOf={({ taskId }) => taskId}
                    columns={[...columns, actions]}
                  />
                  <ShowMore shown={items.length} query={tasks} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
      {decided === undefined ? null : (
        <DecideTask
          task={decided}
          close={() => setDecided(undefined)}
          settled={() => {
            void client.invalidateQueries({ queryKey: ['tasks'] });
            void client.invalidateQueries({ queryKey: ['group', decided.teamId] });
          }}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<TaskItem>[] = [
  groupColumn(),
  { title: 'Task', cell: ({ kind }) => kindLabel(kind) },
  outcomeColumn,
  assigneesColumn,
  dueColumn,
];
