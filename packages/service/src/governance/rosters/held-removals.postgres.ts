// The decision about removals of a roster that are too many to happen by themselves: the people leave, or they stay as if a
// hand had added them.
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import type { Task } from '../../messages/tasks/task.ts';
import type { Consequence, Consequences } from '../consequence.postgres.ts';

export function createHeldRemovals({
  consequences,
}: {
  readonly consequences: Consequences;
}): TaskHandler {
  const consequenceOf = ({ data }: Task, { decision }: { decision: string }): Consequence => {
    const { source, version } = data as { source: string; version: number };
    const removals = decision === 'remove' ? 'allow' : 'keep';
    return { kind: 'roster', change: { roster: { source, version, removals } } };
  };
  return {
    kind: 'confirm_removals',
    options: () => [
      { decision: 'remove', reason: 'optional' },
      { decision: 'keep', reason: 'optional' },
    ],
    async examine(task, decision) {
      await consequences.examine(task, decision, consequenceOf(task, decision));
      return decision;
    },
    apply: (transaction, task, decision) =>
      consequences.request(transaction, task, decision, consequenceOf(task, decision)),
  };
}
