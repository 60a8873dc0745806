// The groups of a cause of rosters. The members tab of each has the people with the reasons, and its source ends the cause.
import { listGroups } from '../../api/list-groups.ts';
import { PagedTable, usePaged } from '../../components/paged-table.tsx';
import { Status } from '../../components/status.tsx';
import { toDo as texts } from '../../messages/to-do.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { groupColumn } from '../../components/group-column.tsx';
import { CauseHead } from './owned-groups.tsx';
import { type Cause, useListOfCause } from './use-to-do.ts';

export function RosterGroups({ cause, of }: { cause: string; of: Cause | undefined }) {
  const t = useMessages(texts);
  useListOfCause(of);
  const groups = usePaged(['to-do', 'groups', 'rosters', cause], ({ query, signal }) =>
    listGroups({ toDo: 'rosters', cause, ...query }, signal),
  );
  return (
    <>
      <CauseHead of={of} />
      <p className="muted">{t('rostersNote')}</p>
      <PagedTable
        paged={groups}
        empty={{ title: t('noneOther') }}
        keyOf={({ teamId }) => teamId}
        columns={[
          groupColumn('members'),
          { title: t('organisation'), cell: ({ organisation }) => <bdi>{organisation}</bdi> },
          { title: t('template'), cell: ({ template }) => <bdi>{template}</bdi> },
          { title: t('state'), cell: ({ state }) => <Status status={state} /> },
        ]}
      />
    </>
  );
}
