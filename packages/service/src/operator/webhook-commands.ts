// `operator webhook`: endpoints that a tenant's events are sent to, for those who work without the admin center.
import { systemClock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import { createFeedStore } from '../events/feed.postgres.ts';
import { isGuid } from '../directory/person-reference.ts';
import { counted } from '../ground/counted.ts';
import { problemObject } from '../http/problem.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import type { EndpointFilter } from '../events/webhooks/check-filter.ts';
import type { Attempt } from '../events/webhooks/delivery.ts';
import type { EndpointWithKey } from '../events/webhooks/manage-endpoints.ts';
import type { SigningKind } from '../events/webhooks/signing.ts';
import { WebhookInput } from '../events/webhooks/webhook-input.schema.ts';
import { createWebhooks, type Webhooks } from '../events/webhooks/webhooks.jobs.ts';
import { checkInput } from './check-input.ts';
import { commandGroup, option, type Output, repeated, table, tenantCommand } from './command.ts';
import { withoutNulls } from './member-changes.ts';
import { namesOfFilter, organisationIdsOf, templateIdsOf } from './named-subjects.ts';
import type { OperatorDeps } from './operator-deps.ts';

type WebhookDeps = OperatorDeps & { readonly tenantId: string; readonly webhooks: Webhooks };

const signing = option('--signing <kind>', 'hmac: a shared secret; ed25519: a public key', 'hmac');
signing.choices(['hmac', 'ed25519']);

const ofEndpoint = {
  argument: ['<endpointId>'],
  read: (_options: object, endpointId: string) => idOf(endpointId),
} as const;

export const webhookCommands = commandGroup('webhook', 'endpoints that receive events', [
  tenantCommand({
    name: 'add',
    summary: 'add an endpoint and print the key for verifying its signatures',
    argument: ['<url>', 'https address; http only in networks that WEBHOOK_NETWORKS lists'],
    options: [
      option('--description <text>', 'purpose'),
      option('--types <list>', 'only these event types, separated by commas'),
      repeated(
        '--organisation <id or identifier>',
        'only events about this organisation, its templates and its groups',
      ),
      repeated(
        '--template <id or organisation/template>',
        'only events about this template and its groups',
      ),
      signing,
    ],
    json: true,
    read: (
      options: {
        description?: string;
        types?: string;
        organisation?: readonly string[];
        template?: readonly string[];
        signing: SigningKind;
      },
      url: string,
    ) => ({
      signing: options.signing,
      organisations: options.organisation,
      templates: options.template,
      endpoint: checkInput(WebhookInput, {
        url,
        ...(options.description !== undefined && { description: options.description }),
        ...(options.types !== undefined && {
          types: options.types.split(',').map((type) => type.trim()),
        }),
      }),
    }),
    run: withWebhooks(async ({ change, webhooks, actor, tenantId }, input) => {
      const filter = await change(async ({ stores }) => ({
        organisationIds: await organisationIdsOf(stores, tenantId, input.organisations),
        templateIds: await templateIdsOf(stores, tenantId, input.templates),
      }));
      const added = await webhooks.change((endpoints) =>
        endpoints.add(actor, tenantId, { ...input.endpoint, ...filter }, input.signing),
      );
      return keyOutput(added, 'Endpoint added.');
    }),
  }),
  tenantCommand({
    name: 'list',
    summary: 'list the endpoints',
    json: true,
    run: withWebhooks(async ({ change, webhooks, tenantId }) => {
      const endpoints = await webhooks.change((all) => all.list(tenantId));
      const named = await change(async ({ stores }) => ({
        organisations: await stores.organisations.list(tenantId),
        templates: await stores.templates.list(tenantId),
      }));
      const filterOf = (endpoint: EndpointFilter) => {
        const { organisations = [], templates = [] } = namesOfFilter(endpoint, named);
        return [...organisations, ...templates].join(' ');
      };
      const json = endpoints.map(({ signingKeys, ...endpoint }) =>
        Object.assign(withoutNulls(endpoint), {
          signing: signingKeys.map(({ kind, expiresAt }) => ({ kind, expiresAt })),
        }),
      );
      const { text } = table(endpoints, {
        ENDPOINT: ({ endpointId }) => endpointId,
        STATE: ({ disabledAt }) => (disabledAt === null ? 'active' : 'disabled'),
        TYPES: ({ types }) => types?.join(' ') ?? 'all',
        ONLY: filterOf,
        URL: ({ url }) => url,
        '': ({ disabledReason, description }) => disabledReason ?? description,
      });
      return { text, json };
    }),
  }),
  tenantCommand({
    name: 'test',
    summary: 'send an event of the type webhook.test now and print the result',
    ...ofEndpoint,
    json: true,
    run: withWebhooks(async ({ webhooks, tenantId }, endpointId) => {
      const attempt = await webhooks.test(tenantId, endpointId);
      return {
        text: attemptText(attempt),
        json: withoutNulls(attempt),
        exitCode: attempt.outcome === 'delivered' ? 0 : 1,
      };
    }),
  }),
  tenantCommand({
    name: 'log',
    summary: 'print the latest delivery attempts, newest first',
    ...ofEndpoint,
    json: true,
    run: withWebhooks(async ({ webhooks, tenantId }, endpointId) => {
      const attempts = await webhooks.log.attempts(tenantId, endpointId, { limit: 50 });
      const { text } = table(attempts, {
        AT: ({ attemptedAt }) => attemptedAt.toISOString(),
        OUTCOME: ({ outcome }) => outcome,
        TYPE: ({ eventType }) => eventType,
        EVENT: ({ eventId }) => eventId,
        '': ({ detail }) => detail ?? '',
      });
      return { text, json: attempts.map(withoutNulls) };
    }),
  }),
  tenantCommand({
    name: 'replay',
    summary: 'queue failed deliveries again, with the same event ids',
    ...ofEndpoint,
    run: withWebhooks(async ({ webhooks, actor, tenantId }, endpointId) => {
      const count = await webhooks.replay(actor, tenantId, endpointId);
      return { text: `${counted(count, 'delivery is', 'deliveries are')} queued again.` };
    }),
  }),
  tenantCommand({
    name: 'rotate',
    summary: 'add a key that signs from now on; the other keys sign for one more day',
    argument: ['<endpointId>'],
    options: [signing],
    json: true,
    read: (options: { signing: SigningKind }, endpointId: string) => ({
      kind: options.signing,
      endpointId: idOf(endpointId),
    }),
    run: withWebhooks(async ({ webhooks, actor, tenantId }, { endpointId, kind }) => {
      const added = await webhooks.change((endpoints) =>
        endpoints.addKey(actor, tenantId, endpointId, kind),
      );
      return keyOutput(added, 'Key added.');
    }),
  }),
  tenantCommand({
    name: 'enable',
    summary: 'resume deliveries, missed events first',
    ...ofEndpoint,
    run: withWebhooks(async ({ webhooks, actor, tenantId }, endpointId) => {
      await webhooks.change((endpoints) => endpoints.enable(actor, tenantId, endpointId));
      return { text: 'The endpoint is enabled.' };
    }),
  }),
  tenantCommand({
    name: 'disable',
    summary: 'stop deliveries',
    ...ofEndpoint,
    run: withWebhooks(async ({ webhooks, actor, tenantId }, endpointId) => {
      await webhooks.change((endpoints) => endpoints.disable(actor, tenantId, endpointId));
      return { text: 'The endpoint is disabled.' };
    }),
  }),
  tenantCommand({
    name: 'remove',
    summary: 'remove an endpoint, with its deliveries and their log',
    ...ofEndpoint,
    run: withWebhooks(async ({ webhooks, actor, tenantId }, endpointId) => {
      await webhooks.change((all) => all.remove(actor, tenantId, endpointId, undefined));
      return { text: 'The endpoint was removed.' };
    }),
  }),
]);

function withWebhooks<Input>(work: (deps: WebhookDeps, input: Input) => Promise<Output>) {
  return async (deps: Omit<WebhookDeps, 'webhooks'>, input: Input): Promise<Output> => {
    const webhooks = openWebhooks(deps);
    try {
      return await work({ ...deps, webhooks }, input);
    } finally {
      await webhooks.stop();
    }
  };
}

function openWebhooks({ config, database, createId, randomBytes, encryption }: OperatorDeps) {
  return createWebhooks({
    database,
    clock: systemClock,
    createId,
    randomBytes,
    monotonicNow: () => performance.now(),
    random: Math.random,
    encryption: encryption(),
    feed: createFeedStore({ database }),
    events: {
      baseUrl: config.baseUrl,
      toProblem: (error) => problemObject(error, config.baseUrl),
    },
    targets: createTargetAddresses(config.webhookNetworks),
    proxyFor: createProxyFor(config.proxies),
    onAttempt: () => undefined,
    onError: () => undefined,
  });
}

function idOf(text: string): string {
  if (isGuid(text)) return text.toLowerCase();
  throw new DomainError('validation_failed', 'endpointId must be a GUID.');
}

function keyOutput({ endpoint, verificationKey }: EndpointWithKey, title: string): Output {
  const { endpointId } = endpoint;
  const text = [
    `${title}\n\n  endpointId  ${endpointId}\n  key         ${verificationKey}\n`,
    verificationKey.startsWith('whsec_')
      ? 'Give the receiver this secret now. It cannot be shown again.'
      : 'Give the receiver this public key.',
  ];
  return { text: text.join('\n'), json: { endpointId, verificationKey } };
}

function attemptText({ outcome, statusCode, detail, durationMs }: Attempt): string {
  const status = statusCode === null ? '' : ` with ${statusCode}`;
  const text =
    outcome === 'delivered' ? `Delivered${status}` : `Not delivered: ${detail ?? outcome}`;
  return `${text} (${durationMs} ms).`;
}
