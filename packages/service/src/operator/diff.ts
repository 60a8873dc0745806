// The changes that make a tenant match its file, compared with its present state.
import type { ProviderStore } from '../access/sessions/admin-sessions.postgres.ts';
import type { StoredProvider } from '../access/sessions/provider-discovery.ts';
import type { SignInProvider } from '../access/sessions/sign-in-provider.ts';
import type { Actor } from '../audit/activity.ts';
import { completeConnection } from '../settings/tenants/connection-rules.ts';
import type { SharePointInput } from '../settings/tenants/connection.schema.ts';
import { completeNoticeSettings } from '../settings/tenants/notice-settings-rules.ts';
import type { NoticeSettingsInput } from '../settings/tenants/notice-settings.schema.ts';
import { personKey } from '../directory/person-reference.ts';
import { personOf } from '../settings/configuration/change-sandbox-people.ts';
import type { SandboxPerson } from '../sandbox/sandbox-person.ts';
import type { OrganisationRecord } from '../settings/organisations/change-organisations.ts';
import { settingsOf } from '../settings/organisations/change-templates.ts';
import { everyChange } from '../settings/organisations/allowed-changes.ts';
import { defaultNaming } from '../settings/naming/naming.ts';
import { defaultTemplatePolicy, type Template } from '../settings/organisations/template.ts';
import type { TenantChange, TenantRecord } from '../settings/tenants/change-tenants.ts';
import { deletion, diffEntities, type Scope } from './diff-entities.ts';
import { compare, created, type MemberChange } from './member-changes.ts';
import { diffWebhooks, type WebhookDiffInput } from './diff-webhooks.ts';
import type { PendingChange } from './pending-change.ts';
import type { TenantFile } from './tenant-file.schema.ts';

export interface Diff {
  readonly tenantId: string;
  /** They are in the order in which they can be executed. */
  readonly changes: readonly PendingChange[];
  /** Objects that exist but are not in the file, and are kept. */
  readonly unmanaged: readonly string[];
}

/** The present state. */
export interface Present {
  readonly tenant: TenantRecord | undefined;
  readonly organisations: readonly OrganisationRecord[];
  readonly templates: readonly Template[];
  readonly people: readonly SandboxPerson[];
}

/** The connection's secret: undefined leaves it as it is. */
export interface SecretChange {
  readonly ciphertext: string | null;
}

/** The sign-in provider that the file names. */
export interface ProviderDiffInput {
  readonly settings: SignInProvider;
  readonly present: StoredProvider | undefined;
  /** Undefined leaves it as it is. */
  readonly secret: SecretChange | undefined;
  readonly at: Date;
  /** It takes part in the transaction of the plan. */
  readonly put: ProviderStore['putProvider'];
}

export function diffTenantFile(input: {
  readonly file: TenantFile;
  readonly present: Present;
  readonly tenantId: string;
  readonly actor: Actor;
  readonly prune: boolean;
  readonly secret: SecretChange | undefined;
  /** It belongs to the second credential. */
  readonly sharePointSecret: SecretChange | undefined;
  /** The password of the SMTP server; undefined leaves it as it is. */
  readonly noticesSecret: SecretChange | undefined;
  /** Undefined where the file may name none. */
  readonly webhooks: WebhookDiffInput | undefined;
  /** Undefined where the file names none. */
  readonly provider: ProviderDiffInput | undefined;
}): Diff {
  const { file, present, tenantId, actor, prune, webhooks, provider } = input;
  const unmanaged: string[] = [];
  const scope = { tenantId, actor, prune, unmanaged };
  const changes = [
    ...diffTenant(input),
    ...(provider === undefined ? [] : diffProvider(provider, scope)),
    ...diffOrganisations(file, present, scope),
    ...diffPeople(file, present, scope),
    ...(webhooks === undefined ? [] : diffWebhooks(webhooks, scope)),
  ];
  return { tenantId, changes, unmanaged };
}

function diffTenant(input: Parameters<typeof diffTenantFile>[0]): PendingChange[] {
  const { file, present, tenantId, actor, secret, sharePointSecret, noticesSecret } = input;
  const { name, blockedWords, newGroups, nightlyProbe } = file.tenant;
  // If the file omits them, the words are managed in the admin center.
  const words = blockedWords && { blockedWords };
  const rules = {
    ...(newGroups !== undefined && { newGroups }),
    ...(nightlyProbe !== undefined && { nightlyProbe }),
  };
  const notices = noticesOf(file);
  const given = connectionOf(file, present);
  const settings = {
    name,
    ...words,
    ...rules,
    ...given,
    ...(secret && { directorySecretSealed: secret.ciphertext }),
    ...(sharePointSecret && { sharePointSecretSealed: sharePointSecret.ciphertext }),
    ...(notices && { notices }),
    ...(noticesSecret && { noticesSecretSealed: noticesSecret.ciphertext }),
  };
  const directory = completeConnection(given.directory, given.addressesGivenBy);
  const after = {
    name,
    directory,
    ...words,
    ...rules,
    ...(notices && { notices: completeNoticeSettings(notices) }),
  };
  const secretMembers = [
    ...secretMember('directory.secret', secret),
    ...secretMember('directory.sharePoint.secret', sharePointSecret),
    ...secretMember('notices.password', noticesSecret),
  ];
  if (present.tenant === undefined) {
    return [
      {
        kind: 'create',
        what: `tenant ${tenantId}`,
        members: [...created(after), ...secretMembers],
        execute: (changes) => changes.tenants.create(actor, settings, tenantId),
      },
    ];
  }
  const { version } = present.tenant;
  const before = {
    name: present.tenant.name,
    directory: present.tenant.directory,
    ...(words && { blockedWords: present.tenant.blockedWords }),
    ...(newGroups !== undefined && { newGroups: present.tenant.newGroups }),
    ...(nightlyProbe !== undefined && { nightlyProbe: present.tenant.nightlyProbe }),
    ...(notices && present.tenant.notices && { notices: present.tenant.notices }),
  };
  const members = [
    ...compare(before, after),
    ...secretMembers.map((member) => Object.assign(member, { before: '(unchanged)' })),
  ];
  if (members.length === 0) return [];
  return [
    {
      kind: 'change',
      what: `tenant ${tenantId}`,
      members,
      execute: (changes) => changes.tenants.change(actor, tenantId, version, settings),
    },
  ];
}

function diffProvider(
  { settings, present, secret, at, put }: ProviderDiffInput,
  { tenantId, actor }: Scope,
): PendingChange[] {
  const secretMembers = secretMember('secret', secret);
  const members =
    present === undefined
      ? [...created(settings), ...secretMembers].filter(({ after }) => after !== undefined)
      : [
          ...compare(present.provider, settings),
          ...secretMembers.map((member) => Object.assign(member, { before: '(unchanged)' })),
        ];
  if (members.length === 0) return [];
  const stored = present?.clientSecretSealed ?? null;
  const clientSecretSealed = secret === undefined ? stored : secret.ciphertext;
  return [
    {
      kind: present === undefined ? 'create' : 'change',
      what: `sign-in provider ${settings.issuer}`,
      members,
      execute: () => put({ tenantId, settings, clientSecretSealed, at, actor }),
    },
  ];
}

function secretMember(member: string, secret: SecretChange | undefined): MemberChange[] {
  return secret === undefined ? [] : [{ member, after: secret.ciphertext && '(set)' }];
}

/** Their password is not in it. */
export function noticesOf({ tenant: { notices } }: TenantFile): NoticeSettingsInput | undefined {
  if (notices === undefined) return undefined;
  const { password: _, ...settings } = notices;
  return settings;
}

/** The connection in the file, whose addresses are the operator's; the present one if the file omits it. */
function connectionOf(
  { tenant: { directory } }: TenantFile,
  { tenant }: Present,
): Pick<TenantChange, 'directory' | 'addressesGivenBy'> {
  if (directory === undefined) {
    if (tenant === undefined) throw new Error('A new tenant needs a connection.');
    if (tenant.directory.kind !== 'microsoft365') return { directory: tenant.directory };
    const { addressesGivenBy, ...present } = tenant.directory;
    return { directory: present, addressesGivenBy };
  }
  if (directory.kind === 'sandbox') return { directory };
  const { secret: _secret, sharePoint, ...connection } = directory;
  const { secret: _second, ...second } = { ...sharePoint };
  return {
    directory: { ...connection, ...(sharePoint && { sharePoint: second as SharePointInput }) },
  };
}

type OrganisationEntry = NonNullable<TenantFile['organisations']>[number];
type TemplateEntry = NonNullable<OrganisationEntry['templates']>[number];
type PersonEntry = NonNullable<TenantFile['people']>[number];

function diffOrganisations(file: TenantFile, present: Present, scope: Scope): PendingChange[] {
  if (file.organisations === undefined) return [];
  const { tenantId, actor } = scope;
  /** The keys are identifiers. New ones are added when they are created. */
  const ids = new Map(
    present.organisations.map(({ identifier, organisationId }) => [identifier, organisationId]),
  );
  const templatesOf = (identifier: string) =>
    present.templates.filter(({ organisationId }) => organisationId === ids.get(identifier));
  const templates = file.organisations.flatMap((entry) =>
    entry.templates === undefined
      ? []
      : diffTemplates(entry.templates, templatesOf(entry.identifier), {
          ...scope,
          organisation: entry.identifier,
          idOfOrganisation: () => ids.get(entry.identifier) ?? '',
        }),
  );
  const { changes, removals } = diffEntities<OrganisationEntry, OrganisationRecord>(
    file.organisations,
    present.organisations,
    {
      nameOf: ({ identifier }) => `organisation ${identifier}`,
      find: (entry) => present.organisations.find((one) => one.identifier === entry.identifier),
      create: ({ templates: _templates, ...input }) => ({
        members: created({ name: input.name, ...(input.steward && { steward: input.steward }) }),
        async execute({ organisations }) {
          const made = await organisations.create(actor, tenantId, input);
          ids.set(input.identifier, made.organisationId);
        },
      }),
      change: (
        { organisationId, version, name, steward },
        { templates: _templates, ...input },
      ) => ({
        members: compare(
          { name, steward },
          // If the file omits the steward, it is managed in the admin center.
          { name: input.name, steward: input.steward === undefined ? steward : input.steward },
        ),
        execute: ({ organisations }) =>
          organisations.change(actor, tenantId, organisationId, version, input),
      }),
      remove:
        ({ organisationId, version }) =>
        ({ organisations }) =>
          organisations.delete(actor, tenantId, organisationId, version),
      removeFirst: ({ identifier }) =>
        templatesOf(identifier).map((template) =>
          deletion(template, templateRemoval(identifier, scope)),
        ),
    },
    scope,
  );
  return [...changes, ...templates, ...removals];
}

interface TemplateScope extends Scope {
  readonly organisation: string;
  /** Known once the organisation is created. */
  readonly idOfOrganisation: () => string;
}

function diffTemplates(
  entries: readonly TemplateEntry[],
  present: readonly Template[],
  scope: TemplateScope,
): PendingChange[] {
  const { tenantId, actor, idOfOrganisation } = scope;
  const { changes, removals } = diffEntities<TemplateEntry, Template>(
    entries,
    present,
    {
      ...templateRemoval(scope.organisation, scope),
      find: (entry) => present.find(({ identifier }) => identifier === entry.identifier),
      create: (entry) => ({
        members: shownWhenNew(entry),
        execute: ({ templates }) => templates.create(actor, tenantId, idOfOrganisation(), entry),
      }),
      change: (found, entry) => ({
        members: compare(summaryOf(found), summaryOf(entry, found.policy)),
        execute: ({ templates }) =>
          templates.change(actor, tenantId, found.templateId, found.version, entry),
      }),
    },
    scope,
  );
  return [...removals, ...changes];
}

function templateRemoval(organisation: string, { actor, tenantId }: Scope) {
  return {
    nameOf: ({ identifier }: Pick<Template, 'identifier'>) =>
      `template ${organisation}/${identifier}`,
    remove:
      ({ templateId, version }: Template): PendingChange['execute'] =>
      ({ templates }) =>
        templates.delete(actor, tenantId, templateId, version),
  };
}

function diffPeople(file: TenantFile, present: Present, scope: Scope): PendingChange[] {
  if (file.people === undefined) return [];
  const { tenantId, actor } = scope;
  const byId = new Map(present.people.map((person) => [person.personId, person]));
  const byEmail = new Map(present.people.map((person) => [personKey(person.email), person]));
  const { changes, removals } = diffEntities<PersonEntry, SandboxPerson>(
    file.people,
    present.people,
    {
      nameOf: ({ email }) => `person ${email}`,
      find: ({ id, email }) =>
        id === undefined ? byEmail.get(personKey(email)) : byId.get(personKey(id)),
      create(entry) {
        const { personId: _id, email: _email, ...members } = personOf(entry, '');
        const given = Object.entries(members).filter(([, value]) => value !== null);
        return {
          members: created(Object.fromEntries(given)),
          execute: ({ sandboxPeople }) => sandboxPeople.add(actor, tenantId, entry),
        };
      },
      change: (found, entry) => ({
        members: compare(found, personOf(entry, found.personId)),
        execute: ({ sandboxPeople }) =>
          sandboxPeople.change(actor, tenantId, found.personId, entry),
      }),
      remove:
        ({ personId }) =>
        ({ sandboxPeople }) =>
          sandboxPeople.remove(actor, tenantId, personId),
    },
    scope,
  );
  return [...removals, ...changes];
}

/** Templates are identified by the identifier. */
function summaryOf(template: TemplateEntry | Template, present?: Template['policy']) {
  const settings = settingsOf(template, present);
  const { identifier: _identifier, naming, changes, policy, ...others } = settings;
  return { ...others, policy: { ...policy, changes }, ...naming };
}

/** It shows only what is not as usual in policy and naming rules. */
function shownWhenNew(template: TemplateEntry): MemberChange[] {
  const { name, mailNicknamePattern, displayNamePattern, ...others } = summaryOf(template);
  const unusual = compare(
    { policy: { ...defaultTemplatePolicy, changes: everyChange }, ...defaultNaming },
    others,
  );
  return [
    ...created({ name, mailNicknamePattern, displayNamePattern }),
    ...unusual.map(({ member, after }) => ({ member, after })),
  ];
}
