// Webhooks: endpoints and their keys.
import { Type } from 'typebox';
import { eventTypes } from '../events/event.ts';
import type { Server } from '../http/server.ts';
import { liveKeys, type WebhookEndpoint } from '../webhooks/endpoint.ts';
import type { ManageEndpoints } from '../webhooks/manage-endpoints.ts';
import { failuresBeforeHold } from '../webhooks/retry-schedule.ts';
import { WebhookInput } from '../webhooks/webhook-input.schema.ts';
import type { Webhooks } from '../webhooks/webhooks.jobs.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, offsetQuery, tenantIdParam, TenantParams } from './common.schema.ts';
import {
  actorOf,
  offsetPage,
  ifMatchVersion,
  sendVersion,
  sliceOf,
  tenantOf,
} from './requests.routes.ts';
import {
  AdminWebhook,
  AdminWebhookPage,
  EnableInput,
  NewKeyInput,
  NewWebhookInput,
  NewWebhookKey,
} from './webhooks.schema.ts';

export interface WebhookDeps extends AdminApiDeps {
  readonly webhooks: Webhooks;
}

const tags = ['Webhooks'];
const EndpointParams = Type.Object({
  tenantId: tenantIdParam,
  endpointId: guidParam('The endpoint.'),
});
const reading = { problems: ['not_found'] } as const;
const acting = { problems: ['not_found', 'in_use'] } as const;
const changing = {
  problems: ['not_found', 'version_conflict', 'validation_failed'],
} as const;

export function registerWebhookRoutes(server: Server, deps: WebhookDeps): void {
  const { address, clock, webhooks } = deps;

  /** As the page shows it. It contains no secret: public keys only need their encrypted half to be derived. */
  async function answerOf(endpoint: WebhookEndpoint) {
    const publicKeys = await webhooks.change(async (all) => all.publicKeys(endpoint));
    return toAnswer(endpoint, publicKeys, clock.now());
  }

  async function act(
    work: (endpoints: ManageEndpoints) => Promise<WebhookEndpoint>,
  ): Promise<ReturnType<typeof toAnswer>> {
    const endpoint = await webhooks.change(work);
    webhooks.notice();
    return answerOf(endpoint);
  }

  server.get(
    '/:tenantId/webhooks',
    {
      config: { answer: 'The endpoints and the available event types.' },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List the endpoints, oldest first, and the available event types.',
        params: TenantParams,
        querystring: Type.Object(offsetQuery),
        response: { 200: AdminWebhookPage },
      },
    },
    async (request) => {
      const all = await webhooks.change((endpoints) => endpoints.list(tenantOf(request)));
      const { items, total } = sliceOf(all, request.query);
      const answers = await Promise.all(items.map((endpoint) => answerOf(endpoint)));
      const page = offsetPage(request, address, { items: answers, total });
      return { ...page, eventTypes: [...eventTypes] };
    },
  );

  server.post(
    '/:tenantId/webhooks',
    {
      config: {
        answer: 'The new endpoint with its verification key.',
        creates: true,
        problems: ['validation_failed', 'quota_exceeded'],
      },
      schema: {
        operationId: 'addWebhook',
        tags,
        summary: 'Add an endpoint. A shared secret is shown only once.',
        params: TenantParams,
        body: NewWebhookInput,
        response: { 201: NewWebhookKey },
      },
    },
    async (request, reply) => {
      const { signing, ...input } = request.body;
      const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
        endpoints.add(actorOf(request), tenantOf(request), input, signing),
      );
      sendVersion(reply, endpoint.version);
      reply.code(201);
      return { webhook: await answerOf(endpoint), verificationKey };
    },
  );

  server.get(
    '/:tenantId/webhooks/:endpointId',
    {
      config: { ...reading, answer: 'The endpoint.' },
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read an endpoint.',
        params: EndpointParams,
        response: { 200: AdminWebhook },
      },
    },
    async (request, reply) => {
      const endpoint = await webhooks.change((endpoints) =>
        endpoints.get(tenantOf(request), idOf(request.params)),
      );
      sendVersion(reply, endpoint.version);
      return answerOf(endpoint);
    },
  );

  server.put(
    '/:tenantId/webhooks/:endpointId',
    {
      config: { ...changing, answer: 'The changed endpoint.' },
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change an endpoint.',
        params: EndpointParams,
        body: WebhookInput,
        response: { 200: AdminWebhook },
      },
    },
    async (request, reply) => {
      const seen = ifMatchVersion(request);
      const answer = await act((endpoints) =>
        endpoints.change(
          actorOf(request),
          tenantOf(request),
          idOf(request.params),
          seen,
          request.body,
        ),
      );
      sendVersion(reply, answer.etag);
      return answer;
    },
  );

  server.delete(
    '/:tenantId/webhooks/:endpointId',
    {
      config: changing,
      schema: {
        operationId: 'removeWebhook',
        tags,
        summary: 'Remove an endpoint, with its deliveries and their log.',
        params: EndpointParams,
        response: { 204: Type.Null({ description: 'The endpoint is removed.' }) },
      },
    },
    async (request, reply) => {
      const seen = ifMatchVersion(request);
      await webhooks.change((endpoints) =>
        endpoints.remove(actorOf(request), tenantOf(request), idOf(request.params), seen),
      );
      return reply.code(204).send(null);
    },
  );

  server.post(
    '/:tenantId/webhooks/:endpointId/disable',
    {
      config: { ...acting, answer: 'The disabled endpoint.' },
      schema: {
        operationId: 'disableWebhook',
        tags,
        summary: 'Stop deliveries to an endpoint.',
        params: EndpointParams,
        response: { 200: AdminWebhook },
      },
    },
    (request) =>
      act((endpoints) =>
        endpoints.disable(actorOf(request), tenantOf(request), idOf(request.params)),
      ),
  );

  server.post(
    '/:tenantId/webhooks/:endpointId/enable',
    {
      config: { ...acting, answer: 'The enabled endpoint.' },
      schema: {
        operationId: 'enableWebhook',
        tags,
        summary: 'Resume deliveries to an endpoint.',
        params: EndpointParams,
        body: EnableInput,
        response: { 200: AdminWebhook },
      },
    },
    (request) =>
      act((endpoints) =>
        endpoints.enable(
          actorOf(request),
          tenantOf(request),
          idOf(request.params),
          request.body.missed,
        ),
      ),
  );

  server.post(
    '/:tenantId/webhooks/:endpointId/keys',
    {
      config: { ...acting, answer: 'The endpoint with its new verification key.', creates: true },
      schema: {
        operationId: 'addWebhookKey',
        tags,
        summary: 'Add a key that signs from now on. The other keys sign for one more day.',
        params: EndpointParams,
        body: NewKeyInput,
        response: { 201: NewWebhookKey },
      },
    },
    async (request, reply) => {
      const { signing } = request.body;
      const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
        endpoints.addKey(actorOf(request), tenantOf(request), idOf(request.params), signing),
      );
      reply.code(201);
      return { webhook: await answerOf(endpoint), verificationKey };
    },
  );
}

function idOf({ endpointId }: { endpointId: string }): string {
  return endpointId.toLowerCase();
}

function toAnswer(endpoint: WebhookEndpoint, publicKeys: readonly string[], now: number) {
  return {
    endpointId: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: endpoint.eventTypes === undefined ? null : [...endpoint.eventTypes],
    state: stateOf(endpoint),
    disabledReason: endpoint.disabledReason ?? null,
    signing: liveKeys(endpoint, now).map(({ kind, createdAt, expiresAt }) => ({
      kind,
      createdAt,
      expiresAt,
    })),
    publicKeys: [...publicKeys],
    createdAt: endpoint.createdAt.toISOString(),
    createdBy: endpoint.createdBy,
    etag: String(endpoint.version),
  };
}

function stateOf({ disabledAt, failuresInRow }: WebhookEndpoint) {
  if (disabledAt !== undefined) return 'disabled' as const;
  return failuresInRow >= failuresBeforeHold ? ('failing' as const) : ('active' as const);
}
