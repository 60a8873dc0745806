// The people of a group: the record beside the directory, differences first. A group that is not in the directory, or a
// directory that cannot be read, leaves the record alone. There may be thousands of people, so the lists are paged.
import { Button } from '@fluentui/react-button';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { RowMenu } from '../../../components/row-menu.tsx';
import { groupChanges } from '../../../messages/group-changes.ts';
import { AddPeople, ChangeMember } from '../dialogs/late-dialogs.ts';
import type { MemberAct } from '../dialogs/member-dialogs.tsx';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { api } from '../../../api/client.ts';
import type { Answer } from '../../../api/route-types.ts';
import type { GroupDetail, GroupPerson } from '../../../api/types.ts';
import type { Column } from '../../../components/data-table.tsx';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { Persona } from '../../../components/persona.tsx';
import { groupPage } from '../../../messages/group-page.ts';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { GroupRosters } from './group-rosters.tsx';
import { Why } from './why.tsx';

type ComparedPerson = Answer<'get', '/teams/{teamId}/people/comparison'>['items'][number];

export function GroupMembers({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const { teamId, state, directory } = group;
  const exists = directory !== null && (state === 'active' || state === 'archived');
  return (
    <>
      <GroupRosters group={group} />
      {exists ? (
        <ComparedPeople group={group} settled={settled} />
      ) : (
        <RecordedPeople teamId={teamId} />
      )}
    </>
  );
}

/** The changes of one person's place, and the reason for which a person keeps it. */
function useMemberChanges(group: GroupDetail, settled: () => void) {
  const t = useMessages(texts);
  const g = useMessages(groupChanges);
  const mayChange = useMay('groups:manage');
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<{ person: ComparedPerson; act: MemberAct }>();
  const nameOf = ({ displayName, email, id }: ComparedPerson) => displayName ?? email ?? id;
  const heldBy = ({ recorded, rosters }: ComparedPerson, act: MemberAct) => {
    if (act === 'makeOwner') return undefined;
    if (recorded === 'responsible' || recorded === 'deputy') return t(`answers.${recorded}`);
    const roster = rosters.find(({ role }) => act === 'remove' || role === 'owner');
    if (roster === undefined) return undefined;
    return t(roster.isHeld ? 'awaitsRemoval' : 'onRoster', { source: roster.source });
  };
  const column: Column<ComparedPerson> = {
    title: t('actions'),
    as: 'actions',
    cell: (person) => {
      const isOwner = person.recorded !== 'member' && person.recorded !== null;
      const acts: readonly MemberAct[] = [
        'remove',
        isOwner || person.inDirectory === 'owner' ? 'makeMember' : 'makeOwner',
      ];
      const of = nameOf(person);
      return (
        <RowMenu
          name={of}
          actions={acts.map((act) => ({
            label: g(`${act}.action`),
            of,
            act: () => setChosen({ person, act }),
          }))}
        />
      );
    },
  };
  const dialog =
    chosen === undefined ? null : (
      <ChangeMember
        group={group}
        act={chosen.act}
        person={{
          reference: chosen.person.id,
          name: nameOf(chosen.person),
          isOwner: ![chosen.person.recorded, chosen.person.inDirectory].every(
            (role) => role === 'member' || role === null,
          ),
        }}
        held={heldBy(chosen.person, chosen.act)}
        close={() => setChosen(undefined)}
        settled={settled}
      />
    );
  return {
    columns: mayChange ? [column] : [],
    add: mayChange ? (
      <Button icon={<AddRegular />} onClick={() => setAdding(true)}>
        {g('addPeople')}
      </Button>
    ) : null,
    dialogs: (
      <>
        {adding ? (
          <AddPeople group={group} close={() => setAdding(false)} settled={settled} />
        ) : null}
        {dialog}
      </>
    ),
  };
}

function ComparedPeople({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const { teamId } = group;
  const t = useMessages(texts);
  const p = useMessages(groupPage);
  const people = usePaged(['group', teamId, 'comparison'], (page) =>
    api.get('/teams/{teamId}/people/comparison', { path: { teamId }, ...page }),
  );
  const { data, error } = people.query;
  const changing = useMemberChanges(group, settled);
  if (data === undefined && error !== null) {
    return (
      <>
        <MessageBar intent="warning">
          <MessageBarBody>
            {t('unread')} {error.message}
          </MessageBarBody>
        </MessageBar>
        <RecordedPeople teamId={teamId} />
      </>
    );
  }
  const columns: readonly Column<ComparedPerson>[] = [
    {
      title: p('person'),
      cell: ({ id, displayName, email }) => (
        <Persona
          name={displayName}
          reference={email ?? id}
          {...(displayName === null && { note: t('unknownPerson') })}
        />
      ),
    },
    {
      title: t('byRecord'),
      cell: ({ recorded, id, displayName, email }) =>
        recorded === null ? (
          <span className="muted">{t('notRecorded')}</span>
        ) : (
          <>
            {p(`roles.${recorded}`)}
            <Why
              teamId={teamId}
              name={displayName ?? email ?? id}
              {...(recorded === 'responsible' || recorded === 'deputy'
                ? { property: recorded }
                : { property: `${recorded}s`, person: id })}
            />
          </>
        ),
    },
    {
      title: t('now'),
      cell: ({ inDirectory, isGuest }) =>
        inDirectory === null ? (
          <span className="muted">{t('notThere')}</span>
        ) : (
          t(`directoryRoles.${isGuest && inDirectory === 'member' ? 'guest' : inDirectory}`)
        ),
    },
    {
      title: t('heldBy'),
      cell: ({ rosters, inDirectory }) => (
        <HeldBy rosters={rosters} isThere={inDirectory !== null} />
      ),
    },
    { title: t('difference'), cell: ({ difference }) => <Difference kind={difference} /> },
    ...changing.columns,
  ];
  const differences = data?.differences ?? 0;
  return (
    <>
      <PagedTable
        paged={people}
        title={t('members')}
        actions={changing.add}
        note={`${t('membersNote')} ${
          data === undefined
            ? ''
            : differences === 0
              ? t('noDifference')
              : t('differ', { count: differences })
        }`}
        empty={{ title: t('nobody') }}
        keyOf={({ id }) => id}
        columns={columns}
      />
      {changing.dialogs}
    </>
  );
}

/** The sources that name the person, with the end of each place. */
function HeldBy({ rosters, isThere }: { rosters: ComparedPerson['rosters']; isThere: boolean }) {
  const t = useMessages(texts);
  const format = useFormat();
  if (rosters.length === 0) return <span className="muted">{isThere ? t('byHand') : '–'}</span>;
  return format.list(
    rosters.map(({ source, until, isHeld, isPending }) => {
      if (isHeld) return t('removalHeld', { source });
      const place = until === null ? source : t('heldUntil', { source, end: format.date(until) });
      return isPending ? t('pendingGuest', { place }) : place;
    }),
  );
}

function Difference({ kind }: { kind: ComparedPerson['difference'] }) {
  const t = useMessages(texts);
  if (kind === null) return <span className="muted">–</span>;
  return (
    <span className={`status ${kind === 'added' ? 'info' : 'warn'}`}>
      <span aria-hidden="true" className="status-sign">
        {kind === 'added' ? '+' : '!'}
      </span>
      {t(`differences.${kind}`)}
    </span>
  );
}

function RecordedPeople({ teamId }: { teamId: string }) {
  const t = useMessages(groupPage);
  const people = usePaged(['group', teamId, 'people'], (page) =>
    api.get('/teams/{teamId}/people', { path: { teamId }, ...page }),
  );
  const columns: readonly Column<GroupPerson>[] = [
    {
      title: t('person'),
      cell: ({ displayName, reference }) => <Persona name={displayName} reference={reference} />,
    },
    { title: t('role'), cell: ({ role }) => t(`roles.${role}`) },
  ];
  return (
    <PagedTable
      paged={people}
      title={t('people')}
      note={t('peopleNote')}
      empty={{ title: t('noPeople') }}
      keyOf={({ role, reference }) => `${role} ${reference}`}
      columns={columns}
    />
  );
}
