// Webhooks: endpoints and their keys.
import { eventTypes } from '../events/event.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import { liveKeys, type WebhookEndpoint } from '../events/webhooks/endpoint.ts';
import { unknownHealth } from '../events/webhooks/delivery-log.postgres.ts';
import type { ManageEndpoints } from '../events/webhooks/manage-endpoints.ts';
import { failuresBeforeCooldown } from '../events/webhooks/retry-schedule.ts';
import { WebhookInput } from '../events/webhooks/webhook-input.schema.ts';
import type { Webhooks } from '../events/webhooks/webhooks.jobs.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { noContent, listQuery } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { countedListOf, resourceOf } from './request.ts';
import {
  AdminWebhook,
  AdminWebhookPage,
  EnableInput,
  EndpointParams,
  NewKeyInput,
  NewWebhookInput,
  NewWebhookKey,
} from './webhooks.schema.ts';

const dayMs = 86_400_000;

export interface WebhookDeps extends AdminApiDeps {
  readonly webhooks: Webhooks;
}

const declared = declareOperations('Webhooks', {
  listWebhooks: {
    scope: 'webhooks:manage',
    summary: 'List the endpoints, oldest first, and the available event types.',
    answer: 'The endpoints and the available event types.',
    querystring: listQuery,
    response: { 200: AdminWebhookPage },
  },
  addWebhook: {
    scope: 'webhooks:manage',
    summary: 'Add an endpoint. A shared secret is shown only once.',
    answer: 'The new endpoint with its verification key.',
    idempotentBy: 'answer',
    problems: ['validation_failed', 'quota_exceeded'],
    body: NewWebhookInput,
    response: { 201: NewWebhookKey },
  },
  getWebhook: {
    scope: 'webhooks:manage',
    summary: 'Read an endpoint.',
    answer: 'The endpoint.',
    params: EndpointParams,
    response: { 200: AdminWebhook },
  },
  changeWebhook: {
    scope: 'webhooks:manage',
    summary: 'Change an endpoint.',
    answer: 'The changed endpoint.',
    changes: true,
    problems: ['validation_failed'],
    params: EndpointParams,
    body: WebhookInput,
    response: { 200: AdminWebhook },
  },
  removeWebhook: {
    scope: 'webhooks:manage',
    summary: 'Remove an endpoint, with its deliveries and their log.',
    answer: 'The endpoint is removed.',
    changes: true,
    problems: ['validation_failed'],
    params: EndpointParams,
    response: noContent,
  },
  disableWebhook: {
    scope: 'webhooks:manage',
    summary: 'Stop deliveries to an endpoint.',
    answer: 'The disabled endpoint.',
    problems: ['in_use'],
    params: EndpointParams,
    response: { 200: AdminWebhook },
  },
  enableWebhook: {
    scope: 'webhooks:manage',
    summary: 'Resume deliveries to an endpoint.',
    answer: 'The enabled endpoint.',
    problems: ['in_use'],
    params: EndpointParams,
    body: EnableInput,
    response: { 200: AdminWebhook },
  },
  addWebhookKey: {
    scope: 'webhooks:manage',
    summary: 'Add a key that signs from now on. The other keys sign for one more day.',
    answer: 'The endpoint with its new verification key.',
    idempotentBy: 'answer',
    problems: ['in_use'],
    params: EndpointParams,
    body: NewKeyInput,
    response: { 201: NewWebhookKey },
  },
});

export function registerWebhookRoutes(server: Server, deps: WebhookDeps): void {
  const { address, clock, webhooks } = deps;

  /** They contain no secret: public keys only need their encrypted half to be derived. One read for all. */
  async function answersOf(tenantId: string, endpoints: readonly WebhookEndpoint[]) {
    const now = clock.now();
    const [one, ...others] = endpoints;
    const [publicKeys, health] = await Promise.all([
      webhooks.change(async (all) => endpoints.map((endpoint) => all.publicKeys(endpoint))),
      webhooks.log.health(
        tenantId,
        new Date(now - dayMs),
        others.length === 0 ? one?.endpointId : undefined,
      ),
    ]);
    return endpoints.map((endpoint, n) => ({
      ...endpoint,
      publicKeys: publicKeys[n] ?? [],
      signing: liveKeys(endpoint, now),
      health: health.get(endpoint.endpointId) ?? unknownHealth,
      state: stateOf(endpoint),
      pausedUntil: endpoint.heldUntil,
      etag: endpoint.version,
    }));
  }

  async function answerOf(endpoint: WebhookEndpoint) {
    const [answer] = await answersOf(endpoint.tenantId, [endpoint]);
    if (answer === undefined) throw new Error('An endpoint has no answer.');
    return answer;
  }

  async function act(work: (endpoints: ManageEndpoints) => Promise<WebhookEndpoint>) {
    const endpoint = await webhooks.change(work);
    webhooks.notify();
    return answerOf(endpoint);
  }

  server.get('/:tenantId/webhooks', declared.listWebhooks, async (request) => {
    const { tenantId } = resourceOf(request);
    const list = countedListOf(request, address, '/webhooks');
    const endpoints = await webhooks.change((all) => all.list(tenantId));
    const items = await answersOf(tenantId, list.partOf(endpoints));
    return { ...list.answer({ items, total: endpoints.length }), types: eventTypes };
  });

  server.post('/:tenantId/webhooks', declared.addWebhook, async (request, reply) => {
    const { tenantId, actor } = resourceOf(request);
    const { signing, ...input } = request.body;
    const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
      endpoints.add(actor, tenantId, input, signing),
    );
    sendVersion(reply, endpoint.version);
    return { webhook: await answerOf(endpoint), verificationKey };
  });

  const onePath = '/:tenantId/webhooks/:endpointId';
  server.get(onePath, declared.getWebhook, async (request, reply) => {
    const { tenantId, endpointId } = resourceOf(request);
    const endpoint = await webhooks.change((all) => all.get(tenantId, endpointId));
    sendVersion(reply, endpoint.version);
    return answerOf(endpoint);
  });

  server.put(onePath, declared.changeWebhook, async (request, reply) => {
    const { tenantId, endpointId, actor, expectedVersion } = resourceOf(request);
    const answer = await act((endpoints) =>
      endpoints.change(actor, tenantId, endpointId, expectedVersion, request.body),
    );
    sendVersion(reply, answer.etag);
    return answer;
  });

  server.delete(onePath, declared.removeWebhook, async (request) => {
    const { tenantId, endpointId, actor, expectedVersion } = resourceOf(request);
    await webhooks.change((all) => all.remove(actor, tenantId, endpointId, expectedVersion));
  });

  server.post(`${onePath}/disable`, declared.disableWebhook, (request) => {
    const { tenantId, endpointId, actor } = resourceOf(request);
    return act((endpoints) => endpoints.disable(actor, tenantId, endpointId));
  });

  server.post(`${onePath}/enable`, declared.enableWebhook, (request) => {
    const { tenantId, endpointId, actor } = resourceOf(request);
    return act((all) => all.enable(actor, tenantId, endpointId, request.body.missed));
  });

  server.post(`${onePath}/keys`, declared.addWebhookKey, async (request) => {
    const { tenantId, endpointId, actor } = resourceOf(request);
    const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
      endpoints.addKey(actor, tenantId, endpointId, request.body.signing),
    );
    return { webhook: await answerOf(endpoint), verificationKey };
  });
}

function stateOf({ disabledAt, failuresInRow }: WebhookEndpoint) {
  if (disabledAt !== null) return 'disabled' as const;
  return failuresInRow >= failuresBeforeCooldown ? ('failing' as const) : ('active' as const);
}
