// The people of a group: the record beside the directory, differences first. A group that is not in the directory, or a
// directory that cannot be read, leaves the record alone. There may be thousands of people, so the lists are paged.
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
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

type ComparedPerson = Answer<'get', '/teams/{teamId}/people/comparison'>['items'][number];

export function GroupMembers({ group }: { group: GroupDetail }) {
  const { teamId, state, directory } = group;
  const exists = directory !== null && (state === 'active' || state === 'archived');
  return exists ? <ComparedPeople teamId={teamId} /> : <RecordedPeople teamId={teamId} />;
}

function ComparedPeople({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const p = useMessages(groupPage);
  const people = usePaged(['group', teamId, 'comparison'], (page) =>
    api.get('/teams/{teamId}/people/comparison', { path: { teamId }, ...page }),
  );
  const { data, error } = people.query;
  if (data === undefined && error !== null) {
    return (
      <>
        <MessageBar intent="warning" layout="multiline">
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
      cell: ({ recorded }) =>
        recorded === null ? (
          <span className="muted">{t('notRecorded')}</span>
        ) : (
          p(`roles.${recorded}`)
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
  ];
  const differences = data?.differences ?? 0;
  return (
    <PagedTable
      paged={people}
      title={t('members')}
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
  );
}

/** The sources that name the person, with the end of each place. */
function HeldBy({ rosters, isThere }: { rosters: ComparedPerson['rosters']; isThere: boolean }) {
  const t = useMessages(texts);
  const format = useFormat();
  if (rosters.length === 0) return <span className="muted">{isThere ? t('byHand') : '–'}</span>;
  return format.list(
    rosters.map(({ source, until }) =>
      until === null ? source : t('heldUntil', { source, end: format.date(until) }),
    ),
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
