// The message to the people of a new group: they answer for it, and until when it lives. A rule of governance, because
// their addresses and languages are known once the group exists.
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import type { GroupFacts } from '../group-facts.postgres.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { assigneeOf } from './contacts.postgres.ts';
import { expiryByPolicy } from '../../settings/organisations/lifecycle-dates.ts';

/** A group that exists for longer got its message, or its template asked for none at the time. */
const newForMs = 2 * 86_400_000;

const readUntold = `
  select wanted.team_id from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  where not exists (
    select from notices n
    where n.tenant_id = wanted.tenant_id and n.team_id = wanted.team_id and n.kind = 'created'
  )`;

export function createCreatedNoticesRule(deps: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
}): GovernanceRule {
  return {
    name: 'created',
    async assess(transaction, groups) {
      const isNew = ({ state, now, existsSince, notices }: GroupFacts) =>
        state === 'active' && notices !== null && now.getTime() - existsSince.getTime() < newForMs;
      const candidates = groups.filter(isNew);
      const rows =
        candidates.length === 0
          ? []
          : await transaction.query<{ teamId: string }>(readUntold, [
              candidates.map(({ tenantId }) => tenantId),
              candidates.map(({ teamId }) => teamId),
            ]);
      const untold = new Set(rows.map(({ teamId }) => teamId));
      return groups.map((group): RuleAnswer => {
        if (!untold.has(group.teamId)) return { effects: [], dueAt: null };
        const notices = noticesOf(group);
        return { effects: [], dueAt: null, write: (inside) => addNotices(inside, notices) };
      });
    },
  };

  function noticesOf(group: GroupFacts) {
    const { tenantId, teamId, templateId, policyVersion, lifecycle, now: at } = group;
    const { timeZone = 'UTC', hour = 8 } = deps.settingsOf(tenantId) ?? {};
    const expiresAt = lifecycle && expiryByPolicy(lifecycle, group, { timeZone, hour });
    const cause = { templateId, policyVersion, rule: 'notices.created' };
    return (group.notices?.created ?? []).flatMap((role) => {
      const person = assigneeOf(group[role]);
      if (person === undefined) return [];
      const data = {
        isDeputy: role === 'deputy',
        ...(expiresAt !== null && { dueAt: expiresAt.toISOString() }),
      };
      return noticesTo([person], { tenantId, teamId, kind: 'created', data, cause, at });
    });
  }
}
