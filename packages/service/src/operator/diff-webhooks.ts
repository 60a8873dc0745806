// The changes that make a tenant's webhook endpoints match its file. An endpoint is identified by its url.
import type { Actor } from '../activity/activity.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import type { EndpointWithKey, ManageEndpoints, Signing } from '../webhooks/manage-endpoints.ts';
import type { SigningSecret } from '../webhooks/signing.ts';
import { compare, created, type MemberChange } from './member-changes.ts';
import type { PlannedChange } from './planned-change.ts';
import type { WebhookEntry } from './tenant-file.schema.ts';

export interface WebhookPlanInput {
  readonly entries: readonly WebhookEntry[];
  /** By the url of the entry whose secret it is. */
  readonly secrets: ReadonlyMap<string, SigningSecret>;
  readonly present: readonly WebhookEndpoint[];
  /** In the transaction of the plan. */
  readonly endpoints: ManageEndpoints;
  /** Called with each key that is added when the plan is executed. */
  readonly onKey: (added: EndpointWithKey) => void;
}

export interface WebhookScope {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly prune: boolean;
  readonly unmanaged: string[];
}

export function planWebhooks(input: WebhookPlanInput, scope: WebhookScope): PlannedChange[] {
  const { entries, present } = input;
  const kept = new Set<string>();
  const changes = entries.flatMap((entry) => {
    const found = present.find(({ url }) => url === entry.url);
    if (found === undefined) return [addition(entry, input, scope)];
    kept.add(found.endpointId);
    return alteration(entry, found, input, scope);
  });
  const gone = present.filter(({ endpointId }) => !kept.has(endpointId));
  if (!scope.prune) scope.unmanaged.push(...gone.map(({ url }) => `webhook ${url}`));
  const removals = (scope.prune ? gone : []).map(({ url, endpointId }): PlannedChange => ({
    kind: 'delete',
    what: `webhook ${url}`,
    members: [],
    execute: () => input.endpoints.remove(scope.actor, scope.tenantId, endpointId, undefined),
  }));
  return [...removals, ...changes];
}

function addition(
  entry: WebhookEntry,
  { secrets, endpoints, onKey }: WebhookPlanInput,
  { actor, tenantId }: WebhookScope,
): PlannedChange {
  const signing: Signing = secrets.get(entry.url) ?? entry.signing ?? 'hmac';
  const isOff = entry.enabled === false;
  return {
    kind: 'create',
    what: `webhook ${entry.url}`,
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
  entry: WebhookEntry,
  found: WebhookEndpoint,
  { secrets, endpoints, onKey }: WebhookPlanInput,
  { actor, tenantId }: WebhookScope,
): PlannedChange[] {
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
  if (members.length === 0) return [];
  return [
    {
      kind: 'change',
      what: `webhook ${entry.url}`,
      members,
      async execute() {
        if (settings.length > 0) {
          await endpoints.change(actor, tenantId, endpointId, version, inputOf(entry));
        }
        if (signing !== undefined) {
          onKey(await endpoints.addKey(actor, tenantId, endpointId, signing));
        }
        if (toggles) {
          await endpoints[isEnabled ? 'disable' : 'enable'](actor, tenantId, endpointId);
        }
      },
    },
  ];
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
