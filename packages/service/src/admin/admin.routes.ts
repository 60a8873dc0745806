// The admin center over HTTP: its API under {admin_url}/api, behind admission, and its page. One call
// registers all of it.
import type { RouteOptions } from 'fastify';
import type { AnswerOnce } from '../admin-answers/kept-answers.ts';
import type { ProblemCode } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import { type ActivityDeps, registerActivityRoutes } from './activity.routes.ts';
import { type AdminAddress, adminAddressOf } from './admin-address.ts';
import { type AdministratorDeps, registerAdministratorRoutes } from './administrators.routes.ts';
import { createAdmission, csrfHeader, problemsOfAdmission } from './admission.routes.ts';
import { registerApiKeyRoutes } from './api-keys.routes.ts';
import { createAdminCookies } from './cookies.ts';
import { idempotencyKeyMeaning, makeIdempotent } from './idempotent.routes.ts';
import { type DirectoryDeps, registerDirectoryRoutes } from './directory.routes.ts';
import { type GroupDeps, registerGroupRoutes } from './groups.routes.ts';
import { adminApiDocument } from './api-description.routes.ts';
import { registerAdminOrganisationRoutes } from './organisations.routes.ts';
import { type OverviewDeps, registerOverviewRoutes } from './overview.routes.ts';
import { registerAdminPage, setTransportSecurity, type PageOptions } from './page.routes.ts';
import { registerSandboxRoutes, type SandboxDeps } from './sandbox.routes.ts';
import { registerSignInRoutes, type SignInDeps } from './sign-in.routes.ts';
import { registerReconciliationRoutes, type ReconciliationDeps } from './reconciliation.routes.ts';
import { registerAdminTemplateRoutes } from './templates.routes.ts';
import { registerWebhookDeliveryRoutes } from './webhook-deliveries.routes.ts';
import { registerWebhookRoutes, type WebhookDeps } from './webhooks.routes.ts';

type ApiDeps = SignInDeps &
  GroupDeps &
  DirectoryDeps &
  SandboxDeps &
  ActivityDeps &
  OverviewDeps &
  ReconciliationDeps &
  WebhookDeps &
  AdministratorDeps;

export interface AdminDeps extends Omit<ApiDeps, 'address' | 'cookies'> {
  readonly config: { readonly adminUrl: string; readonly baseUrl: string };
  readonly version: string;
  readonly answerOnce: AnswerOnce;
  readonly page: Omit<PageOptions, 'address'>;
}

export function registerAdmin(server: Server, deps: AdminDeps): void {
  const address: AdminAddress = adminAddressOf(deps.config);
  const cookies = createAdminCookies(address.isSecure);
  server.decorateRequest('adminSession', null);
  server.decorateRequest('adminHolder', null);
  registerAdminPage(server, { ...deps.page, address });
  const apiDeps: ApiDeps = { ...deps, address, cookies };
  void server.register(
    (api: Server, _options, done) => {
      api.defaultAccess = 'session';
      api.addHook('onRoute', (route) => {
        const hooks = route.onRequest === undefined ? [] : [route.onRequest].flat();
        route.onRequest = [...hooks, createAdmission(apiDeps, route)];
        // A filter that is misspelt must not show everything.
        if (route.schema?.querystring !== undefined) {
          route.schema.querystring = { ...route.schema.querystring, additionalProperties: false };
        }
        makeIdempotent(route, deps.answerOnce);
        route.config = {
          ...route.config,
          requestHeaders: requestHeadersOf(route),
          problems: problemsOf(route),
        };
      });
      api.addHook('onSend', (_request, reply, payload, next) => {
        setTransportSecurity(reply, address);
        next(null, payload);
      });
      registerSignInRoutes(api, apiDeps);
      registerOverviewRoutes(api, apiDeps);
      registerApiKeyRoutes(api, apiDeps);
      registerAdminOrganisationRoutes(api, apiDeps);
      registerAdminTemplateRoutes(api, apiDeps);
      registerGroupRoutes(api, apiDeps);
      registerDirectoryRoutes(api, apiDeps);
      registerSandboxRoutes(api, apiDeps);
      registerReconciliationRoutes(api, apiDeps);
      registerActivityRoutes(api, apiDeps);
      registerAdministratorRoutes(api, apiDeps);
      registerWebhookRoutes(api, apiDeps);
      registerWebhookDeliveryRoutes(api, apiDeps);
      let document: Buffer | undefined;
      api.get(
        '/openapi.json',
        { config: { admin: 'anyone' }, schema: { hide: true } },
        (_request, reply) => {
          const { baseUrl } = deps.config;
          document ??= Buffer.from(
            JSON.stringify(
              adminApiDocument(server, { address, baseUrl, version: deps.version }),
              undefined,
              2,
            ),
          );
          return reply.header('content-type', 'application/json; charset=utf-8').send(document);
        },
      );
      done();
    },
    { prefix: `${address.routePath}/api` },
  );
}

/** With those that admission and kept answers bring along. */
function problemsOf(route: RouteOptions): readonly ProblemCode[] {
  const { problems = [], creates } = route.config ?? {};
  return [
    ...problems,
    ...problemsOfAdmission(route),
    ...(creates === true ? (['invalid_request', 'idempotency_key_reused'] as const) : []),
  ];
}

/** The headers that admission and the routes read directly; for the description. */
function requestHeadersOf({ method, config, url }: RouteOptions): Record<string, string> {
  const methods = new Set([method].flat());
  if (methods.has('GET') || config?.admin === 'anyone') return {};
  const changesExisting =
    config?.problems?.includes('version_conflict') === true &&
    (!methods.has('POST') || /\/(?:revoke|secrets)$/.test(url));
  return {
    [csrfHeader]: 'The csrfToken of the session.',
    ...(config?.creates === true && { 'Idempotency-Key': idempotencyKeyMeaning }),
    ...(changesExisting && { 'If-Match': 'The etag of the version that you read, in quotes.' }),
  };
}
