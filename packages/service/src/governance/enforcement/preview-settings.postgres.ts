// The effect that changed settings of a template have on its existing groups: how many differ from then on, in which setting,
// and how fast the rule of the template would bring them in line, by the comparison's own rule and by what it saw last. And
// the guests of rosters whom the template would invite from then on, or no longer.
import {
  type GroupSettings,
  labelSetting,
  namesIn,
  partOf,
  settingNames,
} from '../../directory/group-settings.ts';
import { groupStateSql } from '../../engine/group-state.ts';
import type { SettingProperty } from '../../engine/observed-state.ts';
import type { Queryable } from '../../postgres/database.ts';
import { invitationFaults } from '../../settings/organisations/guests-policy.ts';
import {
  type AcceptedSettings,
  changedByLabel,
  recordedSettingsOf,
  settingsOf,
  type SettingsPolicy,
} from '../../settings/organisations/settings-policy.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import { restoresPerHour } from './enforcement.ts';

export interface SettingsPreview {
  /** Groups in which a setting has to be written, or was not read yet. */
  readonly concerned: number;
  /** The settings whose value in the template changes; null: the template does not decide it. */
  readonly changes: readonly {
    readonly property: SettingProperty;
    readonly before: string | boolean | null;
    readonly after: string | boolean | null;
    /** Groups in which it has to be written, or was not read yet. */
    readonly groups: number;
    readonly mayAlsoChange?: readonly ('visibility' | 'settings.guests')[];
  }[];
  /** Groups that the rule of the template brings in line in an hour; null: a repair does it. */
  readonly restoresPerHour: number | null;
}

/** Guests whom rosters name, and the groups of these rosters. */
interface CountedGuests {
  readonly guests: number;
  readonly groups: number;
}

export interface GuestsPreview {
  /** The present template refuses them, and the changed one invites them. */
  readonly invited: CountedGuests;
  /** The changed template refuses them. */
  readonly refused: CountedGuests;
}

interface Row {
  readonly kind: 'team' | 'group';
  readonly acceptedSettings: AcceptedSettings;
  readonly observed: SettingsPolicy | null;
  readonly groups: number;
}

interface ChangedTemplate {
  readonly tenantId: string;
  readonly templateId: string;
  readonly present: TemplatePolicy;
  readonly policy: TemplatePolicy;
}

export async function previewSettings(
  database: Queryable,
  template: ChangedTemplate,
): Promise<SettingsPreview> {
  const { tenantId, templateId, present, policy } = template;
  const [before, after] = [settingsOf(present), settingsOf(policy)];
  const changed = settingNames.filter((name) => before[name] !== after[name]);
  const rows = await database.query<Row>(kindsOfGroups, [tenantId, templateId]);
  const kinds = rows.map(({ kind, acceptedSettings, observed, groups }) => {
    const wanted = recordedSettingsOf({ ...policy, kind }, acceptedSettings);
    const shown: GroupSettings = observed === null ? {} : settingsOf({ kind, settings: observed });
    return { groups, written: namesIn(wanted).filter((name) => wanted[name] !== shown[name]) };
  });
  const count = (written: (typeof kinds)[number][]) =>
    written.reduce((sum, { groups }) => sum + groups, 0);
  const parts = changed.length === 0 ? (['settings'] as const) : changed.map(partOf);
  const restores = parts.some((part) => policy.enforce?.[part] === 'restore');
  const [governed] = restores
    ? await database.query<{ groups: number }>(countGoverned, [tenantId])
    : [];
  return {
    concerned: count(kinds.filter(({ written }) => written.length > 0)),
    changes: changed.map((name) => {
      const change = {
        property: `settings.${name}` as const,
        before: before[name] ?? null,
        after: after[name] ?? null,
        groups: count(kinds.filter(({ written }) => written.includes(name))),
      };
      const isLabelled = name === labelSetting && after[name] !== undefined;
      return Object.assign(change, changedByLabel(isLabelled));
    }),
    restoresPerHour: governed === undefined ? null : restoresPerHour(governed.groups),
  };
}

const kindsOfGroups = `
  select t.policy ->> 'kind' as kind, t.accepted_settings, o.observed -> 'settings' as observed,
    count(*)::integer as groups
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id
  where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded'
    and ${groupStateSql} in ('active', 'archived')
  group by 1, 2, 3`;

const countGoverned =
  'select count(*)::integer as groups from organisation_groups where tenant_id = $1';

/** The rule that takes rosters and invites their guests decides. */
export async function previewGuests(
  database: Queryable,
  { tenantId, templateId, present, policy }: ChangedTemplate,
): Promise<GuestsPreview> {
  const rows = await database.query<{
    readonly teamId: string;
    readonly person: string;
    readonly until: Date | null;
    readonly now: Date;
    readonly guests: number;
  }>(guestsOfRosters, [tenantId, templateId]);
  const judged = rows.map(({ teamId, person, until, now, guests }) => {
    const named = { person, until: until?.toISOString() ?? null, guest: '' };
    const isInvitedBy = (one: TemplatePolicy) => invitationFaults(named, one, now).length === 0;
    return { teamId, guests, before: isInvitedBy(present), after: isInvitedBy(policy) };
  });
  const count = (found: typeof judged): CountedGuests => ({
    guests: found.reduce((sum, { guests }) => sum + guests, 0),
    groups: new Set(found.map(({ teamId }) => teamId)).size,
  });
  return {
    invited: count(judged.filter(({ before, after }) => after && !before)),
    refused: count(judged.filter(({ before, after }) => before && !after)),
  };
}

/** A row for each group, domain and end: the policy decides by no more. */
const guestsOfRosters = `
  select t.team_id, min(e.person) as person, e.until, clock.now, count(*)::integer as guests
  from (select governance_now($1) as now) clock
  cross join teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  join roster_entries e on e.tenant_id = t.tenant_id and e.team_id = t.team_id
  where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded' and ${groupStateSql} in ('active', 'archived')
    and e.guest is not null and e.left_version is null and (e.until is null or e.until > clock.now)
  group by t.team_id, lower(split_part(e.person, '@', 2)), e.until, clock.now`;
