// The policy of a template for differences between the record of a group and the directory.
import { Type } from 'typebox';

export const enforcementRules = ['ignore', 'report', 'restore'] as const;
export type EnforcementRule = (typeof enforcementRules)[number];

export const enforcedProperties = [
  'displayName',
  'description',
  'visibility',
  'archived',
  'owners',
  'settings',
  'label',
  'deletion',
] as const;
export type EnforcedProperty = (typeof enforcedProperties)[number];

export interface EnforcementPolicy extends Readonly<Record<EnforcedProperty, EnforcementRule>> {
  /** How long a restore that failed is tried again, from when the difference was seen. */
  readonly within: string;
}

/** A rule that the input lacks is `report`. In one order of members. */
export function completeEnforcement(input: Partial<EnforcementPolicy>): EnforcementPolicy {
  const rules = enforcedProperties.map((name) => [name, input[name] ?? 'report'] as const);
  return {
    ...(Object.fromEntries(rules) as Record<EnforcedProperty, EnforcementRule>),
    within: input.within ?? 'PT24H',
  };
}

/** @param within hours or days, as the schema has checked */
export function withinMs({ within }: Pick<EnforcementPolicy, 'within'>): number {
  const [, hours, days] = /^P(?:T(\d+)H|(\d+)D)$/.exec(within) ?? [];
  return Number(hours ?? 0) * 3_600_000 + Number(days ?? 0) * 86_400_000;
}

const rule = (what: string) =>
  Type.Optional(Type.Enum([...enforcementRules], { description: `${what} Default: report.` }));

export const EnforcementInput = Type.Object(
  {
    displayName: rule('Another display name.'),
    description: rule('Another description.'),
    visibility: rule('Another visibility.'),
    archived: rule('A team that was archived or unarchived.'),
    owners: rule(
      'Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody.',
    ),
    settings: rule('A setting in Microsoft 365 that differs from `settings` of the template.'),
    label: rule('Another sensitivity label than the one of the template, or none.'),
    deletion: rule(
      'A deleted group. A restore brings it back once within 30 days; a second deletion is accepted.',
    ),
    within: Type.Optional(
      Type.String({
        pattern: '^P(?:T[1-9]\\d{0,2}H|[1-9]\\d?D)$',
        'x-fault': 'must be a duration of hours or days, such as PT24H or P7D',
        description:
          'How long a restore that failed is tried again, from when the difference was seen. Default: PT24H.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The rules for changes that people or tools make in the directory: ignore, report, or restore the values of the record. Applies at once, also to existing groups.',
  },
);
