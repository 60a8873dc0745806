// Writes records of creations. The last record of a creation changes its organisation's list, its alias and the activity
// log in the same statement.
import type { Clock } from '../ground/clock.ts';
import type { Database, Query } from '../postgres/database.ts';
import { ofFoundRow } from '../postgres/found-row.ts';
import type { Creation, CreationStatus, ResolvedPeople } from './creation.ts';
import {
  changeLists,
  type Columns,
  releaseAliases,
  releaseExternalIds,
} from './accept-group.postgres.ts';
import { encodeSteps } from './stored-steps.ts';
import {
  appliedSettings,
  createLedgerWriter,
  currentRecords,
  hasAppliedSettings,
  incidents,
  type LedgerWriter,
  setLedger,
  type WrittenRow,
  writtenRows,
} from './write-ledger.postgres.ts';

/** The changes of a commit, for subscribers: status streams and organisations' lists of groups. */
export interface LedgerChange {
  readonly tenantId: string;
  readonly teamId: string;
  readonly status: CreationStatus;
}

/** It is less than half of those that a lane works on: while one statement writes, the process prepares the records of the next. */
const creationsPerWrite = 200;

export function createCreationWriter(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly LedgerChange[]) => void;
  /** Absent: failures stop no adoptions. */
  afterFailedAdoptions?: (
    failed: readonly Pick<Creation, 'tenantId' | 'teamId'>[],
  ) => Promise<void>;
}): LedgerWriter<Creation, ResolvedPeople> {
  const { database, clock, dueBy, onChange, afterFailedAdoptions } = deps;
  return createLedgerWriter({
    maxRecords: creationsPerWrite,
    peopleOf: ({ resolvedPeople }: Creation) => resolvedPeople,
    ownColumns: ({ organisationId, requestId, steps }, resolvedPeople): OwnColumns => ({
      organisationId,
      requestId,
      resolvedPeople,
      progress: encodeSteps(steps),
    }),
    countPeople: ({ resolvedPeople: people }) =>
      people === null ? 0 : people.ownerIds.length + people.memberIds.length,
    async run(values, records) {
      const rows = await database.query<WrittenRow>(writeCreations, values);
      const failed = records.filter(
        ({ status, facts }) => status === 'failed' && facts.adoption !== undefined,
      );
      if (failed.length > 0) await afterFailedAdoptions?.(failed);
      return rows;
    },
    onWritten: (records) =>
      onChange(records.map(({ tenantId, teamId, status }) => ({ tenantId, teamId, status }))),
    clock,
    dueBy,
  });
}

/** The members of a record that only creations have. */
interface OwnColumns extends Pick<Creation, 'organisationId' | 'requestId' | 'resolvedPeople'> {
  readonly progress: string;
}

const ownColumns: Columns<OwnColumns> = {
  organisationId: 'uuid',
  requestId: 'text',
  resolvedPeople: 'jsonb',
  progress: 'text',
};

const writeCreations: Query = {
  name: 'provisionings_write_records',
  kind: 'hot',
  text: `
    with ${currentRecords(ownColumns)}, written as (
      update provisionings p
      set ${setLedger('p')},
        progress = c.progress,
        resolved_people = coalesce(p.resolved_people, c.resolved_people - 'recorded'),
        approval = c.facts -> 'approval',
        directory_group_id = c.facts ->> 'groupId',
        adopted_marker = (c.facts ->> 'adoptedMarker')::uuid
      from current c
      where p.tenant_id = c.tenant_id and p.team_id = c.team_id
        -- Not yet begun, or begun; neither cancelled nor waiting for an approval.
        and ${ofFoundRow("p.status = 'running' or p.status = 'accepted' and p.waiting")}
      returning c.n, c.tenant_id, c.team_id, c.organisation_id, c.status, c.request_id, p.error, c.incident, c.facts,
        c.resolved_people -> 'recorded' as recorded,
        c.facts ? 'adoption' as is_adoption, c.facts -> 'adoption' -> 'cause' as cause
    ), named as (
      -- The directory found the people, an adopted group changed or archived, and another visibility by the label. A failed
      -- creation keeps what was requested.
      update teams t
      set people = coalesce(c.recorded, t.people),
        archived_at = case when c.facts ? 'isArchived' then $2 else t.archived_at end,
        display_name = coalesce(c.found ->> 'displayName', t.display_name),
        folded_name = case when c.found ? 'displayName' then c.found ->> 'foldedName' else t.folded_name end,
        description = case when c.found ? 'description' then c.found ->> 'description' else t.description end,
        folded_details = case when c.found ? 'description' then c.found ->> 'foldedDetails' else t.folded_details end,
        policy = t.policy || coalesce(c.found -> 'policy', '{}')
          || jsonb_strip_nulls(jsonb_build_object('visibility', c.facts #> '{label,visibility}'))
      from (
        select tenant_id, team_id, recorded, known.facts, known.facts -> 'found' as found
        from written
        cross join lateral (select case when status = 'succeeded' then facts else '{}' end) known (facts)
        where status <> 'failed'
          and (recorded is not null or known.facts ?| array['isArchived', 'found'] or known.facts #> '{label,visibility}' is not null)
      ) c
      where t.tenant_id = c.tenant_id and t.team_id = c.team_id
    ), ${releaseAliases("(select * from written where status = 'failed')")},
    ${releaseExternalIds("(select * from written where status = 'failed')")},
    ${changeLists({ added: "(select * from written where status = 'succeeded')" })},
    ${incidents}, activity_entry as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
      select w.tenant_id, $2, 'service', 'provisioning', w.request_id, case when w.is_adoption and w.status = 'succeeded' then 'group.adopted' else 'group.' || w.status end, 'group',
        w.team_id::text,
        case when w.status = 'failed' then jsonb_build_object('error', w.error) else '{}' end
          || case when w.cause is null then '{}' else jsonb_build_object('cause', w.cause) end
      from written w
      where w.status in ('succeeded', 'failed')
      union all
      select w.tenant_id, $2, 'service', 'provisioning', w.request_id, 'group.settings_applied', 'group', w.team_id::text,
        ${appliedSettings('w.facts')}
      from written w
      where w.status = 'succeeded' and ${hasAppliedSettings('w.facts')}
    )
    ${writtenRows}`,
};
