// The admin center over HTTP: its API under {admin_url}/api, behind the session guard, and its page. One call
// registers all of it.
import type { RouteOptions } from 'fastify';
import { Type, type TObject } from 'typebox';
import type { ProblemCode } from '../ground/errors.ts';
import { routesOf } from '../http/allowed-methods.ts';
import type { RegisterShared } from '../http/sender.ts';
import { shareSchemas } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import {
  type ActivityDeps,
  registerActivityRoutes,
  registerRequestLogRoutes,
  type RequestLogDeps,
} from './activity.routes.ts';
import { type AdminAddress, adminAddressOf } from './admin-address.ts';
import { type AdministratorDeps, registerAdministratorRoutes } from './administrators.routes.ts';
import { type ApiKeyDeps, registerApiKeyRoutes } from './api-keys.routes.ts';
import {
  type AdministratorInvitationDeps,
  registerAdministratorInvitationRoutes,
  type AccountDeps,
  registerAccountRoutes,
  registerAdministratorSessionRoutes,
} from './administrator-sessions.routes.ts';
import { registerBodyCheckRoutes } from './body-check.routes.ts';
import {
  registerSignInProviderRoutes,
  registerSignInRoutes,
  type SignInDeps,
} from './sign-in.routes.ts';
import { createAdminCookies } from './cookies.ts';
import { type DirectoryDeps, registerDirectoryRoutes } from './directory.routes.ts';
import { guidOf } from './common.schema.ts';
import { type LifecycleListDeps, registerLifecycleListRoutes } from './lifecycle-lists.routes.ts';
import { type NoticeDeps, registerNoticeRoutes } from './notices.routes.ts';
import {
  type AdminOrganisationDeps,
  registerAdminOrganisationRoutes,
} from './organisations.routes.ts';
import { type OverviewDeps, registerOverviewRoutes } from './overview.routes.ts';
import { registerAdminPage, setTransportSecurity, type PageOptions } from './page.routes.ts';
import { registerSandboxClockRoutes, type SandboxClockDeps } from './sandbox-clock.routes.ts';
import { registerSandboxRoutes, type SandboxDeps } from './sandbox.routes.ts';
import { registerSearchRoutes, type SearchDeps } from './search.routes.ts';
import { createSessionGuard, csrfHeader, problemsOfSession } from './session-guard.ts';
import { registerReconciliationRoutes, type ReconciliationDeps } from './reconciliation.routes.ts';
import { registerReportRoutes, type ReportDeps } from './reports.routes.ts';
import { registerResponsibilityRoutes, type ResponsibilityDeps } from './responsibility.routes.ts';
import { type NamingRulesDeps, registerNamingRulesRoutes } from './naming-rules.routes.ts';
import {
  registerTemplateVersionRoutes,
  type TemplateVersionDeps,
  registerTemplateTrialRoutes,
  type TemplateTrialDeps,
} from './template-versions.routes.ts';
import { type AdminTemplateDeps, registerAdminTemplateRoutes } from './templates.routes.ts';
import { triedSchemas } from './tried-months.schema.ts';
import { registerWebhookDeliveryRoutes } from './webhook-deliveries.routes.ts';
import { registerWebhookRoutes, type WebhookDeps } from './webhooks.routes.ts';

type ApiDeps = SignInDeps &
  DirectoryDeps &
  SandboxDeps &
  SandboxClockDeps &
  NamingRulesDeps &
  ActivityDeps &
  OverviewDeps &
  RequestLogDeps &
  ApiKeyDeps &
  ReportDeps &
  SearchDeps &
  ReconciliationDeps &
  ResponsibilityDeps &
  NoticeDeps &
  LifecycleListDeps &
  AdminOrganisationDeps &
  AdminTemplateDeps &
  TemplateVersionDeps &
  TemplateTrialDeps &
  WebhookDeps &
  AdministratorDeps &
  AdministratorInvitationDeps &
  AccountDeps;

declare module 'fastify' {
  interface FastifyInstance {
    /** Its routes are also mounted at the base URL. */
    isSecondMount?: true;
  }
}

type GuardDeps = ApiDeps & Parameters<typeof createSessionGuard>[0];

export interface AdminDeps extends Omit<ApiDeps, 'address' | 'cookies'> {
  readonly config: { readonly adminUrl: string; readonly baseUrl: string };
  readonly tokenSubscriberOf: GuardDeps['tokenSubscriberOf'];
  readonly wrongCookies: GuardDeps['wrongCookies'];
  readonly requireOpen: GuardDeps['requireOpen'];
  readonly organisationOf: GuardDeps['organisationOf'];
  readonly page: Omit<PageOptions, 'address'>;
}

export function registerAdmin(
  server: Server,
  deps: AdminDeps,
  registerShared: RegisterShared,
): void {
  const address: AdminAddress = adminAddressOf(deps.config);
  const apiDeps: ApiDeps = { ...deps, address, cookies: createAdminCookies(address.isSecure) };
  const { admitCaller } = server;
  const guardDeps: GuardDeps = {
    ...apiDeps,
    admitCaller,
    tokenSubscriberOf: deps.tokenSubscriberOf,
    wrongCookies: deps.wrongCookies,
    requireOpen: deps.requireOpen,
    organisationOf: deps.organisationOf,
  };
  server.decorateRequest('adminSession', null);
  shareSchemas(server, triedSchemas);
  registerAdminPage(server, { ...deps.page, address });
  const prefix = `${address.routePath}/api`;
  void server.register(
    (api: Server, _options, done) => {
      api.defaultAccess = 'session';
      api.addHook('onRoute', function prepare(route) {
        if (this.isSecondMount === true) mountForSessions(route);
        prepareRoute(route, guardDeps);
      });
      api.addHook('onSend', (_request, reply, payload, next) => {
        setTransportSecurity(reply, address);
        next(null, payload);
      });
      void api.register(
        (shared: Server, _shared, registered) => {
          shared.isSecondMount = true;
          registerShared(shared, (tenantId) => `${address.url}/api/${tenantId}`);
          registered();
        },
        { prefix: '/:tenantId' },
      );
      registerSignInRoutes(api, apiDeps);
      registerOverviewRoutes(api, apiDeps);
      registerSearchRoutes(api, apiDeps);
      registerApiKeyRoutes(api, apiDeps);
      registerAdminOrganisationRoutes(api, apiDeps);
      registerAdminTemplateRoutes(api, apiDeps);
      registerTemplateVersionRoutes(api, apiDeps);
      registerTemplateTrialRoutes(api, apiDeps);
      registerNamingRulesRoutes(api, apiDeps);
      registerDirectoryRoutes(api, apiDeps);
      registerSandboxRoutes(api, apiDeps);
      registerSandboxClockRoutes(api, apiDeps);
      registerReconciliationRoutes(api, apiDeps);
      registerResponsibilityRoutes(api, apiDeps);
      registerActivityRoutes(api, apiDeps);
      registerRequestLogRoutes(api, apiDeps);
      registerReportRoutes(api, apiDeps);
      registerAdministratorRoutes(api, apiDeps);
      registerAdministratorInvitationRoutes(api, apiDeps);
      registerAdministratorSessionRoutes(api, apiDeps);
      registerAccountRoutes(api, apiDeps);
      registerSignInProviderRoutes(api, apiDeps);
      registerLifecycleListRoutes(api, apiDeps);
      registerNoticeRoutes(api, apiDeps);
      registerWebhookRoutes(api, apiDeps);
      registerWebhookDeliveryRoutes(api, apiDeps);
      registerBodyCheckRoutes(api, { prefix, routes: () => routesOf(server) });
      done();
    },
    { prefix },
  );
}

/**
 * The role takes the place of the scope. An API key may be limited to organisations, too, so each of these routes keeps
 * to the limit of its sender.
 */
function mountForSessions(route: RouteOptions): void {
  const { scope: _, ...config } = route.config ?? {};
  route.config = { reach: 'organisations', ...config, isSecondMount: true };
  const { properties = {} } = (route.schema?.params ?? {}) as Partial<TObject>;
  route.schema = {
    ...route.schema,
    params: Type.Object({ tenantId: guidOf('The tenant.'), ...properties }),
  };
}

function prepareRoute(route: RouteOptions, deps: GuardDeps): void {
  const hooks = route.onRequest === undefined ? [] : [route.onRequest].flat();
  route.onRequest = [...hooks, createSessionGuard(deps, route)];
  const { querystring, response } = route.schema ?? {};
  // A filter that is misspelt must not show everything.
  if (route.schema !== undefined && querystring !== undefined) {
    route.schema.querystring = { ...querystring, additionalProperties: false };
  }
  const [status = '200'] = Object.keys((response as object | undefined) ?? {});
  if (status !== '200') {
    route.preHandler = (_request, reply, next) => {
      reply.code(Number(status));
      next();
    };
  }
  route.config = {
    ...route.config,
    requestHeaders: requestHeadersOf(route),
    problems: problemsOf(route),
  };
}

/** It includes those that the guard and versions bring along. */
function problemsOf(route: RouteOptions): readonly ProblemCode[] {
  const { problems = [], changes } = route.config ?? {};
  return [
    ...problems,
    ...problemsOfSession(route),
    ...(changes === true ? (['not_found', 'version_conflict'] as const) : []),
  ];
}

/** The headers that the guard and the routes read directly; for the description. */
function requestHeadersOf({ method, config }: RouteOptions): Record<string, string> {
  if ([method].flat().includes('GET') || config?.admin === 'anyone') return {};
  return {
    [csrfHeader]: 'The csrfToken of the session. Not with an access token.',
    ...(config?.changes === true && {
      'If-Match':
        'The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too.',
    }),
  };
}
