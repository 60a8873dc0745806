// The plan of a roster: the checks of its acceptance, and the people looked up in the directory. It changes nothing.
import { asDomainError } from '../../directory/find-people.ts';
import type { Directory } from '../../directory/directory.ts';
import type { RosterResult, RosterSummary } from '../../engine/creation.ts';
import { DomainError, type FieldError, noShapeErrors } from '../../ground/errors.ts';
import { requireVersion } from '../../ground/record-store.ts';
import { isWithin } from '../../ground/group-limit.ts';
import type { Clock } from '../../ground/clock.ts';
import { forEachInTurns, type Rest } from '../../ground/turns.ts';
import { absentOrMisshaped } from '../change/accept-operation.ts';
import { checkOperation, type OperationRules } from '../change/check-operation.ts';
import type { RecordWithPending } from '../change/operation.ts';
import { invitingPolicy, requireValidRoster } from './check-roster.ts';
import { type RosterKey, type RosterRequest, type RosterStore, unchangedBy } from './put-roster.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import { resolveRoster } from './resolve-roster.ts';
import type { GroupRosters, RosterEntry, RosterRole } from './roster.ts';

export interface RosterPlan extends RosterSummary {
  readonly isChanged: boolean;
  readonly error: DomainError | undefined;
  readonly faults: readonly FieldError[];
  readonly people: readonly {
    readonly person: string;
    readonly role: RosterRole | null;
    readonly result: RosterResult;
    readonly code: string | null;
    readonly detail: string | null;
  }[];
}

export interface PlannedRoster extends Omit<RosterRequest, 'key' | 'reason'> {
  /** Absent: the stored one. A group that would be created has none yet. */
  readonly record?: RecordWithPending;
  readonly signal: AbortSignal;
}

export type PlanRoster = (planned: PlannedRoster) => Promise<RosterPlan>;

const nobodyPlanned = {
  isChanged: false,
  counts: { added: 0, invited: 0, kept: 0, removed: 0, waiting: 0, refused: 0 },
  held: 0,
  people: [],
};
const maxListed = 1_000;
/** A source that gives its roster up. */
const noRoster: ReceivedRoster = {
  members: [],
  conditional: [],
  faults: { listed: [], count: 0 },
  allowsRemovals: false,
  hash: '',
  shape: noShapeErrors,
  body: undefined,
};

export function createPlanRoster(
  deps: OperationRules & {
    readonly readRecord: (
      tenantId: string,
      teamId: string,
    ) => Promise<RecordWithPending | undefined>;
    readonly readRosters: (key: RosterKey) => Promise<GroupRosters | undefined>;
    readonly readStored: RosterStore['read'];
    readonly directoryOf: (
      tenantId: string,
    ) => Pick<Directory, 'resolvePeople' | 'readPeople' | 'limits'>;
    readonly clock: Clock;
    readonly rest: Rest;
    readonly deadline: () => AbortSignal;
  },
): PlanRoster {
  const { readRecord, readRosters, readStored, directoryOf, clock, rest, deadline } = deps;

  return async (planned) => {
    const { tenantId, teamId, source, allowsRemovals, actor, within } = planned;
    const { received = noRoster, record = await readRecord(tenantId, teamId) } = planned;
    const isEnded = planned.received === undefined;
    if (record === undefined || !isWithin(within, record)) throw absentOrMisshaped(received.shape);
    const isThere = planned.record === undefined;
    const [rosters, stored] = isThere
      ? await Promise.all([readRosters(planned), readStored(planned)])
      : [];
    const now = new Date(rosters?.now ?? clock.now());
    const change = { roster: { source, version: 1 } };
    const asked = { kind: 'roster', change, shape: noShapeErrors, actor, within } as const;
    const checked = checkOperation(record, asked, deps, clock.now());
    await rest();
    const own = (rosters?.entries ?? []).filter((entry) => entry.source === source);
    try {
      if (checked.refusal !== undefined) throw checked.refusal;
      requireVersion(stored?.version, planned.ifVersion, 'roster');
      const { refusesGuests } = checked.change.roster ?? {};
      requireValidRoster(received, own, now, invitingPolicy(record, refusesGuests));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ...nobodyPlanned, error, faults: error.faults };
    }
    const entries = await plannedEntries(received, own, source, rest);
    const given = {
      brought: [],
      lately: [],
      held: 0,
      now: now.toISOString(),
      ...rosters,
      version: 1,
      invitations: 'planned' as const,
      allowsRemovals,
      isEnded,
      entries: [...(rosters?.entries ?? []).filter((entry) => entry.source !== source), ...entries],
    };
    const signal = AbortSignal.any([planned.signal, deadline()]);
    const call = { signal, teamId, isBackground: false, rest, now: clock.now() };
    const roster = checked.change.roster ?? change.roster;
    try {
      const resolved = await resolveRoster(roster, given, record, directoryOf(tenantId), call);
      const { removeOwnerIds, removeMemberIds } = resolved.changed;
      const named = new Map<string | null, string>();
      await forEachInTurns(entries, rest, (entry) => void named.set(entry.personId, entry.person));
      const leaving = [...removeMemberIds, ...removeOwnerIds].slice(0, maxListed);
      const removed = leaving.map((id) => ({
        person: named.get(id) ?? id,
        role: null,
        result: 'removed' as const,
        code: null,
        detail: null,
      }));
      const [kept, moved] = [true, false].map((isKept) =>
        resolved.results
          .filter(({ result }) => (result === 'kept') === isKept)
          .slice(0, maxListed)
          .map(({ person, role, result, code, detail }) => ({
            person,
            role,
            result,
            code,
            detail,
          })),
      );
      return {
        ...resolved.summary,
        isChanged: unchangedBy(planned, stored) === undefined,
        error: undefined,
        faults: [],
        people: [...removed, ...(moved ?? []), ...(kept ?? [])].slice(0, maxListed),
      };
    } catch (error) {
      throw asDomainError(error);
    }
  };
}

/** The entries as the request would leave them. */
async function plannedEntries(
  { members }: ReceivedRoster,
  own: readonly RosterEntry[],
  source: string,
  rest: Rest,
): Promise<readonly RosterEntry[]> {
  const before = new Map<string, RosterEntry>();
  await forEachInTurns(own, rest, (entry) => void before.set(entry.key, entry));
  const named = new Set<string>();
  const planned: RosterEntry[] = [];
  const fresh = {
    source,
    personId: null,
    result: null,
    code: null,
    detail: null,
    waitingSince: null,
    invitedAt: null,
    leftVersion: null,
    isHeld: false,
  };
  await forEachInTurns(members, rest, ({ key, person, role, until, guest }) => {
    named.add(key);
    const member = { key, person, role, until, guest, leftVersion: null, isHeld: false };
    planned.push(Object.assign({}, fresh, before.get(key), member));
  });
  await forEachInTurns(own, rest, (entry) => {
    if (!named.has(entry.key)) planned.push({ ...entry, leftVersion: 1 });
  });
  return planned;
}
