// Tasks: the decisions that people have to make about groups. An administrator can decide for them.
import { Button } from '@fluentui/react-button';
import { useSearchParams } from 'react-router';
import type { TaskItem } from '../../api/types.ts';
import type { Query } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { Page } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { statusLabel } from '../../components/status.tsx';
import { tasks as texts } from '../../messages/tasks.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { groupColumn } from '../groups/list/group-column.tsx';
import { TaskTable } from './task-table.tsx';
import { assigneesColumn, dueColumn, kindLabel, outcomeColumn, taskKinds } from './task-words.tsx';

type Filters = Query<'get', '/tasks'>;

const states = ['open', 'done', 'lapsed', 'withdrawn'] as const;
/** In the address; without a state, open tasks are shown. */
const everyState = 'all';

export function TasksPage() {
  const t = useMessages(texts);
  const mayDecide = useMay('groups:manage');
  const [query, setQuery] = useSearchParams();
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
  const isFiltered = kind !== '' || state !== 'open';
  return (
    <Page title={t('title')} lead={t(mayDecide ? 'leadDeciding' : 'lead')}>
      <div className="filters" role="search">
        <SelectField
          label={t('kind')}
          value={kind}
          onChange={(value) => set('kind', value)}
          options={[
            ['', t('any')] as const,
            ...taskKinds.map((one) => [one, kindLabel(one)] as const),
          ]}
        />
        <SelectField
          label={t('state')}
          value={state}
          onChange={(value) => set('state', value === 'open' ? '' : value)}
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
                  <Button onClick={() => setQuery({}, { replace: true })}>{t('clear')}</Button>
                ),
              }
            : { text: t('noneText') }),
        }}
        columns={columns()}
        actionsOf={({ decisions }) => (decisions.length > 0 ? [{ label: t('decide') }] : [])}
      />
    </Page>
  );
}

const columns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  { title: messagesOf(texts)('task'), cell: ({ kind }) => kindLabel(kind) },
  outcomeColumn(),
  assigneesColumn(),
  dueColumn(),
];
