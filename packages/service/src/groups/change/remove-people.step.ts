// Takes ownership and membership away, one batch per run, after all additions. A person whom the directory
// refuses to remove stays, with a warning: that is never a failure of the operation.
import type { RefusedRemoval } from '../../directory/group-life.ts';
import type { StepResult } from '../../engine/step.ts';
import type { Operation } from './operation.ts';
import { type OperationStep, ownGroup, requireChangedPeople, throughOf } from './operation-step.ts';

const repeatAfterMs = 15_000;
/** Directories refuse to remove an owner while they do not show the new one yet. */
const repeatForMs = 15 * 60_000;
const minRepetitions = 10;

export const removeOwners = removalStep(
  {
    name: 'remove_owners',
    call: 'removeOwners',
    ids: 'removeOwnerIds',
    removed: 'ownersRemoved',
    stayed: 'stayed',
    noun: 'owner',
    nounPhrase: 'an owner',
  },
  ({ responsible, deputy, owners, roster }) =>
    responsible !== undefined ||
    deputy !== undefined ||
    roster !== undefined ||
    (owners?.remove.length ?? 0) > 0,
);

export const removeMembers = removalStep(
  {
    name: 'remove_members',
    call: 'removeMembers',
    ids: 'removeMemberIds',
    removed: 'membersRemoved',
    stayed: 'membersStayed',
    noun: 'member',
    nounPhrase: 'a member',
  },
  ({ responsible, deputy, members, former, roster }) =>
    roster !== undefined ||
    (members?.remove.length ?? 0) > 0 ||
    (former === 'none' && (responsible !== undefined || deputy !== undefined)),
);

/** The names of a role: of its step, its call of the directory and its parts of the ledger. */
interface Role {
  readonly name: 'remove_owners' | 'remove_members';
  readonly call: 'removeOwners' | 'removeMembers';
  readonly ids: 'removeOwnerIds' | 'removeMemberIds';
  readonly removed: 'ownersRemoved' | 'membersRemoved';
  readonly stayed: 'stayed' | 'membersStayed';
  readonly noun: string;
  readonly nounPhrase: string;
}

function removalStep(role: Role, isNeeded: OperationStep['isNeeded']): OperationStep {
  return {
    name: role.name,
    writes: true,
    isNeeded,
    isSatisfied: (operation) =>
      (operation.facts[role.removed] ?? 0) >= requireChangedPeople(operation)[role.ids].length,
    async run(operation, directory, call) {
      const list = requireChangedPeople(operation)[role.ids];
      const { [role.removed]: done = 0, peopleToRepeat = [] } = operation.facts;
      const end = Math.min(done + directory.limits.peoplePerRemoval, list.length);
      const { refused } = await directory[role.call](
        ownGroup(operation),
        // Those whom it has refused so far, or else the next ones of the list.
        peopleToRepeat.length > 0 ? peopleToRepeat : list.slice(done, end),
        throughOf(operation),
        call,
      );
      return afterRemoval(operation, role, refused, {
        done,
        end,
        total: list.length,
        now: call.now,
      });
    },
  };
}

function afterRemoval(
  { facts }: Operation,
  role: Role,
  refused: readonly RefusedRemoval[],
  /** Places in the list: where the batch begins and ends. */
  { done, end, total, now }: Readonly<Record<'done' | 'end' | 'total' | 'now', number>>,
): StepResult {
  const isRepetition = (facts.peopleToRepeat ?? []).length > 0;
  const since = isRepetition ? (facts.repeatingSince ?? now) : now;
  // Time alone proves nothing: the calls in between may have failed before they reached the people.
  const repetitions = isRepetition ? (facts.repetitions ?? 0) + 1 : 1;
  const mayRepeat = now - since < repeatForMs || repetitions < minRepetitions;
  const repeated = refused.filter(({ permanent }) => !permanent && mayRepeat);
  const staying = refused.filter((one) => !repeated.includes(one));
  const stayed = [...(facts[role.stayed] ?? []), ...staying.map(({ personId }) => personId)];
  const warnings = staying.map(({ personId, detail }) => ({
    code: `${role.noun}_stays`,
    detail: `${personId} is still ${role.nounPhrase}: ${detail}`,
  }));
  if (repeated.length > 0) {
    return {
      kind: 'wait',
      afterMs: repeatAfterMs,
      facts: {
        peopleToRepeat: repeated.map(({ personId }) => personId),
        repeatingSince: since,
        repetitions,
        [role.stayed]: stayed,
        [role.removed]: done,
      },
      warnings,
    };
  }
  return {
    kind: end < total ? 'more' : 'done',
    facts: { peopleToRepeat: [], [role.stayed]: stayed, [role.removed]: end },
    warnings,
    detail: `Processed ${end} of ${total} ${role.noun}s.`,
  };
}
