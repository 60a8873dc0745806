// The rules of a tenant that are stopped, restores of records and adoptions, and their release by an administrator.
import type { Actor } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import { changedByReports } from '../lifecycle/idle-groups.postgres.ts';
import { createReadUsage } from '../lifecycle/usage-reports.postgres.ts';
import type { GovernanceWork } from '../tick.ts';

/** The rule acts on no group. */
export interface StoppedRule {
  readonly since: Date;
  /** It is the number of groups on which the rule would have acted. */
  readonly wanted: number;
}

/** The entry of a release, and the groups that it is about. */
const released = {
  restore: {
    action: 'enforcement.released',
    groups: `select team_id from team_observations where tenant_id = $1 and (drift <> '[]' or findings <> '{}')
      union select team_id from provisionings where tenant_id = $1 and gone_since is not null`,
  },
  idle: { action: 'idle.released', groups: changedByReports },
} as const;
type ReleasedRule = keyof typeof released;

/** The template adopts no more groups. */
export interface StoppedAdoptions {
  readonly templateId: string;
  readonly template: string;
  readonly since: Date;
  /** How many adoptions had failed. */
  readonly failed: number;
  /** How many wait for the release. */
  readonly waiting: number;
}

export function createEnforcementBrake(
  database: Database,
  { clock, onReleased }: { readonly clock: Clock; readonly onReleased: () => void },
) {
  return {
    async read(tenantId: string, rule: ReleasedRule): Promise<StoppedRule | null> {
      const [row] = await database.query<StoppedRule>(
        'select since, wanted from enforcement_brakes where tenant_id = $1 and rule = $2 and released_at is null',
        [tenantId, rule],
      );
      return row ?? null;
    },

    /** The reports by which groups become idle. */
    readUsage: createReadUsage(database),

    readAdoptions: (tenantId: string): Promise<readonly StoppedAdoptions[]> =>
      database.query<StoppedAdoptions>(readStoppedAdoptions, [tenantId]),

    /** Adoptions that wait continue, and new ones are accepted. @returns false if they are not stopped */
    async releaseAdoptions(tenantId: string, templateId: string, actor: Actor): Promise<boolean> {
      const isReleased = await database.transaction(async (transaction) => {
        const released = await transaction.query(releaseAdoptions, [tenantId, templateId]);
        if (released.length === 0) return false;
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: clock.now(),
            actor,
            action: 'adoption.released',
            subject: { kind: 'template', id: templateId },
            data: {},
          },
        ]);
        return true;
      });
      if (isReleased) onReleased();
      return isReleased;
    },

    /** The rule acts on what was seen by now. @returns false if it is not stopped */
    async release(tenantId: string, rule: ReleasedRule, actor: Actor): Promise<boolean> {
      const isReleased = await database.transaction(async (transaction) => {
        const [stopped] = await transaction.query<{ wanted: number }>(
          `update enforcement_brakes set released_at = now()
          where tenant_id = $1 and rule = $2 and released_at is null returning wanted`,
          [tenantId, rule],
        );
        if (stopped === undefined) return false;
        const { wanted } = stopped;
        const { action, groups } = released[rule];
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: clock.now(),
            actor,
            action,
            subject: { kind: 'tenant', id: tenantId },
            data: { wanted },
          },
        ]);
        const concerned = await transaction.query<{ teamId: string }>(groups, [tenantId]);
        const teamIds = concerned.map(({ teamId }) => teamId);
        await assessAtNextTick(transaction, tenantId, teamIds);
        return true;
      });
      if (isReleased) onReleased();
      return isReleased;
    },
  };
}
export type EnforcementBrake = ReturnType<typeof createEnforcementBrake>;

/** Returns adoptions to their lanes whose template was released: also those that were about to wait at that moment. */
export function createReleasedAdoptions(
  database: Database,
  wakeLane: (tenantId: string) => void,
): GovernanceWork {
  return {
    name: 'released_adoptions',
    async runDue() {
      const resumed = await database.query<{ tenantId: string }>(resumeAdoptions);
      for (const tenantId of new Set(resumed.map((row) => row.tenantId))) wakeLane(tenantId);
      return resumed.length;
    },
    nextDueAt: async () => undefined,
  };
}

/** It waits for the release of its template. One that awaits an approval waits for that. */
const isHeld = (adoption: string) => `${adoption}.status = 'accepted' and not ${adoption}.waiting
  and ${adoption}.facts ? 'adoption' and coalesce(${adoption}.approval ->> 'state', 'approved') = 'approved'`;

const readStoppedAdoptions = `
  select m.template_id, m.name as template, b.since, b.wanted as failed, (
    select count(*)::integer
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = b.tenant_id and t.template_id = b.subject_id and ${isHeld('p')}
  ) as waiting
  from enforcement_brakes b join templates m on m.tenant_id = b.tenant_id and m.template_id = b.subject_id
  where b.tenant_id = $1 and b.rule = 'adoption' and b.released_at is null
  order by b.since, m.template_id`;

const releaseAdoptions = `
  update enforcement_brakes set released_at = now()
  where tenant_id = $1 and rule = 'adoption' and subject_id = $2 and released_at is null
  returning tenant_id`;

// A worker that read the stop before its release records some moments later that the adoption waits.
const resumeAdoptions = {
  name: 'adoptions_resume',
  kind: 'background',
  text: `
    update provisionings p set waiting = true, due_at = now(), version = p.version + 1, updated_at = now()
    from enforcement_brakes b
    join teams t on t.tenant_id = b.tenant_id and t.template_id = b.subject_id
    where b.rule = 'adoption' and b.released_at > now() - interval '1 hour'
      and p.tenant_id = t.tenant_id and p.team_id = t.team_id and ${isHeld('p')}
    returning p.tenant_id`,
} as const;
