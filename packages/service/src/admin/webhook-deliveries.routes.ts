// The deliveries to a webhook: a test, the queue, each attempt, and replay.
import type { Server } from '../http/server.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';
import type { WebhookDeps } from './webhooks.routes.ts';
import {
  AdminAttemptPage,
  AdminDeliveryPage,
  EndpointParams,
  ReplayResponse,
  ReplayInput,
  TestResponse,
  attemptQuery,
  deliveryQuery,
} from './webhooks.schema.ts';

const declared = operations('Webhooks', {
  testWebhook: {
    scope: 'webhooks:manage',
    summary: 'Send an event of the type webhook.test now and return the outcome.',
    answer: 'The outcome of the test.',
    problems: ['in_use'],
    params: EndpointParams,
    response: { 200: TestResponse },
  },
  replayWebhook: {
    scope: 'webhooks:manage',
    summary: 'Queue deliveries again with the same event ids.',
    answer: 'The number of queued deliveries.',
    problems: ['in_use'],
    params: EndpointParams,
    body: ReplayInput,
    response: { 200: ReplayResponse },
  },
  listWebhookDeliveries: {
    scope: 'webhooks:manage',
    summary: 'List the deliveries queued for an endpoint, newest first.',
    answer: 'A page of deliveries.',
    params: EndpointParams,
    querystring: deliveryQuery,
    response: { 200: AdminDeliveryPage },
  },
  listWebhookAttempts: {
    scope: 'webhooks:manage',
    summary:
      'List the delivery attempts, newest first, including tests. The service keeps them for 30 days.',
    answer: 'A page of delivery attempts.',
    params: EndpointParams,
    querystring: attemptQuery,
    response: { 200: AdminAttemptPage },
  },
});

export function registerWebhookDeliveryRoutes(
  server: Server,
  { webhooks }: Pick<WebhookDeps, 'webhooks'>,
): void {
  /** @throws DomainError `not_found` */
  async function requireEndpoint(tenantId: string, endpointId: string): Promise<void> {
    await webhooks.change((endpoints) => endpoints.get(tenantId, endpointId));
  }

  const onePath = '/:tenantId/webhooks/:endpointId';
  server.post(`${onePath}/test`, declared.testWebhook, (request) => {
    const { tenantId, endpointId } = resourceOf(request);
    return webhooks.test(tenantId, endpointId);
  });

  server.post(`${onePath}/replay`, declared.replayWebhook, async (request) => {
    const { tenantId, endpointId, actor } = resourceOf(request);
    const positions = request.body.positions ?? undefined;
    return { replayed: await webhooks.replay(actor, tenantId, endpointId, positions) };
  });

  server.get(`${onePath}/deliveries`, declared.listWebhookDeliveries, async (request) => {
    const { tenantId, endpointId } = resourceOf(request);
    const { state, before, limit = 50 } = request.query;
    await requireEndpoint(tenantId, endpointId);
    const page = { limit, state, beforePosition: before };
    return { items: await webhooks.log.deliveries(tenantId, endpointId, page) };
  });

  server.get(`${onePath}/attempts`, declared.listWebhookAttempts, async (request) => {
    const { tenantId, endpointId } = resourceOf(request);
    const { position, before, limit = 50 } = request.query;
    await requireEndpoint(tenantId, endpointId);
    const page = { limit, position, beforeAttemptId: before };
    return { items: await webhooks.log.attempts(tenantId, endpointId, page) };
  });
}
