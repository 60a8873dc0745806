// The description of the admin API (OpenAPI 3.1): put together like that of the public one, from the schemas
// that its routes check and answer by, under its own title, addresses and session.
import { openApiDocument, type JsonObject } from '../http/openapi.ts';
import type { Server } from '../http/server.ts';
import type { AdminAddress } from './admin-address.ts';

const description = `What the admin center works with; its page uses nothing else.

A session is begun by signing in, and is kept in a cookie. Every change carries \`X-CSRF-Token\`, which \`getSession\` tells, and the Origin of the admin center's own page; a change to what is there already carries \`If-Match\` with the \`etag\` that was seen, and is refused with 412 when somebody else was quicker. A reader changes nothing.`;

const signInTag = 'Sign-in';

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
  const components = made['components'] as JsonObject;
  return {
    ...made,
    info: { ...(made['info'] as JsonObject), title: 'Groupwright admin API', description },
    servers: [{ url: `${address.url}/api` }],
    security: [{ session: [] }],
    tags: tagsOf(paths).map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path.slice(prefix.length),
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, secured(operation)]),
        ),
      ]),
    ),
    components: {
      ...components,
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
