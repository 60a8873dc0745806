// Approvals: the requests that wait for one, the people who are asked and since when, and the decision of an
// administrator for them.
import { useSearchParams } from 'react-router';
import type { TaskItem } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/layout.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Moment } from '../../components/time.tsx';
import { tasks as texts } from '../../messages/tasks.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { groupColumn } from '../groups/list/group-column.tsx';
import { requestColumn } from './task-request.tsx';
import { TaskTable } from './task-table.tsx';
import { assigneesColumn, decisionLabel, dueColumn, outcomeColumn } from './task-words.tsx';

/** It counts for new groups, and for operations on existing ones. */
const approvals = 'approve,approve_change,approve_delete';

export function ApprovalsPage() {
  const t = useMessages(texts);
  const [query, setQuery] = useSearchParams();
  const shown = query.get('show') === 'decided' ? 'decided' : 'waiting';
  return (
    <Page title={t('approvals.title')} lead={t('approvals.lead')}>
      <Tabs
        label={t('approvals.list')}
        tabs={[
          ['waiting', t('approvals.waiting')],
          ['decided', t('approvals.decided')],
        ]}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true })}
      />
      {shown === 'waiting' ? (
        <TaskTable
          key={shown}
          filters={{ kind: approvals, state: 'open' }}
          empty={{ title: t('approvals.none'), text: t('approvals.noneWaiting') }}
          columns={waitingColumns()}
          actionsOf={({ decisions }) =>
            decisions.map(({ decision }) => ({
              label: decisionLabel(decision),
              decision,
              isRare: decision === 'amend',
            }))
          }
        />
      ) : (
        <TaskTable
          key={shown}
          filters={{ kind: approvals, state: 'done' }}
          empty={{ title: t('approvals.none'), text: t('approvals.noneDecided') }}
          columns={decidedColumns()}
        />
      )}
    </Page>
  );
}

const waitingColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  requestColumn(),
  {
    title: messagesOf(texts)('approvals.waitingSince'),
    cell: ({ openedAt }) => <Moment isGoverned iso={openedAt} />,
  },
  assigneesColumn(),
  dueColumn(),
];
const decidedColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  requestColumn(),
  outcomeColumn(),
  {
    title: messagesOf(texts)('approvals.decided'),
    cell: ({ decidedAt }) => <Moment isGoverned iso={decidedAt} />,
  },
];
