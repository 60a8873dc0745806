import {
  changeGroup,
  changeLists,
  changeOfGroup,
  lockLane,
  noteChangedStates,
} from '../../engine/accept-group.postgres.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { OtherGroup } from '../../ground/group-limit.ts';
import type { AdoptionRules } from './check-adoption.ts';
import type { createEndAdoption } from './end-adoption.ts';

/** Reads which record governs a group of the directory. One in progress holds the alias; the others have a search document. */
export function createReadGoverning(database: Queryable): AdoptionRules['governing'] {
  return async (tenantId, { groupId, alias }) => {
    const [row] = await database.query<OtherGroup>(readGoverning, [tenantId, groupId, alias]);
    return row;
  };
}

const readGoverning = {
  name: 'adoption_read_governing',
  text: `
    select p.team_id, t.organisation_id, t.template_id from (
      select team_id from team_search where tenant_id = $1 and group_id = $2
      union all
      select team_id from teams where tenant_id = $1 and alias_key = $3
    ) known
    join provisionings p on p.tenant_id = $1 and p.team_id = known.team_id
    join teams t on t.tenant_id = $1 and t.team_id = known.team_id
    where p.directory_group_id = $2 and p.status not in ('failed', 'cancelled') and t.ended_at is null
    limit 1`,
};

export function createEndStore(
  database: Queryable,
): Parameters<typeof createEndAdoption>[0]['end'] {
  return (group, actor) => changeGroup(database, endAdoption, group, actor);
}

const endAdoption: Query = {
  name: 'adoption_end',
  text: changeOfGroup('group.adoption_ended', {
    before: [lockLane],
    change: `
      update provisionings p set gone_since = $3, updated_at = $3
      from lane, teams t
      where p.tenant_id = lane.tenant_id and p.team_id = $2 and p.status = 'succeeded' and p.gone_since is null
        and p.facts ? 'adoption'
        and t.tenant_id = p.tenant_id and t.team_id = p.team_id and t.deleted_at is null
        and not exists (
          select from operations o
          where o.tenant_id = p.tenant_id and o.team_id = p.team_id and o.status in ('accepted', 'running')
        )
      returning p.tenant_id, p.team_id`,
    after: [
      `ended as (
        update teams t set ended_at = $3, alias_key = null, version = t.version + 1
        from changed where t.tenant_id = changed.tenant_id and t.team_id = changed.team_id
      )`,
      // Nobody governs the group from now on.
      `listed as (
        update directory_groups d set team_id = null from changed
        where d.tenant_id = changed.tenant_id and d.team_id = changed.team_id
      )`,
      // An operation on the group awaits its approval in vain.
      `asked_again as (
        update tasks k set follow_up_at = $3 from changed
        where k.tenant_id = changed.tenant_id and k.team_id = changed.team_id and k.state = 'open'
          and k.kind in ('approve_change', 'approve_delete')
      )`,
      changeLists({ removed: 'changed' }),
      noteChangedStates('changed'),
    ],
  }),
};
