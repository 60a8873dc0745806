// Decides whether a request for a group may be accepted. Reports every fault at once that it can find without
// the directory. The same check serves creation, plan, bulk and retry.
import {
  isOrganisationWithin,
  isWithin,
  organisationsWithin,
  type GroupLimit,
} from '../../ground/group-limit.ts';
import { type Configuration } from '../../settings/configuration/configuration.ts';
import { isPersonReference, notAPerson, personKey } from '../../directory/person-reference.ts';
import { counted } from '../../ground/counted.ts';
import { notAmong } from '../../ground/did-you-mean.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { type FieldError, noShapeErrors, validationFailed } from '../../ground/errors.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import { maxMembers, maxOwners, type RequestedPeople } from '../../engine/creation.ts';
import { tooManyOwners } from '../../engine/resolve-people.step.ts';
import { channelNameFaults } from '../../settings/naming/channel-names.ts';
import { displayNameFaults } from '../../settings/naming/display-name.ts';
import { blockedWordFaults } from '../../settings/naming/blocked-words.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import type { CounterDeclaration } from '../../settings/naming/naming.ts';
import { propertyFaults, resolveNames } from '../../settings/naming/resolve-names.ts';
import type { Template } from '../../settings/organisations/template.ts';
import { mailNicknameFaults } from '../../settings/naming/mail-nickname.ts';
import { externalIdsFaults } from '../../ground/schema/external-key.schema.ts';
import { expiryFaults } from './check-expiry.ts';
import { type ReceivedRequest, type ValidMembers, validMembersOf } from './receive-request.ts';
import type { TeamRequest } from '../read/teams.schema.ts';

/** A request that may be accepted. */
export interface CheckedRequest {
  readonly request: TeamRequest;
  readonly organisation: Organisation;
  readonly template: Template;
  /** They are as they were sent, or rendered from the patterns. */
  readonly names: Names;
  /** Present where a number takes the place of `counterMark` in the names. */
  readonly counter: CounterDeclaration | undefined;
  /** The values of the placeholders in the naming patterns, and of declared properties. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The result of the check; with faults, only as much as is known. */
export interface ValidationResult extends Pick<CheckedRequest, 'properties' | 'counter'> {
  /** They are in the order of the request, up to `maxFaults`; empty when it conforms. */
  readonly faults: readonly FieldError[];
  /** There are at least this number of faults beyond these. */
  readonly unlisted: number;
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  /** Each as far as it was sent or can be rendered. */
  readonly names: Partial<Names>;
}

export interface ValidationDeps {
  readonly configuration: Pick<Configuration, 'organisation' | 'organisations' | 'tenant'>;
  readonly tenantId: string;
  /** The organisations and templates with which the requester may create groups. */
  readonly within: GroupLimit;
  readonly received: ReceivedRequest;
  /** Faults that are listed at most. */
  readonly maxFaults: number;
  readonly now: number;
  /** Whether the names already have the number of the counter, as those of a retry. */
  readonly isNumbered?: boolean;
}

/** @throws DomainError `validation_failed` with every fault */
export function checkRequest(deps: ValidationDeps): CheckedRequest {
  const { received } = deps;
  const { organisation, template, properties, counter, faults, unlisted, names } =
    validateRequest(deps);
  const { mailNickName, displayName } = names;
  const isAtFault = faults.length > 0 || organisation === undefined || template === undefined;
  if (isAtFault || !received.conforms || mailNickName === undefined || displayName === undefined) {
    throw validationFailed(faults, unlisted);
  }
  const { request } = received;
  return {
    request,
    organisation,
    template,
    names: { mailNickName, displayName },
    counter,
    properties,
  };
}

export function requestedPeople({
  responsible,
  deputy,
  owners,
  members,
}: RequestedPeople): RequestedPeople {
  // As they are, doubles included, so that a fault found later points at the right place.
  return { responsible, deputy, owners, members };
}

/** Checks everything at once that needs no query of the directory. */
export function validateRequest(deps: ValidationDeps): ValidationResult {
  const { received, maxFaults } = deps;
  const valid = validMembersOf(received);
  const { listed, unlisted } = received.conforms ? noShapeErrors : received.shape;
  const faults: FieldError[] = [...listed];
  const { organisation, template } = findTemplate(deps, valid, faults);
  const resolved = checkedNames(valid, organisation, template, deps, faults);
  const people = peopleFaults(valid, maxFaults);
  faults.push(...people.faults);
  if (template !== undefined) {
    faults.push(...channelFaults(template), ...deputyFaults(valid, template));
    const tenant = deps.configuration.tenant(deps.tenantId);
    const { lifecycle } = template.policy;
    // Properties are also checked where the names are at fault.
    const properties = { ...sentProperties(valid), ...resolved.properties };
    faults.push(...expiryFaults(valid.expiresAt, properties, lifecycle, tenant, deps.now));
  }
  faults.push(...ownerCountFaults(valid, template), ...memberCountFaults(valid, template));
  faults.push(...externalIdsFaults(valid.externalIds));
  if (valid.requestedBy && !isPersonReference(valid.requestedBy)) {
    faults.push(notAPerson('/requestedBy'));
  }
  const sent = received.conforms ? received.request : received.body;
  return {
    faults: inInputOrder(faults, sent).slice(0, maxFaults),
    unlisted: unlisted + people.unlisted + Math.max(0, faults.length - maxFaults),
    organisation,
    template,
    ...resolved,
  };
}

function sentProperties({ properties }: ValidMembers): Readonly<Record<string, string>> {
  const sent = Object.entries(properties ?? {}).map(([name, value]) => [name, `${value ?? ''}`]);
  return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

/** Adds a fault for an organisation or a template that does not exist. */
export function findTemplate(
  {
    configuration,
    tenantId,
    within,
  }: Pick<ValidationDeps, 'configuration' | 'tenantId' | 'within'>,
  {
    organisationIdOrIdentifier,
    templateIdOrIdentifier,
  }: Pick<ValidMembers, 'organisationIdOrIdentifier' | 'templateIdOrIdentifier'>,
  faults: FieldError[],
): Pick<ValidationResult, 'organisation' | 'template'> {
  if (organisationIdOrIdentifier === undefined) {
    return { organisation: undefined, template: undefined };
  }
  const found = configuration.organisation(tenantId, organisationIdOrIdentifier);
  const isAllowed = found !== undefined && isOrganisationWithin(within, found.organisationId);
  const organisation = isAllowed ? found : undefined;
  if (organisation === undefined) {
    const known = organisationsWithin(within, configuration.organisations(tenantId));
    faults.push({
      pointer: '/organisationIdOrIdentifier',
      code: 'organisation_not_found',
      ...notAmong('There is no organisation', organisationIdOrIdentifier, known),
    });
    return { organisation, template: undefined };
  }
  if (templateIdOrIdentifier === undefined) return { organisation, template: undefined };
  const key = templateIdOrIdentifier.toLowerCase();
  const template = organisation.templates.find(
    (one) => (one.identifier === key || one.templateId === key) && isWithin(within, one),
  );
  if (template === undefined) {
    faults.push({
      pointer: '/templateIdOrIdentifier',
      code: 'template_not_found',
      ...notAmong(
        `The organisation ${organisation.identifier} has no template`,
        templateIdOrIdentifier,
        organisation.templates.filter((one) => isWithin(within, one)),
      ),
    });
  }
  return { organisation, template };
}

/** Adds the faults of names and properties; answers as much as is known of them. */
function checkedNames(
  { mailNickName, displayName, properties }: ValidMembers,
  organisation: Organisation | undefined,
  template: Template | undefined,
  { configuration, tenantId, received, now, isNumbered = false }: ValidationDeps,
  faults: FieldError[],
): Pick<ValidationResult, 'names' | 'properties' | 'counter'> {
  const given = {
    ...(mailNickName !== undefined && { mailNickName }),
    ...(displayName !== undefined && { displayName }),
  };
  const blockedWords = configuration.tenant(tenantId)?.blockedWords ?? [];
  const ownFaults = [
    ...(mailNickName === undefined ? [] : mailNicknameFaults(mailNickName)),
    ...(displayName === undefined ? [] : displayNameFaults(displayName)),
    ...blockedWordFaults(given, blockedWords),
  ];
  faults.push(...ownFaults);
  const unresolved = { names: given, properties: {}, counter: undefined };
  if (template === undefined || organisation === undefined) return unresolved;
  const isSound = (member: keyof TeamRequest) =>
    received.conforms || !(received.shape.hasWrongType || received.shape.members.has(member));
  if (!isSound('properties')) return unresolved;
  const input = {
    template,
    organisation,
    mailNickName,
    // White space around it is a separate fault.
    displayName: displayName?.trim(),
    properties: properties ?? {},
    now,
    isNumbered,
  };
  const isAliasAtFault = ownFaults.some(({ pointer }) => pointer === '/mailNickName');
  if (!isSound('mailNickName') || !isSound('displayName') || isAliasAtFault) {
    faults.push(...propertyFaults(input));
    return unresolved;
  }
  const resolution = resolveNames(input);
  if (resolution.faults !== undefined) {
    faults.push(...resolution.faults);
    return unresolved;
  }
  const { counter, properties: values, ...names } = resolution.names;
  const rendered = Object.entries(names).filter(([field]) => !Object.hasOwn(given, field));
  faults.push(...blockedWordFaults(Object.fromEntries(rendered), blockedWords));
  return { names, properties: values, counter };
}

export function peopleFaults(
  {
    responsible,
    deputy,
    owners,
    members,
  }: Partial<Pick<ValidMembers, 'responsible' | 'deputy' | 'owners' | 'members'>>,
  max: number,
): { faults: FieldError[]; unlisted: number } {
  const faults: FieldError[] = [];
  let unlisted = 0;
  const check = (reference: string, pointer: string) => {
    if (isPersonReference(reference)) return;
    if (faults.length >= max) {
      unlisted += 1;
      return;
    }
    faults.push(notAPerson(pointer));
  };
  const checkAll = (references: readonly string[], name: 'owners' | 'members') => {
    for (let index = 0; index < references.length; index += 1) {
      const reference = references[index];
      if (reference !== undefined) check(reference, `/${name}/${index}`);
    }
  };
  if (responsible !== undefined) check(responsible, '/responsible');
  if (deputy != null) check(deputy, '/deputy');
  if (responsible !== undefined && deputy != null && personKey(deputy) === personKey(responsible)) {
    faults.push({
      pointer: '/deputy',
      code: 'deputy_is_responsible',
      detail: 'The deputy and the responsible must be different people.',
    });
  }
  if (owners !== undefined) checkAll(owners, 'owners');
  if (members !== undefined) checkAll(members, 'members');
  return { faults, unlisted };
}

function deputyFaults({ deputy }: ValidMembers, { policy }: Template): FieldError[] {
  if (deputy !== null || policy.responsibility?.deputyRequired !== true) return [];
  const detail = 'The template requires a deputy.';
  return [{ pointer: '/deputy', code: 'deputy_required', detail }];
}

/** A template that was saved before these rules: refused here, before anything is created. */
function channelFaults({ identifier, policy }: Template): FieldError[] {
  return policy.channels.flatMap(({ displayName }) =>
    channelNameFaults(displayName).map(({ detail }) => ({
      pointer: '/templateIdOrIdentifier',
      code: 'template_channel_refused',
      detail: `The channel “${displayName}” of the template ${identifier} is invalid; an administrator must correct it: ${detail}`,
      values: { name: displayName },
    })),
  );
}

function ownerCountFaults(
  { responsible, deputy, owners }: ValidMembers,
  template: Template | undefined,
): FieldError[] {
  if (responsible === undefined || deputy === undefined || owners === undefined) return [];
  const { minimumOwners = 0, defaultOwners = [] } = template?.policy ?? {};
  const all = [responsible, ...(deputy === null ? [] : [deputy]), ...owners, ...defaultOwners];
  const count = new Set(all.map(personKey)).size;
  if (count < minimumOwners) {
    return [
      {
        pointer: '/owners',
        code: 'too_few_owners',
        detail: `The template requires at least ${counted(minimumOwners, 'different owner')}, including responsible and deputy.`,
        values: { minimum: minimumOwners, actual: count },
      },
    ];
  }
  if (count <= maxOwners) return [];
  return [tooManyOwners(count)];
}

function memberCountFaults(
  { members }: ValidMembers,
  template: Template | undefined,
): FieldError[] {
  const { defaultMembers = [] } = template?.policy ?? {};
  // Most requests need no count.
  if (members === undefined || members.length + defaultMembers.length <= maxMembers) return [];
  const count = new Set([...members, ...defaultMembers].map(personKey)).size;
  if (count <= maxMembers) return [];
  const detail = `A group can have at most 25,000 members, including the template's default members; this one has ${count}.`;
  const values = { maximum: maxMembers, actual: count };
  return [{ pointer: '/members', code: 'too_many_members', detail, values }];
}
