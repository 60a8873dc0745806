// The groups of the sandbox.
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { DirectoryGroup } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { SearchedList } from '../components/searched-list.tsx';
import { Moment } from '../components/time.tsx';

const columns: readonly Column<DirectoryGroup>[] = [
  {
    title: 'Group',
    cell: ({ teamId, displayName, mailNickName }) => (
      <>
        {teamId === null ? (
          <span className="name">{displayName}</span>
        ) : (
          <Link className="name" to={`/groups/${teamId}`}>
            {displayName}
          </Link>
        )}
        <div className="mono muted">{mailNickName}</div>
      </>
    ),
  },
  { title: 'Visibility', cell: ({ visibility }) => visibility },
  { title: 'Owners', cell: ({ owners }) => owners.toLocaleString('en') },
  { title: 'Members', cell: ({ members }) => members.toLocaleString('en') },
  { title: 'Team', cell: ({ hasTeam }) => (hasTeam ? 'yes' : 'no') },
  { title: 'Created', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
];

export function SandboxGroups() {
  return (
    <SearchedList
      read={(options) => api.get('/directory/groups', options)}
      queryKey="directory-groups"
      what="groups"
      placeholder="Name or alias"
      empty={(sought) => (sought === '' ? 'No groups in the sandbox yet' : 'No groups match')}
      columns={columns}
      keyOf={({ groupId }) => groupId}
    />
  );
}
