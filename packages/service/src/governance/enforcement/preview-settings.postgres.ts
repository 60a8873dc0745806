// The effect that changed settings of a template have on its existing groups: how many differ from then on, in which setting,
// and how fast the rule of the template would bring them in line. By the comparison's own rule, and by what it saw last.
import { type GroupSettings, namesIn, settingNames } from '../../directory/group-settings.ts';
import { groupStateSql } from '../../engine/group-state.ts';
import type { SettingProperty } from '../../engine/observed-state.ts';
import type { Queryable } from '../../postgres/database.ts';
import {
  type AcceptedSettings,
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
  }[];
  /** Groups that the rule of the template brings in line in an hour; null: a repair does it. */
  readonly restoresPerHour: number | null;
}

interface Row {
  readonly kind: 'team' | 'group';
  readonly acceptedSettings: AcceptedSettings;
  readonly observed: SettingsPolicy | null;
  readonly groups: number;
}

export async function previewSettings(
  database: Queryable,
  template: {
    readonly tenantId: string;
    readonly templateId: string;
    readonly present: TemplatePolicy;
    readonly policy: TemplatePolicy;
  },
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
  const restores = policy.enforce?.settings === 'restore';
  const [governed] = restores
    ? await database.query<{ groups: number }>(countGoverned, [tenantId])
    : [];
  return {
    concerned: count(kinds.filter(({ written }) => written.length > 0)),
    changes: changed.map((name) => ({
      property: `settings.${name}` as const,
      before: before[name] ?? null,
      after: after[name] ?? null,
      groups: count(kinds.filter(({ written }) => written.includes(name))),
    })),
    restoresPerHour: governed === undefined ? null : restoresPerHour(governed.groups),
  };
}

const kindsOfGroups = `
  select coalesce(t.policy ->> 'kind', 'team') as kind, t.accepted_settings, o.observed -> 'settings' as observed,
    count(*)::integer as groups
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id
  where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded'
    and ${groupStateSql} in ('active', 'archived')
  group by 1, 2, 3`;

const countGoverned =
  'select count(*)::integer as groups from organisation_groups where tenant_id = $1';
