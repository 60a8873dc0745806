// The decision about a renewal, as the people of a group take it: by a link, with the API or as administrators.
import { noLimit } from '../../ground/group-limit.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import { letEndWithin, type RenewalDeps, renewWithin } from './change-lifecycle.postgres.ts';

export function createRenewHandler(deps: RenewalDeps): TaskHandler {
  return {
    kind: 'renew',
    options: () => [
      { decision: 'renew', reason: 'optional' },
      { decision: 'let_expire', reason: 'optional' },
    ],
    async apply(transaction, { tenantId, teamId }, { decision, reason, actor, via }) {
      if (decision === 'let_expire') {
        await letEndWithin(transaction, { tenantId, teamId });
        return undefined;
      }
      await renewWithin(transaction, deps, {
        tenantId,
        teamId,
        actor,
        within: noLimit,
        reason,
        isUnlimited: via === 'admin',
      });
      return undefined;
    },
  };
}
