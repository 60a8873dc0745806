// The people of a group, page after page: there may be thousands.
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { GroupPerson } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { PagedTable, usePaged } from '../components/paged-table.tsx';
import { groupPage as texts } from '../messages/group-page.ts';
import { useMessages } from '../messages/use-messages.ts';

const personPage = (reference: string) => `/people/${encodeURIComponent(reference)}`;

function Person({ person: { reference, displayName } }: { person: GroupPerson }) {
  return displayName === null ? (
    <Link className="wrap" to={personPage(reference)}>
      {reference}
    </Link>
  ) : (
    <>
      <Link className="name" to={personPage(reference)}>
        {displayName}
      </Link>
      <div className="muted small wrap">{reference}</div>
    </>
  );
}

export function GroupPeople({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const columns: readonly Column<GroupPerson>[] = [
    { title: t('person'), cell: (person) => <Person person={person} /> },
    { title: t('role'), cell: ({ role }) => t(`roles.${role}`) },
  ];
  const people = usePaged(['group', teamId, 'people'], (page) =>
    api.get('/groups/{teamId}/people', { path: { teamId }, ...page }),
  );
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
