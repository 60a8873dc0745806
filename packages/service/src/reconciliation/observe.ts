// Reads groups in full and compares them with their records: owners, counts and archived cost calls for each group, so
// each group has its turn once a day, and at once when a list shows a change of its names. Changes nothing in the directory.
import type { Clock } from '../ground/clock.ts';
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { type ObservedGroup, observedParts } from '../directory/group-life.ts';
import type { AccountState, Finding, PropertyDrift } from '../engine/observed-state.ts';
import type { Retry } from '../engine/retry.ts';
import { type DetectedDrift, unresolved } from './classify-drift.ts';
import type { ListedGroup } from './detect.ts';
import {
  compareGroup,
  type ComparedRecord,
  type Comparison,
  type ExistingGroup,
} from './compare.ts';

export interface ObservableGroup extends ComparedRecord {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly groupId: string;
  /** It belongs to the record. */
  readonly version: number;
  /** From the last comparison; empty before the first. */
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
}

/** A change of drift or findings, for the activity log. */
export interface ObservedChange {
  readonly action: 'group.drifted' | 'group.ownerless';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Observation {
  readonly comparison: Comparison;
  readonly group: ObservableGroup;
  readonly seenAt: Date;
  /** When the group is read again. */
  readonly readDueAt: Date;
  readonly changes: readonly ObservedChange[];
}

/** The latest changes of a group by the service. */
export interface GroupActivity {
  /** An operation is in progress. */
  readonly isChanging: boolean;
  /** When the creation or the last operation ended. */
  readonly changedAt: Date;
}

export interface DifferingGroup {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
}

export interface ObservationStore {
  /** Notes the groups of a list as seen. A group that the list shows with other values than before is due. */
  recordListed(tenantId: string, seenAt: Date, groups: readonly ListedGroup[]): Promise<void>;
  /** The group if it is active or archived. */
  observableGroup(
    tenantId: string,
    teamId: string,
  ): Promise<(ObservableGroup & GroupActivity) | undefined>;
  /**
   * Groups that are due, in the order of their teamIds: active and archived ones without an operation since `quietSince`.
   * A group is also due if its record has changed since it was compared.
   * @param dueBy undefined: every group is due
   */
  observableGroups(
    tenantId: string,
    conditions: { readonly quietSince: Date; readonly dueBy: Date | undefined },
    page: { readonly afterTeamId: string | undefined; readonly limit: number },
  ): Promise<readonly ObservableGroup[]>;
  /** Skips groups whose record has changed, and those that another reconciliation has observed meanwhile. */
  recordObservations(tenantId: string, observations: readonly Observation[]): Promise<void>;
  /** Groups with drift or findings, in the order of their teamIds. */
  differingGroups(tenantId: string): Promise<readonly DifferingGroup[]>;
}

export interface ObservationDeps {
  readonly tenantId: string;
  readonly directory: Pick<Directory, 'kind' | 'limits' | 'observeGroups' | 'resolvePeople'>;
  readonly store: Pick<ObservationStore, 'observableGroups' | 'recordObservations'>;
  readonly clock: Clock;
  readonly retry: Retry;
  readonly yieldToCallers: () => Promise<void>;
  /** Reads every group, due or not: for administrators who ask for it. */
  readonly readsAll: boolean;
}

const dayMs = 24 * 60 * 60_000;
const groupsPerWrite = 200;

export function createObserve(deps: ObservationDeps) {
  const { tenantId, directory, store, clock, retry, yieldToCallers, readsAll } = deps;
  const { groupsPerObservation, staleReadsMs } = directory.limits;

  return { observeDue, observeOne };

  /** Compares one group. Answers false if the directory does not show it. */
  async function observeOne(group: ObservableGroup, call: CallContext): Promise<boolean> {
    const [seen] = await retry(call, () =>
      directory.observeGroups([group.groupId], observedParts, call),
    );
    if (seen?.state !== 'exists') return false;
    await record([{ group, seen }], new Map(), call);
    return true;
  }

  /** Answers the groups that the directory does not show: those stay due. */
  async function observeDue(call: CallContext): Promise<readonly DetectedDrift[]> {
    const context = { ...call, isBackground: true };
    const unread: DetectedDrift[] = [];
    const accounts = new Map<string, AccountState>();
    // In the sandbox, reads cost nothing.
    const isFree = directory.kind === 'sandbox';
    const dueBy = isFree || readsAll ? undefined : new Date(clock.now());
    let afterTeamId: string | undefined;
    for (;;) {
      call.signal.throwIfAborted();
      const conditions = { quietSince: new Date(clock.now() - staleReadsMs), dueBy };
      const page = { afterTeamId, limit: groupsPerWrite };
      const groups = await store.observableGroups(tenantId, conditions, page);
      afterTeamId = groups.at(-1)?.teamId;
      if (afterTeamId === undefined) return unread;
      unread.push(...(await observePage(groups, accounts, context)));
    }
  }

  async function observePage(
    groups: readonly ObservableGroup[],
    accounts: Map<string, AccountState>,
    call: CallContext,
  ): Promise<readonly DetectedDrift[]> {
    const existing: { group: ObservableGroup; seen: ExistingGroup }[] = [];
    const unread: DetectedDrift[] = [];
    for (let start = 0; start < groups.length; start += groupsPerObservation) {
      await yieldToCallers();
      const chunk = groups.slice(start, start + groupsPerObservation);
      const read = await readChunk(chunk, call);
      for (const [index, seen] of read.entries()) {
        const group = chunk[index];
        if (group === undefined) continue;
        if (seen instanceof DirectoryError) {
          const reason = `It could not be compared: ${seen.message}`;
          unread.push(unresolved(group.teamId, group.mailNickname, reason));
          // Absent groups are the matter of the detection.
        } else if (seen.state === 'exists') existing.push({ group, seen });
      }
    }
    await record(existing, accounts, call);
    return unread;
  }

  async function record(
    existing: readonly { readonly group: ObservableGroup; readonly seen: ExistingGroup }[],
    accounts: Map<string, AccountState>,
    call: CallContext,
  ): Promise<void> {
    const people = existing.flatMap(({ group, seen }) => [
      group.responsibleId,
      ...(group.deputyId === null ? [] : [group.deputyId]),
      ...(seen.ownerIds ?? []),
    ]);
    await readAccounts(people, accounts, call);
    const accountOf = (id: string): AccountState => accounts.get(id.toLowerCase()) ?? 'gone';
    const observations = existing.map(({ group, seen }): Observation => {
      const comparison = compareGroup(group, seen, accountOf);
      const readDueAt = nextRead(group.teamId, seen.seenAt.getTime());
      const changes = changesOf(group, comparison);
      return { group, comparison, seenAt: seen.seenAt, readDueAt, changes };
    });
    if (observations.length > 0) await store.recordObservations(tenantId, observations);
  }

  /** A group that cannot be read, such as a team that is damaged on the directory's side, does not affect the others. */
  async function readChunk(
    chunk: readonly ObservableGroup[],
    call: CallContext,
  ): Promise<readonly (ObservedGroup | DirectoryError)[]> {
    const ids = chunk.map(({ groupId }) => groupId);
    try {
      return await retry(call, () => directory.observeGroups(ids, observedParts, call));
    } catch (error) {
      if (!mayBeOfOneGroup(error) || call.signal.aborted) throw error;
      const read: (ObservedGroup | DirectoryError)[] = [];
      for (const id of ids) read.push(await readOne(id, call));
      const isOfAll = read.length > 1 && read.every((one) => one instanceof DirectoryError);
      if (isOfAll) throw error;
      return read;
    }
  }

  async function readOne(id: string, call: CallContext): Promise<ObservedGroup | DirectoryError> {
    await yieldToCallers();
    try {
      const [seen] = await directory.observeGroups([id], observedParts, call);
      return seen ?? { state: 'unknown', groupId: id, seenAt: new Date(clock.now()) };
    } catch (error) {
      if (!mayBeOfOneGroup(error) || call.signal.aborted) throw error;
      return error;
    }
  }

  /** Each person is looked up once in a reconciliation. */
  async function readAccounts(
    people: readonly string[],
    accounts: Map<string, AccountState>,
    call: CallContext,
  ): Promise<void> {
    const ids = new Set(people.map((id) => id.toLowerCase()).filter((id) => !accounts.has(id)));
    if (ids.size === 0) return;
    await yieldToCallers();
    const found = await retry(call, () => directory.resolvePeople([...ids], call));
    for (const { reference, person } of found) {
      const present = person?.enabled === true ? 'enabled' : 'disabled';
      accounts.set(reference.toLowerCase(), person === undefined ? 'gone' : present);
    }
  }
}

function mayBeOfOneGroup(error: unknown): error is DirectoryError {
  return (
    error instanceof DirectoryError && (error.code === 'refused' || error.code === 'unavailable')
  );
}

/** Once a day, at the group's own time, so that the groups of a tenant are spread over its reconciliations. */
function nextRead(teamId: string, seenAt: number): Date {
  const share = Number.parseInt(teamId.slice(-8), 16) / 2 ** 32;
  const days = Math.floor(seenAt / dayMs - share) + 1;
  return new Date((days + share) * dayMs);
}

/**
 * Drift is an event whenever it changes, and a group without an owner when it becomes one. The absence of the people who
 * answer for a group is an event of governance/responsibility/, which follows them.
 */
export function changesOf(before: ObservableGroup, after: Comparison): ObservedChange[] {
  const { drift } = after;
  const isOwnerless = ({ findings }: Pick<Comparison, 'findings'>) =>
    findings.includes('ownerless');
  const isSame = JSON.stringify(drift.map(text)) === JSON.stringify(before.drift.map(text));
  return [
    ...(isSame ? [] : [{ action: 'group.drifted' as const, data: { drift } }]),
    ...(isOwnerless(after) && !isOwnerless(before)
      ? [{ action: 'group.ownerless' as const, data: {} }]
      : []),
  ];
}

/** Without regard to the order of members, which the database does not keep. */
function text({ property, expected, observed }: PropertyDrift) {
  return [property, expected, observed];
}
