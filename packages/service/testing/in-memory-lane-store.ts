// One lane's store in memory, for provisioning on a virtual clock: hundreds of thousands of creations pass in minutes.
// It passes the suite of the store in PostgreSQL (`lane-store.suite.ts`).
import { newAdoptionLedger, newLedger } from '../src/engine/steps.ts';
import type { AdoptedGroup, Creation, RequestedPeople } from '../src/engine/creation.ts';
import type { LedgerRecord } from '../src/engine/execute.ts';
import type { Incident } from '../src/engine/failed-attempt.ts';
import type { Lease, LaneStore } from '../src/engine/lane.ts';
import { isFinal } from '../src/engine/creation.ts';
import {
  defaultTemplatePolicy,
  type TemplatePolicy,
} from '../src/settings/organisations/template.ts';
import type { Clock } from '../src/ground/clock.ts';

export interface NewCreation {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly displayName?: string;
  readonly description?: string | null;
  readonly people: RequestedPeople;
  readonly policy?: Partial<TemplatePolicy>;
  /** The group of others that it adopts. */
  readonly adoption?: AdoptedGroup;
  /** When it is accepted, in milliseconds from now; 0 by default. */
  readonly inMs?: number;
  /** How far the clock of the process that accepts it is ahead; 0 by default. */
  readonly aheadMs?: number;
}

export interface MemoryLane {
  readonly store: LaneStore<Creation>;
  readonly creations: ReadonlyMap<string, Creation>;
  readonly incidents: Incident[];
  add(creation: NewCreation): void;
  /** Number of creations that are not final yet. */
  open(): number;
  /** Takes the lane as a new holder, under a new epoch: creations that the last holder had claimed are due again. */
  takeOver(): Lease;
}

interface Waiting {
  readonly teamId: string;
  /** Before this moment of the clock, the creation is not in the store. */
  readonly acceptedAt: number;
  readonly dueAt: number;
}

export function createMemoryLane(deps: {
  tenantId: string;
  clock: Clock;
  /** Called before a record is kept; it may refuse by answering false, as when the lane was lost. */
  onWrite?: (record: LedgerRecord<Creation>) => boolean;
  /** Called once it is kept; false when the writer dies before it gets the answer. */
  afterWrite?: () => boolean;
}): MemoryLane {
  const { tenantId, clock, onWrite, afterWrite } = deps;
  const creations = new Map<string, Creation>();
  const waiting = new Map<string, Waiting>();
  /** This holder has claimed them and not written them back. */
  const claimed = new Map<string, Waiting>();
  const incidents: Incident[] = [];
  let epoch = 0;
  let openCount = 0;

  const hasBegun = ({ teamId }: Waiting): boolean => creations.get(teamId)?.status === 'running';

  /** Creations that have begun come first, when they are due. Accepted ones follow, which are due by the clock that accepted them. */
  function claimable(): Waiting[] {
    const now = clock.now();
    const begun: Waiting[] = [];
    const accepted: Waiting[] = [];
    for (const one of waiting.values()) {
      if (!hasBegun(one)) {
        if (one.acceptedAt <= now) accepted.push(one);
      } else if (one.dueAt <= now) begun.push(one);
    }
    return [...begun.sort(byDueTime), ...accepted.sort(byDueTime)];
  }

  return {
    creations,
    incidents,
    open: () => openCount,
    add(added) {
      const { teamId, mailNickname, displayName, description = null, people, policy } = added;
      const { inMs = 0, aheadMs = 0, adoption } = added;
      const wholePolicy = { ...defaultTemplatePolicy, ...policy };
      const acceptedAt = clock.now() + inMs;
      creations.set(teamId, {
        tenantId,
        teamId,
        organisationId: '00000000-0000-4000-8000-000000000001',
        displayName: displayName ?? `Group ${mailNickname}`,
        description,
        mailNickname,
        people,
        policy: wholePolicy,
        createdAt: new Date(acceptedAt + aheadMs),
        requestId: teamId,
        status: 'accepted',
        steps:
          adoption === undefined
            ? newLedger(wholePolicy)
            : newAdoptionLedger(adoption, wholePolicy),
        facts: adoption === undefined ? {} : { groupId: adoption.groupId, adoption },
        resolvedPeople: null,
        warnings: [],
      });
      waiting.set(teamId, { teamId, acceptedAt, dueAt: acceptedAt + aheadMs });
      openCount += 1;
    },
    takeOver() {
      epoch += 1;
      for (const [teamId, left] of claimed) {
        waiting.set(teamId, { ...left, dueAt: Math.min(left.dueAt, clock.now()) });
      }
      claimed.clear();
      return { tenantId, epoch };
    },
    store: {
      async claimDue(lease, atMost) {
        if (lease.epoch !== epoch) return [];
        const taken = claimable().slice(0, atMost).sort(byDueTime);
        return taken.flatMap((one) => {
          const creation = creations.get(one.teamId);
          if (creation === undefined) return [];
          waiting.delete(one.teamId);
          claimed.set(one.teamId, one);
          return [{ ...creation, status: 'running' as const }];
        });
      },
      async nextDueInMs() {
        let next: number | undefined;
        for (const { dueAt } of waiting.values()) {
          if (next === undefined || dueAt < next) next = dueAt;
        }
        return next === undefined ? undefined : next - clock.now();
      },
      async write(lease, record) {
        const { entry: creation, dueInMs, incident } = record;
        const { teamId } = creation;
        const kept = creations.get(teamId);
        if (lease.epoch !== epoch) return 'lost';
        if (kept === undefined || isFinal(kept.status)) return 'ended';
        if (onWrite?.(record) === false) return 'lost';
        const resolvedPeople = kept.resolvedPeople ?? creation.resolvedPeople;
        creations.set(teamId, { ...creation, resolvedPeople });
        if (incident !== undefined) incidents.push(incident);
        const before = claimed.get(teamId) ?? waiting.get(teamId);
        claimed.delete(teamId);
        waiting.delete(teamId);
        if (isFinal(creation.status)) {
          openCount -= 1;
        } else if (before !== undefined) {
          const dueAt = dueInMs === undefined ? before.dueAt : clock.now() + dueInMs;
          (dueInMs === undefined ? claimed : waiting).set(teamId, { ...before, dueAt });
        }
        return (afterWrite?.() ?? true) ? 'written' : 'lost';
      },
    },
  };
}

function byDueTime(one: Waiting, other: Waiting): number {
  if (one.dueAt !== other.dueAt) return one.dueAt - other.dueAt;
  return one.teamId < other.teamId ? -1 : 1;
}
