// A changed policy applies to the existing groups of its template. The change leaves a mark, and this has the groups
// assessed, in parts: neither the change nor a creation waits, however many groups the template has.
import { lockGroupRows } from '../engine/accept-group.postgres.ts';
import type { Database, Query, Queryable } from '../postgres/database.ts';
import { isOpen } from '../postgres/lock-tenant.ts';
import { assessAtNextTick } from './governed-groups.postgres.ts';
import { forgetIdle } from './lifecycle/idle-groups.postgres.ts';
import type { GovernanceWork } from './tick.ts';

const groupsPerPart = 500;

interface Mark {
  readonly tenantId: string;
  readonly number: number;
  readonly templateId: string;
  /** Comparisons of the groups are about other settings than those of the template now. */
  readonly settings: boolean;
  readonly afterTeamId: string | null;
}

export function createChangedPolicies(database: Database): GovernanceWork {
  return {
    name: 'changed_policies',
    runDue: () =>
      database.transaction(async (transaction) => {
        const [mark] = await transaction.query<Mark>(claimMark);
        if (mark === undefined) return 0;
        await assessPart(transaction, mark);
        return 1;
      }),
    async nextDueAt(tenantId) {
      const marks = await database.query(
        'select from changed_policies where tenant_id = $1 limit 1',
        [tenantId],
      );
      return marks.length > 0 ? new Date(0) : undefined;
    },
  };
}

async function assessPart(transaction: Queryable, mark: Mark): Promise<void> {
  const { tenantId, number, templateId, settings, afterTeamId } = mark;
  // A later change of the same template has its groups assessed from the first one on.
  const [later] = await transaction.query(
    `select from changed_policies
    where tenant_id = $1 and template_id = $2 and number > $3 and (settings or not $4) limit 1`,
    [tenantId, templateId, number, settings],
  );
  const groups =
    later !== undefined
      ? []
      : await transaction.query<{ teamId: string }>(
          `select team_id from teams
          where tenant_id = $1 and template_id = $2 and ($3::uuid is null or team_id > $3)
          order by team_id limit ${groupsPerPart}`,
          [tenantId, templateId, afterTeamId],
        );
  const teamIds = groups.map(({ teamId }) => teamId);
  if (teamIds.length > 0) {
    await assessAtNextTick(transaction, tenantId, teamIds);
    const asking = await transaction.query(asksAboutIdle, [tenantId, templateId]);
    if (asking.length === 0) await forgetIdle(transaction, tenantId, teamIds);
    if (settings) {
      // Whether a group is compared is noted while its row is locked.
      await transaction.query(lockGroupRows, [tenantId, teamIds]);
      await transaction.query(outdateComparisons, [tenantId, teamIds]);
    }
  }
  if (teamIds.length < groupsPerPart) {
    await transaction.query('delete from changed_policies where tenant_id = $1 and number = $2', [
      tenantId,
      number,
    ]);
  } else {
    await transaction.query(
      'update changed_policies set after_team_id = $3 where tenant_id = $1 and number = $2',
      [tenantId, number, teamIds.at(-1)],
    );
  }
}

/** The groups count as not compared until they are read again, as after an operation. */
const outdateComparisons = `
  update team_observations set record_version = -1, read_due_at = least(read_due_at, now())
  where tenant_id = $1 and team_id = any ($2::uuid[])`;

const asksAboutIdle = `
  select from templates
  where tenant_id = $1 and template_id = $2 and policy #> '{lifecycle,inactivity}' is not null`;

/** One of two processes works on a mark. */
const claimMark: Query = {
  name: 'governance_changed_policies',
  boundary: false,
  text: `
    select tenant_id, number, template_id, settings, after_team_id from changed_policies
    where ${isOpen('tenant_id')}
    order by tenant_id, number limit 1 for update skip locked`,
};
