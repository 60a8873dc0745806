// The groups of a cause of ownership, with the handover of one, of several, or of all of the person who left.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { Link } from 'react-router';
import { firstGroups, listGroups, maxSelected } from '../../api/list-groups.ts';
import { useIsLimited, useMay } from '../../api/session.ts';
import type { GroupItem } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import type { Column } from '../../components/data-table.tsx';
import { AnsweringPerson } from '../../components/answering-person.tsx';
import { PagedTable, usePaged } from '../../components/paged-table.tsx';
import { personPage } from '../../components/persona.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { SelectedBar } from '../../components/selected-bar.tsx';
import { toDo as texts } from '../../messages/to-do.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { BulkDialog, PersonHandover } from '../groups/dialogs/late-dialogs.ts';

import { groupColumn, useGroupSelection } from '../../components/group-column.tsx';
import { causeText, countText } from './cause-text.ts';
import { type Cause, useListOfCause } from './use-to-do.ts';
import { findingLabel } from './group-differences.tsx';
import { FollowedPeople } from './stopped-rules.tsx';

export function OwnedGroups({ cause, of }: { cause: string; of: Cause | undefined }) {
  const t = useMessages(texts);
  const [isOpen, setIsOpen] = useState(false);
  useListOfCause(of);
  const isLimited = useIsLimited();
  const mayChange = useMay('groups:manage');
  const settled = useInvalidation(['to-do'], ['person']);
  const person = of?.cause === 'unavailable' || of?.cause === 'unreachable' ? of.id : null;
  return (
    <>
      <CauseHead
        of={of}
        actions={
          person === null ? null : (
            <>
              <Link to={personPage(person)}>{t('openPerson')}</Link>
              {mayChange && !isLimited ? (
                <Button appearance="primary" onClick={() => setIsOpen(true)}>
                  {t('handOverAll')}
                </Button>
              ) : null}
            </>
          )
        }
      />
      <Groups cause={cause} />
      <FollowedPeople />
      {isOpen && person !== null ? (
        <PersonHandover
          person={of?.email ?? person}
          close={() => setIsOpen(false)}
          settled={settled}
        />
      ) : null}
    </>
  );
}

/** The cause that the list is about, above it, with the way back to all causes. */
export function CauseHead({ of, actions }: { of: Cause | undefined; actions?: React.ReactNode }) {
  const t = useMessages(texts);
  return (
    <div className="row spread">
      <div>
        <Link to={of === undefined ? '/to-do' : `/to-do?show=${of.area}`}>{t('back')}</Link>
        {of === undefined ? null : (
          <h2>
            {causeText(of)}: {countText(of)}
          </h2>
        )}
      </div>
      <div className="actions">{actions}</div>
    </div>
  );
}

function Groups({ cause }: { cause: string }) {
  const t = useMessages(texts);
  const columns = useColumns();
  const selection = useGroupSelection<GroupItem>(cause);
  const [handedOver, setHandedOver] = useState<readonly string[]>();
  const mayChange = useMay('groups:manage');
  const settled = useInvalidation(['to-do']);
  const filter = { toDo: 'ownership', cause } as const;
  const groups = usePaged(['to-do', 'groups', 'ownership', cause], ({ query, signal }) =>
    listGroups({ ...filter, ...query }, signal),
  );
  const actions: Column<GroupItem> = {
    title: t('actions'),
    as: 'actions',
    cell: ({ teamId, displayName }) =>
      mayChange ? (
        <RowButton
          action={t('handOver')}
          of={displayName}
          onClick={() => setHandedOver([teamId])}
        />
      ) : null,
  };
  return (
    <>
      <SelectedBar
        selection={selection}
        all={{
          total: groups.query.data?.total ?? 0,
          most: maxSelected,
          load: () => firstGroups(filter),
        }}
      >
        <Button
          size="small"
          onClick={() => setHandedOver(selection.items.map(({ teamId }) => teamId))}
        >
          {t('handOver')}
        </Button>
      </SelectedBar>
      <PagedTable
        paged={groups}
        empty={{ title: t('noneOther') }}
        keyOf={({ teamId }) => teamId}
        columns={[groupColumn(), ...columns, actions]}
        selection={mayChange ? selection : undefined}
      />
      {handedOver === undefined ? null : (
        <BulkDialog
          kind="handover"
          teamIds={handedOver}
          close={() => setHandedOver(undefined)}
          done={() => {
            setHandedOver(undefined);
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<GroupItem>[] {
  const t = useMessages(texts);
  const format = useFormat();
  const person = (role: 'responsible' | 'deputy'): Column<GroupItem> => ({
    title: t(role),
    cell: ({ responsibility }) =>
      responsibility ? <AnsweringPerson person={responsibility[role]} reference={null} /> : null,
  });
  return [
    person('responsible'),
    person('deputy'),
    {
      title: t('since'),
      cell: ({ responsibility, findings = [] }) => {
        const { since = null, taskId = null } = responsibility ?? {};
        return (
          <div>
            {since === null ? '' : format.date(since)}
            {findings.map((finding) => (
              <div key={finding} className="muted small">
                {findingLabel(finding)}
              </div>
            ))}
            {taskId === null ? null : <div className="muted small">{t('taskOpen')}</div>}
          </div>
        );
      },
    },
  ];
}
