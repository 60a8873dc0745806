// The description of the interface, OpenAPI 3.1, put together from what the routes were declared with.
// TypeBox schemas are JSON Schema already, which OpenAPI 3.1 takes as it is, so this only arranges.
import type { RouteOptions } from 'fastify';
import type { Json, JsonObject } from './json.ts';
import { routesOf } from './allowed-methods.ts';
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
  { name: 'Batches', description: 'One operation, renewal or hold for many groups.' },
  {
    name: 'Desired state',
    description: 'Make groups what they should be, by the ids that your own system has for them.',
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

The admin center uses the same operations with the session of an administrator, whose role takes the place of scopes. Their address is then \`{admin_url}/api/{tenantId}\`, and what only administrators may do is there, too. A session begins with \`signInByLink\`. Each change that it makes needs the header \`X-CSRF-Token\`, which \`getSession\` returns, and the Origin of the page. An access token needs neither, where the security of such an operation names a scope.

Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`. The schema ProblemCode lists its values. Every answer has a \`Request-Id\` header. Quote it when you report a problem.`;

/** The API of administrators. */
export interface DescribedAdmin {
  /** The beginning of the addresses of its routes, with the tenant. */
  readonly prefix: string;
  /** The public address of the admin center. */
  readonly url: string;
  /** The meaning of each tag that only its operations have. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface DocumentOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly admin: DescribedAdmin;
  /** The requests that the service sends. */
  readonly webhooks?: readonly DescribedWebhook[];
}

/** Call it once every route is declared. */
export function openApiDocument(server: Server, options: DocumentOptions): JsonObject {
  const components = createComponents(server.getSchemas(), options.baseUrl);
  const paths: Record<string, Record<string, Json>> = {};
  const usedTags = new Set<string>();
  const usedCodes = new Set<string>();
  const { admin } = options;
  const secondMounts = new Map(
    routesOf(server)
      .filter(({ config }) => config?.isSecondMount === true)
      .map((route) => [`${String(route.method)} ${route.url.slice(admin.prefix.length)}`, route]),
  );
  for (const declared of routesOf(server)) {
    const { schema } = declared;
    if (schema?.operationId === undefined || schema.hide === true) continue;
    if (declared.config?.isSecondMount === true) continue;
    const second = secondMounts.get(`${String(declared.method)} ${declared.url}`);
    const route = second === undefined ? declared : withProblemsOf(second, declared);
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationOf(route, schema, components.clean);
      const isOfAdministrators = route.url.startsWith(`${admin.prefix}/`);
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]:
          second !== undefined
            ? { ...bySession(operation), servers: serversOf(options) }
            : isOfAdministrators && route.config?.admin !== 'anyone'
              ? bySession(operation)
              : operation,
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
    tags: allTags(admin).filter(({ name }) => usedTags.has(name)),
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) as JsonObject }),
    components: components.all(usedCodes),
  };
}

/** Both mounts have the schema of the declaration. The guards of the two answer with different problems. */
function withProblemsOf(second: RouteOptions, route: RouteOptions): RouteOptions {
  const own = route.config?.problems ?? [];
  // The address of a session names the tenant.
  const problems = [...own, ...(second.config?.problems ?? []), 'not_found'] as const;
  return { ...route, config: { ...route.config, problems } };
}

function bySession(operation: JsonObject): JsonObject {
  const byToken = (operation['security'] ?? []) as readonly JsonObject[];
  return { ...operation, security: [{ session: [] }, ...byToken] };
}

function serversOf({ baseUrl, admin }: DocumentOptions): Json {
  return [
    { url: baseUrl, description: 'With an access token.' },
    {
      url: `${admin.url}/api/{tenantId}`,
      description: 'With the session of an administrator.',
      variables: {
        tenantId: { default: '00000000-0000-4000-8000-000000000000', description: 'The tenant.' },
      },
    },
  ];
}

function allTags(admin: DescribedAdmin): readonly { name: string; description: string }[] {
  const known = new Set<string>(tags.map(({ name }) => name));
  const others = Object.entries(admin.tags).filter(([name]) => !known.has(name));
  return [...tags, ...others.map(([name, meaning]) => ({ name, description: meaning }))];
}
