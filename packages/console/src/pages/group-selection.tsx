// The actions on the selected groups of the list.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { useSending } from '../components/use-sending.ts';
import { BulkDialog, type BulkKind } from './bulk-dialogs.tsx';
import type { GroupFilters } from '../api/types.ts';

/** The service takes as many groups in one request. */
export const maxSelected = 200;

const actions = [
  ['handover', 'Hand over'],
  ['archive', 'Archive'],
  ['delete', 'Delete'],
] as const;

export function SelectionBar({
  selected,
  total,
  filters,
  select,
}: {
  selected: readonly string[];
  total: number;
  filters: GroupFilters;
  select: (teamIds: readonly string[]) => void;
}) {
  const [open, setOpen] = useState<BulkKind>();
  const settled = useInvalidation(['groups']);
  const all = useSending({
    send: () => api.get('/groups', { query: { ...filters, limit: maxSelected } }),
    onSuccess: ({ items }) => select(items.map(({ teamId }) => teamId)),
  });
  const atMost = Math.min(total, maxSelected);
  const count = selected.length;
  return (
    <section className="card selection" aria-label="Selected groups">
      <span role="status">
        {count.toLocaleString('en')} {count === 1 ? 'group' : 'groups'} selected
      </span>
      {actions.map(([kind, label]) => (
        <Button key={kind} size="small" onClick={() => setOpen(kind)}>
          {label}
        </Button>
      ))}
      {count >= atMost ? null : (
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={all.isPending}
          onClick={() => all.submit()}
        >
          {total > maxSelected ? `Select the newest ${maxSelected}` : `Select all ${total}`}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={() => select([])}>
        Clear selection
      </Button>
      <FormNotice problem={formProblem(all.error, [])} title="Couldn’t select the groups." />
      {open === undefined ? null : (
        <BulkDialog
          kind={open}
          teamIds={selected}
          close={() => setOpen(undefined)}
          done={() => {
            setOpen(undefined);
            select([]);
          }}
          settled={settled}
        />
      )}
    </section>
  );
}
