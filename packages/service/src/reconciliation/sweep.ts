// The sweep: compares the groups of a directory with the records, and resolves differences.
//
// A group of ours without a record, for example after a restore from an older backup, is adopted. It gets the record of
// a creation whose group exists, and provisioning completes it like any other. It is never created a second time, and
// never removed. The leftover group of a failed creation is removed. If someone removed a group in the directory, its
// record notes that, and the group is never created again; the record also notes if such a group comes back.
//
// Every resolution may run twice, by two sweeps at once or by one that continues after a crash: the second changes
// nothing.
import type { Timers } from '../foundation/clock.ts';
import { type CallContext, DirectoryError } from '../directory/directory.ts';
import { adoptedDetail, adoptionOf, type Adoption } from './adoption.ts';
import { createRetry } from '../provisioning/retry.ts';
import {
  createSweepSearch,
  type Finding,
  type FindingKind,
  type OwnGroup,
  type SearchStore,
  type SearchDeps,
} from './sweep-search.ts';

/** A finding and what became of it. */
export interface Settlement {
  readonly kind: FindingKind;
  readonly teamId: string;
  readonly mailNickname: string;
  /** False if it was not changed, and a person or the next sweep has to resolve it. */
  readonly settled: boolean;
  /** A sentence. */
  readonly outcome: string;
}

export interface SweepStore extends SearchStore {
  /** `known` when the creation has a record, `alias_held` when another group's record holds the alias. */
  adopt(adoption: Adoption): Promise<'adopted' | 'known' | 'alias_held'>;
  /** Notes that the group is gone: off its organisation's list, its alias free. False when that is noted already. */
  noteGone(tenantId: string, teamId: string, at: Date): Promise<boolean>;
  /** The opposite; the alias is taken back unless another group's record has it by now. */
  noteReturned(tenantId: string, teamId: string, at: Date): Promise<boolean>;
  /** Tells that what a failed creation left was removed. */
  noteRemoved(tenantId: string, group: OwnGroup, at: Date): Promise<void>;
}

export interface SweepDeps extends Omit<SearchDeps, 'retry' | 'yieldToOthers'> {
  readonly store: SweepStore;
  readonly clock: SearchDeps['clock'] & Timers;
  readonly yieldToOthers?: SearchDeps['yieldToOthers'];
}

export function createSweep(deps: SweepDeps) {
  const { tenantId, directory, store, clock, yieldToOthers = async () => undefined } = deps;
  const withRetry = createRetry(clock);
  const find = createSweepSearch({ ...deps, retry: withRetry, yieldToOthers });

  /** A directory that refuses or does not answer leaves this finding as it is, and not the others. */
  async function settle(finding: Finding, call: CallContext): Promise<Settlement> {
    const { kind } = finding;
    const { teamId, mailNickname } = subjectOf(finding);
    try {
      return { kind, teamId, mailNickname, ...(await carryOut(finding, call)) };
    } catch (error) {
      if (!(error instanceof DirectoryError) || call.signal.aborted) throw error;
      const outcome = `It could not be resolved: ${error.message}`;
      return { kind, teamId, mailNickname, settled: false, outcome };
    }
  }

  async function carryOut(
    finding: Finding,
    call: CallContext,
  ): Promise<Pick<Settlement, 'settled' | 'outcome'>> {
    const now = new Date(clock.now());
    switch (finding.kind) {
      case 'adopt':
        return adopt(finding, call);
      case 'remove': {
        const { group } = finding;
        await withRetry(call, () => directory.deleteGroup(group.groupId, group.marker, call));
        await store.noteRemoved(tenantId, group, now);
        return done('The group that a failed creation left behind was removed.');
      }
      case 'gone':
        await store.noteGone(tenantId, finding.record.teamId, now);
        return done(
          'Someone removed the group in the directory. The service does not create it again.',
        );
      case 'returned':
        await store.noteReturned(tenantId, finding.record.teamId, now);
        return done('The group is in the directory again.');
      case 'unclear':
        return left(finding.reason);
      default:
        return finding satisfies never;
    }
  }

  async function adopt(finding: Extract<Finding, { kind: 'adopt' }>, call: CallContext) {
    const { groupId } = finding.group;
    const people = await withRetry(call, () => directory.readPeople(groupId, call));
    const [responsible, ...owners] = people.ownerIds;
    if (responsible === undefined) return left('The group has no owner. Add one.');
    const memberIds = people.memberIds.filter((id) => !people.ownerIds.includes(id));
    const adoption = adoptionOf(
      tenantId,
      finding,
      { ownerIds: people.ownerIds, memberIds },
      { responsible, deputy: null, owners, members: memberIds },
      new Date(clock.now()),
    );
    const result = await store.adopt(adoption);
    switch (result) {
      case 'adopted':
        return done(adoptedDetail);
      case 'known':
        return done('It has a record now.');
      case 'alias_held':
        return left('Another group’s record holds the alias.');
      default:
        return result satisfies never;
    }
  }

  return {
    find,
    settle,
    /** @throws DirectoryError when the directory cannot be asked to the end */
    async run(call: CallContext): Promise<readonly Settlement[]> {
      const settlements: Settlement[] = [];
      for (const finding of await find(call)) {
        call.signal.throwIfAborted();
        settlements.push(await settle(finding, call));
      }
      return settlements;
    },
  };
}

export function subjectOf(finding: Finding): { teamId: string; mailNickname: string } {
  if ('record' in finding) return finding.record;
  return { teamId: finding.group.marker, mailNickname: finding.group.mailNickname };
}

function done(outcome: string) {
  return { settled: true, outcome };
}

function left(reason: string) {
  return { settled: false, outcome: `${reason} Nothing was changed.` };
}
