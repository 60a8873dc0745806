// The message to the people of a new group: they answer for it, and until when it lives. A rule of governance, because
// their addresses and languages are known once the group exists.
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import type { GovernedGroup } from '../rule.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { NoticesPolicy } from '../../settings/organisations/notices-policy.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { assigneeOf, type Contact, deputyColumn, responsibleColumn } from './contacts.postgres.ts';
import { expiryByPolicy } from '../../settings/organisations/lifecycle-dates.ts';

interface Row {
  readonly teamId: string;
  readonly notices: NoticesPolicy;
  readonly lifecycle: LifecyclePolicy | null;
  readonly policyVersion: number;
  readonly responsible: Contact | null;
  readonly deputy: Contact | null;
}

/** A group that exists for longer got its message, or its template asked for none at the time. */
const newForMs = 2 * 86_400_000;

const readNew = `
  select t.team_id, m.policy -> 'notices' as notices, m.policy -> 'lifecycle' as lifecycle,
    m.version as policy_version,
    ${responsibleColumn}, ${deputyColumn}
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
  join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.policy -> 'notices' is not null
  left join team_search s on s.tenant_id = t.tenant_id and s.team_id = t.team_id
  where not exists (
    select from notices n where n.tenant_id = t.tenant_id and n.team_id = t.team_id and n.kind = 'created'
  )`;

export function createCreatedNoticesRule(deps: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
}): GovernanceRule {
  return {
    name: 'created',
    async assess(transaction, groups) {
      const isNew = (group: GovernedGroup) =>
        group.state === 'active' && group.now.getTime() - group.existsSince.getTime() < newForMs;
      const candidates = groups.filter(isNew);
      const rows =
        candidates.length === 0
          ? []
          : await transaction.query<Row>(readNew, [
              candidates.map(({ tenantId }) => tenantId),
              candidates.map(({ teamId }) => teamId),
            ]);
      const byTeam = new Map(rows.map((row) => [row.teamId, row]));
      return groups.map((group): RuleAnswer => {
        const row = byTeam.get(group.teamId);
        if (row === undefined) return { effects: [], dueAt: null };
        const notices = noticesOf(group, row);
        return { effects: [], dueAt: null, write: (inside) => addNotices(inside, notices) };
      });
    },
  };

  function noticesOf(group: GovernedGroup, row: Row) {
    const { tenantId, teamId, templateId, now: at } = group;
    const { timeZone = 'UTC', hour = 8 } = deps.settingsOf(tenantId) ?? {};
    const expiresAt = row.lifecycle && expiryByPolicy(row.lifecycle, group, { timeZone, hour });
    const cause = { templateId, policyVersion: row.policyVersion, rule: 'notices.created' };
    return row.notices.created.flatMap((role) => {
      const person = assigneeOf(row[role]);
      if (person === undefined) return [];
      const data = {
        isDeputy: role === 'deputy',
        ...(expiresAt !== null && { dueAt: expiresAt.toISOString() }),
      };
      return noticesTo([person], { tenantId, teamId, kind: 'created', data, cause, at });
    });
  }
}
