// The decision about a property that another tool writes back: the record's value once more, or the directory's.
import { type DriftProperty, policyMemberOf } from '../../engine/observed-state.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import type { Task } from '../../messages/tasks/task.ts';
import type { Consequence, Consequences } from '../consequence.postgres.ts';

/** A missing owner is added, or the group is handed over: the record cannot take it. */
function areAcceptable(task: Pick<Task, 'data'>): boolean {
  return propertiesOf(task).every((property) => policyMemberOf(property) !== 'owners');
}

function propertiesOf({ data }: Pick<Task, 'data'>): readonly DriftProperty[] {
  return (data['properties'] as readonly DriftProperty[] | undefined) ?? [];
}

export function createContestedDecision({
  consequences,
}: {
  readonly consequences: Consequences;
}): TaskHandler {
  const consequenceOf = (task: Task, { decision }: { decision: string }): Consequence => {
    const properties = propertiesOf(task);
    return decision === 'accept'
      ? { kind: 'accept_drift', change: { accepted: properties } }
      : { kind: 'repair', change: { repair: { properties } } };
  };
  return {
    kind: 'contested',
    options: (task) => [
      { decision: 'repair', reason: 'optional' },
      ...(areAcceptable(task) ? [{ decision: 'accept', reason: 'optional' as const }] : []),
    ],
    async examine(task, decision) {
      await consequences.examine(task, decision, consequenceOf(task, decision));
      return decision;
    },
    apply: (transaction, task, decision) =>
      consequences.request(transaction, task, decision, consequenceOf(task, decision)),
  };
}
