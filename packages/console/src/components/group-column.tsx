// Name and alias of a group, for the first column of a list, and the selection of groups in a list.
import { Link } from 'react-router';
import type { Column } from './data-table.tsx';
import { useSelection } from './use-selection.ts';
import { groups as texts } from '../messages/groups.ts';
import { messagesOf } from '../messages/use-messages.ts';
import { maxSelected } from '../api/list-groups.ts';

interface NamedGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickName: string;
}

/** @param tab of the group's page */
export function groupColumn<Group extends NamedGroup>(tab?: 'members'): Column<Group> {
  return {
    get title() {
      return messagesOf(texts)('group');
    },
    cell: ({ teamId, displayName, mailNickName }) => (
      <div className="wrap">
        <Link
          className="name"
          to={tab === undefined ? `/groups/${teamId}` : `/groups/${teamId}?tab=${tab}`}
        >
          <bdi>{displayName}</bdi>
        </Link>
        <div className="mono muted">{mailNickName}</div>
      </div>
    ),
  };
}

/** @param list a selection is for one list: another one begins without */
export function useGroupSelection<Group extends NamedGroup>(list: string) {
  return useSelection<Group>(list, {
    most: maxSelected,
    keyOf: ({ teamId }) => teamId,
    nameOf: ({ displayName }) => displayName,
  });
}
