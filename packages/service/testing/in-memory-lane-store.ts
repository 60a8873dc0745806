// A ledger in memory for one lane, with the promises of the one in PostgreSQL: for runs of provisioning on
// a virtual clock, where hundreds of thousands of creations are to pass in minutes.
import { newLedger } from '../src/provisioning/steps.ts';
import type { Creation, RequestedPeople } from '../src/provisioning/creation.ts';
import type { LedgerRecord } from '../src/provisioning/execute.ts';
import type { Incident } from '../src/provisioning/failed-attempt.ts';
import type { Lease, LaneStore } from '../src/provisioning/lane.ts';
import { isFinal } from '../src/provisioning/creation.ts';
import { defaultTemplatePolicy, type TemplatePolicy } from '../src/organisations/template.ts';
import type { Clock } from '../src/foundation/clock.ts';

export interface NewCreation {
  readonly teamId: string;
  readonly mailNickname: string;
  readonly displayName?: string;
  readonly description?: string | null;
  readonly people: RequestedPeople;
  readonly policy?: Partial<TemplatePolicy>;
  /** When it is accepted, in milliseconds from now; 0 by default. */
  readonly inMs?: number;
}

export interface MemoryLane {
  readonly store: LaneStore<Creation>;
  readonly creations: ReadonlyMap<string, Creation>;
  readonly incidents: Incident[];
  add(creation: NewCreation): void;
  /** Number of creations that are not final yet. */
  open(): number;
  /** Takes the lane as a new holder: everything unfinished is due again, under a new epoch. */
  takeOver(): Lease;
}

export function createMemoryLane(deps: {
  tenantId: string;
  clock: Clock;
  /** Called before a record is kept; it may refuse by answering false, as when the lane was lost. */
  onWrite?: (record: LedgerRecord<Creation>) => boolean;
  /** Called once it is kept; false when the writer does not live to hear of it. */
  afterWrite?: () => boolean;
}): MemoryLane {
  const { tenantId, clock, onWrite, afterWrite } = deps;
  const creations = new Map<string, Creation>();
  const due = new Map<string, number>();
  const incidents: Incident[] = [];
  let epoch = 0;
  let openCount = 0;

  return {
    creations,
    incidents,
    open: () => openCount,
    add({ teamId, mailNickname, displayName, description = null, people, policy, inMs = 0 }) {
      const wholePolicy = { ...defaultTemplatePolicy, ...policy };
      creations.set(teamId, {
        tenantId,
        teamId,
        organisationId: '00000000-0000-4000-8000-000000000001',
        displayName: displayName ?? `Group ${mailNickname}`,
        description,
        mailNickname,
        people,
        policy: wholePolicy,
        createdAt: new Date(clock.now() + inMs),
        requestId: teamId,
        status: 'accepted',
        steps: newLedger(wholePolicy),
        facts: {},
        resolvedPeople: undefined,
        warnings: [],
      });
      due.set(teamId, clock.now() + inMs);
      openCount += 1;
    },
    takeOver() {
      epoch += 1;
      for (const [teamId, creation] of creations) {
        if (!isFinal(creation.status) && !due.has(teamId)) due.set(teamId, clock.now());
      }
      return { tenantId, epoch };
    },
    store: {
      async claimDue(hold, atMost) {
        if (hold.epoch !== epoch) return [];
        const now = clock.now();
        const claimed: Creation[] = [];
        // As in the database: what has begun goes before what has not.
        const isFresh = (teamId: string) => (creations.get(teamId)?.status === 'accepted' ? 1 : 0);
        const inOrder = [...due]
          .filter(([, at]) => at <= now)
          .sort(([a, dueA], [b, dueB]) => isFresh(a) - isFresh(b) || dueA - dueB);
        for (const [teamId] of inOrder.slice(0, atMost)) {
          const creation = creations.get(teamId);
          if (creation === undefined) continue;
          due.delete(teamId);
          const running: Creation = { ...creation, status: 'running' };
          creations.set(teamId, running);
          claimed.push(running);
        }
        return claimed;
      },
      async nextDueInMs() {
        let next: number | undefined;
        for (const at of due.values()) if (next === undefined || at < next) next = at;
        return next === undefined ? undefined : next - clock.now();
      },
      async write(hold, record) {
        if (hold.epoch !== epoch || onWrite?.(record) === false) return false;
        const { entry: creation, dueInMs, incident } = record;
        creations.set(creation.teamId, creation);
        if (incident !== undefined) incidents.push(incident);
        if (dueInMs !== undefined) due.set(creation.teamId, clock.now() + dueInMs);
        if (isFinal(creation.status)) openCount -= 1;
        return afterWrite?.() ?? true;
      },
    },
  };
}
