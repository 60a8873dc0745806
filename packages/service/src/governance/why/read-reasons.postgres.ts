// The entries of the audit log that explain a fact about a group, with their proofs.
import type { ChainEntry } from '../../audit/chain.ts';
import { chainEntryColumns, proveEntries } from '../../audit/chain-reader.postgres.ts';
import type { Database } from '../../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../../postgres/within-bytes.ts';
import {
  beginnings,
  type Fact,
  inOrder,
  isSameAct,
  neighbours,
  type Reason,
  reasonsFor,
  ruleOf,
} from './explain.ts';

/** No more entries between two changes of a fact are looked at, the newest ones, or as many as a batch may weigh. */
const mostEarlier = 1_000;

export interface Explained {
  readonly organisationId: string;
  readonly templateId: string;
  /** The names of the properties of the group, and the sources of its external ids. */
  readonly properties: readonly string[];
  readonly sources: readonly string[];
  /** The log has a change of the fact, and not the beginning of the group alone. */
  readonly wasChanged: boolean;
  /** They are in the order in which they followed; empty where the log has none of them. */
  readonly reasons: readonly Reason[];
  /** Entries of this time or before may be in the archive of the audit log; null: none is. */
  readonly archivedUntil: Date | null;
}

export interface ReadReasons {
  /** @param people the keys by which entries may name the person who is asked about */
  (
    tenantId: string,
    teamId: string,
    fact: Fact,
    people: readonly string[],
  ): Promise<Explained | undefined>;
}

interface GroupRow extends Omit<Explained, 'reasons' | 'wasChanged'> {
  readonly templateVersion: number | null;
}

export function createReadReasons(database: Pick<Database, 'query'>): ReadReasons {
  return async (tenantId, teamId, fact, people) => {
    const [group] = await database.query<GroupRow>(
      `select t.organisation_id, t.template_id, t.template_version, v.archived_until,
        array(select jsonb_object_keys(t.properties)) as properties,
        array(
          select e.source from external_ids e where e.tenant_id = t.tenant_id and e.team_id = t.team_id
        ) as sources
      from teams t left join activity_archives v on v.tenant_id = t.tenant_id
      where t.tenant_id = $1 and t.team_id = $2`,
      [tenantId, teamId],
    );
    if (group === undefined) return undefined;
    const { templateVersion, ...answer } = group;
    const [maker, ...before] = await readMakers(database, tenantId, teamId, fact, people);
    const former = maker && before.find((one) => !isSameAct(unproven(maker), unproven(one)));
    const wasChanged = maker !== undefined && !beginnings.some((one) => one === maker.action);
    if (maker === undefined) return { ...answer, wasChanged, reasons: [] };
    const earlier = await database.query<ChainEntry & { readonly bytesBefore: number }>(
      `select * from (
        select newest.*, ${bytesBefore('data', 'activity_id desc')} as bytes_before
        from (
          select ${chainEntryColumns} from activity a
          where a.tenant_id = $1 and a.subject_id = $2 and a.activity_id > $3 and a.activity_id < $4
          order by a.activity_id desc limit ${mostEarlier}
        ) newest
      ) entry where ${isWithinBatch('bytes_before')} order by activity_id`,
      [tenantId, teamId, former?.activityId ?? 0, maker.activityId + neighbours],
    );
    const others = earlier.flatMap((row): ChainEntry[] => {
      const { bytesBefore: _, ...entry } = row;
      return entry.activityId === maker.activityId ? [] : [entry];
    });
    const led = reasonsFor(unproven(maker), others.map(unproven));
    const rules = led.flatMap((entry) => ruleOf(entry) ?? []);
    const versions = [
      ...rules.map(({ templateId, policyVersion }) => [templateId, policyVersion] as const),
      ...(former === undefined && templateVersion !== null
        ? [[group.templateId, templateVersion] as const]
        : []),
    ];
    const ofTemplates = await readVersions(database, tenantId, versions);
    const shown = new Set(led.map(({ activityId }) => activityId));
    const ofGroup = [maker, ...others].filter(({ activityId }) => shown.has(activityId));
    const proofs = await proveEntries(database, tenantId, [...ofTemplates, ...ofGroup]);
    const proven = (entry: ChainEntry): Reason =>
      Object.assign(unproven(entry), { proof: proofs.get(entry.activityId) ?? null });
    return {
      ...answer,
      wasChanged,
      reasons: [...ofTemplates.map(proven), ...inOrder(ofGroup.map(proven))],
    };
  };
}

function unproven(entry: ChainEntry): Omit<Reason, 'proof'> {
  const { activityId, occurredAt, action, actorKind, actorId, requestId, data } = entry;
  return {
    activityId,
    occurredAt: new Date(occurredAt),
    action,
    actor: { kind: actorKind, id: actorId },
    requestId,
    data: data as Reason['data'],
  };
}

/** The entry that made the fact, and those that had changed it before: one act may have two of them. */
async function readMakers(
  database: Pick<Database, 'query'>,
  tenantId: string,
  teamId: string,
  fact: Fact,
  people: readonly string[],
): Promise<readonly ChainEntry[]> {
  const [condition, values] = conditionOf(fact, people);
  return database.query<ChainEntry>(
    `(
      select ${chainEntryColumns} from activity a
      where a.tenant_id = $1 and a.subject_id = $2 and a.subject_kind = 'group' and ${condition}
      order by a.activity_id desc limit 3
    )
    union all
    (
      select ${chainEntryColumns} from activity a
      where a.tenant_id = $1 and a.subject_id = $2 and a.subject_kind = 'group' and a.action = any ($3)
      order by a.activity_id desc limit 1
    )
    order by activity_id desc limit 4`,
    [tenantId, teamId, beginnings, ...values],
  );
}

function conditionOf(fact: Fact, people: readonly string[]): readonly [string, readonly unknown[]] {
  switch (fact.by) {
    case 'action':
      return ['a.action = any ($4)', [fact.actions]];
    case 'member':
      return [
        `(a.data -> 'after' ? $4 or a.data -> 'before' ? $4 or a.action = any ($5))`,
        [fact.name, fact.actions],
      ];
    case 'property':
      return [
        `a.data -> 'after' ? 'properties'
          and a.data #> array['before', 'properties', $4] is distinct from a.data #> array['after', 'properties', $4]`,
        [fact.name],
      ];
    case 'setting':
      return [
        `(a.data -> 'after' ? ('settings.' || $4)
          or a.action = 'group.settings_applied' and a.data -> 'settings' ? $4)`,
        [fact.name],
      ];
    case 'source':
      return [
        `a.action in ('group.external_id_set', 'group.external_id_released') and a.data ->> 'source' = $4`,
        [fact.source],
      ];
    case 'person':
      return [
        `(
          a.data #> array['after', $4] ?| $5 or a.data #> array['before', $4] ?| $5
          or a.data #>> '{after,responsible}' = any ($5) or a.data #>> '{before,responsible}' = any ($5)
          or a.data #>> '{after,deputy}' = any ($5) or a.data #>> '{before,deputy}' = any ($5)
        )`,
        [fact.list, people],
      ];
    default:
      throw new TypeError(`Unknown fact: ${String(fact satisfies never)}`);
  }
}

/** The entries that made versions of templates. The newest entry of a template is its present version. */
async function readVersions(
  database: Pick<Database, 'query'>,
  tenantId: string,
  versions: readonly (readonly [templateId: string, version: number])[],
): Promise<readonly ChainEntry[]> {
  if (versions.length === 0) return [];
  return database.query<ChainEntry>(
    `select ${chainEntryColumns}
    from (
      select distinct template_id, version from unnest($2::uuid[], $3::integer[]) given (template_id, version)
    ) wanted
    join templates m on m.tenant_id = $1 and m.template_id = wanted.template_id
    cross join lateral (
      select * from activity
      where tenant_id = $1 and subject_id = wanted.template_id::text and action in ('template.created', 'template.changed')
      order by activity_id desc offset greatest(m.version - wanted.version, 0) limit 1
    ) a
    where m.version >= wanted.version
    order by a.activity_id`,
    [tenantId, versions.map(([templateId]) => templateId), versions.map(([, version]) => version)],
  );
}
