// The description of the interface, OpenAPI 3.1, put together from what the routes were declared with.
// TypeBox schemas are JSON Schema already, which OpenAPI 3.1 takes as it is, so this only arranges.
import type { Json, JsonObject } from './json.ts';
import { routesOf } from './declared-routes.ts';
import { createComponents } from './openapi-components.ts';
import { operationOf, problemsOf } from './openapi-operation.ts';
import { type DescribedWebhook, webhookOperation } from './openapi-webhook.ts';
import type { Server } from './server.ts';

const tags = [
  { name: 'Authentication', description: 'Exchange an API key for an access token.' },
  { name: 'Organisations', description: 'Organisations and their policy templates.' },
  {
    name: 'Teams',
    description: 'Create groups from templates, follow their creation and read them.',
  },
  {
    name: 'Group operations',
    description: 'Change, hand over, archive, delete and restore existing groups.',
  },
  {
    name: 'People',
    description: 'The groups of a person, and the handover of all of them when the person leaves.',
  },
  { name: 'Tasks', description: 'Decisions about groups that people are asked for.' },
  { name: 'Reviews', description: 'Decisions about the owners and guests of groups.' },
  { name: 'Events', description: "A feed of the tenant's events as CloudEvents." },
  { name: 'Webhooks', description: 'Events that the service sends to your endpoints.' },
  { name: 'Operation', description: 'Health and metrics for the operator.' },
] as const;

const description = `Creates and governs groups and teams in Microsoft 365 from policy templates.

1. Exchange the API key for an access token with \`POST /token\`. It is valid for 24 hours.
2. Read the organisation with \`GET /organisations/{idOrIdentifier}\` to find a template.
3. Create the group with \`POST /teams\`, preferably with an \`Idempotency-Key\`.
4. Follow its creation at its \`statusUrl\`.

An API key has scopes. The security of each operation names the scope that it needs. Without it, the answer is 403 \`scope_missing\`. A key may also be limited to organisations and templates: anything of another organisation or template is 404 for it. A key that is limited to IP ranges gets 403 \`address_not_allowed\` from other addresses.

Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`. The schema ProblemCode lists its values. Every answer has a \`Request-Id\` header. Quote it when you report a problem.`;

export interface DocumentOptions {
  readonly baseUrl: string;
  readonly version: string;
  /** Whether the description includes a route's address; the admin center has a separate description. */
  readonly includes: (url: string) => boolean;
  /** The requests that the service sends. */
  readonly webhooks?: readonly DescribedWebhook[];
}

/** Call it once every route is declared. */
export function openApiDocument(server: Server, options: DocumentOptions): JsonObject {
  const components = createComponents(server.getSchemas(), options.baseUrl);
  const paths: Record<string, Record<string, Json>> = {};
  const usedTags = new Set<string>();
  const usedCodes = new Set<string>();
  for (const route of routesOf(server)) {
    const { schema } = route;
    if (schema?.operationId === undefined || schema.hide === true) continue;
    if (!options.includes(route.url)) continue;
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operationOf(route, schema, components.clean),
      };
      for (const tag of schema.tags ?? []) usedTags.add(tag);
      for (const code of problemsOf(route, schema)) usedCodes.add(code);
    }
  }
  const webhooks = (options.webhooks ?? []).map((webhook) => [
    webhook.name,
    { post: webhookOperation(webhook, components.clean) },
  ]);
  if (webhooks.length > 0) usedTags.add('Webhooks');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Groupwright',
      version: options.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    security: [{ accessToken: [] }, { oauth2: [] }],
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) as JsonObject }),
    components: components.all(usedCodes),
  };
}
