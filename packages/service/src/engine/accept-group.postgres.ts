// The rows of a group, and the owner of their two invariants:
// - An alias is reserved by the statement that accepts its group, and released by the statement that ends it.
// - A group enters its organisation's list in the statement of its last record, and leaves it in the statement that
//   records its removal.
import type { Actor } from '../audit/activity.ts';
import { counterMark, counterPlaceholder } from '../settings/naming/naming.ts';
import type { Query, Queryable } from '../postgres/database.ts';
import type { Creation, NewGroup } from './creation.ts';

type ColumnType =
  | 'uuid'
  | 'text'
  | 'jsonb'
  | 'boolean'
  | 'bigint'
  | 'integer'
  | 'double precision'
  | 'timestamptz';

/** The columns of a statement's input, by the members of the records in its JSON. */
export type Columns<Input> = Readonly<Record<keyof Input & string, ColumnType>>;

/** Reads an array of records in JSON as rows, with a column in snake case for each member. */
export function readRecords<Input>(columns: Columns<Input>, parameter = '$1'): string {
  const entries = Object.entries<ColumnType>(columns);
  const read = entries.map(([member, type]) => `"${member}" ${type}`);
  const named = entries.map(([member]) => `"${member}" as ${columnOf(member)}`);
  return `select ${named.join(', ')} from jsonb_to_recordset(${parameter}::jsonb) as record (${read.join(', ')})`;
}

function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair, and a directory's words may hold either. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '\uFFFD') : member,
  );
}

type GroupColumns = Columns<Omit<NewGroup, 'counter'>>;

const teamColumns: Omit<GroupColumns, 'actorKind' | 'actorId' | 'address' | 'externalIds'> = {
  tenantId: 'uuid',
  teamId: 'uuid',
  organisationId: 'uuid',
  templateId: 'uuid',
  templateVersion: 'integer',
  displayName: 'text',
  foldedName: 'text',
  foldedDetails: 'text',
  description: 'text',
  mailNickname: 'text',
  aliasKey: 'text',
  people: 'jsonb',
  properties: 'jsonb',
  requestedExpiry: 'timestamptz',
  requestedBy: 'text',
  reason: 'text',
  policy: 'jsonb',
  createdAt: 'timestamptz',
  createdBy: 'text',
  requestId: 'text',
  retryOf: 'uuid',
};
const groupColumns: GroupColumns = {
  ...teamColumns,
  actorKind: 'text',
  actorId: 'text',
  address: 'text',
  externalIds: 'jsonb',
};
const teamRow = Object.keys(teamColumns).map(columnOf).join(', ');

/** The part of its creation that an adopted group has already completed. */
const begunColumns: Columns<
  Pick<Creation, 'facts' | 'resolvedPeople'> & { readonly progress: string }
> = {
  progress: 'text',
  facts: 'jsonb',
  resolvedPeople: 'jsonb',
};

const activityRow =
  'tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data';

/**
 * A statement that accepts the groups of its input `$1`, each with its ledger and activity.
 * @param options.columns of the input, beyond those of a group
 * @param options.read name of the part with the records as they are sent; other than `input`, `before` makes `input` of it
 * @param options.before parts between `read` and the insert, and after `accepted`, the groups that were accepted
 * @param options.admitted which rows of `input` are meant
 * @param options.conflict a conflict that leaves a group out
 * @param options.hasIds whether groups of the input have external ids, or repeat creations that may have them
 * @param options.ledger columns of the ledger, and further members of the activity, as SQL
 */
export function acceptGroups(options: {
  readonly columns?: Readonly<Record<string, ColumnType>>;
  readonly read?: string;
  readonly before?: readonly string[];
  readonly admitted?: string;
  readonly conflict?: string;
  readonly ledger?: Readonly<Record<string, string>>;
  readonly details?: string;
  readonly after?: readonly string[];
  readonly answer?: string;
  readonly hasIds?: boolean;
}): string {
  const { columns = {}, before = [], admitted = 'true', after = [], details = '' } = options;
  const { ledger = {}, answer = 'select team_id from accepted' } = options;
  const { conflict = '(tenant_id, alias_key)', read = 'input', hasIds = false } = options;
  const parts = [
    `${read} as materialized (${readRecords({ ...groupColumns, ...columns })})`,
    ...before,
    // The order keeps two batches that want the same aliases from waiting for each other.
    `team as (
      insert into teams (${teamRow})
      select ${teamRow} from input
      where ${admitted}
      order by tenant_id, alias_key
      on conflict ${conflict} do nothing
      returning team_id
    )`,
    'accepted as materialized (select input.* from input join team using (team_id))',
    `ledger as (
      insert into provisionings
        (tenant_id, team_id, status, waiting, due_at, updated_at${further(Object.keys(ledger))})
      select tenant_id, team_id, 'accepted', true, created_at, created_at${further(Object.values(ledger))}
      from accepted
    )`,
    ...(hasIds ? [identified] : []),
    ...after,
    `activity_entry as (
      insert into activity (${activityRow})
      select tenant_id, created_at, actor_kind, actor_id, address, request_id, 'group.accepted', 'group', team_id::text,
        jsonb_build_object('displayName', display_name, 'mailNickName', mail_nickname,
          'organisationId', organisation_id, 'templateId', template_id${details})
          || jsonb_strip_nulls(jsonb_build_object('requestedBy', requested_by, 'reason', reason))
      from accepted
    )`,
  ];
  return `with ${parts.join(', ')} ${answer}`;
}

/** The external ids of a row of the input, as rows. */
export const sentIds = (row: string) =>
  `(select source, "externalId" as external_id from jsonb_to_recordset(${row}.external_ids) as x (source text, "externalId" text))`;

// A retry takes over the ids of the creation that it repeats, unless another group has them since.
const identified = `identified as (
      insert into external_ids (tenant_id, team_id, source, external_id)
      select a.tenant_id, a.team_id, e.source, e.external_id
      from accepted a cross join lateral ${sentIds('a')} e
      where a.retry_of is null
      union all
      select a.tenant_id, a.team_id, e.source, e.external_id
      from accepted a
      cross join lateral (
        select source, external_id from ${sentIds('a')} sent
        union all
        select source, external_id from external_ids
        where tenant_id = a.tenant_id and team_id = a.retry_of and a.external_ids is null
      ) e
      where a.retry_of is not null and not exists (
        select from external_ids held
        where held.tenant_id = a.tenant_id and held.source = e.source and held.external_id = e.external_id
          and held.is_held
      )
    )`;

const further = (columns: readonly string[]) => columns.map((column) => `, ${column}`).join('');

/**
 * Parts of a statement that make `input` of the records in `sent`, with a number in the names of those that want one. The
 * rows of the sequences stay locked until the commit, so no number is given out twice. They are locked before any
 * alias and in one order, so that batches do not wait for each other in a circle.
 * @param columns of `sent`, beyond those of a group
 * @param wanted which rows of `sent` get a number, as SQL
 */
export function assignNumbers(columns: Readonly<Record<string, ColumnType>>, wanted: string) {
  const withNumber: Readonly<Record<string, string>> = {
    display_name: withDigits('display_name'),
    folded_name: withDigits('folded_name'),
    folded_details: `folded_details || coalesce(E'\\n' || digits, '') as folded_details`,
    mail_nickname: withDigits('mail_nickname'),
    alias_key: withDigits('alias_key'),
    properties: `properties || case when digits is null then '{}'
      else jsonb_build_object('${counterPlaceholder}', digits) end as properties`,
  };
  const row = Object.keys({ ...groupColumns, ...columns })
    .map(columnOf)
    .map((column) => withNumber[column] ?? column);
  return [
    `wanted as materialized (
      select tenant_id, team_id, (counter ->> 'scopeId')::uuid as scope_id, (counter ->> 'year')::integer as year,
        (counter ->> 'start')::bigint as start, (counter ->> 'width')::integer as width,
        row_number() over in_order as place, count(*) over in_all as numbers
      from sent where counter is not null and ${wanted}
      window in_all as (partition by tenant_id, counter ->> 'scopeId', counter ->> 'year'),
        in_order as (in_all order by created_at, team_id)
    )`,
    `taken as (
      insert into name_counters (tenant_id, scope_id, year, last_number)
      select tenant_id, scope_id, year, max(start) - 1 + count(*) from wanted
      group by tenant_id, scope_id, year
      order by tenant_id, scope_id, year
      on conflict (tenant_id, scope_id, year) do update
        set last_number = greatest(excluded.last_number, name_counters.last_number + (
          select count(*) from wanted
          where wanted.tenant_id = excluded.tenant_id and wanted.scope_id = excluded.scope_id
            and wanted.year = excluded.year
        ))
      returning tenant_id, scope_id, year, last_number
    )`,
    `numbered as (
      select team_id, lpad(number, greatest(width, length(number)), '0') as digits
      from wanted join taken using (tenant_id, scope_id, year)
      cross join lateral (select (last_number - numbers + place)::text as number) one
    )`,
    `input as materialized (
      select ${row.join(', ')} from sent left join numbered using (team_id)
    )`,
  ];
}

const mark = `chr(${counterMark.charCodeAt(0)})`;

function withDigits(column: string): string {
  return `case when digits is null then ${column} else replace(${column}, ${mark}, digits) end as ${column}`;
}

/** The number that a sequence gives out next: of the tenant `$1`, the scope `$2` and the year `$3`, from `$4` on. */
export const nextNumber: Query = {
  name: 'name_counters_next',
  text: `select greatest($4::bigint, (
    select last_number + 1 from name_counters where tenant_id = $1 and scope_id = $2 and year = $3
  )) as number`,
};

/** Accepts groups that exist in the directory. Skips groups that already have a record. */
export const adoptGroups: Query = {
  name: 'reconcile_adopt_group',
  text: acceptGroups({
    columns: begunColumns,
    conflict: '',
    ledger: {
      progress: 'progress',
      facts: 'facts',
      resolved_people: 'resolved_people',
      directory_group_id: "facts ->> 'groupId'",
    },
    details: `, 'adopted', true`,
  }),
};

/** @param ended rows with tenant_id and team_id, as SQL */
export const releaseAliases = (ended: string) => `
  released as (
    update teams t set alias_key = null
    from ${ended} ended where t.tenant_id = ended.tenant_id and t.team_id = ended.team_id
  )`;

/**
 * Another group may get the external ids of a creation that ended without a group.
 * @param ended rows with tenant_id and team_id, as SQL
 */
export const releaseExternalIds = (ended: string) => `
  released_ids as (
    update external_ids e set is_held = false
    from ${ended} unmade where e.tenant_id = unmade.tenant_id and e.team_id = unmade.team_id
  )`;

/**
 * Records that deleted or missing groups exist again.
 * @param returned rows with tenant_id and team_id, as SQL; an alias that another group holds stays with it
 */
export const returnGroups = (returned: string) => `
  reserved as (
    update teams t
    set deleted_at = null,
      alias_key = case when not exists (
        select from teams other
        where other.tenant_id = t.tenant_id and other.alias_key = lower(t.mail_nickname)
          and other.team_id <> t.team_id
      ) then lower(t.mail_nickname) end
    from ${returned} returned
    where t.tenant_id = returned.tenant_id and t.team_id = returned.team_id
  )`;

/**
 * Has groups assessed by their policies at the next tick, because they are gone or exist again. By the queue, for the reason
 * given at `changed_responsibilities` in 0001_schema.sql; the trigger `note_changed_state` does the same for operations.
 * @param changed rows with tenant_id and team_id, as SQL
 */
export const noteChangedStates = (changed: string) => `
  noted as (
    insert into changed_responsibilities (tenant_id, team_id)
    select changed_state.tenant_id, changed_state.team_id from ${changed} changed_state
  )`;

/** Locks groups of the tenant $1, whose ids are $2, for what is known of them beside their records. */
export const lockGroupRows = `
  select from teams where tenant_id = $1 and team_id = any ($2::uuid[]) order by team_id for no key update`;

/** The lane's row is locked first, so that the numbers of a tenant's lists have no gap. */
export const lockLane = `
  lane as materialized (
    select tenant_id from lanes where tenant_id = $1 for no key update
  )`;

/**
 * Changes the lists of organisations.
 * @param lists.added rows with tenant_id, organisation_id, team_id and their order n, as SQL
 * @param lists.removed rows with tenant_id and team_id, as SQL
 */
export function changeLists({ added, removed }: { added?: string; removed?: string }): string {
  const counts = [
    ...(added === undefined
      ? []
      : [`select tenant_id, 1 as added, 0 as removed from ${added} one`]),
    ...(removed === undefined ? [] : ['select tenant_id, 0 as added, 1 as removed from unlisted']),
  ];
  const unlisted = `unlisted as (
    delete from organisation_groups g
    using ${removed} removed, teams t
    where t.tenant_id = removed.tenant_id and t.team_id = removed.team_id
      and g.tenant_id = t.tenant_id and g.organisation_id = t.organisation_id and g.team_id = t.team_id
    returning g.tenant_id
  )`;
  const counted = `counted as (
    update lanes l set groups_listed = l.groups_listed + s.added, groups_unlisted = l.groups_unlisted + s.removed
    from (
      select tenant_id, sum(added) as added, sum(removed) as removed
      from (${counts.join(' union all ')}) each_group
      group by tenant_id
    ) s
    where l.tenant_id = s.tenant_id
    returning l.tenant_id, l.groups_listed - s.added as listed_before
  )`;
  const listed = `listed as (
    insert into organisation_groups (tenant_id, organisation_id, number, team_id)
    select one.tenant_id, one.organisation_id,
      counted.listed_before + row_number() over (partition by one.tenant_id order by one.n), one.team_id
    from ${added} one join counted using (tenant_id)
  )`;
  return [
    ...(removed === undefined ? [] : [unlisted]),
    counted,
    ...(added === undefined ? [] : [listed]),
  ].join(', ');
}

/**
 * A statement that changes one group and adds its activity: of the tenant `$1` the group `$2`, at the time `$3`, by
 * the actor of `$4` to `$7`. It answers the group if it has changed.
 * @param change updates the ledger and returns its tenant_id and team_id, as SQL
 * @param parts depend on `changed`
 */
export function changeOfGroup(
  action:
    | 'group.cancelled'
    | 'group.gone'
    | 'group.returned'
    | 'group.removed'
    | 'group.adoption_ended',
  {
    before = [],
    change,
    after = [],
    details = "'{}'",
  }: { before?: string[]; change: string; after?: string[]; details?: string },
): string {
  const activityEntry = `activity_entry as (
    insert into activity (${activityRow})
    select c.tenant_id, $3, $4, $5, $6, $7, '${action}', 'group', c.team_id::text,
      jsonb_build_object('displayName', t.display_name, 'mailNickName', t.mail_nickname) || ${details}
    from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  )`;
  const parts = [...before, `changed as (${change})`, ...after, activityEntry];
  return `with ${parts.join(', ')} select team_id from changed`;
}

/** Runs a statement of `changeOfGroup`. @param more values from $8 on @returns false if the group was not in the state for it. */
export async function changeGroup(
  database: Queryable,
  statement: Query,
  { tenantId, teamId, at }: { tenantId: string; teamId: string; at: Date },
  { kind, id, address, requestId }: Actor,
  more: readonly unknown[] = [],
): Promise<boolean> {
  const values = [tenantId, teamId, at, kind, id, address ?? null, requestId ?? null, ...more];
  return (await database.query(statement, values)).length > 0;
}
