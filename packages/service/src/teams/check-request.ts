// Decides whether a request for a group may be accepted. Reports every fault at once that it can find without
// the directory. The same check serves creation, plan and bulk.
import { type Configuration } from '../configuration/configuration.ts';
import { isPersonReference, personKey } from '../directory/person-reference.ts';
import { inInputOrder } from '../foundation/input-order.ts';
import { type Fault, type ShapeFaults, validationFailed } from '../foundation/errors.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { maxMembers, maxOwners, type RequestedPeople } from '../provisioning/creation.ts';
import { tooManyOwners } from '../provisioning/resolve-people.step.ts';
import { channelNameFaults } from '../organisations/channel-names.ts';
import { displayNameFaults } from '../organisations/display-name.ts';
import { checkNames } from '../organisations/check-names.ts';
import type { Template } from '../organisations/template.ts';
import { mailNicknameFaults } from '../organisations/mail-nickname.ts';

/** Section 2.4 of the specification. */
export interface TeamRequest {
  readonly displayName: string;
  readonly description?: string | null;
  readonly mailNickName: string;
  readonly responsible: string;
  readonly deputy?: string | null;
  readonly organisationIdOrIdentifier: string;
  readonly templateIdOrIdentifier: string;
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

/** Number of people that a request names; the request may have any shape. */
export function countPeople(request: unknown): number {
  const { owners, members } = (request ?? {}) as { owners?: unknown; members?: unknown };
  return (
    (Array.isArray(owners) ? owners.length : 0) + (Array.isArray(members) ? members.length : 0)
  );
}

/** The total cost of requests, in units of the cost of a small one. */
export function weightOf(requests: number, people: number): number {
  return requests + Math.floor(people / peopleOfWeight);
}

/** So many people cost about as much as a small request. */
const peopleOfWeight = 250;

export interface CheckedRequest {
  readonly organisation: Organisation;
  readonly template: Template;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  readonly people: RequestedPeople;
  /** The values of the placeholders in the naming patterns. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The result of the check; with faults, only as much as is known. */
export interface ValidationResult {
  /** In the order of the request, up to `maxFaults`; empty when it conforms. */
  readonly faults: readonly Fault[];
  /** At least how many faults there are beyond these. */
  readonly unlisted: number;
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  readonly properties: Readonly<Record<string, string>>;
}

/** Systems export an empty text where there is none. */
export function withoutEmptyTexts(request: TeamRequest, { isWhole }: ShapeFaults): TeamRequest {
  if (isWhole || (request.description !== '' && request.deputy !== '')) return request;
  return {
    ...request,
    ...(request.description === '' && { description: null }),
    ...(request.deputy === '' && { deputy: null }),
  };
}

/** @throws DomainError `validation_failed` with every fault */
export function checkRequest(deps: ValidationDeps): CheckedRequest {
  const { organisation, template, properties, faults, unlisted } = validateRequest(deps);
  const { request } = deps;
  if (faults.length > 0 || organisation === undefined || template === undefined) {
    throw validationFailed(faults, unlisted);
  }
  return {
    organisation,
    template,
    displayName: request.displayName,
    description: request.description ?? null,
    mailNickname: request.mailNickName,
    people: requestedPeople(request),
    properties,
  };
}

export function requestedPeople(request: TeamRequest): RequestedPeople {
  return {
    responsible: request.responsible,
    deputy: request.deputy ?? null,
    // As they are, doubles included, so that a fault found later points at the right place.
    owners: request.owners,
    members: request.members,
  };
}

export interface ValidationDeps {
  readonly configuration: Configuration;
  readonly tenantId: string;
  /** As read; members that `shape` names may be missing or of any type and are ignored. */
  readonly request: TeamRequest;
  readonly shape: ShapeFaults;
  /** Faults that are listed at most. */
  readonly maxFaults: number;
  readonly now: number;
}

/** Checks everything at once that needs no query of the directory. */
export function validateRequest(deps: ValidationDeps): ValidationResult {
  const { configuration, tenantId, request, shape, maxFaults, now } = deps;
  const { listed, unlisted } = shape;
  // The whole body is not an object: nothing else can be said.
  if (shape.isWhole) {
    const nothing = { organisation: undefined, template: undefined, properties: {} };
    return { faults: listed, unlisted, ...nothing };
  }
  const faults: Fault[] = [...listed];
  const isValid = (...members: (keyof TeamRequest)[]) =>
    members.every((member) => !shape.members.has(member));

  const organisation = isValid('organisationIdOrIdentifier')
    ? configuration.organisation(tenantId, request.organisationIdOrIdentifier)
    : undefined;
  if (organisation === undefined && isValid('organisationIdOrIdentifier')) {
    faults.push({
      pointer: '/organisationIdOrIdentifier',
      code: 'organisation_not_found',
      detail: 'There is no organisation with this id or identifier.',
    });
  }
  const template =
    organisation !== undefined && isValid('templateIdOrIdentifier')
      ? findTemplate(organisation, request.templateIdOrIdentifier)
      : undefined;
  if (organisation !== undefined && template === undefined && isValid('templateIdOrIdentifier')) {
    faults.push({
      pointer: '/templateIdOrIdentifier',
      code: 'template_not_found',
      detail: `The organisation ${organisation.identifier} has no template with this id or identifier.`,
    });
  }

  const aliasFaults = isValid('mailNickName')
    ? mailNicknameFaults(request.mailNickName, '/mailNickName')
    : [];
  faults.push(...aliasFaults);
  if (isValid('displayName')) faults.push(...displayNameFaults(request.displayName));
  const properties = new Map<string, string>();
  if (template !== undefined && organisation !== undefined && aliasFaults.length === 0) {
    if (isValid('mailNickName', 'displayName')) {
      const names = checkNames({
        template,
        organisation,
        mailNickName: request.mailNickName,
        // White space around it is a separate fault.
        displayName: request.displayName.trim(),
        now,
      });
      if (names.faults !== undefined) faults.push(...names.faults);
      else
        for (const [name, value] of Object.entries(names.properties)) properties.set(name, value);
    }
  }

  const people = peopleFaults(request, { isValid, most: maxFaults });
  faults.push(...people.faults);
  if (template !== undefined) faults.push(...channelFaults(template));
  if (isValid('responsible', 'deputy', 'owners')) faults.push(...countFaults(request, template));
  if (isValid('members')) faults.push(...memberCountFaults(request, template));

  return {
    faults: inInputOrder(faults, request).slice(0, maxFaults),
    unlisted: unlisted + people.unlisted + Math.max(0, faults.length - maxFaults),
    organisation,
    template,
    properties: Object.fromEntries(properties),
  };
}

function findTemplate(organisation: Organisation, idOrIdentifier: string): Template | undefined {
  const key = idOrIdentifier.toLowerCase();
  return organisation.templates.find(
    ({ identifier, templateId }) => identifier === key || templateId === key,
  );
}

function peopleFaults(
  request: TeamRequest,
  options: { isValid: (...members: (keyof TeamRequest)[]) => boolean; most: number },
): { faults: Fault[]; unlisted: number } {
  const { isValid, most } = options;
  const faults: Fault[] = [];
  let unlisted = 0;
  const check = (reference: string, pointer: string) => {
    if (isPersonReference(reference)) return;
    if (faults.length >= most) {
      unlisted += 1;
      return;
    }
    faults.push({
      pointer,
      code: 'not_a_person',
      detail: `${pointer.slice(1)} must be a user ID in GUID form or an e-mail address of at most 320 characters.`,
    });
  };
  const checkAll = (references: readonly string[], name: 'owners' | 'members') => {
    for (let index = 0; index < references.length; index += 1) {
      const reference = references[index];
      if (reference !== undefined) check(reference, `/${name}/${index}`);
    }
  };
  if (isValid('responsible')) check(request.responsible, '/responsible');
  if (isValid('deputy') && request.deputy != null) check(request.deputy, '/deputy');
  if (
    isValid('responsible', 'deputy') &&
    request.deputy != null &&
    personKey(request.deputy) === personKey(request.responsible)
  ) {
    faults.push({
      pointer: '/deputy',
      code: 'deputy_is_responsible',
      detail: 'The deputy and the responsible must be different people.',
    });
  }
  if (isValid('owners')) checkAll(request.owners, 'owners');
  if (isValid('members')) checkAll(request.members, 'members');
  return { faults, unlisted };
}

/** A template that was saved before these rules: refused here, before anything is created. */
function channelFaults({ identifier, policy }: Template): Fault[] {
  return policy.channels.flatMap(({ displayName }) =>
    channelNameFaults(displayName).map(({ detail }) => ({
      pointer: '/templateIdOrIdentifier',
      code: 'template_channel_refused',
      detail: `The channel “${displayName}” of the template ${identifier} is invalid; an administrator must correct it: ${detail}`,
    })),
  );
}

function countFaults(request: TeamRequest, template: Template | undefined): Fault[] {
  const { minimumOwners = 0, defaultOwners = [] } = template?.policy ?? {};
  const count = countOwners(request, defaultOwners);
  if (count < minimumOwners) {
    return [
      {
        pointer: '/owners',
        code: 'too_few_owners',
        detail: `The template requires at least ${minimumOwners} different owners, including responsible and deputy.`,
      },
    ];
  }
  if (count <= maxOwners) return [];
  return [{ pointer: '/owners', code: 'too_many_owners', detail: tooManyOwners(count) }];
}

function memberCountFaults({ members }: TeamRequest, template: Template | undefined): Fault[] {
  const { defaultMembers = [] } = template?.policy ?? {};
  // Most requests need no count.
  if (members.length + defaultMembers.length <= maxMembers) return [];
  const count = new Set([...members, ...defaultMembers].map(personKey)).size;
  if (count <= maxMembers) return [];
  const detail = `A group can have at most 25,000 members, including the template's default members; this one has ${count}.`;
  return [{ pointer: '/members', code: 'too_many_members', detail }];
}

function countOwners(
  { responsible, deputy, owners }: TeamRequest,
  defaultOwners: readonly string[],
): number {
  const all = [responsible, ...(deputy == null ? [] : [deputy]), ...owners, ...defaultOwners];
  return new Set(all.map(personKey)).size;
}
