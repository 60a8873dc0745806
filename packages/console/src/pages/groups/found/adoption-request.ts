// The request that adopts a group of the directory, and its row in a file of such requests, which the import and the
// command line read again.
import { csvLine } from '../../../../../service/src/ground/csv.ts';
import type { DirectoryGroup, OrganisationItem } from '../../../api/types.ts';
import type { AdoptionRequest } from '../import/import-columns.ts';

/** Empty: as the template says. */
export const nameChoices = ['', 'keep', 'conform'] as const;

export interface AdoptionValues {
  readonly organisationId: string;
  readonly templateId: string;
  readonly responsible: string;
  readonly deputy: string;
  readonly names: (typeof nameChoices)[number];
}

export function adoptionOf(
  { groupId, proposal }: DirectoryGroup,
  values: AdoptionValues,
): AdoptionRequest {
  const [responsible, deputy] = [values.responsible.trim(), values.deputy.trim()];
  return {
    groupId,
    organisationIdOrIdentifier: values.organisationId,
    templateIdOrIdentifier: values.templateId,
    ...(values.names !== '' && { names: values.names }),
    ...(responsible !== '' && { responsible }),
    ...(deputy !== '' && { deputy }),
    ...(proposal?.templateId === values.templateId && { properties: proposal.properties }),
  };
}

/** Whether nothing that the list knows keeps the group from being adopted. */
export const isFree = ({ obstacles, adoption }: DirectoryGroup): boolean =>
  obstacles.length === 0 && adoption === null;

/** The values of the proposal of a group. */
export function proposedValues(
  { proposal }: DirectoryGroup,
  standard: Pick<AdoptionValues, 'organisationId' | 'templateId' | 'names'>,
): AdoptionValues {
  return {
    ...standard,
    ...(proposal !== null && {
      organisationId: proposal.organisationId,
      templateId: proposal.templateId,
    }),
    responsible: proposal?.responsible ?? '',
    deputy: proposal?.deputy ?? '',
  };
}

/** The columns before those of properties; the others describe the group, and readers ignore them. */
const headings = [
  'groupId',
  'displayName',
  'mailNickName',
  'kind',
  'obstacles',
  'organisation',
  'template',
  'responsible',
  'deputy',
  'names',
] as const;

export function adoptionsCsv(
  groups: readonly DirectoryGroup[],
  organisations: readonly OrganisationItem[],
): string {
  const identifiers = new Map(
    organisations.flatMap(({ identifier, templates }) =>
      templates.map((template) => [
        template.templateId,
        { organisation: identifier, template: template.identifier },
      ]),
    ),
  );
  const properties = [
    ...new Set(groups.flatMap(({ proposal }) => Object.keys(proposal?.properties ?? {}))),
  ];
  const rows = groups.map((group) => {
    const { proposal } = group;
    const cells: Readonly<Record<(typeof headings)[number], string>> = {
      groupId: group.groupId,
      displayName: group.displayName,
      mailNickName: group.mailNickName,
      kind: group.kind,
      obstacles: group.obstacles.join(' '),
      organisation: identifiers.get(proposal?.templateId ?? '')?.organisation ?? '',
      template: identifiers.get(proposal?.templateId ?? '')?.template ?? '',
      responsible: proposal?.responsible ?? '',
      deputy: proposal?.deputy ?? '',
      names: '',
    };
    const values = properties.map((name) => proposal?.properties[name] ?? '');
    return [...headings.map((name) => cells[name]), ...values];
  });
  const titles = [...headings, ...properties.map((name) => `properties.${name}`)];
  // Names are what anybody typed, so a spreadsheet must not take them for formulas.
  return [titles, ...rows].map(csvLine).join('');
}
