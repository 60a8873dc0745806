// The changes that make a tenant's webhook endpoints match its file. An endpoint is identified by its url.
import type { WebhookEndpoint } from '../events/webhooks/endpoint.ts';
import type {
  EndpointWithKey,
  ManageEndpoints,
  Signing,
} from '../events/webhooks/manage-endpoints.ts';
import type { SigningSecret } from '../events/webhooks/signing.ts';
import type { WebhookInput } from '../events/webhooks/webhook-input.schema.ts';
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import { diffEntities, type Scope } from './diff-entities.ts';
import { compare, created, type MemberChange } from './member-changes.ts';
import { namesOfFilter, organisationIdsOf, templateIdsOf } from './named-subjects.ts';
import type { PendingChange } from './pending-change.ts';
import type { WebhookEntry } from './tenant-file.schema.ts';

export interface WebhookDiffInput {
  readonly entries: readonly WebhookEntry[];
  /** The key is the url of the entry whose secret it is. */
  readonly secrets: ReadonlyMap<string, SigningSecret>;
  readonly present: readonly WebhookEndpoint[];
  /** The organisations and templates that exist before the plan is executed. */
  readonly named: Parameters<typeof namesOfFilter>[1];
  /** It takes part in the transaction of the plan. */
  readonly endpoints: ManageEndpoints;
  /** Called with each key that is added when the plan is executed. */
  readonly onKey: (added: EndpointWithKey) => void;
}

export function diffWebhooks(input: WebhookDiffInput, scope: Scope): PendingChange[] {
  const { entries, present, endpoints } = input;
  const { changes, removals } = diffEntities<WebhookEntry, WebhookEndpoint>(
    entries,
    present,
    {
      nameOf: ({ url }) => `webhook ${url}`,
      find: (entry) => present.find(({ url }) => url === entry.url),
      create: (entry) => addition(entry, input, scope),
      change: (found, entry) => alteration(found, entry, input, scope),
      remove:
        ({ endpointId }) =>
        () =>
          endpoints.remove(scope.actor, scope.tenantId, endpointId, undefined),
    },
    scope,
  );
  return [...removals, ...changes];
}

function addition(
  entry: WebhookEntry,
  { secrets, endpoints, onKey }: WebhookDiffInput,
  { actor, tenantId }: Scope,
) {
  const signing: Signing = secrets.get(entry.url) ?? entry.signing ?? 'hmac';
  const isOff = entry.enabled === false;
  return {
    members: created({
      description: entry.description ?? '',
      types: entry.types ?? 'all',
      ...(entry.organisations && { organisations: entry.organisations }),
      ...(entry.templates && { templates: entry.templates }),
      ...(isOff && { enabled: false }),
      key: secrets.has(entry.url) ? '(set)' : `(a new one, ${signing})`,
    }),
    async execute(changes: Changes) {
      const settings = await inputOf(entry, changes, tenantId);
      const added = await endpoints.add(actor, tenantId, settings, signing);
      onKey(added);
      if (isOff) await endpoints.disable(actor, tenantId, added.endpoint.endpointId);
    },
  };
}

function alteration(
  found: WebhookEndpoint,
  entry: WebhookEntry,
  { secrets, endpoints, onKey, named }: WebhookDiffInput,
  { actor, tenantId }: Scope,
) {
  const { endpointId, version } = found;
  const settings = compare(
    summaryOf({ ...found, ...namesOfFilter(found, named) }),
    summaryOf({
      ...entry,
      organisations: entry.organisations?.toSorted(),
      templates: entry.templates?.toSorted(),
    }),
  );
  const isEnabled = found.disabledAt === null;
  const toggles = entry.enabled !== undefined && entry.enabled !== isEnabled;
  const wanted = secrets.get(entry.url) ?? entry.signing;
  const signing = wanted === undefined || endpoints.signsWith(found, wanted) ? undefined : wanted;
  const members: MemberChange[] = [...settings];
  if (toggles) members.push({ member: 'enabled', before: isEnabled, after: entry.enabled });
  if (signing !== undefined) {
    const after = secrets.has(entry.url) ? '(set)' : `(a new one, ${signing})`;
    members.push({ member: 'key', before: '(unchanged, for one more day)', after });
  }
  return {
    members,
    async execute(changes: Changes) {
      if (settings.length > 0) {
        const input = await inputOf(entry, changes, tenantId);
        await endpoints.change(actor, tenantId, endpointId, version, input);
      }
      if (signing !== undefined)
        onKey(await endpoints.addKey(actor, tenantId, endpointId, signing));
      if (toggles) await endpoints[isEnabled ? 'disable' : 'enable'](actor, tenantId, endpointId);
    },
  };
}

function summaryOf({
  description = '',
  types,
  organisations = 'all',
  templates = 'all',
}: Pick<WebhookEndpoint | WebhookEntry, 'description' | 'types'> & {
  readonly organisations: readonly string[] | 'all' | undefined;
  readonly templates: readonly string[] | 'all' | undefined;
}) {
  return { description, types: types ?? 'all', organisations, templates };
}

/** Organisations and templates of the same file exist by the time that this runs. */
async function inputOf(
  { url, description, types, organisations, templates }: WebhookEntry,
  { stores }: Pick<Changes, 'stores'>,
  tenantId: string,
): Promise<WebhookInput> {
  return {
    url,
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    organisationIds: await organisationIdsOf(stores, tenantId, organisations),
    templateIds: await templateIdsOf(stores, tenantId, templates),
  };
}
