// The changes that make a tenant's webhook endpoints match its file. An endpoint is identified by its url.
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import type { EndpointWithKey, ManageEndpoints, Signing } from '../webhooks/manage-endpoints.ts';
import type { SigningSecret } from '../webhooks/signing.ts';
import { diffEntities, type Scope } from './diff-entities.ts';
import { compare, created, type MemberChange } from './member-changes.ts';
import type { PendingChange } from './pending-change.ts';
import type { WebhookEntry } from './tenant-file.schema.ts';

export interface WebhookDiffInput {
  readonly entries: readonly WebhookEntry[];
  /** By the url of the entry whose secret it is. */
  readonly secrets: ReadonlyMap<string, SigningSecret>;
  readonly present: readonly WebhookEndpoint[];
  /** In the transaction of the plan. */
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
      ...summaryOf(entry),
      ...(isOff && { enabled: false }),
      key: secrets.has(entry.url) ? '(set)' : `(a new one, ${signing})`,
    }),
    async execute() {
      const added = await endpoints.add(actor, tenantId, inputOf(entry), signing);
      onKey(added);
      if (isOff) await endpoints.disable(actor, tenantId, added.endpoint.endpointId);
    },
  };
}

function alteration(
  found: WebhookEndpoint,
  entry: WebhookEntry,
  { secrets, endpoints, onKey }: WebhookDiffInput,
  { actor, tenantId }: Scope,
) {
  const { endpointId, version } = found;
  const settings = compare(summaryOf(found), summaryOf(entry));
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
    async execute() {
      if (settings.length > 0) {
        await endpoints.change(actor, tenantId, endpointId, version, inputOf(entry));
      }
      if (signing !== undefined)
        onKey(await endpoints.addKey(actor, tenantId, endpointId, signing));
      if (toggles) await endpoints[isEnabled ? 'disable' : 'enable'](actor, tenantId, endpointId);
    },
  };
}

function summaryOf({ description, eventTypes }: WebhookEntry | WebhookEndpoint) {
  return { description: description ?? '', eventTypes: eventTypes ?? 'all' };
}

function inputOf({ url, description, eventTypes }: WebhookEntry) {
  return {
    url,
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { eventTypes }),
  };
}
