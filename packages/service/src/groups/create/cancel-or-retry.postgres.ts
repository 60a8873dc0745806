import type { Database, Query } from '../../postgres/database.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import {
  acceptGroups,
  changeGroup,
  changeOfGroup,
  releaseAliases,
  releaseExternalIds,
} from '../../engine/accept-group.postgres.ts';
import { withdrawTasks } from '../../messages/tasks/tasks.postgres.ts';
import type { CancelOrRetryStore } from './cancel-or-retry.ts';

export function createCancelOrRetryStore(database: Database): CancelOrRetryStore {
  return {
    async findRequest(tenantId, teamId) {
      const [row] = await database.query<{
        organisationId: string;
        templateId: string;
        createdBy: string;
      }>(
        `select organisation_id as "organisationId", template_id as "templateId", created_by as "createdBy"
        from teams where tenant_id = $1 and team_id = $2`,
        [tenantId, teamId],
      );
      return row;
    },
    async cancel(group, actor) {
      const isCancelled = await database.transaction(async (transaction) => {
        // Everyone who changes a task locks its group first.
        await transaction.query(lockTeam, [group.tenantId, group.teamId]);
        if (!(await changeGroup(transaction, cancelTeam, group, actor))) return false;
        const reason = 'The request was cancelled.';
        await withdrawTasks(transaction, group, { reason, actor, at: group.at.getTime() });
        return true;
      });
      if (isCancelled) return { cancelled: true, status: 'cancelled' };
      const [row] = await database.query<{ status: CreationStatus }>(
        'select status from provisionings where tenant_id = $1 and team_id = $2',
        [group.tenantId, group.teamId],
      );
      return row && { cancelled: false, ...row };
    },
    async accept(group) {
      const accepted = await database.query(acceptRetry, [JSON.stringify([group])]);
      return accepted.length > 0;
    },
  };
}

const lockTeam = 'select from teams where tenant_id = $1 and team_id = $2 for update';

/** Waits for a worker that is just taking it, and then finds it running. */
const cancelTeam: Query = {
  text: changeOfGroup('group.cancelled', {
    change: `
      update provisionings
      set status = 'cancelled', waiting = false, version = version + 1, updated_at = $3, completed_at = $3
      where tenant_id = $1 and team_id = $2 and status = 'accepted'
      returning tenant_id, team_id`,
    after: [releaseAliases('changed'), releaseExternalIds('changed')],
  }),
};

const acceptRetry: Query = {
  text: acceptGroups({ details: ", 'retryOf', retry_of", hasIds: true }),
};
