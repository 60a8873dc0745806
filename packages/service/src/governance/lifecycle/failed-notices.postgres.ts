// The message to the steward of an organisation, else to the administrators, about a creation that failed, where the template asks
// for it. It is written once, within half a minute.
import type { Clock } from '../../ground/clock.ts';
import type { GovernanceWork } from '../tick.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import type { CreationFailure } from '../../engine/creation.ts';
import { isDeclinedSql } from '../../engine/group-state.ts';
import { administratorsToAskSql } from '../../messages/tasks/administrators-to-ask.postgres.ts';
import { whomToAsk } from '../question.ts';
import { answeringOf, type Contacts, stewardColumn } from './contacts.postgres.ts';

interface FailedRow extends Pick<Contacts, 'steward' | 'administrators'> {
  readonly tenantId: string;
  readonly teamId: string;
  readonly templateId: string;
  readonly policyVersion: number;
  readonly error: CreationFailure;
  readonly now: Date;
  readonly completedAt: Date;
}

const perRun = 200;
/** A failure of before got its message, or its template asked for none at the time. */
const lookBackMs = 2 * 86_400_000;
/** A transaction that began earlier may commit later. */
const overlapMs = 10 * 60_000;

export function createFailedNotices(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): GovernanceWork {
  const { database, clock } = deps;
  let since: number | undefined;

  async function runDue(): Promise<number> {
    const startedAt = clock.now();
    const from = new Date(since ?? startedAt - lookBackMs);
    if ((await database.query(hasFailed, [from])).length === 0) {
      since = startedAt - overlapMs;
      return 0;
    }
    const written = await database.transaction(async (transaction) => {
      const rows = await transaction.query<FailedRow>(readFailed, [from, perRun]);
      const notices = rows.flatMap(({ tenantId, teamId, steward, administrators, ...row }) => {
        const nobody = { responsible: null, deputy: null };
        const people = whomToAsk([], answeringOf({ ...nobody, steward, administrators })) ?? [];
        const { templateId, policyVersion, error, now: at } = row;
        const cause = { templateId, policyVersion, rule: 'notices.failed' };
        const data = { reason: error.detail };
        const kind = 'creation_failed' as const;
        return noticesTo(people, { tenantId, teamId, kind, data, cause, at });
      });
      await addNotices(transaction, notices);
      return { count: notices.length, isFull: rows.length === perRun };
    });
    if (!written.isFull) since = startedAt - overlapMs;
    return written.count;
  }

  return { name: 'failed creations', runDue, nextDueAt: async () => undefined };
}

const hasFailed: Query = {
  name: 'notices_has_failed',
  boundary: false,
  kind: 'hot',
  text: `select from provisionings where status = 'failed' and completed_at > $1 limit 1`,
};

// One of two processes locks the row; the other finds the notice afterwards.
const readFailed = `
  select p.tenant_id, p.team_id, t.template_id, m.version as policy_version, p.error, p.completed_at,
    governance_now(p.tenant_id) as now,
    ${stewardColumn}, ${administratorsToAskSql('t.tenant_id', 't.organisation_id')} as administrators
  from provisionings p
  join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
  join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id
    and m.policy -> 'notices' -> 'failed' ? 'steward'
  join organisations o on o.tenant_id = t.tenant_id and o.organisation_id = t.organisation_id
  left join followed_people f on f.tenant_id = t.tenant_id
  where p.status = 'failed' and p.completed_at > $1 and ${isOpen('p.tenant_id')}
    -- The people of a group that others made decided that it stays as it is.
    and not (p.facts ? 'adoption' and ${isDeclinedSql})
    and not exists (
      select from notices n
      where n.tenant_id = p.tenant_id and n.team_id = p.team_id and n.kind = 'creation_failed'
    )
  order by p.completed_at
  limit $2
  for update of p skip locked`;
