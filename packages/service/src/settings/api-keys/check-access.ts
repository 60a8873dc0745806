// Decides which access a key may have, and which keys another key may manage: no key gives more than it has.
import {
  coversLimit,
  type GroupLimit,
  isOrganisationWithin,
  isWithin,
} from '../../ground/group-limit.ts';
import { notFound } from '../../audit/changes/change.ts';
import type { KeyAccess } from '../../ground/caller.ts';
import { DomainError, validationFailed, type FieldError } from '../../ground/errors.ts';
import { coversRange, type RangeFault, readIpRange } from '../../ground/ip-address.ts';
import { type Scope, scopes as allScopes } from '../../ground/schema/scope.schema.ts';
import { sourceFaults, sourceOf } from '../../ground/schema/external-key.schema.ts';
import { type ApiKey, beyondTemplateScopes, tenantWideScopes } from './api-key.ts';

/** The key that makes a change; undefined: a person, who may give every access. */
export type Giver = Pick<ApiKey, keyof KeyAccess | 'expiresAt'> | undefined;

/** It is as it was sent, with ids in any case, and ranges in any spelling. */
export type RequestedAccess = KeyAccess;

/** The organisations and templates of the tenant. */
export interface KnownGroups {
  readonly organisationIds: readonly string[];
  readonly templates: readonly { readonly templateId: string; readonly organisationId: string }[];
}

/** @throws DomainError `validation_failed` or `scope_missing` */
export function checkAccess(
  { scopes, ipRanges, source, ...sent }: RequestedAccess,
  known: KnownGroups,
  giver: Giver,
): KeyAccess {
  const templateIds = unique(sent.templateIds);
  const access = {
    // In one order, so that the same access has the same record.
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    organisationIds: unique(sent.organisationIds) ?? organisationsOf(templateIds, known),
    templateIds,
    ipRanges: ipRanges && [...new Set(ipRanges.map(spellingOf))],
    source: source && sourceOf(source),
  };
  const faults: FieldError[] = [
    ...organisationFaults(sent.organisationIds, known, giver),
    ...templateFaults(sent, known, giver),
    ...limitFaults(access, giver),
    ...rangeFaults(ipRanges, giver),
    ...sourceFaultsOf(source, giver),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  if (giver !== undefined) requireScopes(giver, access.scopes, 'give');
  return access;
}

function unique(ids: readonly string[] | null): string[] | null {
  return ids && [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** A key that is limited to templates is also limited to their organisations. */
function organisationsOf(
  templateIds: readonly string[] | null,
  { templates }: KnownGroups,
): string[] | null {
  if (templateIds === null) return null;
  const chosen = templates.filter(({ templateId }) => templateIds.includes(templateId));
  return [...new Set(chosen.map(({ organisationId }) => organisationId))];
}

function organisationFaults(
  ids: readonly string[] | null,
  known: KnownGroups,
  giver: Giver,
): FieldError[] {
  return (ids ?? []).flatMap((sent, index) => {
    const id = sent.toLowerCase();
    const isSeen = giver === undefined || isOrganisationWithin(giver, id);
    if (isSeen && known.organisationIds.includes(id)) return [];
    const detail = 'There is no organisation with this id.';
    return { pointer: `/organisationIds/${index}`, code: 'organisation_not_found', detail };
  });
}

function templateFaults(
  { organisationIds, templateIds }: GroupLimit,
  { templates }: KnownGroups,
  giver: Giver,
): FieldError[] {
  const chosen = unique(organisationIds);
  return (templateIds ?? []).flatMap((sent, index) => {
    const pointer = `/templateIds/${index}`;
    const template = templates.find(({ templateId }) => templateId === sent.toLowerCase());
    const isSeen = template !== undefined && (giver === undefined || isWithin(giver, template));
    if (!isSeen) {
      const detail = 'There is no template with this id.';
      return { pointer, code: 'template_not_found', detail };
    }
    if (chosen === null || chosen.includes(template.organisationId)) return [];
    const detail = 'The template belongs to none of organisationIds.';
    return { pointer, code: 'template_of_other_organisation', detail };
  });
}

function limitFaults({ scopes, ...limit }: KeyAccess, giver: Giver): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (refused: readonly Scope[], limitedTo: string, reason: string) => {
    const wanted = refused.filter((scope) => scopes.includes(scope));
    if (wanted.length === 0) return;
    const detail = `A key that is limited to ${limitedTo} cannot have ${wanted.join(' or ')}, because that concerns ${reason}.`;
    const values = { refused: wanted };
    faults.push({ pointer: '/scopes', code: 'tenant_wide_scope', detail, values });
  };
  if (limit.organisationIds !== null) {
    refuse(tenantWideScopes, 'organisations', 'the whole tenant');
  }
  if (limit.templateIds !== null) {
    refuse(beyondTemplateScopes, 'templates', 'all templates of an organisation');
  }
  for (const [member, name] of [
    ['organisationIds', 'organisations'],
    ['templateIds', 'templates'],
  ] as const) {
    if (limit[member] !== null || giver === undefined || giver[member] === null) continue;
    const detail = `Your API key is limited to ${name}. Name some of them.`;
    faults.push({ pointer: `/${member}`, code: 'required', detail });
  }
  return faults;
}

/** @throws DomainError `not_found`, `scope_missing` or `forbidden` if the key has more access than the giver */
export function requireManageable(key: ApiKey, giver: Giver): void {
  if (giver === undefined) return;
  if (!coversLimit(giver, key)) throw notFound('API key');
  requireScopes(giver, key.scopes, 'manage a key with');
  if (!coversRanges(giver, key.ipRanges)) {
    throw new DomainError(
      'forbidden',
      'This API key cannot manage a key that may be used from more addresses than itself.',
    );
  }
  if (!coversSource(giver, key.source)) {
    throw new DomainError(
      'forbidden',
      'This API key cannot manage a key of another source than its own.',
    );
  }
  if (!expiresWith(giver, key.expiresAt)) {
    throw new DomainError(
      'forbidden',
      'This API key cannot manage a key that is valid for longer than itself.',
    );
  }
}

/** Whether what expires at this time ends with the giver at the latest. */
export function expiresWith(giver: Giver, expiresAt: Date | null): boolean {
  if (giver === undefined || giver.expiresAt === null) return true;
  return expiresAt !== null && expiresAt <= giver.expiresAt;
}

function sourceFaultsOf(source: string | null, giver: Giver): FieldError[] {
  const pointer = '/source';
  const faults = source === null ? [] : sourceFaults(source, { pointer });
  if (faults.length > 0 || coversSource(giver, source && sourceOf(source))) return faults;
  const detail = `Your API key is bound to the source ${giver?.source ?? ''}. Name the same one.`;
  return [{ pointer, code: 'required', detail }];
}

/** Whether the giver may itself use every source that a key with this one may use. */
function coversSource(giver: Giver, source: string | null): boolean {
  return giver === undefined || giver.source === null || giver.source === source;
}

/** The result is the form that is kept. A text that is no range stays as it is. */
function spellingOf(text: string): string {
  const read = readIpRange(text);
  return 'range' in read ? read.range : text;
}

function rangeFaults(ipRanges: KeyAccess['ipRanges'], giver: Giver): FieldError[] {
  if (ipRanges === null) {
    if (coversRanges(giver, null)) return [];
    const detail = 'Your API key is limited to IP ranges. Name some of them.';
    return [{ pointer: '/ipRanges', code: 'required', detail }];
  }
  return ipRanges.flatMap((text, index): FieldError[] => {
    const pointer = `/ipRanges/${index}`;
    const read = readIpRange(text);
    if (!('range' in read)) return [notARange(pointer, text, read)];
    if (coversRanges(giver, [read.range])) return [];
    const detail = `${text} is outside the IP ranges of your API key.`;
    return [
      { pointer, code: 'not_allowed', detail, values: { rule: 'outside_own_ranges', name: text } },
    ];
  });
}

function notARange(pointer: string, text: string, fault: RangeFault): FieldError {
  const { network } = fault;
  return {
    pointer,
    code: 'not_an_ip_range',
    detail: detailOf(text, fault),
    values: { name: text, ...(network !== undefined && { suggestion: network }) },
  };
}

function detailOf(text: string, { fault, network = '192.0.2.0/24' }: RangeFault): string {
  switch (fault) {
    case 'not_a_range':
      return `${JSON.stringify(text)} must be an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32.`;
    case 'mapped':
      return `${text} is an IPv4 range that is written as IPv6. Write it as IPv4, such as ${network}.`;
    case 'host_bits':
      return `${text} has bits beyond its prefix length. The range is ${network}.`;
    default:
      return fault satisfies never;
  }
}

/** Whether the giver may itself be used from all these addresses. */
function coversRanges(giver: Giver, ipRanges: KeyAccess['ipRanges']): boolean {
  if (giver === undefined) return true;
  const own = giver.ipRanges;
  return own === null || (ipRanges?.every((range) => coversRange(own, range)) ?? false);
}

function requireScopes(giver: KeyAccess, wanted: readonly Scope[], act: string): void {
  const missing = wanted.filter((scope) => !giver.scopes.includes(scope));
  if (missing.length === 0) return;
  const named = missing.join(' and ');
  throw new DomainError(
    'scope_missing',
    `This API key lacks the scope ${named}. It cannot ${act} a scope that it lacks.`,
  );
}
