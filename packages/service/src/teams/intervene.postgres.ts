import { recordActivity } from '../activity/activity.postgres.ts';
import type { Database } from '../postgres/database.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { InterventionStore } from './intervene.ts';
import { toStoredPolicy } from '../organisations/template.ts';

export function createInterventionStore(database: Database): InterventionStore {
  return {
    cancel: (tenantId, teamId, at, actor) =>
      database.transaction(async (transaction) => {
        // Waits for a worker that is just taking it, and then finds it running.
        const [row] = await transaction.query<{ status: CreationStatus }>(
          'select status from provisionings where tenant_id = $1 and team_id = $2 for update',
          [tenantId, teamId],
        );
        if (row === undefined) return undefined;
        if (row.status !== 'accepted') return { cancelled: false, status: row.status };
        await transaction.query(
          `update provisionings
           set status = 'cancelled', waiting = false, version = version + 1, updated_at = $3, completed_at = $3
           where tenant_id = $1 and team_id = $2`,
          [tenantId, teamId, at],
        );
        const [team] = await transaction.query<{ displayName: string; mailNickname: string }>(
          `update teams set alias_key = null where tenant_id = $1 and team_id = $2
           returning display_name, mail_nickname`,
          [tenantId, teamId],
        );
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: at.getTime(),
            actor,
            action: 'group.cancelled',
            subject: { kind: 'group', id: teamId },
            data: { displayName: team?.displayName, mailNickName: team?.mailNickname },
          },
        ]);
        return { cancelled: true, status: 'cancelled' };
      }),

    accept: (repetition) =>
      database.transaction(async (transaction) => {
        const { tenantId, teamId, organisation, template, createdAt, actor } = repetition;
        const rows = await transaction.query(
          `insert into teams
             (tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname,
              alias_key, people, properties, policy, created_at, created_by, request_id, retry_of)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
           on conflict (tenant_id, alias_key) do nothing
           returning team_id`,
          [
            tenantId,
            teamId,
            organisation.organisationId,
            template.templateId,
            repetition.displayName,
            repetition.description,
            repetition.mailNickname,
            repetition.aliasKey,
            JSON.stringify(repetition.people),
            JSON.stringify(repetition.properties),
            JSON.stringify(toStoredPolicy(template.policy)),
            createdAt,
            `${actor.kind}:${actor.id}`,
            actor.requestId ?? '',
            repetition.retryOf,
          ],
        );
        if (rows.length === 0) return false;
        await transaction.query(
          `insert into provisionings (tenant_id, team_id, status, waiting, due_at, steps, updated_at)
           values ($1, $2, 'accepted', true, $3, '[]', $3)`,
          [tenantId, teamId, createdAt],
        );
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: createdAt.getTime(),
            actor,
            action: 'group.accepted',
            subject: { kind: 'group', id: teamId },
            data: {
              displayName: repetition.displayName,
              mailNickName: repetition.mailNickname,
              organisationId: organisation.organisationId,
              templateId: template.templateId,
              retryOf: repetition.retryOf,
            },
          },
        ]);
        return true;
      }),
  };
}
