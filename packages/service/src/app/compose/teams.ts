// Creating, planning and following groups.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { LifecycleReads } from './lifecycle.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { RegisterShared } from '../../admin/admin.routes.ts';
import { registerInterventionRoutes } from '../../groups/create/intervene.routes.ts';
import { composeInterventions } from './interventions.ts';
import { createAdmission } from '../../groups/create/admission.ts';
import { registerBulkRoute } from '../../groups/create/bulk.routes.ts';
import {
  createAcceptanceStore,
  createAliasStore,
} from '../../groups/create/create-team.postgres.ts';
import { registerCreateRoute } from '../../groups/create/create-team.routes.ts';
import { createRenderAlias, createTeamCreation } from '../../groups/create/create-team.ts';
import { createBulkCreation } from '../../groups/create/create-teams.ts';
import { createPlanCreation, type PlanTeam } from '../../groups/create/plan-creation.ts';
import { registerPlanRoute } from '../../groups/create/plan.routes.ts';
import { createReadComparison } from '../../groups/read/comparison.postgres.ts';
import { registerTeamRoutes } from '../../groups/read/teams.routes.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import { createReadOldestWaiting } from '../../groups/create/waiting-creations.postgres.ts';
import type { StatusWatch } from '../../groups/read/watch-status.ts';
import { composePlanApproval } from './approvals.ts';
import type { Base } from './base.ts';
import type { EventParts } from './events.ts';
import type { Provisioning } from './provisioning.ts';

/** Time limit for the directory's answers during a plan. */
const planWithinMs = 20_000;

export interface TeamParts {
  readonly planTeam: PlanTeam;
  readonly register: RegisterShared;
  readonly stop: () => Promise<void>;
}

export function composeTeams(
  base: Base,
  parts: LifecycleReads & {
    readonly configuration: Configuration;
    readonly directories: Directories;
    readonly events: EventParts;
    readonly provisioning: Provisioning;
    readonly teams: TeamStore;
    readonly watch: StatusWatch;
    readonly people: FindPeople;
    readonly subscribers: Subscribers;
  },
): TeamParts {
  const { database, clock, newId, rest, onError } = base;
  const { baseUrl } = base.config;
  const { configuration, directories, events, provisioning, teams, watch } = parts;
  const { people, subscribers } = parts;
  const admission = createAdmission({
    maxWaitMs: base.config.maxWaitMs,
    readOldestWaiting: createReadOldestWaiting(database),
    clock: base.steady,
    onError,
  });
  const wake = (tenantId: string) => {
    provisioning.laneNotifier.notify(tenantId);
    events.notify();
  };
  const createTeam = createTeamCreation({
    configuration,
    store: createAcceptanceStore(database),
    clock,
    newId,
    checkAdmission: admission.check,
    onAccepted(tenantId) {
      provisioning.apiPriority.recordAcceptance();
      wake(tenantId);
    },
  });
  const planTeam = createPlanCreation({
    checkAdmission: admission.check,
    configuration,
    aliases: createAliasStore(database),
    directoryOf: (tenantId) => directories.of(tenantId),
    clock,
    newId,
    rest,
    deadline: () => AbortSignal.timeout(planWithinMs),
    planApproval: composePlanApproval(base, directories),
  });
  const createTeams = createBulkCreation({
    createTeam,
    renderAlias: createRenderAlias({ configuration, clock }),
    rest,
    onError,
  });
  const interventions = composeInterventions(base, { configuration, teams, watch, wake, events });
  return {
    planTeam,
    stop: () => admission.stop(),
    register(server, urlOf) {
      registerCreateRoute(server, { createTeam, watch, subscribers, urlOf });
      registerTeamRoutes(server, {
        teams,
        watch,
        configuration,
        people,
        subscribers,
        baseUrl,
        urlOf,
        readComparison: createReadComparison(base.lists),
        lifecycleOf: parts.lifecycleOf,
        assessNew: parts.assessNew,
      });
      registerPlanRoute(server, { planTeam, subscribers, baseUrl });
      registerBulkRoute(server, { createTeams, subscribers, rest, baseUrl, urlOf });
      registerInterventionRoutes(server, { interventions, teams, baseUrl, urlOf });
    },
  };
}
