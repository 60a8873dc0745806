// The description of the admin API (OpenAPI 3.1): put together like that of the public one, from the schemas
// that its routes check and answer by, under its own title, addresses and session.
import type { Json, JsonObject } from '../http/json.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { Server } from '../http/server.ts';
import type { AdminAddress } from './admin-address.ts';

const description = `What the admin center works with; its page uses nothing else.

A session is begun by signing in, and is kept in a cookie. Every change carries \`X-CSRF-Token\`, which \`getSession\` tells, and the Origin of the admin center's own page; a change to what is there already carries \`If-Match\` with the \`etag\` that was seen, and is refused with 412 when somebody else was quicker. A reader changes nothing.`;

const signInTag = 'Sign-in';

const tagMeanings: Readonly<Record<string, string>> = {
  [signInTag]: 'Begin a session by a one-time link or by the tenant’s provider, and end it.',
  Overview: 'How creations went lately.',
  'API keys': 'Create, rotate and revoke the keys by which systems request access tokens.',
  'Organisations and templates': 'Who creates groups, and by which rules.',
  Groups: 'Every group that was asked for, its progress, and what can be done about it.',
  Directory: 'The connection to the productivity suite, and the sandbox.',
  Activity: 'Who did what to what.',
  Administrators: 'Who may work in the admin center.',
  Webhooks: 'Endpoints to which events are pushed, their keys, deliveries and tests.',
};

export function adminApiDocument(
  server: Server,
  options: { readonly address: AdminAddress; readonly baseUrl: string; readonly version: string },
): JsonObject {
  const { address, baseUrl, version } = options;
  const prefix = `${address.routePath}/api`;
  const made = openApiDocument(server, {
    baseUrl,
    version,
    includes: (url) => url.startsWith(`${prefix}/`),
  });
  const paths = made['paths'] as Record<string, Record<string, JsonObject>>;
  const described = Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path.slice(prefix.length),
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, secured(operation)]),
      ),
    ]),
  );
  return {
    ...made,
    info: { ...(made['info'] as JsonObject), title: 'Groupwright admin API', description },
    servers: [{ url: `${address.url}/api` }],
    security: [{ session: [] }],
    tags: tagsOf(paths).map((name) => ({ name, description: tagMeanings[name] ?? '' })),
    paths: described,
    components: {
      ...usedComponents(described, made['components'] as Components),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'groupwright-session',
          description: 'Followed by a hyphen and the tenant; on https with the prefix __Host-.',
        },
      },
    },
  };
}

type Components = Readonly<Record<string, JsonObject>>;

/** Those that are referred to, directly or by others: the rest belongs to the public API. */
function usedComponents(paths: JsonObject, components: Components): Components {
  const used = new Map<string, Map<string, Json>>();
  const follow = (value: Json | undefined): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(reference)) {
      const ofKind = used.get(kind) ?? new Map<string, Json>();
      used.set(kind, ofKind);
      const component = components[kind]?.[name];
      if (ofKind.has(name) || component === undefined) continue;
      ofKind.set(name, component);
      follow(component);
    }
  };
  follow(paths);
  return Object.fromEntries(
    [...used].map(([kind, ofKind]) => [
      kind,
      Object.fromEntries([...ofKind].sort(([one], [other]) => (one < other ? -1 : 1))),
    ]),
  );
}

const reference = /"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g;

function tagsOf(paths: Record<string, Record<string, JsonObject>>): string[] {
  const operations = Object.values(paths).flatMap((one) => Object.values(one));
  return [...new Set(operations.flatMap((operation) => operation['tags'] as string[]))];
}

/** To the server every route here is open: admission looks at the session, and not at an access token. */
function secured(operation: JsonObject): JsonObject {
  const needsNone = (operation['tags'] as string[]).includes(signInTag) && !needsSession(operation);
  return { ...operation, security: needsNone ? [] : [{ session: [] }] };
}

function needsSession({ operationId }: JsonObject): boolean {
  return operationId === 'getSession' || operationId === 'signOut';
}
