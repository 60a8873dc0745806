// A request for a group as its form has it.
import type { Body } from '../../../api/route-types.ts';
import { nobody, peopleIn, type Picked } from '../../../components/people-field.tsx';
import { type AskedTemplate, askedProperties } from './asked-properties.ts';

export type GroupRequest = Body<'post', '/teams'>;

export interface RequestValues {
  readonly templateId: string;
  readonly organisationId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly description: string;
  readonly responsible: string;
  readonly deputy: string;
  readonly owners: Picked;
  readonly members: Picked;
  /** The keys are placeholders. */
  readonly properties: Readonly<Record<string, string>>;
  readonly expiresAt: string | undefined;
}

export const emptyValues: RequestValues = {
  templateId: '',
  organisationId: '',
  displayName: '',
  mailNickName: '',
  description: '',
  responsible: '',
  deputy: '',
  owners: nobody,
  members: nobody,
  properties: {},
  expiresAt: undefined,
};

export function valuesOf(request: GroupRequest): RequestValues {
  const { organisationIdOrIdentifier, templateIdOrIdentifier, ...others } = request;
  return {
    templateId: templateIdOrIdentifier,
    organisationId: organisationIdOrIdentifier,
    displayName: others.displayName ?? '',
    mailNickName: others.mailNickName ?? '',
    description: others.description ?? '',
    responsible: others.responsible,
    deputy: others.deputy ?? '',
    owners: { chosen: others.owners ?? [], typed: '' },
    members: { chosen: others.members ?? [], typed: '' },
    properties: Object.fromEntries(
      Object.entries(others.properties ?? {}).map(([name, value]) => [name, String(value ?? '')]),
    ),
    expiresAt: others.expiresAt ?? undefined,
  };
}

/** Empty names are omitted: the service makes them from the patterns of the template. */
export function requestOf(values: RequestValues): GroupRequest {
  const { displayName, mailNickName, description, deputy, expiresAt } = values;
  const properties = Object.entries(values.properties).filter(([, value]) => value !== '');
  return {
    ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
    ...(mailNickName.trim() !== '' && { mailNickName: mailNickName.trim() }),
    description: description.trim(),
    responsible: values.responsible.trim(),
    deputy: deputy.trim() === '' ? null : deputy.trim(),
    organisationIdOrIdentifier: values.organisationId,
    templateIdOrIdentifier: values.templateId,
    owners: peopleIn(values.owners),
    members: peopleIn(values.members),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Only what the template asks for: input for another template, which was chosen before, is left out. */
export function newRequestOf(values: RequestValues, template: AskedTemplate): GroupRequest {
  const asked = askedProperties(template);
  return requestOf({
    ...values,
    displayName: template.displayNamePattern === '' ? values.displayName : '',
    mailNickName: template.mailNicknamePattern === '' ? values.mailNickName : '',
    properties: Object.fromEntries(
      Object.entries(values.properties).filter(([name]) => asked.includes(name)),
    ),
    expiresAt: template.policy.lifecycle?.callerMaySet === true ? values.expiresAt : undefined,
  });
}
