// The decision about a group that nobody uses: it is needed, and nobody is asked for a while, or it expires as by its lifecycle.
import { noLimit } from '../../ground/group-limit.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import { dayAfter } from '../../settings/organisations/lifecycle-dates.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import { expiryOf } from './assess-idle.ts';
import type { RenewalDeps } from './change-lifecycle.postgres.ts';
import { beginExpiry, keepQuiet } from './idle-groups.postgres.ts';
import { lockGroup } from './lock-group.postgres.ts';

export function createStillNeededHandler(deps: RenewalDeps): TaskHandler {
  return {
    kind: 'still_needed',
    options: () => [
      { decision: 'needed', reason: 'optional' },
      { decision: 'not_needed', reason: 'optional' },
    ],
    async apply(transaction, { tenantId, teamId }, { decision }) {
      const key = { tenantId, teamId };
      const { policy } = await lockGroup(transaction, { ...key, within: noLimit });
      const { timeZone = 'UTC', hour = 8 } = deps.settingsOf(tenantId) ?? {};
      const days = { timeZone, hour };
      const now = deps.now(tenantId);
      const quietFor = policy?.inactivity?.quietFor ?? 'P180D';
      if (decision === 'needed' || policy === null) {
        const quietUntil = dayAfter(now, quietFor, days);
        await keepQuiet(transaction, key, { quietUntil, isFinding: false });
      } else {
        const expiresAt = expiryOf(policy, now, days);
        await beginExpiry(transaction, key, { now, expiresAt });
        await keepQuiet(transaction, key, { quietUntil: dayAfter(expiresAt, quietFor, days) });
      }
      await assessAtNextTick(transaction, tenantId, [teamId]);
      return undefined;
    },
  };
}
