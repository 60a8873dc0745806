// Adds people in batches and records each before the next: after a restart, the work continues with the
// interrupted batch.
import type { PeopleThrough } from '../directory/group-life.ts';
import type { AddedPeople, Directory } from '../directory/directory.ts';
import type { Facts } from './creation.ts';

const repeatAfterMs = 5_000;
/** Replication takes up to 15 minutes; a person who is still refused after an hour counts as refused. */
const repeatForMs = 60 * 60_000;

/** The group that people are added to, and what is known of the batch in progress. */
export interface PeopleTarget {
  readonly groupId: string;
  readonly kind: 'team' | 'group';
  readonly facts: Pick<Facts, 'peopleToRepeat' | 'repeatingSince'>;
}

export interface PeopleBatch {
  readonly groupId: string;
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
export function nextBatch(
  { groupId, kind, facts }: PeopleTarget,
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
    groupId,
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
