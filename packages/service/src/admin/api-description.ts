// The description of the admin API (OpenAPI 3.1): put together like that of the public one, from the schemas
// that its routes check and answer by, under its own title, addresses and session.
import type { Json, JsonObject } from '../http/json.ts';
import { tokenSchemes } from '../http/openapi-components.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { Server } from '../http/server.ts';
import type { AdminAddress } from './admin-address.ts';

const description = `The API behind the admin center. The page of the admin center uses no other API.

There are two ways to call it. The page uses the session of an administrator. Systems send the access token of an API key, as in the public API, to the operations whose security names a scope; a role has no meaning for a key. Of a key that is limited to organisations, everything that belongs to another one is hidden.

Signing in starts a session, which a cookie holds. With a session, every change needs the header \`X-CSRF-Token\`, which \`getSession\` returns, and the Origin of the admin center's page. An access token needs neither. A change to an existing object also needs \`If-Match\` with the \`etag\` that you read. It is refused with 412 if someone else changed the object first. A reader cannot change anything.`;

const signInTag = 'Sign-in';

const tagMeanings: Readonly<Record<string, string>> = {
  [signInTag]: 'Start a session with a one-time link or the tenant’s sign-in provider, and end it.',
  Overview: 'Results of recent creations.',
  'API keys': 'Create, rotate and revoke the keys with which systems request access tokens.',
  'Organisations and templates':
    'Organisations that create groups, and the rules of their templates.',
  Groups: 'Every requested group, its progress, and the actions on its creation.',
  Teams: 'Notices about a group, and the people who answered for it.',
  People: 'People of the directory, their groups, and the handover of all of them.',
  'Group operations': 'Change, archive, delete and restore groups, and follow these operations.',
  Tasks: 'Questions that people decide: renewals, approvals, new deputies and responsible people.',
  Reviews: 'Decisions about the owners and guests of groups.',
  Responsibility: 'The responsible people of groups, and the departure of many at once.',
  Lifecycle: 'Expiry, archiving and deletion of groups by policy, and holds.',
  Notices: 'Messages to people: how they are sent, and the outbox of a sandbox.',
  Directory: 'The connection to the productivity suite, and the sandbox.',
  Activity: 'The activity log: each change, its actor and its object.',
  Reports: 'Statistics of creations, by day, organisation and template.',
  Requests: 'Requests of API keys in the last 30 days, refused ones included.',
  Administrators: 'People who may use the admin center.',
  Forms: 'Bodies that are checked before they are sent.',
  Webhooks: 'Endpoints that receive events, their keys, deliveries and tests.',
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
        ...tokenSchemes(baseUrl),
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'groupwright-session',
          description:
            'The name is followed by a hyphen and the tenant. On HTTPS it has the prefix __Host-.',
        },
      },
    },
  };
}

type Components = Readonly<Record<string, JsonObject>>;

/** Schemas that are referenced, directly or by others: the rest belongs to the public API. */
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

/** The hook of the admin API checks the session, or the access token where the operation has a scope. */
function secured(operation: JsonObject): JsonObject {
  const needsNone = (operation['tags'] as string[]).includes(signInTag) && !needsSession(operation);
  const byToken = operation['security'] as JsonObject[];
  return { ...operation, security: needsNone ? [] : [{ session: [] }, ...byToken] };
}

function needsSession({ operationId }: JsonObject): boolean {
  return operationId === 'getSession' || operationId === 'signOut';
}
