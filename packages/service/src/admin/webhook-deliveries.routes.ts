// The deliveries to a webhook: a test, the queue, each attempt, and replay.
import { Type } from 'typebox';
import type { Server } from '../http/server.ts';
import type { WebhookDeps } from './webhooks.routes.ts';
import { guidParam, tenantIdParam } from './common.schema.ts';
import { actorOf, tenantOf } from './requests.routes.ts';
import {
  AdminAttemptPage,
  AdminDeliveryPage,
  ReplayAnswer,
  ReplayInput,
  TestAnswer,
  attemptQuery,
  deliveryQuery,
} from './webhooks.schema.ts';

const tags = ['Webhooks'];
const EndpointParams = Type.Object({
  tenantId: tenantIdParam,
  endpointId: guidParam('The endpoint.'),
});
const reading = { problems: ['not_found'] } as const;
const acting = { problems: ['not_found', 'in_use'] } as const;

export function registerWebhookDeliveryRoutes(
  server: Server,
  { webhooks }: Pick<WebhookDeps, 'webhooks'>,
): void {
  /** @throws DomainError `not_found` */
  async function endpointOf(tenantId: string, params: { endpointId: string }): Promise<string> {
    const { endpointId } = await webhooks.change((endpoints) =>
      endpoints.get(tenantId, idOf(params)),
    );
    return endpointId;
  }

  server.post(
    '/:tenantId/webhooks/:endpointId/test',
    {
      config: { ...acting, answer: 'The outcome of the test.' },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send an event of the type webhook.test now and return the outcome.',
        params: EndpointParams,
        response: { 200: TestAnswer },
      },
    },
    async (request) => {
      const attempt = await webhooks.test(tenantOf(request), idOf(request.params));
      return {
        outcome: attempt.outcome,
        statusCode: attempt.statusCode ?? null,
        detail: attempt.detail ?? null,
        answerExcerpt: attempt.answerExcerpt ?? null,
        durationMs: attempt.durationMs,
      };
    },
  );

  server.post(
    '/:tenantId/webhooks/:endpointId/replay',
    {
      config: { ...acting, answer: 'The number of queued deliveries.' },
      schema: {
        operationId: 'replayWebhook',
        tags,
        summary: 'Queue deliveries again with the same event ids.',
        params: EndpointParams,
        body: ReplayInput,
        response: { 200: ReplayAnswer },
      },
    },
    async (request) => ({
      replayed: await webhooks.replay(
        actorOf(request),
        tenantOf(request),
        idOf(request.params),
        request.body.positions ?? undefined,
      ),
    }),
  );

  server.get(
    '/:tenantId/webhooks/:endpointId/deliveries',
    {
      config: { ...reading, answer: 'A page of deliveries.' },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List the deliveries queued for an endpoint, newest first.',
        params: EndpointParams,
        querystring: Type.Object(deliveryQuery),
        response: { 200: AdminDeliveryPage },
      },
    },
    async (request) => {
      const { state, before, limit = 50 } = request.query;
      const tenantId = tenantOf(request);
      const endpointId = await endpointOf(tenantId, request.params);
      const found = await webhooks.log.deliveries(tenantId, endpointId, {
        limit,
        ...(state !== undefined && { state }),
        ...(before !== undefined && { beforePosition: before }),
      });
      return {
        items: found.map(({ dueAt, queuedAt, finishedAt, ...delivery }) =>
          Object.assign(delivery, {
            dueAt: dueAt?.toISOString() ?? null,
            queuedAt: queuedAt.toISOString(),
            finishedAt: finishedAt?.toISOString() ?? null,
          }),
        ),
      };
    },
  );

  server.get(
    '/:tenantId/webhooks/:endpointId/attempts',
    {
      config: { ...reading, answer: 'A page of delivery attempts.' },
      schema: {
        operationId: 'listWebhookAttempts',
        tags,
        summary:
          'List the delivery attempts, newest first, including tests. The service keeps them for 30 days.',
        params: EndpointParams,
        querystring: Type.Object(attemptQuery),
        response: { 200: AdminAttemptPage },
      },
    },
    async (request) => {
      const { position, before, limit = 50 } = request.query;
      const tenantId = tenantOf(request);
      const endpointId = await endpointOf(tenantId, request.params);
      const found = await webhooks.log.attempts(tenantId, endpointId, {
        limit,
        ...(position !== undefined && { position }),
        ...(before !== undefined && { beforeAttemptId: before }),
      });
      return {
        items: found.map((attempt) => ({
          attemptId: attempt.attemptId,
          position: attempt.position ?? null,
          eventId: attempt.eventId,
          eventType: attempt.eventType,
          attemptedAt: attempt.attemptedAt.toISOString(),
          durationMs: attempt.durationMs,
          outcome: attempt.outcome,
          statusCode: attempt.statusCode ?? null,
          detail: attempt.detail ?? null,
          answerExcerpt: attempt.answerExcerpt ?? null,
          retryAt: attempt.retryAt?.toISOString() ?? null,
        })),
      };
    },
  );
}

function idOf({ endpointId }: { endpointId: string }): string {
  return endpointId.toLowerCase();
}
