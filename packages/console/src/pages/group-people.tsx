// The people of a group, page after page: there may be thousands.
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { GroupPerson } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { PagedTable, usePaged } from '../components/paged-table.tsx';

const personPage = (reference: string) => `/people/${encodeURIComponent(reference)}`;
const roleLabels = {
  responsible: 'Responsible',
  deputy: 'Deputy',
  owner: 'Owner',
  member: 'Member',
} as const;

const columns: readonly Column<GroupPerson>[] = [
  {
    title: 'Person',
    cell: ({ reference, displayName }) =>
      displayName === null ? (
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
      ),
  },
  { title: 'Role', cell: ({ role }) => roleLabels[role] },
];

export function GroupPeople({ teamId }: { teamId: string }) {
  const people = usePaged(['group', teamId, 'people'], (page) =>
    api.get('/groups/{teamId}/people', { path: { teamId }, ...page }),
  );
  return (
    <PagedTable
      paged={people}
      what="people"
      title="People"
      note="By the record of the group."
      empty={{ title: 'No people' }}
      keyOf={({ role, reference }) => `${role} ${reference}`}
      columns={columns}
    />
  );
}
