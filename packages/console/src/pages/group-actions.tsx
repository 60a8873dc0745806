// The buttons for what an administrator may do with a group, by its state, and their dialogs.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import type { GroupDetail } from '../api/types.ts';
import { ActOnGroup, DeleteGroup, EditGroup, HandOverGroup } from './group-dialogs.tsx';

const labels = {
  edit: 'Edit',
  handover: 'Hand over',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  restore: 'Restore',
} as const;
type Action = keyof typeof labels;

const offered: Readonly<Record<GroupDetail['state'], readonly Action[]>> = {
  being_created: [],
  active: ['edit', 'handover', 'archive', 'delete'],
  archived: ['edit', 'handover', 'unarchive', 'delete'],
  deleted: ['restore'],
  gone: ['restore'],
  failed: [],
};

export function GroupActions({ group, settled }: { group: GroupDetail; settled: () => void }) {
  const [open, setOpen] = useState<Action>();
  const dialog = { group, settled, close: () => setOpen(undefined) };
  return (
    <>
      {offered[group.state].map((action) => (
        <Button key={action} onClick={() => setOpen(action)}>
          {labels[action]}
        </Button>
      ))}
      {open === undefined ? null : dialogOf(open, dialog)}
    </>
  );
}

function dialogOf(action: Action, dialog: Parameters<typeof EditGroup>[0]) {
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
      throw new TypeError(`Unknown action: ${String(action satisfies never)}`);
  }
}
