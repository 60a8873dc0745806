// The roles of a person in organisations and their templates, which no handover of groups changes.
import { type GroupLimit, isOrganisationWithin, isWithin } from '../../ground/group-limit.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';

export const templateRoles = ['steward', 'approver', 'default_owner', 'default_member'] as const;

export interface TemplateRole {
  readonly organisationId: string;
  /** Null: the organisation itself. */
  readonly templateId: string | null;
  readonly name: string;
  readonly roles: readonly (typeof templateRoles)[number][];
}

/** @param keys of the person's id and addresses */
export function templateRolesOf(
  organisations: readonly Organisation[],
  keys: ReadonlySet<string>,
  within: GroupLimit,
): readonly TemplateRole[] {
  const names = (references: readonly string[] = []) =>
    references.some((reference) => keys.has(personKey(reference)));
  const found: TemplateRole[] = [];
  for (const { organisationId, name, steward, templates } of organisations) {
    if (!isOrganisationWithin(within, organisationId)) continue;
    if (steward !== null && names([steward])) {
      found.push({ organisationId, templateId: null, name, roles: ['steward'] });
    }
    for (const template of templates.filter((one) => isWithin(within, one))) {
      const { templateId, policy } = template;
      const held = {
        steward: false,
        approver: names(policy.approval?.stages.flatMap(({ by }) => by)),
        default_owner: names(policy.defaultOwners),
        default_member: names(policy.defaultMembers),
      };
      const roles = templateRoles.filter((role) => held[role]);
      if (roles.length > 0) found.push({ organisationId, templateId, name: template.name, roles });
    }
  }
  return found;
}
