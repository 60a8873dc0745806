// The selection of groups in a list: the check box of each, and the actions on those that are chosen.
import { Button } from '@fluentui/react-button';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../components/data-table.tsx';
import { grid } from '../../../messages/grid.ts';
import { groups as texts } from '../../../messages/groups.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { maxSelected } from './most-selected.ts';

interface NamedGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickName: string;
}

export interface Selection {
  readonly selected: readonly string[];
  readonly toggle: (teamId: string) => void;
  readonly clear: () => void;
}

/** @param list a selection is for one list: another one begins without */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState<{ list: string; selected: readonly string[] }>({
    list,
    selected: [],
  });
  const selected = kept.list === list ? kept.selected : [];
  return {
    selected,
    toggle(teamId) {
      const next = selected.includes(teamId)
        ? selected.filter((one) => one !== teamId)
        : [...selected, teamId];
      setKept({ list, selected: next });
    },
    clear: () => setKept({ list, selected: [] }),
  };
}

/** Name and alias of a group, for the first column of a list. */
export function groupColumn<Group extends NamedGroup>(selection?: Selection): Column<Group> {
  return {
    get title() {
      return messagesOf(texts)('group');
    },
    cell: (group) => <GroupCell group={group} selection={selection} />,
  };
}

function GroupCell({
  group: { teamId, displayName, mailNickName },
  selection,
}: {
  group: NamedGroup;
  selection: Selection | undefined;
}) {
  const mayChange = useMay('groups:manage');
  const g = useMessages(grid);
  const name = (
    <div className="wrap">
      <Link className="name" to={`/groups/${teamId}`}>
        <bdi>{displayName}</bdi>
      </Link>
      <div className="mono muted">{mailNickName}</div>
    </div>
  );
  if (selection === undefined || !mayChange) return name;
  const isSelected = selection.selected.includes(teamId);
  return (
    <div className="row selectable-name">
      <input
        type="checkbox"
        aria-label={g('select', { name: displayName })}
        checked={isSelected}
        disabled={!isSelected && selection.selected.length >= maxSelected}
        onChange={() => selection.toggle(teamId)}
      />
      {name}
    </div>
  );
}

/** Shown while groups are selected. */
export function SelectedGroups({
  selection: { selected, clear },
  children,
}: {
  selection: Selection;
  children: ReactNode;
}) {
  const t = useMessages(texts);
  const count = selected.length;
  if (count === 0) return null;
  return (
    <section className="card selection" aria-label={t('selectedGroups')}>
      <span role="status">{t('selectedCount', { count })}</span>
      {children}
      <Button size="small" appearance="subtle" onClick={clear}>
        {t('clearSelection')}
      </Button>
    </section>
  );
}
