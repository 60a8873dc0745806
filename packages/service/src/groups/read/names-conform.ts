// Whether the names of a group follow the patterns of its template, as these are now.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { checkNames } from '../../settings/naming/check-names.ts';

interface NamedGroup {
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly properties: Readonly<Record<string, string>>;
  /** The time of {{year}} and {{month}}. */
  readonly namedAt: Date;
}

/** Null where the template was deleted: then no pattern applies. */
export type NamesConform = (tenantId: string, group: NamedGroup) => boolean | null;

export function createNamesConform(
  configuration: Pick<Configuration, 'organisation'>,
): NamesConform {
  return (tenantId, { organisationId, templateId, namedAt, ...group }) => {
    const organisation = configuration.organisation(tenantId, organisationId);
    const template = organisation?.templates.find((one) => one.templateId === templateId);
    if (organisation === undefined || template === undefined) return null;
    const now = namedAt.getTime();
    const names = { ...group, template, organisation, now, caseInsensitive: true };
    return checkNames(names).faults === undefined;
  };
}
