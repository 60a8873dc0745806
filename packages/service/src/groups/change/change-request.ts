// A handover of a group whose creation awaits an approval changes the request: nobody waits for the approval of a request that
// names a person who leaves.
import { answeringCount, answeringIds } from '../../engine/recorded-people.ts';
import type { ResolvedPeople } from '../../engine/creation.ts';
import { changedRecord } from './apply-result.ts';
import type { SuccessorIds } from './departure.ts';
import { type GroupChange, kindOf, type Operation, type RecordWithPending } from './operation.ts';

/** Operations that are accepted already run after the creation, and this one behind them. */
export function isChangeOfRequest(
  { awaitsApproval, pending }: Pick<RecordWithPending, 'awaitsApproval' | 'pending'>,
  change: GroupChange | undefined,
): boolean {
  return (
    awaitsApproval === true &&
    pending.length === 0 &&
    change !== undefined &&
    kindOf(change) === 'handover'
  );
}

/** The request with its new people. They are looked up in the directory again before the group is made. */
export function changedRequest(
  operation: Operation,
  { responsible, deputy, answering: found }: SuccessorIds,
): Pick<ReturnType<typeof changedRecord>, 'before' | 'after' | 'record'> & {
  /** Undefined: nobody was looked up so far. */
  readonly resolved: Pick<ResolvedPeople, 'ownerIds' | 'answering'> | undefined;
} {
  const { people, resolvedPeople } = operation.group;
  const { ownerIds = [] } = resolvedPeople ?? {};
  const present = answeringIds(people, { ownerIds });
  const answering = [
    responsible ?? present.responsibleId,
    deputy === undefined ? present.deputyId : deputy,
  ].filter((id) => id != null);
  const rest = ownerIds.slice(answeringCount(people));
  return {
    ...changedRecord(operation),
    resolved: resolvedPeople && {
      ownerIds: [...new Set([...answering, ...rest])],
      answering: { responsible: null, deputy: null, ...resolvedPeople.answering, ...found },
    },
  };
}
