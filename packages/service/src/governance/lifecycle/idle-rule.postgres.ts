// Idle groups as a rule of governance: reads the facts of many groups at once, stops when too many would become idle, and
// keeps what it has done.
import type { Clock } from '../../ground/clock.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import { type GroupFacts, openTaskOf } from '../group-facts.postgres.ts';
import { withdrawFromGroup } from '../ask-group.postgres.ts';
import { earliestOf } from '../question.ts';
import { isStopped, type RuleLoad } from '../stop-rule.postgres.ts';
import {
  assessIdle,
  type GroupUse,
  type IdleChange,
  type IdleFacts,
  judged,
  type ReportedUse,
} from './assess-idle.ts';
import { answeringOf } from './contacts.postgres.ts';
import {
  beginExpiry,
  forgetIdle,
  keepQuiet,
  readIdleLoad,
  readUse,
  storeIdle,
} from './idle-groups.postgres.ts';

interface IdleRow extends ReportedUse, Pick<GroupUse, 'isExpiring' | 'hasExpired'> {
  readonly teamId: string;
}

const fewGroups = 20;
const maxShare = 0.05;

export function createIdleRule(deps: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  readonly clock: Clock;
}): GovernanceRule {
  const { settingsOf, clock } = deps;

  async function isBraked(transaction: Queryable, tenantId: string): Promise<boolean> {
    const [row] = await transaction.query<Omit<RuleLoad, 'atMost'> & { readonly governed: number }>(
      readIdleLoad,
      [tenantId],
    );
    if (row === undefined) return false;
    const { governed, ...load } = row;
    const atMost = Math.max(fewGroups, Math.ceil(governed * maxShare));
    return isStopped(transaction, tenantId, 'idle', { ...load, atMost }, clock.now());
  }

  return {
    name: 'idle',
    async assess(transaction, groups) {
      const asking = groups.filter(({ lifecycle }) => asks(lifecycle));
      const rows = new Map((await readFacts(transaction, asking)).map((row) => [row.teamId, row]));
      const byTeam = new Map(
        asking.flatMap((group) => {
          const row = rows.get(group.teamId);
          if (row === undefined || !asks(group.lifecycle)) return [];
          return [[group.teamId, { ...row, ...judged(group, row, group.lifecycle.inactivity) }]];
        }),
      );
      const tenantIds = new Set(
        groups.flatMap(({ tenantId, teamId, isOnHold }) =>
          byTeam.get(teamId)?.isCandidate === true && !isOnHold ? [tenantId] : [],
        ),
      );
      const stopped = new Set<string>();
      for (const tenantId of [...tenantIds].toSorted()) {
        if (await isBraked(transaction, tenantId)) stopped.add(tenantId);
      }
      return groups.map((group): RuleAnswer => {
        const use = byTeam.get(group.teamId);
        const policy = group.lifecycle;
        if (use === undefined || !asks(policy)) return withoutPolicy(group);
        const facts = { ...factsOf(group, policy), use, isStopped: stopped.has(group.tenantId) };
        const { effects, dates, change } = assessIdle(group, facts);
        return {
          effects,
          dueAt: earliestOf(dates),
          ...(change && { write: (inside) => write(inside, group, change) }),
        };
      });
    },
  };

  function factsOf(
    group: GroupFacts,
    policy: IdleFacts['policy'],
  ): Omit<IdleFacts, 'use' | 'isStopped'> {
    const { timeZone = 'UTC', hour = 8 } = settingsOf(group.tenantId) ?? {};
    return {
      policy,
      policyVersion: group.policyVersion,
      days: { timeZone, hour },
      isOnHold: group.isOnHold,
      openTask: openTaskOf(group, 'still_needed'),
      isRenewing: openTaskOf(group, 'renew') !== undefined,
      ...answeringOf(group),
    };
  }
}

async function readFacts(
  transaction: Queryable,
  groups: readonly GroupFacts[],
): Promise<readonly IdleRow[]> {
  if (groups.length === 0) return [];
  return transaction.query<IdleRow>(readUse, [
    groups.map(({ tenantId }) => tenantId),
    groups.map(({ teamId }) => teamId),
  ]);
}

function asks(policy: LifecyclePolicy | null): policy is IdleFacts['policy'] {
  return policy?.inactivity !== undefined;
}

/** Its memory goes with the policy (changed-policies.postgres.ts). */
function withoutPolicy(group: GroupFacts): RuleAnswer {
  const reason = 'The template of the group asks no longer about idle groups.';
  return { effects: withdrawFromGroup(group, 'still_needed', reason), dueAt: null };
}

async function write(
  transaction: Queryable,
  group: GroupFacts,
  change: IdleChange,
): Promise<unknown> {
  const { now } = group;
  switch (change.kind) {
    case 'idle':
      return storeIdle(transaction, group, { idleSince: now, unusedSince: change.unusedSince });
    case 'active_again':
      return forgetIdle(transaction, group.tenantId, [group.teamId]);
    case 'quiet':
      return keepQuiet(transaction, group, change);
    case 'expire':
      await beginExpiry(transaction, group, { now, expiresAt: change.expiresAt });
      return keepQuiet(transaction, group, { quietUntil: change.quietUntil });
    default:
      return change satisfies never;
  }
}
