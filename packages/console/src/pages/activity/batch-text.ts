// A batch in words: the request, and how far it has come.
import type { Answer } from '../../api/route-types.ts';
import { batches as texts } from '../../messages/batches.ts';
import { labelOf, messagesOf } from '../../messages/use-messages.ts';

export type BatchItem = Answer<'get', '/batches/{batchId}'>;

/** Such as “Hand over 402 groups”. */
export function batchText({
  kind,
  size,
}: {
  readonly kind: string;
  readonly size: number;
}): string {
  return labelOf(messagesOf(texts), `of.${kind}`, kind, { count: size });
}

export function doneOf({ counts }: BatchItem): number {
  return counts.succeeded + counts.unchanged;
}

/** Such as “399 of 402 done, 3 refused”. */
export function resultText(batch: BatchItem): string {
  const t = messagesOf(texts);
  const { counts, size } = batch;
  const others = [
    ['refused', counts.refused],
    ['failed', counts.failed],
    ['canceled', counts.cancelled],
    ['awaitingApproval', counts.awaiting_approval],
  ] as const;
  return [
    t('done', { done: doneOf(batch), size }),
    ...others.flatMap(([name, count]) => (count === 0 ? [] : [t(name, { count })])),
  ].join(', ');
}

/** Whether a group did not get what was asked for it. */
export function hasProblems({ counts }: BatchItem): boolean {
  return counts.refused + counts.failed > 0;
}
