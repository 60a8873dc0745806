// The questions to people that are open or were decided: requests that wait for an approval, and the others.
import { Button } from '@fluentui/react-button';
import { useSearchParams } from 'react-router';
import { approvalKinds, responsibilityKinds } from '../../../../service/src/messages/tasks/task.ts';
import type { Query } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import type { TaskItem } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { statusLabel } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { tasks as texts } from '../../messages/tasks.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { groupColumn } from '../../components/group-column.tsx';
import { requestColumn } from './task-request.tsx';
import { TaskTable, useEndedTab } from './task-table.tsx';
import {
  assigneesColumn,
  decisionLabel,
  dueColumn,
  kindLabel,
  outcomeColumn,
  taskKinds,
} from './task-words.tsx';

type Filters = Query<'get', '/tasks'>;

const approvals: readonly string[] = approvalKinds;
/** Their groups are under Ownership, Differences or Reviews. */
const elsewhere: ReadonlySet<string> = new Set([
  ...approvals,
  'review',
  'contested',
  ...responsibilityKinds,
]);

export function ApprovalTasks() {
  const t = useMessages(texts);
  const { isEnded, tabs } = useEndedTab('state');
  return (
    <>
      {tabs}
      <TaskTable
        key={String(isEnded)}
        filters={{ kind: approvals.join(), state: isEnded ? 'done' : 'open' }}
        empty={{
          title: t('approvals.none'),
          text: t(isEnded ? 'approvals.noneDecided' : 'approvals.noneWaiting'),
        }}
        columns={isEnded ? decidedColumns() : waitingColumns()}
        {...(!isEnded && {
          actionsOf: ({ decisions }: TaskItem) =>
            decisions.map(({ decision }) => ({
              label: decisionLabel(decision),
              decision,
              isRare: decision === 'amend',
            })),
        })}
      />
    </>
  );
}

const states = ['open', 'done', 'lapsed', 'withdrawn'] as const;
/** The address has it. Without a state, open tasks are shown. */
const everyState = 'all';

/** @param props.kind of the cause; empty: the questions of every kind */
export function QuestionTasks({ kind }: { kind: string }) {
  const t = useMessages(texts);
  const mayDecide = useMay('groups:manage');
  const [query, setQuery] = useSearchParams();
  const state = query.get('state') ?? 'open';
  const set = (next: { readonly kind?: string; readonly state?: string }) => {
    const wanted = { kind, state, ...next };
    setQuery(
      {
        show: 'questions',
        ...(wanted.kind !== '' && { cause: `question:${wanted.kind}` }),
        ...(wanted.state !== 'open' && { state: wanted.state }),
      },
      { replace: true },
    );
  };
  // The service refuses any other value, so that a misspelt address does not show everything.
  const filters = {
    kind: (kind === ''
      ? taskKinds.filter((one) => !elsewhere.has(one)).join()
      : kind) as Filters['kind'],
    state: (state === everyState ? '' : state) as Filters['state'],
  };
  const isFiltered = kind !== '' || state !== 'open';
  return (
    <>
      <div className="filters" role="search">
        <SelectField
          label={t('kind')}
          value={kind}
          onChange={(value) => set({ kind: value })}
          options={[
            ['', t('any')] as const,
            ...taskKinds
              .filter((one) => !approvals.includes(one))
              .map((one) => [one, kindLabel(one)] as const),
          ]}
        />
        <SelectField
          label={t('state')}
          value={state}
          onChange={(value) => set({ state: value })}
          options={[
            ...states.map((one) => [one, statusLabel(one)] as const),
            [everyState, t('any')] as const,
          ]}
        />
      </div>
      <TaskTable
        filters={filters}
        empty={{
          title: t('none'),
          ...(isFiltered
            ? {
                action: (
                  <Button onClick={() => set({ kind: '', state: 'open' })}>{t('clear')}</Button>
                ),
              }
            : { text: t('noneText') }),
        }}
        columns={questionColumns()}
        {...(mayDecide && {
          actionsOf: ({ decisions }: TaskItem) =>
            decisions.length > 0 ? [{ label: t('decide') }] : [],
        })}
      />
    </>
  );
}

const questionColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  { title: messagesOf(texts)('task'), cell: ({ kind }) => kindLabel(kind) },
  outcomeColumn(),
  assigneesColumn(),
  dueColumn(),
];

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
