// The actions on the selected groups of the list.
import { Button } from '@fluentui/react-button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroups } from '../../../api/list-groups.ts';
import type { GroupFilters, GroupItem } from '../../../api/types.ts';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { groups } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type GroupsAction, GroupsDialog } from './group-row-actions.tsx';
import { maxSelected } from './most-selected.ts';
import { isCancellable, isRetryable } from './request-states.ts';

const kinds = ['handover', 'archive', 'delete'] as const;

export function SelectionBar({
  selected,
  total,
  filters,
  select,
}: {
  selected: readonly GroupItem[];
  total: number;
  filters: GroupFilters;
  select: (groups: readonly GroupItem[]) => void;
}) {
  const t = useMessages(groups);
  const [open, setOpen] = useState<GroupsAction>();
  const client = useQueryClient();
  const settled = () => void client.invalidateQueries({ queryKey: ['groups'] });
  const all = useSending({
    send: () => listGroups({ ...filters, limit: maxSelected }),
    onSuccess: ({ items }) => select(items),
  });
  const close = () => setOpen(undefined);
  const count = selected.length;
  const requestKinds = [
    ...(selected.some(isRetryable) ? (['retry'] as const) : []),
    ...(selected.some(isCancellable) ? (['cancel'] as const) : []),
  ];
  return (
    <section className="card selection" aria-label={t('selectedGroups')}>
      <span role="status">{t('selectedCount', { count })}</span>
      {requestKinds.map((kind) => (
        <Button key={kind} size="small" onClick={() => setOpen(kind)}>
          {t(kind === 'cancel' ? 'cancelRequest' : kind)}
        </Button>
      ))}
      {kinds.map((kind) => (
        <Button key={kind} size="small" onClick={() => setOpen(kind)}>
          {t(kind)}
        </Button>
      ))}
      {count >= Math.min(total, maxSelected) ? null : (
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={all.isPending}
          onClick={() => all.submit()}
        >
          {total > maxSelected
            ? t('selectFirst', { count: maxSelected })
            : t('selectAll', { count: total })}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={() => select([])}>
        {t('clearSelection')}
      </Button>
      <FormNotice problem={formProblem(all.error, [])} title={t('selectFailed')} />
      {open === undefined ? null : (
        <GroupsDialog
          action={open}
          groups={selected}
          close={close}
          done={() => {
            close();
            select([]);
          }}
          settled={settled}
        />
      )}
    </section>
  );
}
