// The groups of the sandbox.
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import type { DirectoryGroup } from '../../../api/types.ts';
import type { Column } from '../../../components/data-table.tsx';
import { SearchedList } from '../../../components/searched-list.tsx';
import { Moment } from '../../../components/time.tsx';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';

function useColumns(): readonly Column<DirectoryGroup>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    {
      title: t('group'),
      cell: ({ teamId, displayName, mailNickName }) => (
        <>
          {teamId === null ? (
            <span className="name">
              <bdi>{displayName}</bdi>
            </span>
          ) : (
            <Link className="name" to={`/groups/${teamId}`}>
              <bdi>{displayName}</bdi>
            </Link>
          )}
          <div className="mono muted">{mailNickName}</div>
        </>
      ),
    },
    {
      title: t('visibility'),
      cell: ({ visibility }) => labelOf(t, `visibilities.${visibility}`, visibility),
    },
    { title: t('owners'), cell: ({ owners }) => format.number(owners) },
    { title: t('members'), cell: ({ members }) => format.number(members) },
    { title: t('team'), cell: ({ hasTeam }) => t(hasTeam ? 'hasTeam.yes' : 'hasTeam.no') },
    { title: t('created'), cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  ];
}

export function SandboxGroups() {
  const t = useMessages(texts);
  const columns = useColumns();
  return (
    <SearchedList
      read={(options) => api.get('/directory/groups', options)}
      queryKey="directory-groups"
      placeholder={t('searchGroups')}
      empty={(sought) => t(sought === '' ? 'noGroups' : 'noGroupsMatch')}
      columns={columns}
      keyOf={({ groupId }) => groupId}
    />
  );
}
