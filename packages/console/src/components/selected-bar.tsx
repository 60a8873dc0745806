// Shown while items of a list are selected: how many, what can be done with them, and the choice of all.
import { Button } from '@fluentui/react-button';
import type { ReactNode } from 'react';
import { groups as texts } from '../messages/groups.ts';
import { useMessages } from '../messages/use-messages.ts';
import { FormNotice, formProblem } from './form-problem.tsx';
import type { Selection } from './use-selection.ts';
import { useSending } from './use-sending.ts';

export function SelectedBar<Item>({
  selection,
  all,
  children,
}: {
  selection: Selection<Item>;
  /** The whole list, of which at most so many can be selected. */
  all?: {
    readonly total: number;
    readonly most: number;
    readonly load: () => Promise<readonly Item[]>;
  };
  children: ReactNode;
}) {
  const t = useMessages(texts);
  const loading = useSending({
    send: async () => all?.load() ?? [],
    onSuccess: (items) => selection.set(items, true),
  });
  const count = selection.items.length;
  if (count === 0) return null;
  return (
    <section className="card selection" aria-label={t('selectedGroups')}>
      <span role="status">{t('selectedCount', { count })}</span>
      {children}
      {all === undefined || count >= Math.min(all.total, all.most) ? null : (
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={loading.isPending}
          onClick={() => loading.submit()}
        >
          {all.total > all.most
            ? t('selectFirst', { count: all.most })
            : t('selectAll', { count: all.total })}
        </Button>
      )}
      <Button size="small" appearance="subtle" onClick={selection.clear}>
        {t('clearSelection')}
      </Button>
      <FormNotice problem={formProblem(loading.error, [])} title={t('selectFailed')} />
    </section>
  );
}
