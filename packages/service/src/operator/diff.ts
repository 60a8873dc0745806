// The changes that make a tenant match its file, compared with its present state.
import type { Actor } from '../activity/activity.ts';
import { completeConnection } from '../tenants/connection-rules.ts';
import { personKey } from '../directory/person-reference.ts';
import { personOf, type SandboxPerson } from '../directory/sandbox/change-people.ts';
import type { OrganisationRecord } from '../organisations/change-organisations.ts';
import { settingsOf } from '../organisations/change-templates.ts';
import { defaultTemplatePolicy, type Template } from '../organisations/template.ts';
import type { TenantChange, TenantRecord } from '../tenants/change-tenants.ts';
import { compare, created, type MemberChange } from './member-changes.ts';
import { planWebhooks, type WebhookPlanInput } from './diff-webhooks.ts';
import type { PlannedChange } from './planned-change.ts';
import type { TenantFile } from './tenant-file.schema.ts';

export interface Plan {
  readonly tenantId: string;
  /** In the order in which they can be executed. */
  readonly changes: readonly PlannedChange[];
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
  readonly sealed: string | null;
}

export function planChanges(input: {
  readonly file: TenantFile;
  readonly present: Present;
  readonly tenantId: string;
  readonly actor: Actor;
  readonly prune: boolean;
  readonly secret: SecretChange | undefined;
  /** Undefined where the file may name none. */
  readonly webhooks: WebhookPlanInput | undefined;
}): Plan {
  const { file, present, tenantId, actor, prune, webhooks } = input;
  const unmanaged: string[] = [];
  const scope = { tenantId, actor, prune, unmanaged };
  const changes = [
    ...planTenant(input),
    ...planOrganisations(file, present, scope),
    ...planPeople(file, present, scope),
    ...(webhooks === undefined ? [] : planWebhooks(webhooks, scope)),
  ];
  return { tenantId, changes, unmanaged };
}

interface Scope {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly prune: boolean;
  readonly unmanaged: string[];
}

function planTenant(input: Parameters<typeof planChanges>[0]): PlannedChange[] {
  const { file, present, tenantId, actor, secret } = input;
  const { name } = file.tenant;
  const given = connectionOf(file, present);
  const settings = { name, ...given, ...(secret && { directorySecretSealed: secret.sealed }) };
  const after = { name, directory: completeConnection(given.directory, given.addressesGivenBy) };
  const secretMember = secret && { member: 'directory.secret', after: secret.sealed && '(set)' };
  if (present.tenant === undefined) {
    return [
      {
        kind: 'create',
        what: `tenant ${tenantId}`,
        members: [...created(after), ...(secretMember ? [secretMember] : [])],
        execute: (changes) => changes.tenants.create(actor, settings, tenantId),
      },
    ];
  }
  const { version } = present.tenant;
  const before = { name: present.tenant.name, directory: present.tenant.directory };
  const members = [
    ...compare(before, after),
    ...(secretMember ? [{ ...secretMember, before: '(unchanged)' }] : []),
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

/** The connection in the file, whose addresses are the operator's; the present one if the file omits it. */
function connectionOf(
  { tenant: { directory } }: TenantFile,
  { tenant }: Present,
): Pick<TenantChange, 'directory' | 'addressesGivenBy'> {
  if (directory === undefined) {
    if (tenant === undefined) throw new Error('A new tenant needs a connection.');
    if (tenant.directory.kind === 'sandbox') return { directory: tenant.directory };
    const { addressesGivenBy, ...present } = tenant.directory;
    return { directory: present, addressesGivenBy };
  }
  if (directory.kind === 'sandbox') return { directory };
  const { secret: _secret, ...connection } = directory;
  return { directory: connection };
}

function planOrganisations(file: TenantFile, present: Present, scope: Scope): PlannedChange[] {
  if (file.organisations === undefined) return [];
  const { tenantId, actor } = scope;
  /** By identifier; new ones are added when they are created. */
  const ids = new Map(
    present.organisations.map(({ identifier, organisationId }) => [identifier, organisationId]),
  );
  const changes: PlannedChange[] = [];
  const templateChanges: PlannedChange[] = [];
  for (const { templates, ...organisation } of file.organisations) {
    const { identifier } = organisation;
    const what = `organisation ${identifier}`;
    const found = present.organisations.find((one) => one.identifier === identifier);
    if (found === undefined) {
      changes.push({
        kind: 'create',
        what,
        members: created({ name: organisation.name }),
        async execute({ organisations }) {
          const made = await organisations.create(actor, tenantId, organisation);
          ids.set(identifier, made.organisationId);
        },
      });
    } else if (found.name !== organisation.name) {
      const { organisationId, version } = found;
      changes.push({
        kind: 'change',
        what,
        members: compare({ name: found.name }, { name: organisation.name }),
        execute: ({ organisations }) =>
          organisations.change(actor, tenantId, organisationId, version, organisation),
      });
    }
    if (templates !== undefined) {
      const there = present.templates.filter(
        ({ organisationId }) => organisationId === found?.organisationId,
      );
      templateChanges.push(...planTemplates(identifier, templates, there, ids, scope));
    }
  }
  const named = new Set(file.organisations.map(({ identifier }) => identifier));
  const deletions = present.organisations
    .filter(({ identifier }) => !named.has(identifier))
    .flatMap((organisation) => pruneOrganisation(organisation, present, scope));
  return [...changes, ...templateChanges, ...deletions];
}

function pruneOrganisation(
  { organisationId, identifier, version }: OrganisationRecord,
  present: Present,
  scope: Scope,
): PlannedChange[] {
  const { tenantId, actor, prune, unmanaged } = scope;
  const what = `organisation ${identifier}`;
  if (!prune) {
    unmanaged.push(what);
    return [];
  }
  const templates = present.templates.filter((one) => one.organisationId === organisationId);
  return [
    ...templates.map((template) => deletion(template, identifier, scope)),
    {
      kind: 'delete',
      what,
      members: [],
      execute: ({ organisations }) =>
        organisations.delete(actor, tenantId, organisationId, version),
    },
  ];
}

type TemplateEntry = NonNullable<
  NonNullable<TenantFile['organisations']>[number]['templates']
>[number];

function planTemplates(
  organisation: string,
  entries: readonly TemplateEntry[],
  there: readonly Template[],
  organisationIds: ReadonlyMap<string, string>,
  scope: Scope,
): PlannedChange[] {
  const { tenantId, actor, prune, unmanaged } = scope;
  const named = new Set(entries.map(({ identifier }) => identifier));
  const gone = there.filter(({ identifier }) => !named.has(identifier));
  if (!prune)
    unmanaged.push(...gone.map(({ identifier }) => `template ${organisation}/${identifier}`));
  const deletions = prune ? gone.map((template) => deletion(template, organisation, scope)) : [];

  const others = entries.flatMap((entry): PlannedChange[] => {
    const what = `template ${organisation}/${entry.identifier}`;
    const found = there.find(({ identifier }) => identifier === entry.identifier);
    if (found === undefined) {
      return [
        {
          kind: 'create',
          what,
          members: shownWhenNew(entry),
          execute: ({ templates }) =>
            templates.create(actor, tenantId, organisationIds.get(organisation) ?? '', entry),
        },
      ];
    }
    const members = compare(summaryOf(found), summaryOf(entry));
    const { templateId, version } = found;
    const execute: PlannedChange['execute'] = ({ templates }) =>
      templates.change(actor, tenantId, templateId, version, entry);
    return members.length === 0 ? [] : [{ kind: 'change', what, members, execute }];
  });
  return [...deletions, ...others];
}

function deletion(template: Template, organisation: string, scope: Scope): PlannedChange {
  const { templateId, identifier, version } = template;
  return {
    kind: 'delete',
    what: `template ${organisation}/${identifier}`,
    members: [],
    execute: ({ templates }) => templates.delete(scope.actor, scope.tenantId, templateId, version),
  };
}

function planPeople(file: TenantFile, present: Present, scope: Scope): PlannedChange[] {
  if (file.people === undefined) return [];
  const { tenantId, actor, prune, unmanaged } = scope;
  const byId = new Map(present.people.map((person) => [person.personId, person]));
  const byEmail = new Map(present.people.map((person) => [personKey(person.email), person]));
  const kept = new Set<string>();
  const changes = file.people.flatMap((entry): PlannedChange[] => {
    const found =
      entry.id === undefined ? byEmail.get(personKey(entry.email)) : byId.get(personKey(entry.id));
    const what = `person ${entry.email}`;
    if (found === undefined) {
      const { displayName, kind, enabled } = personOf(entry, '');
      const execute: PlannedChange['execute'] = ({ sandboxPeople }) =>
        sandboxPeople.add(actor, tenantId, entry);
      return [{ kind: 'create', what, members: created({ displayName, kind, enabled }), execute }];
    }
    kept.add(found.personId);
    const members = compare(found, personOf(entry, found.personId));
    const execute: PlannedChange['execute'] = ({ sandboxPeople }) =>
      sandboxPeople.change(actor, tenantId, found.personId, entry);
    return members.length === 0 ? [] : [{ kind: 'change', what, members, execute }];
  });
  const gone = present.people.filter(({ personId }) => !kept.has(personId));
  if (!prune) unmanaged.push(...gone.map(({ email }) => `person ${email}`));
  const removals = (prune ? gone : []).map(({ personId, email }): PlannedChange => ({
    kind: 'delete',
    what: `person ${email}`,
    members: [],
    execute: ({ sandboxPeople }) => sandboxPeople.remove(actor, tenantId, personId),
  }));
  return [...removals, ...changes];
}

/** Templates are identified by the identifier. */
function summaryOf(template: TemplateEntry | Template) {
  const { name, mailNicknamePattern, displayNamePattern, policy } = settingsOf(template);
  return { name, mailNicknamePattern, displayNamePattern, policy };
}

/** Of the policy only what is not as usual. */
function shownWhenNew(template: TemplateEntry): MemberChange[] {
  const { policy, ...others } = summaryOf(template);
  const unusual = compare({ policy: defaultTemplatePolicy }, { policy });
  return [...created(others), ...unusual.map(({ member, after }) => ({ member, after }))];
}
