// Approvals: the requests that wait for one, the people who are asked and since when, and the decision of an
// administrator for them.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import { useMayChange } from '../api/session.ts';
import type { TaskItem } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { RowButton } from '../components/row-button.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Moment } from '../components/time.tsx';
import { DecideTask } from './decide-task.tsx';
import { groupColumn } from './selected-groups.tsx';
import { assigneesColumn, decisionLabel, dueColumn, outcomeColumn } from './task-words.tsx';

interface Open {
  readonly task: TaskItem;
  readonly decision: string;
}

const limit = 50;

export function ApprovalsPage() {
  const [query, setQuery] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const client = useQueryClient();
  const mayChange = useMayChange();
  const shown = query.get('show') === 'decided' ? 'decided' : 'waiting';
  const tasks = useInfiniteQuery({
    queryKey: ['tasks', 'approvals', shown],
    queryFn: ({ pageParam, signal }) =>
      api.get('/tasks', {
        query: {
          kind: 'approve',
          state: shown === 'waiting' ? 'open' : 'done',
          after: pageParam,
          limit,
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.taskId : undefined),
  });
  const actions: Column<TaskItem> = {
    title: 'Actions',
    as: 'actions',
    cell: (task) =>
      mayChange
        ? task.decisions.map(({ decision }) => (
            <RowButton
              key={decision}
              action={decisionLabel(decision)}
              of={task.displayName}
              onClick={() => setOpen({ task, decision })}
            />
          ))
        : null,
  };
  const waiting = [groupColumn<TaskItem>(), sinceColumn, assigneesColumn, dueColumn, actions];
  const decided = [groupColumn<TaskItem>(), outcomeColumn, decidedColumn];
  return (
    <Page
      title="Approvals"
      lead="Requests for groups that wait for an approval. Nothing is created before."
    >
      <Tabs
        label="List"
        tabs={[
          ['waiting', 'Waiting'],
          ['decided', 'Decided'],
        ]}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true })}
      />
      <Loaded query={tasks} what="the approvals">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty title="No approvals">
                  {shown === 'waiting'
                    ? 'No request waits for an approval.'
                    : 'No request was approved or rejected yet.'}
                </Empty>
              ) : (
                <>
                  <DataTable
                    items={items}
                    keyOf={({ taskId }) => taskId}
                    columns={shown === 'waiting' ? waiting : decided}
                  />
                  <ShowMore shown={items.length} query={tasks} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
      {open === undefined ? null : (
        <DecideTask
          task={open.task}
          decision={open.decision}
          close={() => setOpen(undefined)}
          settled={() => {
            void client.invalidateQueries({ queryKey: ['tasks'] });
            void client.invalidateQueries({ queryKey: ['group', open.task.teamId] });
          }}
        />
      )}
    </Page>
  );
}

const sinceColumn: Column<TaskItem> = {
  title: 'Waiting since',
  cell: ({ openedAt }) => <Moment iso={openedAt} />,
};
const decidedColumn: Column<TaskItem> = {
  title: 'Decided',
  cell: ({ decidedAt }) => <Moment iso={decidedAt} />,
};
