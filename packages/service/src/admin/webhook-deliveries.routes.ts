// The deliveries to a webhook: a test, the queue, each attempt, and replay.
import { sentTypes } from '../events/sample-event.ts';
import { notFound } from '../ground/errors.ts';
import { momentOf } from '../ground/moment.ts';
import {
  type ListIdentity,
  pageOf,
  type PageRequest,
  positionPart,
  readPage,
} from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';
import type { WebhookDeps } from './webhooks.routes.ts';
import {
  AdminAttemptPage,
  AdminDeliveryPage,
  DeliveredEvent,
  DeliverNowResponse,
  DeliveryParams,
  EndpointParams,
  ReplayResponse,
  ReplayInput,
  SampleParams,
  TestResponse,
  attemptQuery,
  deliveryQuery,
} from './webhooks.schema.ts';

const declared = declareOperations('Webhooks', {
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
  deliverWebhookNow: {
    scope: 'webhooks:manage',
    summary: 'Deliver now what waits for a retry, and end the pause of the endpoint.',
    answer: 'The number of deliveries that waited.',
    problems: ['in_use'],
    params: EndpointParams,
    response: { 200: DeliverNowResponse },
  },
  getWebhookDeliveryEvent: {
    scope: 'webhooks:manage',
    summary: 'Read the event of a delivery, as the body of its requests has it.',
    answer: 'The event.',
    params: DeliveryParams,
    response: { 200: DeliveredEvent },
  },
  getSampleEvent: {
    scope: 'webhooks:manage',
    summary: 'Read a sample event of a type.',
    answer: 'A sample event.',
    params: SampleParams,
    response: { 200: DeliveredEvent },
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

const logOf = (tenantId: string, path: string, filters: ListIdentity['filters']): ListIdentity => ({
  tenantId,
  path,
  filters,
  position: [positionPart.number],
});
const placeIn = ({ after }: PageRequest) => (after === undefined ? undefined : Number(after[0]));

/** Counted from 1, and a safe integer. */
const isPosition = /^[1-9]\d{0,14}$/;

export function registerWebhookDeliveryRoutes(
  server: Server,
  { webhooks, address }: Pick<WebhookDeps, 'webhooks' | 'address'>,
): void {
  const mountUrl = (tenantId: string) => `${address.url}/api/${tenantId}`;

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
    const { positions, from, until } = request.body;
    const replayed = await webhooks.replay(actor, tenantId, endpointId, {
      positions: positions ?? undefined,
      from: momentOf(from),
      until: momentOf(until),
    });
    return { replayed };
  });

  server.post(`${onePath}/deliver-now`, declared.deliverWebhookNow, async (request) => {
    const { tenantId, endpointId, actor } = resourceOf(request);
    return { due: await webhooks.deliverNow(actor, tenantId, endpointId) };
  });

  const eventPath = `${onePath}/deliveries/:position/event`;
  server.get(eventPath, declared.getWebhookDeliveryEvent, async (request) => {
    const { tenantId, endpointId, position } = resourceOf(request);
    if (!isPosition.test(position)) throw notFound();
    return { event: await webhooks.eventAt(tenantId, endpointId, Number(position)) };
  });

  server.get('/:tenantId/sample-events/:eventType', declared.getSampleEvent, (request) => {
    const { eventType } = resourceOf(request);
    const type = sentTypes.find((one) => one === eventType);
    if (type === undefined) throw notFound();
    return { event: webhooks.sample(type) };
  });

  server.get(`${onePath}/deliveries`, declared.listWebhookDeliveries, async (request) => {
    const { tenantId, endpointId } = resourceOf(request);
    const { state } = request.query;
    const list = logOf(tenantId, `/webhooks/${endpointId}/deliveries`, { state });
    const page = readPage(request.query, list);
    await requireEndpoint(tenantId, endpointId);
    const asked = { limit: page.limit + 1, state, beforePosition: placeIn(page) };
    const found = await webhooks.log.deliveries(tenantId, endpointId, asked);
    return pageOf(
      found,
      page,
      list,
      mountUrl(tenantId),
      ({ position }) => [String(position)],
      (delivery) => delivery,
    );
  });

  server.get(`${onePath}/attempts`, declared.listWebhookAttempts, async (request) => {
    const { tenantId, endpointId } = resourceOf(request);
    const { position } = request.query;
    const list = logOf(tenantId, `/webhooks/${endpointId}/attempts`, {
      position: position === undefined ? undefined : String(position),
    });
    const page = readPage(request.query, list);
    await requireEndpoint(tenantId, endpointId);
    const asked = { limit: page.limit + 1, position, beforeAttemptId: placeIn(page) };
    const found = await webhooks.log.attempts(tenantId, endpointId, asked);
    return pageOf(
      found,
      page,
      list,
      mountUrl(tenantId),
      ({ attemptId }) => [String(attemptId)],
      (attempt) => attempt,
    );
  });
}
