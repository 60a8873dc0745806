import type { Database } from '../../postgres/database.ts';
import {
  isComparedSql,
  type ObservationKind,
  type ObservedState,
} from '../../engine/observed-state.ts';
import type { FindingBrowser, FindingCounts, FoundTeam } from './findings.ts';
import { summaryColumns } from './teams.postgres.ts';

interface Row extends Omit<FoundTeam, 'observed'> {
  readonly observed: ObservedState;
  readonly seenAt: Date;
  readonly detailsSeenAt: Date;
}

/** Few groups are found; they have a separate index. */
const found = `
  from team_observations o
  join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
  join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
  where o.tenant_id = $1 and (o.drift <> '[]' or o.findings <> '{}') and ${isComparedSql}
    and ($2::uuid[] is null or t.organisation_id = any ($2))`;

/** No value of a caller: `kind` is one of `observationKinds`. */
const isOf = (kind: ObservationKind) =>
  kind === 'differs' ? "o.drift <> '[]'" : `'${kind}' = any (o.findings)`;

export function createFindingBrowser(database: Database): FindingBrowser {
  return {
    async count(tenantId, { organisationIds }) {
      const [row] = await database.query<FindingCounts>(
        `select count(*) as "all",
          count(*) filter (where ${isOf('differs')}) as differs,
          count(*) filter (where ${isOf('ownerless')}) as ownerless,
          count(*) filter (where ${isOf('too_few_owners')}) as too_few_owners,
          count(*) filter (where ${isOf('responsible_unavailable')}) as responsible_unavailable,
          count(*) filter (where ${isOf('deputy_unavailable')}) as deputy_unavailable,
          count(*) filter (where ${isOf('responsible_unreachable')}) as responsible_unreachable,
          count(*) filter (where ${isOf('deputy_unreachable')}) as deputy_unreachable
        ${found}`,
        [tenantId, organisationIds],
      );
      if (row === undefined) throw new Error('A count without a group has one row.');
      return row;
    },

    async list(tenantId, { kind, within }, { offset, limit }) {
      const rows = await database.query<Row>(
        `select ${summaryColumns}, t.people ->> 'responsible' as responsible, t.people ->> 'deputy' as deputy,
          o.drift, o.findings, o.observed, o.seen_at, o.details_seen_at
        ${found} ${kind === undefined ? '' : `and ${isOf(kind)}`}
        order by o.team_id desc offset $3 limit $4`,
        [tenantId, within.organisationIds, offset, limit],
      );
      return rows.map(({ seenAt, detailsSeenAt, ...team }) =>
        Object.assign(team, { observed: { ...team.observed, seenAt, detailsSeenAt } }),
      );
    },
  };
}
