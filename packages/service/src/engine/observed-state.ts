// The state of a group as the directory last showed it, and how it differs from the record. The reconciliation writes
// it; the API and the admin API show it.
import type { Actor } from '../audit/activity.ts';
import { labelSetting, type SettingName, settingNames } from '../directory/group-settings.ts';
import type { EnforcedProperty } from '../settings/organisations/enforcement-policy.ts';
import type { SettingsPolicy } from '../settings/organisations/settings-policy.ts';

export type AccountState =
  | 'enabled'
  /** The account may not sign in. */
  | 'disabled'
  /** The directory has no such person. */
  | 'gone';

export interface ObservedState {
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  readonly kind: 'team' | 'group';
  /** Null where the directory does not say it. */
  readonly archived: boolean | null;
  /** Ids in the directory; null where it hides them, so that nobody knows whether there are any. */
  readonly ownerIds: readonly string[] | null;
  /** Members, guests and owners who are members; null if the directory does not count. */
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  /** The accounts of the people who answer for the group by its record; null: nobody does. */
  readonly responsible: AccountState | null;
  readonly deputy: AccountState | null;
  /** The template decides these, as far as the directory shows them; absent where it decides none. */
  readonly settings?: SettingsPolicy;
}

const recordProperties = [
  'displayName',
  'description',
  'visibility',
  'archived',
  /** The person is not an owner: expected is the person in the record, observed is null. */
  'responsible',
  'deputy',
  /** There are fewer owners than the policy requires: both values are numbers. */
  'owners',
] as const;

/** A setting that the template decides; each is a separate property. */
export type SettingProperty = `settings.${SettingName}`;
export type DriftProperty = (typeof recordProperties)[number] | SettingProperty;

export const settingProperties = settingNames.map((name): SettingProperty => `settings.${name}`);
export const driftProperties: readonly DriftProperty[] = [
  ...recordProperties,
  ...settingProperties,
];

export const labelProperty = `settings.${labelSetting}` as const;

export function isSettingProperty(property: string): property is SettingProperty {
  return property.startsWith('settings.');
}

export function settingOf(property: SettingProperty): SettingName {
  return property.slice('settings.'.length) as SettingName;
}

export interface PropertyDrift {
  readonly property: DriftProperty;
  readonly expected: string | number | boolean | null;
  readonly observed: string | number | boolean | null;
  /** The member of the policy `enforce` that it goes by. */
  readonly policyMember?: EnforcedProperty;
  /** The author of the change, where the suite says so. */
  readonly by?: string;
  /** When a comparison saw it first; ISO 8601. Later comparisons keep it while the property differs. */
  readonly since?: string;
  /** Another tool writes its value back whenever the rule restores the record's. */
  readonly contested?: boolean;
}

/** The member of the policy `enforce` that a difference goes by. */
export function policyMemberOf(property: DriftProperty): EnforcedProperty {
  if (property === labelProperty) return 'label';
  if (isSettingProperty(property)) return 'settings';
  return property === 'responsible' || property === 'deputy' ? 'owners' : property;
}

/** `restoring`: a repair of the property is in progress. `contested`: the rule writes no more, and a person decides. */
export const driftResolutions = ['pending', 'restoring', 'contested'] as const;

/** A difference as callers see it. */
export interface ShownDrift extends Omit<
  PropertyDrift,
  'since' | 'contested' | 'policyMember' | 'by'
> {
  readonly since: string;
  readonly by: string | null;
  readonly rule: string;
  readonly resolution: (typeof driftResolutions)[number];
}

/** The differences of an observation o of a team t as callers see them, with the rule of the template as it is now. */
export const shownDriftSql = `case when o.drift = '[]' then o.drift else (
    select jsonb_agg(
      jsonb_build_object(
        'property', d.item -> 'property', 'expected', d.item -> 'expected', 'observed', d.item -> 'observed',
        'since', coalesce(d.item -> 'since', to_jsonb(o.details_seen_at)),
        'by', d.item -> 'by',
        'rule', coalesce(m.policy -> 'enforce' ->> (d.item ->> 'policyMember'), 'report'),
        'resolution', case
          when d.item -> 'contested' = 'true' then 'contested'
          when exists (
            select from operations x
            where x.tenant_id = o.tenant_id and x.team_id = o.team_id and x.status in ('accepted', 'running')
              and x.kind = 'repair' and x.change -> 'repair' -> 'properties' ? (d.item ->> 'property')
            offset 0
          ) then 'restoring'
          else 'pending'
        end
      )
      order by d.at
    )
    from jsonb_array_elements(o.drift) with ordinality d (item, at)
    left join templates m
      on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
  ) end`;

export const findings = [
  /** No owner can act: there is none, or every one is disabled or gone. */
  'ownerless',
  /** Some can, but fewer than the policy requires. */
  'too_few_owners',
  /** The person's account is disabled or gone. */
  'responsible_unavailable',
  'deputy_unavailable',
  /** The last messages to the person all failed. */
  'responsible_unreachable',
  'deputy_unreachable',
  /** Another tool writes a value back whenever the rule of the template restores the record's. */
  'contested',
  /** Nobody uses the group, and no person said that it is still needed. */
  'idle',
] as const;
export type Finding = (typeof findings)[number];

/** Whether messages do not reach the people who answer for a group. */
export interface UnreachablePeople {
  readonly responsible: boolean;
  readonly deputy: boolean;
}

/** The findings about the people who answer for a group. */
export function peopleFindings(
  { responsible, deputy }: Pick<ObservedState, 'responsible' | 'deputy'>,
  unreachable: UnreachablePeople,
): readonly Finding[] {
  return [
    ...(isClosed(responsible) ? (['responsible_unavailable'] as const) : []),
    ...(isClosed(deputy) ? (['deputy_unavailable'] as const) : []),
    ...(unreachable.responsible && responsible !== null
      ? (['responsible_unreachable'] as const)
      : []),
    ...(unreachable.deputy && deputy !== null ? (['deputy_unreachable'] as const) : []),
  ];
}

function isClosed(account: AccountState | null): boolean {
  return account === 'disabled' || account === 'gone';
}

/** The kinds by which groups are searched: those that differ from their record, and those with a finding. */
export const observationKinds = ['differs', ...findings] as const;
export type ObservationKind = (typeof observationKinds)[number];
/** `any`: all groups that lists by a finding have. */
export const findingFilters = [...observationKinds, 'any'] as const;
export type FindingFilter = (typeof findingFilters)[number];

/**
 * Whether the comparison is about the present record, over `team_observations o`, `teams t` and `provisionings p`. It is
 * not after an operation was accepted or has ended, until the next reconciliation.
 */
export const isComparedSql =
  '(o.record_version = t.version and t.deleted_at is null and p.gone_since is null)';

/** Conditions over `team_observations o`. */
export const foundConditions = {
  any: "(o.drift <> '[]' or o.findings <> '{}')",
  differs: "o.drift <> '[]'",
  ownerless: "'ownerless' = any (o.findings)",
  too_few_owners: "'too_few_owners' = any (o.findings)",
  responsible_unavailable: "'responsible_unavailable' = any (o.findings)",
  deputy_unavailable: "'deputy_unavailable' = any (o.findings)",
  responsible_unreachable: "'responsible_unreachable' = any (o.findings)",
  deputy_unreachable: "'deputy_unreachable' = any (o.findings)",
  contested: "'contested' = any (o.findings)",
  idle: "'idle' = any (o.findings)",
} as const satisfies Record<FindingFilter, string>;

/**
 * Whether the last reconciliation found it, over `teams t` and `provisionings p`, where $1 is the tenant. Few groups
 * differ; they have a separate index.
 */
export function isFoundSql(kind: FindingFilter): string {
  return `exists (
    select from team_observations o
    where o.tenant_id = $1 and o.team_id = t.team_id
      and ${foundConditions.any} and ${foundConditions[kind]} and ${isComparedSql}
  )`;
}

export interface ComparisonRequest {
  readonly tenantId: string;
  readonly teamId: string;
  readonly actor: Actor;
  /** Ends the calls to the directory before their deadline. */
  readonly signal: AbortSignal;
}

/**
 * Records the comparison.
 * @throws DomainError `group_not_active` unless the group exists, `comparison_too_early` while the directory may show it as
 * it was before an operation; if the directory cannot be asked
 */
export type CompareNow = (request: ComparisonRequest) => Promise<void>;
