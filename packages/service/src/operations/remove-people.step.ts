// Takes ownership and membership away, one batch per run, after all additions. A person whom the directory
// refuses to remove stays, with a warning: that is never a failure of the operation.
import type { Directory } from '../directory/directory.ts';
import type { RefusedRemoval } from '../directory/group-life.ts';
import type { StepResult } from '../provisioning/step.ts';
import type { Operation } from './operation.ts';
import { type OperationStep, ownGroup, requireChangedPeople, throughOf } from './operation-step.ts';

const repeatAfterMs = 15_000;
/** Directories refuse to remove an owner while they do not show the new one yet. */
const repeatForMs = 15 * 60_000;
const minRepetitions = 10;

export const removeOwners: OperationStep = {
  name: 'remove_owners',
  writes: true,
  isNeeded: ({ responsible, deputy, owners }) =>
    responsible !== undefined || deputy !== undefined || (owners?.remove.length ?? 0) > 0,
  isSatisfied: (operation) =>
    (operation.facts.ownersRemoved ?? 0) >= requireChangedPeople(operation).removeOwnerIds.length,
  async run(operation, directory, call) {
    const list = requireChangedPeople(operation).removeOwnerIds;
    const done = operation.facts.ownersRemoved ?? 0;
    const batch = nextRemoval(operation, list, done, directory);
    const { refused } = await directory.removeOwners(
      ownGroup(operation),
      batch,
      throughOf(operation),
      call,
    );
    const { result, removed } = afterRemoval(operation, refused, {
      done,
      count: Math.min(done + directory.limits.peoplePerRemoval, list.length),
      total: list.length,
      now: call.now,
      noun: 'owner',
    });
    return { ...result, facts: { ...result.facts, ownersRemoved: removed } };
  },
};

export const removeMembers: OperationStep = {
  name: 'remove_members',
  writes: true,
  isNeeded: ({ responsible, deputy, members, former }) =>
    (members?.remove.length ?? 0) > 0 ||
    (former === 'none' && (responsible !== undefined || deputy !== undefined)),
  isSatisfied: (operation) =>
    (operation.facts.membersRemoved ?? 0) >= requireChangedPeople(operation).removeMemberIds.length,
  async run(operation, directory, call) {
    const list = requireChangedPeople(operation).removeMemberIds;
    const done = operation.facts.membersRemoved ?? 0;
    const batch = nextRemoval(operation, list, done, directory);
    const { refused } = await directory.removeMembers(
      ownGroup(operation),
      batch,
      throughOf(operation),
      call,
    );
    const { result, removed } = afterRemoval(operation, refused, {
      done,
      count: Math.min(done + directory.limits.peoplePerRemoval, list.length),
      total: list.length,
      now: call.now,
      noun: 'member',
    });
    return { ...result, facts: { ...result.facts, membersRemoved: removed } };
  },
};

/** The people whom the directory has refused to remove so far, or else the next ones of the list. */
function nextRemoval(
  { facts }: Operation,
  personIds: readonly string[],
  done: number,
  { limits }: Directory,
): readonly string[] {
  const { peopleToRepeat = [] } = facts;
  return peopleToRepeat.length > 0
    ? peopleToRepeat
    : personIds.slice(done, done + limits.peoplePerRemoval);
}

function afterRemoval(
  { facts }: Operation,
  refused: readonly RefusedRemoval[],
  batch: {
    readonly done: number;
    /** How many of the list are done with the batch. */
    readonly count: number;
    readonly total: number;
    readonly now: number;
    readonly noun: 'owner' | 'member';
  },
): { readonly result: StepResult; readonly removed: number } {
  const { peopleToRepeat = [] } = facts;
  const since = peopleToRepeat.length > 0 ? (facts.repeatingSince ?? batch.now) : batch.now;
  // Time alone proves nothing: the calls in between may have failed before they reached the people.
  const repetitions = peopleToRepeat.length > 0 ? (facts.repetitions ?? 0) + 1 : 1;
  const mayRepeat = batch.now - since < repeatForMs || repetitions < minRepetitions;
  const repeated = refused.filter(({ permanent }) => !permanent && mayRepeat);
  const staying = refused.filter((one) => !repeated.includes(one));
  const warnings = staying.map(({ personId, detail }) => ({
    code: `${batch.noun}_stays`,
    detail: `${personId} is still ${batch.noun === 'owner' ? 'an owner' : 'a member'}: ${detail}`,
  }));
  const role = batch.noun === 'owner' ? 'stayed' : 'membersStayed';
  const stays = {
    [role]: [...(facts[role] ?? []), ...staying.map(({ personId }) => personId)],
  };
  if (repeated.length > 0) {
    return {
      result: {
        kind: 'wait',
        afterMs: repeatAfterMs,
        facts: {
          peopleToRepeat: repeated.map(({ personId }) => personId),
          repeatingSince: since,
          repetitions,
          ...stays,
        },
        warnings,
      },
      removed: batch.done,
    };
  }
  return {
    result: {
      kind: batch.count < batch.total ? 'more' : 'done',
      facts: { peopleToRepeat: [], ...stays },
      warnings,
      detail: `Processed ${batch.count} of ${batch.total} ${batch.noun}s.`,
    },
    removed: batch.count,
  };
}
