// Assesses the groups that are due: asks every rule about each, and writes what they answer in the transaction that
// holds the groups. A group that fails does not affect the others: it is assessed alone, and deferred if it fails again.
import { noLimit } from '../ground/group-limit.ts';
import { policyActor, loggedCause } from '../audit/activity.ts';
import { recordActivity } from '../audit/activity.postgres.ts';
import type { Clock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import type { CreateId } from '../ground/identifiers.ts';
import type { AcceptOperations } from '../groups/change/accept-operation.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import {
  claimDueGroup,
  claimDueGroups,
  claimNewGroups,
  deferGroup,
  type GroupKey,
  nextDueGroupAt,
  setDueTimes,
} from './governed-groups.postgres.ts';
import { type GroupFacts, readGroupFacts } from './group-facts.postgres.ts';
import { actorOf, applyQuestions } from './question-effects.postgres.ts';
import type { Assessment, Effect, GovernedGroup } from './rule.ts';
import type { GovernanceWork } from './tick.ts';

const groupsPerTransaction = 500;
const minuteMs = 60_000;
const deferredMs = 60 * minuteMs;
/** An operation that the group's state does not permit is tried again after a day. */
const refusedMs = 24 * 60 * minuteMs;

/** A rule with what it reads: it is asked about many groups at once. */
export interface GovernanceRule {
  readonly name: string;
  /**
   * Reads in the transaction what else it needs to know about the groups, and assesses each. The rows of the groups in
   * `governed_groups` are locked. Answers in the order of the groups.
   */
  assess(transaction: Queryable, groups: readonly GroupFacts[]): Promise<readonly RuleAnswer[]>;
}

export interface RuleAnswer extends Assessment {
  /** Writes to tables of the rule's own, after the effects. */
  readonly write?: (transaction: Queryable) => Promise<unknown>;
}

type Of<Kind extends Effect['kind']> = {
  readonly group: GroupFacts;
  readonly effect: Extract<Effect, { kind: Kind }>;
};

/**
 * Assesses groups that were created a moment ago, so that nobody reads them without their dates.
 * @param teamId undefined: all of the tenant
 */
export type AssessNew = (tenantId: string, teamId?: string) => Promise<void>;

export function createAssessGroups(deps: {
  readonly database: Database;
  readonly rules: readonly GovernanceRule[];
  /** It takes part in the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
  readonly clock: Clock;
  readonly newId: CreateId;
  /** Operations or activity were added; after the commit. */
  readonly onWritten: (tenantIds: ReadonlySet<string>) => void;
  readonly onRefused: (group: GroupKey, error: DomainError) => void;
  readonly onError: (error: unknown) => void;
}): GovernanceWork & { readonly assessNew: AssessNew } {
  const { database, rules, acceptOperationsIn, clock, newId, onWritten, onRefused, onError } = deps;

  /** Answers how many groups were assessed. */
  async function assess(
    claim: (transaction: Queryable) => Promise<readonly GroupKey[]>,
  ): Promise<number> {
    let claimed: readonly GroupKey[] = [];
    try {
      const tenantIds = await database.transaction(async (transaction) => {
        claimed = await claim(transaction);
        return assessClaimed(transaction, claimed);
      });
      if (tenantIds.size > 0) onWritten(tenantIds);
      return claimed.length;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unavailable') throw error;
      const [first, ...others] = claimed;
      if (first === undefined) throw error;
      if (others.length === 0) {
        onError(error);
        await deferGroup(database, first, deferredMs);
        return 1;
      }
      for (const key of claimed) await assess((transaction) => claimDueGroup(transaction, key));
      return claimed.length;
    }
  }

  /** Answers the tenants for which something was written. */
  async function assessClaimed(
    transaction: Queryable,
    claimed: readonly GroupKey[],
  ): Promise<ReadonlySet<string>> {
    if (claimed.length === 0) return new Set();
    const groups = await readGroupFacts(transaction, claimed);
    const byRule: (readonly RuleAnswer[])[] = [];
    for (const rule of rules) byRule.push(await rule.assess(transaction, groups));
    const effects = groups.flatMap((group, n) =>
      byRule.flatMap((answers) => (answers[n]?.effects ?? []).map((effect) => ({ group, effect }))),
    );
    const refused = await apply(transaction, effects);
    const writes = byRule.flat().flatMap(({ write }) => write ?? []);
    for (const write of writes) await write(transaction);
    await setDueTimes(
      transaction,
      groups.map((group, n) => ({
        tenantId: group.tenantId,
        teamId: group.teamId,
        dueAt: dueAtOf(
          group,
          byRule.flatMap((answers) => answers[n]?.dueAt ?? []),
          refused.has(group.teamId),
        ),
      })),
    );
    return new Set([
      ...effects.map(({ group }) => group.tenantId),
      ...(writes.length > 0 ? groups.map(({ tenantId }) => tenantId) : []),
    ]);
  }

  /** Operations first: they lock the groups, and every change of a task locks its group first. */
  async function apply(
    transaction: Queryable,
    effects: readonly { readonly group: GroupFacts; readonly effect: Effect }[],
  ): Promise<ReadonlySet<string>> {
    const of = <Kind extends Effect['kind']>(kind: Kind) =>
      effects.filter((one): one is Of<Kind> => one.effect.kind === kind);
    const at = clock.now();
    const refused = await acceptOperations(transaction, of('operation'));
    await applyQuestions(transaction, effects, { at, newId });
    await recordActivity(
      transaction,
      of('activity').map(({ group, effect: { action, data, cause } }) => ({
        tenantId: group.tenantId,
        occurredAt: at,
        actor: actorOf(cause),
        action,
        subject: { kind: 'group', id: group.teamId },
        data: { ...data, ...loggedCause(cause) },
      })),
    );
    return refused;
  }

  /** Answers the groups whose state does not permit the operation. */
  async function acceptOperations(
    transaction: Queryable,
    asked: readonly Of<'operation'>[],
  ): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    const accept = acceptOperationsIn(transaction);
    const byTenant = Map.groupBy(asked, ({ group }) => group.tenantId);
    for (const [tenantId, ofTenant] of byTenant) {
      const results = await accept(
        tenantId,
        ofTenant.map(({ group: { teamId }, effect: { operation, change, reason, cause } }) => ({
          teamId,
          kind: operation,
          change,
          reason,
          cause,
          actor: policyActor(cause),
          priority: 2,
          within: noLimit,
        })),
      );
      for (const [n, result] of results.entries()) {
        const group = ofTenant[n]?.group;
        if (!(result instanceof DomainError) || group === undefined) continue;
        refused.add(group.teamId);
        onRefused(group, result);
      }
    }
    return refused;
  }

  return {
    name: 'groups',
    runDue: () => assess((transaction) => claimDueGroups(transaction, groupsPerTransaction)),
    nextDueAt: (tenantId) => nextDueGroupAt(database, tenantId),
    async assessNew(tenantId, teamId) {
      await assess((transaction) =>
        claimNewGroups(transaction, tenantId, teamId, groupsPerTransaction),
      );
    },
  };
}

/** The earliest, and never now: a rule that asks to be asked at once would be asked without end. */
function dueAtOf(
  { now }: GovernedGroup,
  dueTimes: readonly Date[],
  isRefused: boolean,
): Date | null {
  const times = dueTimes.map((dueAt) => Math.max(dueAt.getTime(), now.getTime() + minuteMs));
  if (isRefused) times.push(now.getTime() + refusedMs);
  return times.length === 0 ? null : new Date(Math.min(...times));
}
