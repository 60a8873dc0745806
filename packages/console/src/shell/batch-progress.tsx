// The progress of the batches that were started in this tab, above every page. The lists of groups are read again whenever
// one of them has come further.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { ApiProblem } from '../api/client.ts';
import { followedBatches } from '../api/followed-batches.ts';
import { useBatch } from '../api/use-batch.ts';
import { notify } from '../components/notify.ts';
import { batches as texts } from '../messages/batches.ts';
import { useMessages } from '../messages/use-messages.ts';
import {
  type BatchItem,
  batchText,
  doneOf,
  hasProblems,
  resultText,
} from '../pages/activity/batch-text.ts';

/** The first part of the keys of what shows groups, their people, or what is to do about them. */
const affected: ReadonlySet<unknown> = new Set([
  'activity',
  'batches',
  'directory-groups',
  'group',
  'groups',
  'lifecycle',
  'overview',
  'person',
  'to-do',
]);

export function BatchProgress({ batchIds }: { batchIds: readonly string[] }) {
  return batchIds.map((batchId) => <Progress key={batchId} batchId={batchId} />);
}

function Progress({ batchId }: { batchId: string }) {
  const t = useMessages(texts);
  const client = useQueryClient();
  const { data: batch, error } = useBatch(batchId, true);
  const came = JSON.stringify(batch?.counts);
  const isGone = error instanceof ApiProblem && error.status === 404;
  const tell = useEffectEvent((ended: BatchItem) => {
    notify(batchText(ended), {
      text: resultText(ended),
      intent: hasProblems(ended) ? 'error' : 'success',
      link: { to: `/batches/${batchId}`, label: t('show') },
    });
  });
  useEffect(() => {
    if (isGone) followedBatches.forget(batchId);
    if (batch === undefined) return;
    void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => affected.has(first) });
    if (batch.completedAt === null) return;
    followedBatches.forget(batchId);
    tell(batch);
    // `batch` is as old as its counts.
  }, [client, batchId, came, batch?.completedAt, isGone]);
  if (batch === undefined || batch.completedAt !== null) return null;
  const what = batchText(batch);
  return (
    <section className="batch-progress" aria-label={t('progress', { what })}>
      <span role="status">{what}</span>
      <progress max={batch.size} value={doneOf(batch)} aria-label={t('progress', { what })} />
      <span className="muted">{resultText(batch)}</span>
      <Link to={`/batches/${batchId}`}>{t('show')}</Link>
    </section>
  );
}
