// The API and the admin center, of a process with the role api.
import serviceManifest from '../../package.json' with { type: 'json' };
import { createAccessTokens } from '../access-tokens/access-token.ts';
import { createFailedAttempts } from '../access-tokens/failed-attempts.ts';
import { createRequestToken } from '../access-tokens/request-token.ts';
import { registerTokenRoutes } from '../access-tokens/token.routes.ts';
import { adminAddressOf } from '../admin/admin-address.ts';
import { registerAdmin } from '../admin/admin.routes.ts';
import type { Directories } from '../configuration/directories.ts';
import { createFindPeople } from '../directory/find-people.ts';
import { describedWebhooks } from '../events/described-webhooks.ts';
import { registerEventRoutes } from '../events/events.routes.ts';
import { registerDocs } from '../http/docs.ts';
import { registerExplorer } from '../http/explorer.ts';
import { registerFrontPage } from '../http/front-page.ts';
import { registerHealthRoutes } from '../http/health.ts';
import { createOpenResponseMetrics } from '../http/open-response-metrics.ts';
import { createOpenResponses, createTokenSubscribers } from '../http/open-responses.ts';
import { registerProblemPages } from '../http/problem-pages.ts';
import { createServer, type Server } from '../http/server.ts';
import type { ChangeLifecycle } from '../lifecycle/change-lifecycle.postgres.ts';
import { registerLifecycleRoutes } from '../lifecycle/lifecycle.routes.ts';
import { listNoticesOfGroup } from '../notices/notices.postgres.ts';
import { registerTeamNoticeRoutes } from '../notices/notices.routes.ts';
import { registerOrganisationRoutes } from '../organisations/organisations.routes.ts';
import { registerTemplateRoutes } from '../organisations/templates.routes.ts';
import type { TeamStore } from '../teams/team.ts';
import type { StatusWatch } from '../teams/watch-status.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import { registerReviewRoutes } from '../reviews/reviews.routes.ts';
import { composeAdmin } from './admin.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { EventParts } from './events.ts';
import { healthOf } from './health.ts';
import { type OperationParts, registerOperations } from './operations.ts';
import type { NoticeParts } from './notices.ts';
import { composePeople } from './people.ts';
import type { Provisioning } from './provisioning.ts';
import type { ReviewParts } from './reviews.ts';
import { registerTasks, type TaskParts } from './tasks.ts';
import { registerTeams } from './teams.ts';

export interface ApiParts {
  readonly state: ConfigurationParts;
  readonly directories: Directories;
  readonly events: EventParts;
  readonly provisioning: Provisioning;
  readonly teams: TeamStore;
  readonly watch: StatusWatch;
  readonly operations: OperationParts;
  readonly tasks: TaskParts;
  readonly notices: NoticeParts;
  readonly lifecycle: ChangeLifecycle;
  readonly reviews: ReviewParts;
  readonly requestLog: RequestLog;
}

const { version } = serviceManifest;
/** Time limit for the directory's answer to a request about people. */
const findPeopleWithinMs = 20_000;

export function composeApi(base: Base, parts: ApiParts): Server {
  const { config, log, clock, steady, metrics, randomBytes, newId, sharedLimits } = base;
  const { baseUrl } = config;
  const { state, events, provisioning } = parts;
  const { configuration, signingKeys, keyUses, organisationCache } = state;
  const accessTokens = createAccessTokens({
    configuration,
    signingKeys,
    clock,
    newId,
    issuer: baseUrl,
  });
  const verifyAccessToken = (token: string) => accessTokens.verify(token);
  const subscribers = createTokenSubscribers(createOpenResponses(), verifyAccessToken);
  createOpenResponseMetrics({ registry: base.registry, count: () => subscribers.count() });
  const server = createServer({
    config,
    log,
    clock,
    steadyClock: steady,
    metrics,
    tracer: base.tracer,
    randomBytes,
    verifyAccessToken,
    keepRequest: (request) => parts.requestLog.record(request),
    sharedLimits,
  });
  registerTokenRoutes(server, {
    requestToken: createRequestToken({
      configuration,
      accessTokens,
      attempts: createFailedAttempts(steady, sharedLimits),
      clock,
      recordUse: (use) => keyUses.record(use),
    }),
    signingKeys,
  });
  registerOrganisationRoutes(server, { configuration, answers: organisationCache, baseUrl });
  registerTemplateRoutes(server, { configuration, baseUrl });
  const people = createFindPeople({
    directoryOf: (tenantId) => parts.directories.of(tenantId),
    deadline: () => AbortSignal.timeout(findPeopleWithinMs),
  });
  const creation = registerTeams(server, base, { ...parts, configuration, people, subscribers });
  const departures = composePeople(base, { configuration, people });
  registerOperations(server, base, { ...parts, configuration, people, departures, subscribers });
  registerTeamNoticeRoutes(server, {
    listNotices: (group, page) => listNoticesOfGroup(base.lists, group, page),
    organisationOfGroup: async (tenantId, teamId) =>
      (await parts.teams.readStatus(tenantId, teamId))?.organisationId,
    baseUrl,
  });
  registerTasks(server, base, {
    ...parts.tasks,
    configuration,
    people,
    personGroups: departures.groups,
    subscribers,
  });
  registerLifecycleRoutes(server, { changeLifecycle: parts.lifecycle });
  registerReviewRoutes(server, { ...parts.reviews, baseUrl });
  registerAdmin(
    server,
    composeAdmin(base, {
      ...parts,
      configuration,
      people,
      departures,
      creation,
      version,
      tokenSubscriberOf: (request) => subscribers.subscriberOf(request),
      webhooks: events.webhooks,
      onAccepted(tenantId) {
        provisioning.laneNotifier.notify(tenantId);
        events.notify();
      },
      onActivity: () => events.notify(),
    }),
  );
  const { readFeed, watch } = events;
  registerEventRoutes(server, { readFeed, watch, subscribers, baseUrl });
  registerProblemPages(server, { baseUrl });
  const adminApi = `${adminAddressOf(config).routePath}/api/`;
  registerDocs(server, {
    baseUrl,
    version,
    includes: (url) => !url.startsWith(adminApi),
    webhooks: describedWebhooks(baseUrl),
  });
  registerExplorer(server, { baseUrl });
  registerFrontPage(server, { adminUrl: adminAddressOf(config).url, version });
  registerHealthRoutes(server, healthOf(base));
  return server;
}
