// Whether the rules of a tenant that restore records are stopped, and their release by an administrator.
import type { Actor } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';

/** The rules restore none of the groups that differ. */
export interface StoppedEnforcement {
  readonly since: Date;
  /** How many groups they would have restored. */
  readonly wanted: number;
}

export function createEnforcementBrake(
  database: Database,
  { clock, onReleased }: { readonly clock: Clock; readonly onReleased: () => void },
) {
  return {
    async read(tenantId: string): Promise<StoppedEnforcement | null> {
      const [row] = await database.query<StoppedEnforcement>(
        'select since, wanted from enforcement_brakes where tenant_id = $1 and released_at is null',
        [tenantId],
      );
      return row ?? null;
    },

    /** The differences that were seen by now are restored. @returns false if nothing is stopped */
    async release(tenantId: string, actor: Actor): Promise<boolean> {
      const isReleased = await database.transaction(async (transaction) => {
        const [released] = await transaction.query<{ wanted: number }>(
          `update enforcement_brakes set released_at = now()
          where tenant_id = $1 and released_at is null returning wanted`,
          [tenantId],
        );
        if (released === undefined) return false;
        const { wanted } = released;
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: clock.now(),
            actor,
            action: 'enforcement.released',
            subject: { kind: 'tenant', id: tenantId },
            data: { wanted },
          },
        ]);
        const differing = await transaction.query<{ teamId: string }>(
          `select team_id from team_observations where tenant_id = $1 and (drift <> '[]' or findings <> '{}')
          union select team_id from provisionings where tenant_id = $1 and gone_since is not null`,
          [tenantId],
        );
        const teamIds = differing.map(({ teamId }) => teamId);
        await assessAtNextTick(transaction, tenantId, teamIds);
        return true;
      });
      if (isReleased) onReleased();
      return isReleased;
    },
  };
}
export type EnforcementBrake = ReturnType<typeof createEnforcementBrake>;
