// Records of groups in PostgreSQL, with the operations that are accepted and not finished.
import { recordedSettingsOf } from '../../settings/organisations/settings-policy.ts';
import {
  readStoredPolicy,
  type StoredPolicy,
  type TemplatePolicy,
} from '../../settings/organisations/template.ts';
import type { Queryable } from '../../postgres/database.ts';
import { answeringIdSql } from '../../engine/recorded-people.ts';
import { creationStatusSql, groupStateSql } from '../../engine/group-state.ts';
import { isComparedSql } from '../../engine/observed-state.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { GroupRecord, RecordWithPending } from './operation.ts';

export interface GroupKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** A record is read with the entries of its rosters, of which there may be 25,000, only where these decide something. */
export interface RecordKey extends GroupKey {
  readonly withEntries?: boolean;
}

export type RecordRow = Omit<
  RecordWithPending,
  'policy' | 'settings' | 'deletedAt' | 'groupId' | 'resolvedPeople'
> & {
  readonly policy: StoredPolicy;
  /** The parts of the policy that count as the template has them now. */
  readonly templatePolicy: Pick<TemplatePolicy, 'settings' | 'protection' | 'guests'> | null;
  readonly deletedAt: Date | null;
  readonly groupId: string | null;
  readonly resolvedPeople: GroupRecord['resolvedPeople'] | null;
};

/** Until a new group's people are followed, their addresses are those that its creation found. */
const emailOf = (role: 'responsible' | 'deputy') => `coalesce(
    (
      select w.email from watched_people w
      where w.tenant_id = t.tenant_id and w.person_id = lower(${answeringIdSql(role)})
    ),
    p.resolved_people -> 'answering' -> '${role}' ->> 'email'
  )`;

/** {{year}} and {{month}} of an adopted group are those of its creation in the directory. */
const namedAtSql = "coalesce((p.facts #>> '{adoption,createdAt}')::timestamptz, t.created_at)";

/** `deleted_at` is as long ago as by the governance clock, which can be ahead in a sandbox. */
const columnsWith = (people: string, resolvedPeople: string) => `
  t.tenant_id, t.team_id, t.organisation_id, t.template_id, t.display_name, t.description, t.mail_nickname,
  ${people} as people, t.properties, t.policy, t.accepted_settings, t.requested_expiry, t.requested_by, ${namedAtSql} as created_at,
  (
    select jsonb_strip_nulls(jsonb_build_object('settings', m.policy -> 'settings', 'protection', m.policy -> 'protection',
        'guests', m.policy -> 'guests'))
    from templates m
    where m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
  ) as template_policy,
  case when t.deleted_at is not null then
    governance_time(t.tenant_id, t.deleted_at) - (governance_now(t.tenant_id) - now()) end as deleted_at,
  t.version::double precision as version,
  ${groupStateSql} as state, t.archived_at is not null as is_archived,
  p.directory_group_id as group_id, coalesce(p.adopted_marker, t.team_id) as marker,
  coalesce((p.facts ->> 'isUnmarked')::boolean, false) as is_unmarked,
  ${resolvedPeople} as resolved_people,
  jsonb_build_object('responsible', ${emailOf('responsible')}, 'deputy', ${emailOf('deputy')}) as answering_emails`;

/** The columns of a record, over `teams t` and `provisionings p`. */
export const recordColumns = columnsWith('t.people', 'p.resolved_people');
/** Members are not among them, of whom a group may have 25,000. Changes that name no member need no more. */
export const recordColumnsWithoutMembers = columnsWith(
  `t.people || '{"members": []}'`,
  `p.resolved_people || '{"memberIds": []}'`,
);
const pendingOperation = `json_build_object(
    'operationId', o.operation_id, 'kind', o.kind, 'status', o.status, 'change', o.change,
    'mayNeedApproval', o.approval_policy is not null
  )`;
/** The other columns of a record with its pending operations, over `teams t` and `pendingOperations`. */
export const pendingColumns = `coalesce(pending.list, '[]') as pending,
  ${creationStatusSql} = 'awaiting_approval' as awaits_approval,
  (
    select json_build_object(
      'teamId', other.team_id, 'organisationId', other.organisation_id, 'templateId', other.template_id
    )
    from teams other
    where other.tenant_id = t.tenant_id and other.alias_key = lower(t.mail_nickname) and other.team_id <> t.team_id
  ) as alias_holder,
  (
    select coalesce(json_agg(${pendingOperation} order by o.number), '[]') from operations o
    where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.status = 'awaiting_approval'
  ) as awaiting_approval,
  exists (select from rosters r where r.tenant_id = t.tenant_id and r.team_id = t.team_id) as has_rosters,
  (select h.reason from group_holds h where h.tenant_id = t.tenant_id and h.team_id = t.team_id) as hold_reason,
  (
    select o.drift from team_observations o
    where o.tenant_id = t.tenant_id and o.team_id = t.team_id and ${isComparedSql}
  ) as drift`;
/** `json_agg` takes 0.04 s for a change of 20,000 people, and `jsonb_agg` takes 14 s. */
export const pendingOperations = `
  cross join lateral (
    select json_agg(${pendingOperation} order by o.number) as list,
      bool_or(o.kind = 'restore') as restores
    from operations o
    where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.status in ('accepted', 'running')
  ) pending`;

/** A time in ISO 8601, in JSON as JavaScript writes it; null stays null. */
export const timeText = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Whether the removal of an entry `e`, whose source names the person no longer, waits until someone confirms it.
 * @param group a row of the group of the entry
 */
export const isHeldSql = (
  group: 't' | 'e',
) => `(e.left_version is not null and e.source = any (array(
        select h.source from rosters h
        where h.tenant_id = ${group}.tenant_id and h.team_id = ${group}.team_id and h.held > 0
      )))`;

/** Whether the operation that takes the person of an entry `e` out has not run yet, or has failed. */
const isLeavingSql = `(e.left_version is not null and e.source = any (array(
        select l.source from rosters l
        where l.tenant_id = t.tenant_id and l.team_id = t.team_id and l.applied_version < l.version
      )))`;

/**
 * `holdersOf` decides which of them hold a person in the group.
 * @param others more members of an entry, as arguments of `json_build_object`
 */
export const rosterEntriesWhere = (condition: string, others = '') => `(
    select json_agg(json_build_object('source', e.source, 'key', e.person_key, 'person', e.person,
      'personId', e.person_id, 'role', e.role, 'result', e.result, 'leftVersion', e.left_version,
      'isHeld', ${isHeldSql('t')}, 'isLeaving', ${isLeavingSql}${others}))
    from roster_entries e
    where e.tenant_id = t.tenant_id and e.team_id = t.team_id and (e.left_version is null or ${isHeldSql('t')} or ${isLeavingSql})
      and ${condition}
  )`;

/**
 * Reads the records of the groups; those that do not exist are absent.
 * @param options.lock holds the rows until the transaction ends, in the order of their keys
 */
export async function readGroupRecords(
  database: Queryable,
  keys: readonly RecordKey[],
  { lock = false }: { lock?: boolean } = {},
): Promise<ReadonlyMap<string, RecordWithPending>> {
  const wanted = [keys.map(({ tenantId }) => tenantId), keys.map(({ teamId }) => teamId)];
  // A separate statement: the next one sees what was committed while this one waited for the locks.
  if (lock) await database.query(lockTeams, wanted);
  const withEntries = keys.map((key) => key.withEntries === true);
  const rows = await database.query<RecordRow>(
    {
      name: 'operations_read_records',
      text: `
        select ${recordColumns}, ${pendingColumns},
          case when wanted.with_entries then ${rosterEntriesWhere('true')} end as roster_entries
        from (
          select tenant_id, team_id, bool_or(with_entries) as with_entries
          from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as asked (tenant_id, team_id, with_entries)
          group by tenant_id, team_id
        ) wanted
        join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
        join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
        ${pendingOperations}`,
    },
    [...wanted, withEntries],
  );
  return new Map(rows.map((row) => [keyText(row), recordOf(row)]));
}

export async function readGroupRecord(
  database: Queryable,
  key: RecordKey,
): Promise<RecordWithPending | undefined> {
  return (await readGroupRecords(database, [key])).get(keyText(key));
}

/** Reads that arrive together are one statement. */
export function createReadRecord(database: Queryable) {
  const read = createBatcher<RecordKey, RecordWithPending | undefined>({
    tenantOf: ({ tenantId }) => tenantId,
    maxItems: 200,
    maxConcurrent: 2,
    async flush(keys) {
      const records = await readGroupRecords(database, keys);
      return keys.map((key) => records.get(keyText(key)));
    },
  });
  return (tenantId: string, teamId: string, withEntries = false) =>
    read({ tenantId, teamId, withEntries });
}

const lockTeams = {
  name: 'operations_lock_records',
  text: `
    select from teams t
    join (select distinct * from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)) wanted
      using (tenant_id, team_id)
    order by t.tenant_id, t.team_id
    for update of t`,
};

/** Locks groups whose operations end. Their lanes come first, as every record of provisioning locks them. */
export const lockGroups = {
  name: 'operations_lock_groups',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = any ($1::uuid[]) order by tenant_id for no key update
    )
    select t.team_id from teams t
    join (select distinct * from unnest($1::uuid[], $2::uuid[]) as ending (tenant_id, team_id)) ending
      on ending.tenant_id = t.tenant_id and ending.team_id = t.team_id
    where (select count(*) from held) > 0
    order by t.tenant_id, t.team_id
    for update of t`,
};

export function keyText({ tenantId, teamId }: GroupKey): string {
  return `${tenantId}/${teamId}`;
}

export function recordOf<R extends Omit<RecordRow, 'pending'>>(row: R) {
  const { templatePolicy, ...others } = row;
  const { settings: _, protection: __, guests: ___, ...stored } = row.policy;
  const policy = { ...readStoredPolicy(stored), ...templatePolicy };
  return {
    ...others,
    policy,
    settings: recordedSettingsOf(policy, row.acceptedSettings ?? {}),
    deletedAt: row.deletedAt ?? undefined,
    groupId: row.groupId ?? undefined,
    resolvedPeople: row.resolvedPeople ?? undefined,
  };
}
