// When the groups were compared with the directory and how many were not, and the button that compares them now. Every
// page that says that nothing differs shows it.
import { Button } from '@fluentui/react-button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useIsLimited, useMay } from '../../api/session.ts';
import type { Answer } from '../../api/route-types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { FormNotice, formProblem } from '../../components/form-problem.tsx';
import { Moment } from '../../components/time.tsx';
import { useSending } from '../../components/use-sending.ts';
import { comparison as texts } from '../../messages/comparison.ts';
import { useMessages } from '../../messages/use-messages.ts';

type Comparison = Answer<'get', '/to-do'>['comparison'];

const queryKey = ['directory', 'reconciliation'];
const lookEveryMs = 1_000;

export function ComparisonNote({ comparison }: { comparison: Comparison }) {
  const t = useMessages(texts);
  const { finishedAt, groups, notCompared } = comparison;
  return (
    <>
      {finishedAt === null
        ? t('never')
        : t.rich('compared', { time: () => <Moment iso={finishedAt} /> })}{' '}
      {groups === 0
        ? null
        : t(notCompared === 0 ? 'allCompared' : 'notCompared', { count: notCompared, groups })}
    </>
  );
}

/** Only administrators of the whole tenant see it. */
export function CompareAll() {
  const t = useMessages(texts);
  const isLimited = useIsLimited();
  const mayCompare = useMay('groups:manage') && !isLimited;
  const client = useQueryClient();
  const refresh = useInvalidation(['to-do'], ['group'], ['groups']);
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory/reconciliation', { signal }),
    enabled: mayCompare,
    refetchInterval: ({ state: { data } }) => (data?.askedAt == null ? false : lookEveryMs),
  });
  const askedAt = state.data?.askedAt ?? null;
  const [seen, setSeen] = useState(askedAt);
  useEffect(() => {
    if (seen === askedAt) return;
    setSeen(askedAt);
    if (askedAt === null) refresh();
  }, [askedAt, seen, refresh]);
  const asking = useSending({
    send: () => api.post('/directory/reconciliation'),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
  if (!mayCompare) return null;
  const isBusy = asking.isPending || askedAt !== null;
  const failure = state.data?.error ?? null;
  return (
    <div className="stack">
      <FormNotice problem={formProblem(asking.error, [])} />
      <div className="row">
        <Button disabledFocusable={isBusy} onClick={() => asking.submit()}>
          {t(isBusy ? 'comparing' : 'compareNow')}
        </Button>
        {failure === null || isBusy ? null : (
          <span className="muted">
            {t.rich('failed', { time: () => <Moment iso={failure.attemptedAt} /> })}
          </span>
        )}
      </div>
    </div>
  );
}

export function CompareGroup({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const mayCompare = useMay('groups:intervene');
  const refresh = useInvalidation(['group', teamId], ['to-do']);
  const comparing = useSending({
    send: () => api.post('/teams/{teamId}/comparison', { path: { teamId } }),
    onSettled: refresh,
  });
  if (!mayCompare) return null;
  return (
    <div className="stack">
      <FormNotice problem={formProblem(comparing.error, [])} />
      <div className="row">
        <Button
          size="small"
          disabledFocusable={comparing.isPending}
          onClick={() => comparing.submit()}
        >
          {t(comparing.isPending ? 'comparing' : 'compareNow')}
        </Button>
      </div>
    </div>
  );
}
