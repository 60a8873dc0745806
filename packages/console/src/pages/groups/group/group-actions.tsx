// The buttons for what an administrator may do with a group, by its state, and their dialogs.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import type { GroupDetail } from '../../../api/types.ts';
import type { GroupAction, GroupDialog } from '../dialogs/group-dialogs.tsx';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { ActOnGroup, DeleteGroup, EditGroup, HandOverGroup } from '../dialogs/late-dialogs.ts';

type Action = 'edit' | 'handover' | 'delete' | GroupAction;

const offered: Readonly<Record<GroupDetail['state'], readonly Action[]>> = {
  being_created: [],
  active: ['edit', 'handover', 'archive', 'delete'],
  archived: ['edit', 'handover', 'unarchive', 'delete'],
  deleted: ['restore'],
  gone: ['restore'],
  ended: [],
  failed: [],
};

export function GroupActions({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const t = useMessages(texts);
  const [open, setOpen] = useState<Action>();
  const dialog = { group, settled, close: () => setOpen(undefined) };
  return (
    <>
      {offered[group.state].map((action) => (
        <Button key={action} onClick={() => setOpen(action)}>
          {t(`actions.${action}`)}
        </Button>
      ))}
      {open === undefined ? null : dialogOf(open, dialog)}
    </>
  );
}

function dialogOf(action: Action, dialog: GroupDialog) {
  switch (action) {
    case 'edit':
      return <EditGroup {...dialog} />;
    case 'handover':
      return <HandOverGroup {...dialog} />;
    case 'delete':
      return <DeleteGroup {...dialog} />;
    case 'archive':
    case 'unarchive':
    case 'restore':
      return <ActOnGroup action={action} {...dialog} />;
    default:
      return action satisfies never;
  }
}
