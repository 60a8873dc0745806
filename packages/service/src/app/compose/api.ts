// The API and the admin center, of a process with the role api.
import serviceManifest from '../../../package.json' with { type: 'json' };
import { registerAdmin } from '../../admin/admin.routes.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createFindPeople } from '../../directory/find-people.ts';
import { registerEventRoutes } from '../../events/events.routes.ts';
import { registerHealthRoutes } from '../../http/health.ts';
import { keepAnswers } from '../../http/idempotency-key.ts';
import { createOpenResponseMetrics } from '../../http/open-response-metrics.ts';
import { createOpenResponses, createSubscribers } from '../../http/open-responses.ts';
import { createServer, type Server } from '../../http/server.ts';
import type { ChangeLifecycle } from '../../governance/lifecycle/change-lifecycle.postgres.ts';
import { registerOrganisationRoutes } from '../../settings/organisations/organisations.routes.ts';
import { registerTemplateRoutes } from '../../settings/organisations/templates.routes.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import type { StatusWatch } from '../../groups/read/watch-status.ts';
import type { RequestLog } from '../../audit/request-log/request-log.ts';
import { composeAdmin } from './admin.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { EventParts } from './events.ts';
import { healthOf } from './health.ts';
import { composeLifecycleReads, type LifecycleReads } from './lifecycle.ts';
import type { OperationParts } from './operations.ts';
import type { NoticeParts } from './notices.ts';
import { registerPages } from './pages.ts';
import { composePeople } from './people.ts';
import type { Provisioning } from './provisioning.ts';
import type { ReviewParts } from './reviews.ts';
import { composeSharedRoutes } from './shared-routes.ts';
import { registerDecisions, type TaskParts } from './tasks.ts';
import { composeTeams } from './teams.ts';
import { composeAccessTokens, registerTokens } from './tokens.ts';

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
  readonly policies: { readonly governance: Pick<LifecycleReads, 'assessNew'> };
}

const { version } = serviceManifest;
/** Time limit for the directory's answer to a request about people. */
const findPeopleWithinMs = 20_000;

export function composeApi(base: Base, parts: ApiParts): Server {
  const { config, log, clock, steady, metrics, randomBytes, sharedLimits, rest } = base;
  const { baseUrl } = config;
  const { state, events } = parts;
  const { configuration, organisationCache: answers } = state;
  const accessTokens = composeAccessTokens(base, state);
  const { verify: verifyAccessToken } = accessTokens;
  const subscribers = createSubscribers(createOpenResponses(), verifyAccessToken);
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
    keepRequest(request) {
      parts.requestLog.record(request);
      state.refusedAddresses.record(request);
    },
    sharedLimits,
  });
  registerTokens(server, base, { ...state, accessTokens });
  registerOrganisationRoutes(server, { configuration, answers, baseUrl, rest });
  registerTemplateRoutes(server, { configuration, baseUrl });
  const people = createFindPeople({
    directoryOf: (tenantId) => parts.directories.of(tenantId),
    deadline: () => AbortSignal.timeout(findPeopleWithinMs),
  });
  const lifecycles = composeLifecycleReads(base, parts.policies.governance);
  const own = { ...parts, ...lifecycles, configuration, people, subscribers };
  const creation = composeTeams(base, own);
  server.addHook('onClose', () => creation.stop());
  keepAnswers(server, (...request) =>
    base.transactions.together(() => base.keptAnswers.answerOnce(base.database, ...request)),
  );
  const departures = composePeople(base, { configuration, people });
  registerDecisions(server, base, {
    ...parts.tasks,
    configuration,
    people,
    personGroups: departures.groups,
  });
  const registerShared = composeSharedRoutes(base, { ...own, departures, creation });
  registerShared(server, () => baseUrl);
  registerAdmin(
    server,
    composeAdmin(base, {
      ...own,
      creation,
      tokenSubscriberOf: (request) => subscribers.subscriberOf(request),
      webhooks: events.webhooks,
      onActivity: () => events.notify(),
    }),
    registerShared,
  );
  const { readFeed, watch } = events;
  registerEventRoutes(server, { readFeed, watch, subscribers, baseUrl });
  registerPages(server, config, version);
  registerHealthRoutes(server, healthOf(base));
  return server;
}
