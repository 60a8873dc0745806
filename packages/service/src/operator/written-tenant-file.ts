// A tenant's settings as the file that `apply` takes. Applying it changes nothing, and in an empty installation it makes the
// same settings. It has no secrets, and omits what is as usual.
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import {
  noRoleValues,
  type SignInProvider,
  usualProvider,
} from '../access/sessions/sign-in-provider.ts';
import type { WebhookEndpoint } from '../events/webhooks/endpoint.ts';
import { everyChange } from '../settings/organisations/allowed-changes.ts';
import { recordedSettings, settingsOf } from '../settings/organisations/change-templates.ts';
import { defaultTemplatePolicy, type Template } from '../settings/organisations/template.ts';
import { completeConnection } from '../settings/tenants/connection-rules.ts';
import { defaultNaming } from '../settings/naming/naming.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import { noticeSettingsOf } from '../settings/tenants/notice-settings.ts';
import type { OrganisationRecord } from '../settings/organisations/change-organisations.ts';
import type { SandboxPerson } from '../sandbox/sandbox-person.ts';
import type { Present } from './diff.ts';
import { withoutNulls } from './member-changes.ts';
import { namesOfFilter } from './named-subjects.ts';

interface WrittenPart {
  /** Undefined: it is as usual. */
  readonly value?: object | undefined;
  /** The same in comments, with the reason. */
  readonly note?: { readonly reason: string; readonly value?: object };
}

export function writeTenantFile(
  present: Present & {
    readonly tenant: TenantRecord;
    readonly webhooks: readonly WebhookEndpoint[];
    readonly provider: SignInProvider | undefined;
  },
): string {
  const { tenant, organisations, templates, people, provider } = present;
  const directory = directoryPart(tenant);
  const notices = noticesPart(tenant);
  const { entries, notes } = webhookEntries(present);
  const settings = {
    id: tenant.tenantId,
    name: tenant.name,
    ...(tenant.newGroups !== 'report' && { newGroups: tenant.newGroups }),
    ...(tenant.nightlyProbe !== null && { nightlyProbe: tenant.nightlyProbe }),
    ...(tenant.blockedWords.length > 0 && { blockedWords: tenant.blockedWords }),
    ...(directory.value && { directory: directory.value }),
    ...(notices.value && { notices: notices.value }),
    ...(provider && { signInProvider: providerEntry(provider) }),
  };
  const lists = {
    organisations: organisations.map((one) => organisationEntry(one, templates)),
    ...(tenant.directory.kind === 'sandbox' && { people: people.map(personEntry) }),
    webhooks: entries,
  };
  return [
    text({ tenant: settings }),
    commented('directory', directory, '  '),
    commented('notices', notices, '  '),
    '\n',
    text(lists),
    ...notes.map((reason) => `# ${reason}\n`),
  ].join('');
}

function text(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

function commented(name: string, { note }: WrittenPart, indent: string): string {
  if (note === undefined) return '';
  const value = note.value === undefined ? '' : text({ [name]: note.value });
  return `${note.reason}\n${value}`
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}# ${line}\n`)
    .join('');
}

/** An address of an administrator would be trusted like the operator's if the file had it. */
function directoryPart({ directory }: TenantRecord): WrittenPart {
  if (directory.kind === 'sandbox') {
    const { kind, ...settings } = directory;
    return { value: { kind, ...withoutUsual(settings, completeConnection({ kind })) } };
  }
  const { addressesGivenBy, sharePoint, ...connection } = directory;
  const { addressGivenBy, ...second } = sharePoint ?? {};
  const { kind, entraTenantId, clientId, credential } = directory;
  const usual = completeConnection({ kind, entraTenantId, credential: 'managed_identity' });
  const value = {
    kind,
    entraTenantId,
    clientId,
    credential,
    ...withoutUsual(connection, usual),
    ...(sharePoint && { sharePoint: second }),
  };
  if (addressesGivenBy === undefined && addressGivenBy === undefined) return { value };
  const reason =
    'The connection is managed in the admin center. Without these comment signs, it is managed by this file, and its addresses are trusted.';
  return { note: { reason, value } };
}

function noticesPart(tenant: TenantRecord): WrittenPart {
  const { notices } = tenant;
  if (notices === null) return {};
  const inForce = noticeSettingsOf(tenant);
  if (inForce !== notices) {
    const reason = `The tenant had another suite when the sender ${notices.sender} was set. These settings are in force:`;
    return { note: { reason, value: withoutNulls(inForce) } };
  }
  if (notices.sender !== 'smtp') return { value: withoutNulls(notices) };
  const { addressGivenBy, sender, from, ...settings } = notices;
  const value = { sender, from, ...withoutNulls(settings) };
  if (addressGivenBy === undefined) return { value };
  const reason =
    'The messages to people are managed in the admin center. Without these comment signs, they are managed by this file, and the server is trusted.';
  return { note: { reason, value } };
}

function providerEntry({ issuer, clientId, roleClaim, ...settings }: SignInProvider) {
  return {
    issuer,
    clientId,
    ...withoutUsual(settings, usualProvider),
    ...(roleClaim && { roleClaim: withoutUsual(roleClaim, noRoleValues) }),
  };
}

function organisationEntry(
  { organisationId, identifier, name, steward }: OrganisationRecord,
  templates: readonly Template[],
) {
  return {
    identifier,
    name,
    ...(steward !== null && { steward }),
    templates: templates.filter((one) => one.organisationId === organisationId).map(templateEntry),
  };
}

function templateEntry(template: Template) {
  const { name, identifier, mailNicknamePattern, displayNamePattern, policy, ...naming } =
    recordedSettings(settingsOf(template));
  const { changes, ...settings } = withoutUsual(policy, defaultTemplatePolicy);
  const forbidden = withoutUsual(changes ?? {}, everyChange);
  const unusual = {
    ...withoutNulls(settings),
    ...(Object.keys(forbidden).length > 0 && { changes: forbidden }),
  };
  return {
    identifier,
    name,
    mailNicknamePattern,
    displayNamePattern,
    ...withoutUsual(naming, defaultNaming),
    ...(Object.keys(unusual).length > 0 && { policy: unusual }),
  };
}

function personEntry({ personId, email, displayName, kind, enabled, ...others }: SandboxPerson) {
  const { managerEmail, language, leavesOn } = others;
  return {
    id: personId,
    email,
    name: displayName,
    ...(kind !== 'member' && { kind }),
    ...(!enabled && { enabled }),
    ...withoutNulls({ managerEmail, language, leavesOn }),
  };
}

/** The file identifies an endpoint by its address, and organisations and templates by their identifiers. */
function webhookEntries(present: Parameters<typeof writeTenantFile>[0]) {
  const notes: string[] = [];
  const written = new Set<string>();
  const entries = present.webhooks.flatMap((endpoint) => {
    const { endpointId, url, description, types, disabledAt, signingKeys } = endpoint;
    const { organisations, templates } = namesOfFilter(endpoint, present);
    const isNamed =
      endpoint.organisationIds?.every((id) => organisations?.includes(id) !== true) !== false &&
      endpoint.templateIds?.every((id) => templates?.includes(id) !== true) !== false;
    if (written.has(url) || !isNamed) {
      const reason = isNamed ? 'has an address twice' : 'is limited to what was deleted';
      notes.push(
        `The webhook endpoint ${endpointId} ${reason}: it is managed in the admin center.`,
      );
      return [];
    }
    written.add(url);
    const signing = signingKeys.findLast(({ expiresAt }) => expiresAt === null)?.kind;
    return {
      url,
      ...(description !== '' && { description }),
      ...(types !== null && { types }),
      ...(organisations && { organisations }),
      ...(templates && { templates }),
      ...(disabledAt !== null && { enabled: false }),
      ...(signing !== undefined && signing !== 'hmac' && { signing }),
    };
  });
  return { entries, notes };
}

function withoutUsual<T extends object>(value: T, usual: object): Partial<T> {
  const usuals = new Map(Object.entries(usual));
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => !isDeepStrictEqual(one, usuals.get(name))),
  ) as Partial<T>;
}
