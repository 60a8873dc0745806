// Approvals: the requests that wait for one, the people who are asked and since when, and the decision of an
// administrator for them.
import { useSearchParams } from 'react-router';
import type { TaskItem } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { Page } from '../components/layout.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Moment } from '../components/time.tsx';
import { groupColumn } from './selected-groups.tsx';
import { requestColumn } from './task-request.tsx';
import { TaskTable } from './task-table.tsx';
import { assigneesColumn, decisionLabel, dueColumn, outcomeColumn } from './task-words.tsx';

/** Of new groups, and of operations on existing ones. */
const approvals = 'approve,approve_change,approve_delete';

export function ApprovalsPage() {
  const [query, setQuery] = useSearchParams();
  const shown = query.get('show') === 'decided' ? 'decided' : 'waiting';
  return (
    <Page
      title="Approvals"
      lead="Requests that wait for an approval. Nothing is created, changed or deleted before."
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
      {shown === 'waiting' ? (
        <TaskTable
          key={shown}
          filters={{ kind: approvals, state: 'open' }}
          what="the approvals"
          empty={{ title: 'No approvals', text: 'No request waits for an approval.' }}
          columns={waitingColumns()}
          actionsOf={({ decisions }) =>
            decisions.map(({ decision }) => ({ label: decisionLabel(decision), decision }))
          }
        />
      ) : (
        <TaskTable
          key={shown}
          filters={{ kind: approvals, state: 'done' }}
          what="the approvals"
          empty={{ title: 'No approvals', text: 'No request was approved or rejected yet.' }}
          columns={decidedColumns()}
        />
      )}
    </Page>
  );
}

const waitingColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  requestColumn(),
  { title: 'Waiting since', cell: ({ openedAt }) => <Moment iso={openedAt} /> },
  assigneesColumn(),
  dueColumn(),
];
const decidedColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  requestColumn(),
  outcomeColumn(),
  { title: 'Decided', cell: ({ decidedAt }) => <Moment iso={decidedAt} /> },
];
