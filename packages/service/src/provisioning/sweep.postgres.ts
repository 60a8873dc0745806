// The sweep's records in PostgreSQL: an adopted group gets team, ledger and activity in one statement.
import type { Actor } from '../activity/activity.ts';
import type { Database } from '../postgres/database.ts';
import type { CreationStatus } from './creation.ts';
import type { SweepStore } from './sweep.ts';

export function createSweepStore(database: Database, actor: Actor): SweepStore {
  return {
    async recordsOf(tenantId, teamIds) {
      const rows = await database.query<{
        team_id: string;
        status: CreationStatus;
        began_group: boolean;
      }>(
        `select team_id, status, exists (
           select from jsonb_array_elements(steps) as step
           where step ->> 'name' = 'create_group' and (step ->> 'attempts')::integer > 0
         ) as began_group
         from provisionings where tenant_id = $1 and team_id = any ($2::uuid[])`,
        [tenantId, teamIds],
      );
      return new Map(
        rows.map(({ team_id, status, began_group }) => [
          team_id,
          { status, beganGroup: began_group },
        ]),
      );
    },
    async adopt(adoption) {
      const { group, adoptedAt } = adoption;
      const rows = await database.query(adoptGroup, [
        adoption.tenantId,
        adoption.teamId,
        adoption.organisationId,
        adoption.templateId,
        group.displayName,
        group.description,
        group.mailNickname,
        group.mailNickname.toLowerCase(),
        JSON.stringify(adoption.people),
        JSON.stringify(adoption.properties),
        JSON.stringify(adoption.policy),
        adoptedAt,
        actor.id,
        JSON.stringify(adoption.steps),
        JSON.stringify(adoption.facts),
        JSON.stringify(adoption.resolvedPeople),
        group.groupId,
        actor.kind,
      ]);
      return rows.length > 0;
    },
  };
}

const adoptGroup = {
  name: 'sweep_adopt_group',
  text: `
    with team as (
      insert into teams
        (tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname, alias_key,
         people, properties, policy, created_at, created_by, request_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'sweep')
      on conflict do nothing
      returning tenant_id, team_id
    ), ledger as (
      insert into provisionings
        (tenant_id, team_id, status, waiting, due_at, steps, facts, resolved_people, directory_group_id, updated_at)
      select tenant_id, team_id, 'accepted', true, $12, $14::jsonb, $15::jsonb, $16::jsonb, $17, $12 from team
    ), told as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
      select tenant_id, $12, $18, $13, 'sweep', 'group.accepted', 'group', team_id::text,
        jsonb_build_object('displayName', $5::text, 'mailNickName', $7::text, 'organisationId', $3::text,
          'templateId', $4::text, 'adopted', true)
      from team
    )
    select team_id from team`,
};
