// A request for a group as its form has it.
import type { Body } from '../../api/route-types.ts';
import { peopleIn, type Picked } from '../../components/people-field.tsx';

export type GroupRequest = Body<'post', '/groups'>;

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
  /** By placeholder. */
  readonly properties: Readonly<Record<string, string>>;
  readonly expiresAt: string | undefined;
}

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
    owners: { chosen: others.owners, typed: '' },
    members: { chosen: others.members, typed: '' },
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

/** Filled in by the service. */
const automatic = /^(?:organisation|template|year|month|counter)$/;

/** The placeholders of patterns that a request fills. */
export function placeholdersOf(patterns: readonly string[]): readonly string[] {
  const found = patterns.flatMap((pattern) =>
    [...pattern.matchAll(/\{\{\s*([A-Za-z][A-Za-z0-9_]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(found)].filter((name) => !automatic.test(name));
}
