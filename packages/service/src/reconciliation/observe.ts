// Reads groups in full and compares them with their records: owners, counts and archived cost calls for each group, so
// each group has its turn once a day, and at once when a list shows a change of its names. Changes nothing in the directory.
import type { Clock } from '../ground/clock.ts';
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { type AuthoredProperty, type GroupAuthor, observedParts } from '../directory/group-life.ts';
import { type GroupSettings, isSettingOfTeam, namesIn } from '../directory/group-settings.ts';
import {
  type AccountState,
  type Finding,
  policyMemberOf,
  type PropertyDrift,
} from '../engine/observed-state.ts';
import type { Retry } from '../engine/retry.ts';
import { authorOf, authorsForMs, createReadAuthors } from './authors.ts';
import { createObserveGroups } from './observe-groups.ts';
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
  readonly kind: 'team' | 'group';
  /** The last comparison found it; empty before the first. */
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
  /** Nobody uses it, and no person said that it is still needed. */
  readonly isIdle?: boolean;
}

/** The activity log has it. */
export interface ObservedChange {
  readonly action: 'group.drifted' | 'group.ownerless' | 'group.team_added';
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

export interface MissingGroupStore {
  /**
   * Takes the group off its organisation's list and frees its alias. Changes nothing if it is recorded already.
   * @param by who removed it; absent: unknown
   */
  recordMissing(tenantId: string, teamId: string, at: Date, by?: string): Promise<void>;
  /** Groups that were recorded as missing since then, and nobody knows who removed them. */
  missingWithoutAuthor(
    tenantId: string,
    since: Date,
  ): Promise<readonly { readonly teamId: string; readonly groupId: string }[]>;
  recordRemover(tenantId: string, teamId: string, by: string): Promise<void>;
}

export interface ObservationDeps {
  readonly tenantId: string;
  readonly directory: Pick<
    Directory,
    'limits' | 'observeGroups' | 'readGroupAuthors' | 'readSettings' | 'resolvePeople'
  >;
  readonly store: Pick<ObservationStore, 'observableGroups' | 'recordObservations'> &
    Pick<MissingGroupStore, 'recordMissing'>;
  readonly clock: Clock;
  readonly retry: Retry;
  readonly yieldToCallers: () => Promise<void>;
  /** Called with the groups that were read in full. */
  readonly onRead?: (
    read: readonly { readonly seen: ExistingGroup; readonly readDueAt: Date }[],
    call: CallContext,
  ) => Promise<void>;
}

const groupsPerWrite = 200;

export function createObserve(deps: ObservationDeps) {
  const { tenantId, directory, store, clock, retry, yieldToCallers } = deps;
  const { staleReadsMs } = directory.limits;
  const observeGroups = createObserveGroups(deps);
  const readAuthors = createReadAuthors(deps);

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

  /**
   * Answers the groups that the directory does not show: those stay due.
   * @param readsAll every group, due or not
   */
  async function observeDue(
    call: CallContext,
    readsAll: boolean,
  ): Promise<readonly DetectedDrift[]> {
    const context = { ...call, isBackground: true };
    const unread: DetectedDrift[] = [];
    const accounts = new Map<string, AccountState>();
    const dueBy = readsAll ? undefined : new Date(clock.now());
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
    const ids = groups.map(({ groupId }) => groupId);
    let authors: readonly GroupAuthor[] | undefined;
    for (const [index, seen] of (await observeGroups(ids, observedParts, call)).entries()) {
      const group = groups[index];
      if (group === undefined) continue;
      if (seen instanceof DirectoryError) {
        const reason = `It could not be compared: ${seen.message}`;
        unread.push(unresolved(group.teamId, group.mailNickname, reason));
      } else if (seen.state === 'exists') existing.push({ group, seen });
      else if (seen.state === 'removed') {
        authors ??= await readAuthors(call);
        const by = authorOf(authors, group.groupId, 'deletion');
        await store.recordMissing(tenantId, group.teamId, seen.seenAt, by);
      }
      // One of which the directory knows nothing is the matter of the detection.
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
      ...[group.responsibleId, group.deputyId].filter((id) => id !== null),
      ...(seen.ownerIds ?? []),
    ]);
    await readAccounts(people, accounts, call);
    const settings = await readSettings(existing, call);
    const accountOf = (id: string): AccountState => accounts.get(id.toLowerCase()) ?? 'gone';
    const all = existing.map(({ group, seen }) => {
      const compared = compareGroup(group, seen, accountOf, settings.get(group.groupId));
      return { group, seen, compared, drift: datedDrift(group, compared, seen.seenAt) };
    });
    const isUnexplained = all.some(({ drift }) =>
      drift.some((one) => mayHaveAuthor(one, clock.now())),
    );
    const authors = isUnexplained ? await readAuthors(call) : [];
    const observations = all.map(({ group, seen, compared, drift: dated }): Observation => {
      const drift =
        authors.length === 0 ? dated : dated.map((one) => authored(one, group, authors));
      const isContested = drift.some(({ contested }) => contested === true);
      const findings = [
        ...compared.findings,
        ...(isContested ? (['contested'] as const) : []),
        ...(group.isIdle === true ? (['idle'] as const) : []),
      ];
      const comparison = { ...compared, drift, findings };
      const readDueAt = nextDailyRead(group.teamId, seen.seenAt.getTime());
      const changes = changesOf(group, comparison);
      return { group, comparison, seenAt: seen.seenAt, readDueAt, changes };
    });
    if (observations.length === 0) return;
    await store.recordObservations(tenantId, observations);
    await deps.onRead?.(
      all.flatMap(({ seen }, n) => {
        const readDueAt = observations[n]?.readDueAt;
        return readDueAt === undefined ? [] : [{ seen, readDueAt }];
      }),
      call,
    );
  }

  /** Reads the settings of groups whose template decides some: they cost further calls. */
  async function readSettings(
    existing: readonly { readonly group: ObservableGroup; readonly seen: ExistingGroup }[],
    call: CallContext,
  ): Promise<ReadonlyMap<string, GroupSettings>> {
    const reads = existing.flatMap(({ group: { groupId, settings }, seen: { hasTeam } }) => {
      const names = namesIn(settings ?? {}).filter((name) => hasTeam || !isSettingOfTeam(name));
      return names.length === 0 ? [] : [{ groupId, names }];
    });
    const read = new Map<string, GroupSettings>();
    const { groupsPerObservation } = directory.limits;
    for (let start = 0; start < reads.length; start += groupsPerObservation) {
      const part = reads.slice(start, start + groupsPerObservation);
      await yieldToCallers();
      const shown = await retry(call, () => directory.readSettings(part, call));
      for (const [index, { groupId }] of part.entries()) read.set(groupId, shown[index] ?? {});
    }
    return read;
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

/** A property that differed before keeps the time since when, and whether it is contested. */
function datedDrift(
  { drift: before }: Pick<ObservableGroup, 'drift'>,
  { drift }: Comparison,
  seenAt: Date,
): readonly PropertyDrift[] {
  return drift.map((difference) => {
    const known = before.find(({ property }) => property === difference.property);
    return {
      ...difference,
      policyMember: policyMemberOf(difference.property),
      ...(known?.by !== undefined && known.observed === difference.observed && { by: known.by }),
      since: known?.since ?? seenAt.toISOString(),
      ...(known?.contested === true && { contested: true }),
    };
  });
}

/** The suite may show an author some minutes after the change. Its log has no archiving of a team. */
function mayHaveAuthor({ by, since, policyMember }: PropertyDrift, now: number): boolean {
  const isYoung = since !== undefined && now - Date.parse(since) < authorsForMs;
  return by === undefined && isYoung && policyMember !== 'archived';
}

function authored(
  difference: PropertyDrift,
  { groupId }: Pick<ObservableGroup, 'groupId'>,
  authors: readonly GroupAuthor[],
): PropertyDrift {
  const by =
    difference.by ?? authorOf(authors, groupId, difference.policyMember as AuthoredProperty);
  return by === undefined ? difference : { ...difference, by };
}

/**
 * Drift is an event whenever it changes, and a group without an owner when it becomes one. The absence of the people who
 * answer for a group is an event of governance/responsibility/, which follows them. A team that people gave to a group is
 * an event and no drift: no call takes it off, so the record follows.
 */
export function changesOf(before: ObservableGroup, after: Comparison): ObservedChange[] {
  const { drift, observed } = after;
  const isOwnerless = ({ findings }: Pick<Comparison, 'findings'>) =>
    findings.includes('ownerless');
  const isSame = JSON.stringify(drift.map(text)) === JSON.stringify(before.drift.map(text));
  return [
    ...(before.kind === 'group' && observed.kind === 'team'
      ? [{ action: 'group.team_added' as const, data: {} }]
      : []),
    ...(isSame
      ? []
      : [{ action: 'group.drifted' as const, data: { drift: drift.map(publicDrift) } }]),
    ...(isOwnerless(after) && !isOwnerless(before)
      ? [{ action: 'group.ownerless' as const, data: {} }]
      : []),
  ];
}

/** The difference as events have it. */
function publicDrift({ property, expected, observed, since, by }: PropertyDrift) {
  return { property, expected, observed, since, ...(by !== undefined && { by }) };
}

/** The text ignores the order of members, which the database does not keep. */
function text({ property, expected, observed }: PropertyDrift) {
  return [property, expected, observed];
}

// When a group is read in full again.
const dayMs = 24 * 60 * 60_000;

/** Once a day, at the own time of each id, so that the reads of a tenant are spread over its reconciliations. */
export function nextDailyRead(id: string, seenAt: number): Date {
  const share = (Number.parseInt(id.slice(-8), 16) || 0) / 2 ** 32;
  const days = Math.floor(seenAt / dayMs - share) + 1;
  return new Date((days + share) * dayMs);
}
