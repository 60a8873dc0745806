// The server of a process: the API, the admin center and the pages with the role api; health and metrics with any role.
import serviceManifest from '../../../package.json' with { type: 'json' };
import type { Tokens } from '../../access/wire.ts';
import { adminAddressOf } from '../../admin/admin-address.ts';
import { registerAdmin } from '../../admin/admin.routes.ts';
import { describedAdmin } from '../../admin/api-description.ts';
import { wireAdmin } from '../../admin/wire.ts';
import type { RequestLog } from '../../audit/request-log/request-log.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import { describedWebhooks } from '../../events/described-webhooks.ts';
import { registerEventRoutes } from '../../events/events.routes.ts';
import type { Events } from '../../events/wire.ts';
import { type Decisions, wireDecisionRoutes, type wireGovernance } from '../../governance/wire.ts';
import { DomainError } from '../../ground/errors.ts';
import { type Groups, wireGroupRoutes } from '../../groups/wire.ts';
import { registerDocs } from '../../http/docs.ts';
import { registerFrontPage } from '../../http/front-page.ts';
import { registerGuides } from '../../http/guides.ts';
import { registerHealthRoutes } from '../../http/health.ts';
import { keepAnswers } from '../../http/idempotency-key.ts';
import {
  createOpenResponseMetrics,
  createOpenResponses,
  createSubscribers,
} from '../../http/open-responses.ts';
import { registerProblemPages } from '../../http/problem-pages.ts';
import type { RegisterShared } from '../../http/sender.ts';
import { createServer, type Server } from '../../http/server.ts';
import type { NoticeParts } from '../../messages/wire.ts';
import { registerPeoplePage } from '../../people-page/wire.ts';
import { createReadinessProbe } from '../../postgres/readiness.ts';
import { wireCompareNow, wireDirectoryGroupRoutes } from '../../reconciliation/wire.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { Settings } from '../../settings/wire.ts';
import type { PlanApproval } from '../../messages/tasks/plan-approval.ts';
import type { ProcessBase } from './base.ts';
import type { Provisioning } from './provisioning.ts';

interface ApiParts {
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly directories: Directories;
  readonly people: FindPeople;
  readonly planApproval: PlanApproval;
  readonly groups: Groups;
  readonly events: Events;
  readonly provisioning: Provisioning;
  readonly decisions: Decisions;
  readonly notices: NoticeParts;
  readonly governance: ReturnType<typeof wireGovernance>;
  readonly requestLog: RequestLog;
  readonly onBatchStarted: () => void;
  readonly registerProbes: RegisterShared;
  readonly onActivity: () => void;
  /** Wakes the tenant's lane and the readers of activity. */
  readonly onChanged: (tenantId: string) => void;
}

export function composeApi(base: ProcessBase, parts: ApiParts): Server {
  const { baseUrl } = base.config;
  const { settings, tokens, events, groups } = parts;
  const subscribers = createSubscribers(createOpenResponses(), tokens.verify);
  createOpenResponseMetrics({ registry: base.registry, count: () => subscribers.count() });
  const server = createServer({
    ...base,
    steadyClock: base.steady,
    verifyAccessToken: tokens.verify,
    onAnswered: (tenantId) => base.apiPriority.recordRequest(tenantId),
    keepRequest(request) {
      parts.requestLog.record(request);
      settings.refusedAddresses.record(request);
    },
  });
  tokens.registerRoutes(server);
  settings.registerRoutes(server);
  const { lifecycleOf, assessNew } = parts.governance;
  const own = { ...parts, lifecycleOf, assessNew, subscribers };
  const groupRoutes = wireGroupRoutes(base, {
    ...own,
    compareNow: wireCompareNow(base, parts.directories),
    onCreationAccepted: (tenantId) => base.apiPriority.recordAcceptance(tenantId),
  });
  server.addHook('onClose', () => groupRoutes.stop());
  keepAnswers(server, (...request) =>
    base.transactions.together(() => base.keptAnswers.answerOnce(base.database, ...request)),
  );
  const { tasks } = parts.decisions;
  registerPeoplePage(server, base, { ...own, tasks, personGroups: groups.personGroups });
  const registerDirectoryGroups = wireDirectoryGroupRoutes(base, parts);
  const registerDecisions = wireDecisionRoutes(base, {
    ...own,
    configuration: settings.configuration,
    readGroup: (tenantId, teamId) => groups.teams.readStatus(tenantId, teamId),
  });
  /** A route is at the base URL for access tokens, and below the admin URL for sessions. */
  const registerShared: RegisterShared = (mount, urlOf) => {
    groupRoutes.register(mount, urlOf);
    registerDecisions(mount, urlOf);
    registerDirectoryGroups(mount, urlOf);
    parts.registerProbes(mount, urlOf);
  };
  registerShared(server, () => baseUrl);
  registerAdmin(
    server,
    wireAdmin(base, {
      ...own,
      planTeam: groupRoutes.planTeam,
      tokenSubscriberOf: (request) => subscribers.subscriberOf(request),
      webhooks: events.webhooks,
    }),
    registerShared,
  );
  const { readFeed, watch } = events;
  registerEventRoutes(server, { readFeed, watch, subscribers, baseUrl });
  registerPages(server, base);
  registerHealth(server, base);
  return server;
}

/** The description of the API and its reference, the documentation, problems and the front page. */
function registerPages(server: Server, { config }: ProcessBase): void {
  const { baseUrl } = config;
  const { version } = serviceManifest;
  const admin = adminAddressOf(config);
  registerProblemPages(server, { baseUrl });
  registerDocs(server, {
    baseUrl,
    version,
    admin: describedAdmin(admin),
    webhooks: describedWebhooks(baseUrl),
  });
  registerGuides(server);
  registerFrontPage(server, { adminUrl: admin.url, version });
}

/** A process without the role api has health and metrics only. */
export function composeHealthServer(base: ProcessBase): Server {
  const server = createServer({
    ...base,
    verifyAccessToken: () =>
      Promise.reject(new DomainError('invalid_token', 'This process does not have the role api.')),
  });
  registerHealth(server, base);
  return server;
}

function registerHealth(server: Server, base: ProcessBase): void {
  registerHealthRoutes(server, {
    metrics: base.metrics,
    gatherMetrics: base.gatherMetrics,
    metricsToken: base.config.metricsToken,
    checks: {
      start: async () => ((base.isStarted?.() ?? true) ? undefined : 'it is not complete'),
      database: createReadinessProbe({
        ...base,
        processId: base.newId(),
        onFailure: (error) =>
          base.backgroundLog.warn({ err: error }, 'the database does not accept writes'),
      }),
    },
  });
}
