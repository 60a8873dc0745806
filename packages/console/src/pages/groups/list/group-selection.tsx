// The actions on the selected groups of the list.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { firstGroups, maxSelected } from '../../../api/list-groups.ts';
import type { GroupFilters, GroupItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { SelectedBar } from '../../../components/selected-bar.tsx';
import type { Selection } from '../../../components/use-selection.ts';
import { groups } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type GroupsAction, GroupsDialog } from './group-row-actions.tsx';
import { isCancellable, isRetryable } from '../../../components/request-states.ts';

const kinds = ['handover', 'archive', 'delete'] as const;

export function SelectionBar({
  selection,
  total,
  filters,
}: {
  selection: Selection<GroupItem>;
  total: number;
  filters: GroupFilters;
}) {
  const t = useMessages(groups);
  const [open, setOpen] = useState<GroupsAction>();
  const settled = useInvalidation(['groups']);
  const close = () => setOpen(undefined);
  const { items } = selection;
  const actions = [
    ...(items.some(isRetryable) ? (['retry'] as const) : []),
    ...(items.some(isCancellable) ? (['cancel'] as const) : []),
    ...kinds,
  ];
  return (
    <SelectedBar
      selection={selection}
      all={{
        total,
        most: maxSelected,
        load: () => firstGroups(filters),
      }}
    >
      {actions.map((action) => (
        <Button key={action} size="small" onClick={() => setOpen(action)}>
          {t(action === 'cancel' ? 'cancelRequest' : action)}
        </Button>
      ))}
      {open === undefined ? null : (
        <GroupsDialog
          action={open}
          groups={items}
          close={close}
          done={() => {
            close();
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </SelectedBar>
  );
}
