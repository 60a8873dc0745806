// Adds people in batches and records each before the next: after a restart, the work continues with the
// interrupted batch.
import type { PeopleThrough } from '../directory/group-life.ts';
import type { AddedPeople, Directory } from '../directory/directory.ts';
import { counted } from '../ground/counted.ts';
import type { Facts, ResolvedPeople } from './creation.ts';
import { type PeopleTarget, type StepCall, StepFailure, type StepResult } from './step.ts';

const repeatAfterMs = 5_000;
/** Replication takes up to 15 minutes; a person who is still refused after an hour counts as refused. */
const repeatForMs = 60 * 60_000;

/**
 * Adds the next owners. If the directory permanently refuses one of them, the work fails: a group without its
 * responsible people is half made.
 * @param people.memberIds members who join in the same calls, as far as there is room
 * @param people.pointer the owners' place in the request; null: nobody answers for the group by it, so a refused owner
 * causes a warning
 * @throws StepFailure
 */
export async function addOwnerBatch(
  target: PeopleTarget,
  { ownerIds, memberIds, pointer }: ResolvedPeople & { readonly pointer: string | null },
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const { ownersAtCreation = 0, ownersAdded = 0, membersAdded = 0 } = target.facts;
  const batch = nextBatch(target, ownerIds, ownersAdded, directory.limits, call.now);
  const room = batch.isRepetition ? 0 : directory.limits.peoplePerCall - batch.personIds.length;
  const joining = memberIds.slice(membersAdded, membersAdded + room);
  const madeOwners = new Set(ownerIds.slice(0, ownersAtCreation));
  const { refused } = await directory.addOwners(
    target.groupId,
    {
      ownerIds: batch.personIds,
      alreadyOwnerIds: batch.personIds.filter((id) => madeOwners.has(id)),
      memberIds: joining,
    },
    batch.through,
    call,
  );
  const owners = new Set(batch.personIds);
  const refusedOwners = refused.filter(({ personId }) => owners.has(personId));
  // If a member was refused, add_members repeats the call and handles the refusal.
  const haveJoined = joining.length > 0 && refusedOwners.length === refused.length;
  const progress = batch.progress(refusedOwners);
  const { refusedForGood } = progress;
  if (refusedForGood.length > 0 && pointer !== null) throw ownersRefused(refusedForGood, pointer);
  return {
    ...progress.result,
    facts: {
      ...progress.facts,
      ...refusedPeople(target, refusedForGood),
      ownersAdded: progress.added,
      ...(haveJoined && { membersAdded: membersAdded + joining.length }),
    },
    detail: `Added ${progress.added} of ${counted(ownerIds.length, 'owner')}.`,
    warnings: refusalWarnings('owner', refusedForGood),
  };
}

/** Adds the next members. If the directory permanently refuses one of them, a warning names the person. */
export async function addMemberBatch(
  target: PeopleTarget,
  memberIds: readonly string[],
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const { membersAdded = 0 } = target.facts;
  const batch = nextBatch(target, memberIds, membersAdded, directory.limits, call.now);
  const { refused } = await directory.addMembers(
    target.groupId,
    { memberIds: batch.personIds, mayBeOwners: target.mayHaveOtherOwners },
    batch.through,
    call,
  );
  const progress = batch.progress(refused);
  return {
    ...progress.result,
    facts: {
      ...progress.facts,
      ...refusedPeople(target, progress.refusedForGood),
      membersAdded: progress.added,
    },
    detail: `Added ${progress.added} of ${counted(memberIds.length, 'member')}.`,
    warnings: refusalWarnings('member', progress.refusedForGood),
  };
}

function refusedPeople(
  { facts }: PeopleTarget,
  refused: AddedPeople['refused'],
): Pick<Facts, 'refusedPeople'> {
  if (refused.length === 0) return {};
  return {
    refusedPeople: [...(facts.refusedPeople ?? []), ...refused.map(({ personId }) => personId)],
  };
}

function refusalWarnings(noun: 'owner' | 'member', refused: AddedPeople['refused']) {
  const nounPhrase = noun === 'owner' ? 'an owner' : 'a member';
  return refused.map(({ personId, detail }) => ({
    code: `${noun}_refused`,
    detail: `The directory refuses ${personId} as ${nounPhrase}: ${detail}`,
  }));
}

function ownersRefused(refused: AddedPeople['refused'], pointer: string): StepFailure {
  const listed = refused.map(({ personId, detail }) => `${personId} (${detail})`).join(', ');
  return new StepFailure(
    'people_not_eligible',
    `The directory refuses owners: ${listed}.`,
    refused.map(({ personId, detail }) => ({
      pointer,
      code: 'owner_refused',
      detail: `The directory refuses ${personId} as an owner: ${detail}`,
      values: { person: personId },
    })),
  );
}

interface PeopleBatch {
  readonly personIds: readonly string[];
  readonly through: PeopleThrough;
  /** True for people whom the directory refused before. */
  readonly isRepetition: boolean;
  /** The change of the ledger after the directory's answer to this batch. */
  progress(refused: AddedPeople['refused']): {
    readonly added: number;
    readonly facts: Pick<Facts, 'peopleToRepeat' | 'repeatingSince'>;
    readonly refusedForGood: AddedPeople['refused'];
    readonly result: { kind: 'done' } | { kind: 'more' } | { kind: 'wait'; afterMs: number };
  };
}

/** The people whom the directory has refused so far, or else the next ones of the list. */
function nextBatch(
  { kind, facts }: PeopleTarget,
  personIds: readonly string[],
  added: number,
  limits: Directory['limits'],
  now: number,
): PeopleBatch {
  const next = personIds.slice(added, added + limits.peoplePerCall);
  const repeated = facts.peopleToRepeat ?? [];
  const since = repeated.length > 0 ? (facts.repeatingSince ?? now) : now;
  const mayRepeat = now - since < repeatForMs;
  return {
    personIds: repeated.length > 0 ? repeated : next,
    isRepetition: repeated.length > 0,
    through: kind === 'team' && limits.peopleAfterTeam ? 'team' : 'group',
    progress(refused) {
      const refusedForGood = refused.filter(({ permanent }) => permanent || !mayRepeat);
      const peopleToRepeat = refused
        .filter((one) => !refusedForGood.includes(one))
        .map(({ personId }) => personId);
      if (peopleToRepeat.length > 0) {
        return {
          added,
          facts: { peopleToRepeat, repeatingSince: since },
          refusedForGood,
          result: { kind: 'wait', afterMs: repeatAfterMs },
        };
      }
      const addedNow = added + next.length;
      return {
        added: addedNow,
        facts: { peopleToRepeat: [] },
        refusedForGood,
        result: { kind: addedNow < personIds.length ? 'more' : 'done' },
      };
    },
  };
}
