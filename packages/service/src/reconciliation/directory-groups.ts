// The inventory of all groups of a tenant's directory, ours or not: each list of the directory renews it, changes that the
// directory reports reach it within minutes, and owners and counts are read once a day. It reads
// only.
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError, type DirectoryGroup } from '../directory/directory.ts';
import { type GroupObstacle, mayBeClassTeam, shownOwners } from '../directory/group-facts.ts';
import { observedParts } from '../directory/group-life.ts';
import type { Person } from '../directory/people-life.ts';
import type { Retry } from '../engine/retry.ts';
import type { Clock } from '../ground/clock.ts';
import type { ExistingGroup } from './compare.ts';
import { nextDailyRead } from './observe.ts';
import { createObserveGroups } from './observe-groups.ts';

/** The part of a group that a list shows. */
export type InventoryGroup = Pick<
  DirectoryGroup,
  | 'groupId'
  | 'marker'
  | 'displayName'
  | 'mailNickname'
  | 'mail'
  | 'visibility'
  | 'hasTeam'
  | 'facts'
>;

export interface DirectoryOwner {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly isAvailable: boolean;
  /** Whether the person could answer for the group. */
  readonly canAnswer: boolean;
  /** When the person was first seen as an owner. */
  readonly since: string;
}

export interface DetailedGroup {
  readonly groupId: string;
  /** Null: unknown. */
  readonly owners: readonly DirectoryOwner[] | null;
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  readonly seenAt: Date;
  readonly dueAt: Date;
  readonly isClassTeam: boolean;
}

export interface DueDetails {
  readonly groupId: string;
  /** They are as they were read before; null: unknown. */
  readonly owners: readonly DirectoryOwner[] | null;
  readonly hasTeam: boolean;
  readonly obstacles: readonly GroupObstacle[];
}

/** A group that was found after the first complete list, and to which the rule was not applied yet. */
export interface NewGroup {
  readonly groupId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly createdAt: Date | null;
  readonly owners: readonly DirectoryOwner[] | null;
  readonly hasObstacle: boolean;
  readonly isGoverned: boolean;
  /** Its people were asked before whether it is adopted, and did not agree. */
  readonly wasDeclined: boolean;
}

export interface NewGroupStore {
  newGroups(tenantId: string, limit: number): Promise<readonly NewGroup[]>;
  /** The rule is not applied to these again. */
  settleNew(tenantId: string, groupIds: readonly string[]): Promise<void>;
}

export interface DirectoryGroupStore extends NewGroupStore {
  /** Adds and renews groups. A group that was not there in an earlier complete list is an event. */
  recordGroups(tenantId: string, seenAt: Date, groups: readonly InventoryGroup[]): Promise<void>;
  /**
   * Every group was listed since `begunAt`: forgets the others.
   * @param token for the changes since then; undefined: they cannot be followed
   */
  recordList(tenantId: string, begunAt: Date, token: string | undefined): Promise<void>;
  forgetGroups(tenantId: string, groupIds: readonly string[]): Promise<void>;
  /** Longest due first. */
  dueDetails(tenantId: string, dueBy: Date, limit: number): Promise<readonly DueDetails[]>;
  /** Leaves out groups that are in no list. */
  detailsOf(tenantId: string, groupIds: readonly string[]): Promise<readonly DueDetails[]>;
  recordDetails(tenantId: string, groups: readonly DetailedGroup[]): Promise<void>;
  /** Undefined: the directory has to be listed first. */
  changesToken(tenantId: string): Promise<string | undefined>;
  /** Undefined: changes may be lost, so that all groups are listed at once. */
  recordToken(tenantId: string, token: string | undefined, dueAt: Date): Promise<void>;
  /** Changes are read again at that time. */
  postpone(tenantId: string, dueAt: Date): Promise<void>;
  /** The governed ones among these groups are compared next. */
  expectChanges(tenantId: string, groupIds: readonly string[], at: Date): Promise<void>;
}

export interface InventoryDeps {
  readonly tenantId: string;
  readonly directory: Pick<
    Directory,
    'limits' | 'observeGroups' | 'readGroupChanges' | 'resolvePeople'
  >;
  readonly store: DirectoryGroupStore;
  readonly clock: Clock;
  readonly retry: Retry;
  readonly yieldToCallers: () => Promise<void>;
}

export const changesEveryMs = 5 * 60_000;
const groupsPerWrite = 200;

export function createInventory(deps: InventoryDeps) {
  const { tenantId, directory, store, clock, retry, yieldToCallers } = deps;
  const observeGroups = createObserveGroups(deps);

  /** Reads owners and counts of the groups whose turn it is. */
  async function readDetails(call: CallContext): Promise<void> {
    const context = { ...call, isBackground: true };
    const dueBy = new Date(clock.now());
    for (;;) {
      call.signal.throwIfAborted();
      const due = await store.dueDetails(tenantId, dueBy, groupsPerWrite);
      if (due.length === 0) return;
      await store.recordDetails(tenantId, await detailsOf(due, context));
    }
  }

  /** Groups that were read in full for another reason, such as their comparison, are not read for their details, too. */
  async function recordRead(
    read: readonly { readonly seen: ExistingGroup; readonly readDueAt: Date }[],
    call: CallContext,
  ): Promise<void> {
    const known = new Map(read.map((one) => [one.seen.groupId, one]));
    const before = await store.detailsOf(tenantId, [...known.keys()]);
    const people = await ownersOf(
      read.map(({ seen }) => seen),
      call,
    );
    const details = before.flatMap((group) => {
      const one = known.get(group.groupId);
      return one === undefined
        ? []
        : [{ ...detailsFrom(group, one.seen, people), dueAt: one.readDueAt }];
    });
    if (details.length > 0) await store.recordDetails(tenantId, details);
  }

  async function detailsOf(
    due: readonly DueDetails[],
    call: CallContext,
  ): Promise<readonly DetailedGroup[]> {
    const isSuspect = ({ hasTeam, obstacles }: DueDetails) => mayBeClassTeam(hasTeam, obstacles);
    const suspects = due.filter(isSuspect);
    const others = due.filter((group) => !isSuspect(group));
    const idsOf = (groups: readonly DueDetails[]) => groups.map(({ groupId }) => groupId);
    const seen = [
      ...(await observeGroups(idsOf(suspects), observedParts, call)),
      ...(await observeGroups(idsOf(others), ['owners', 'counts'], call)),
    ].map((one) => (one instanceof DirectoryError || one.state !== 'exists' ? undefined : one));
    const people = await ownersOf(seen, call);
    return [...suspects, ...others].map((group, at) => detailsFrom(group, seen[at], people));
  }

  async function ownersOf(
    seen: readonly (ExistingGroup | undefined)[],
    call: CallContext,
  ): Promise<ReadonlyMap<string, Person>> {
    const ids = new Set(seen.flatMap((one) => one?.ownerIds ?? []));
    if (ids.size === 0) return new Map();
    await yieldToCallers();
    const found = await retry(call, () => directory.resolvePeople([...ids], call));
    return new Map(
      found.flatMap(({ reference, person }) =>
        person === undefined ? [] : [[reference.toLowerCase(), person] as const],
      ),
    );
  }

  function detailsFrom(
    group: DueDetails,
    observed: ExistingGroup | undefined,
    people: ReadonlyMap<string, Person>,
  ): DetailedGroup {
    const { groupId } = group;
    const seenAt = observed?.seenAt ?? new Date(clock.now());
    const dueAt = nextDailyRead(groupId, seenAt.getTime());
    if (observed === undefined) {
      // It cannot be read now, or is gone, which the next list decides.
      const { owners } = group;
      const isClassTeam = group.obstacles.includes('class_team');
      return { groupId, owners, memberCount: null, guestCount: null, seenAt, dueAt, isClassTeam };
    }
    const listed = observed.ownerIds ?? [];
    // Owners who were shown before are not hidden.
    const ids = shownOwners(observed, listed) ?? (group.owners === null ? null : listed);
    const before = new Map(group.owners?.map((owner) => [owner.id, owner.since]));
    return {
      groupId,
      owners:
        ids
          ?.map((id) => {
            const since = before.get(id.toLowerCase()) ?? seenAt.toISOString();
            return ownerOf(id.toLowerCase(), people.get(id.toLowerCase()), observed.hasTeam, since);
          })
          .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)) ?? null,
      memberCount: observed.memberCount ?? null,
      guestCount: observed.guestCount ?? null,
      seenAt,
      dueAt,
      isClassTeam: observed.facts.isClassTeam,
    };
  }

  /**
   * Reads the groups that changed, and answers how many there were; undefined: the directory has to be listed first.
   * @param againInMs when the changes are due again, with the comparisons and the adoptions that follow from them
   */
  async function follow(
    call: CallContext,
    againInMs = changesEveryMs,
  ): Promise<number | undefined> {
    const context = { ...call, isBackground: true };
    let count = 0;
    for (;;) {
      const token = await store.changesToken(tenantId);
      if (token === undefined) return undefined;
      await yieldToCallers();
      const changes = await retry(context, () => directory.readGroupChanges(token, context));
      const dueAt = new Date(clock.now() + againInMs);
      if (changes.state === 'expired') {
        await store.recordToken(tenantId, undefined, dueAt);
        return undefined;
      }
      const ids = [...new Set(changes.changedIds)];
      await recordChanged(ids, context);
      count += ids.length;
      await store.recordToken(tenantId, changes.token, dueAt);
      if (changes.isLast) return count;
    }
  }

  /** The list of changes is a hint: the groups themselves are read. */
  async function recordChanged(groupIds: readonly string[], call: CallContext): Promise<void> {
    for (let start = 0; start < groupIds.length; start += groupsPerWrite) {
      const ids = groupIds.slice(start, start + groupsPerWrite);
      const seenAt = new Date(clock.now());
      const seen = (await observeGroups(ids, [], call)).flatMap((one) =>
        one instanceof DirectoryError ? [] : [one],
      );
      const listed = seen.flatMap((one) =>
        one.state === 'exists' && one.facts.isMicrosoft365Group ? [one] : [],
      );
      await store.recordGroups(tenantId, seenAt, listed);
      // One that is in neither list may not be shown yet.
      const removed = seen.flatMap((one) => (one.state === 'removed' ? [one.groupId] : []));
      await store.forgetGroups(tenantId, removed);
      await store.expectChanges(tenantId, ids, seenAt);
    }
  }

  return {
    readDetails,
    recordRead,
    follow,
    /** The position from which changes are followed after a list that begins now; undefined: they cannot be. */
    async beginList(call: CallContext): Promise<string | undefined> {
      try {
        const begun = await retry(call, () => directory.readGroupChanges(undefined, call));
        return begun.state === 'read' ? begun.token : undefined;
      } catch (error) {
        if (error instanceof DirectoryError && error.permanent) return undefined;
        throw error;
      }
    },
  };
}

function ownerOf(
  id: string,
  person: Person | undefined,
  hasTeam: boolean,
  since: string,
): DirectoryOwner {
  if (person === undefined) {
    return { id, email: '', displayName: '', isAvailable: false, canAnswer: false, since };
  }
  const { email, displayName, enabled, kind, licensed } = person;
  const canAnswer = enabled && kind === 'member' && (licensed !== false || !hasTeam);
  return { id, email, displayName, isAvailable: enabled, canAnswer, since };
}
