// Creating, planning, following and changing groups, and handing over those of a person who leaves.
import type { Directories } from '../settings/configuration/directories.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { type Problem, problemObject } from '../http/problem.ts';
import type { Subscribers } from '../http/open-responses.ts';
import type { RegisterShared } from '../http/sender.ts';
import { listNoticesOfGroup } from '../messages/notices/notices.postgres.ts';
import type { PlanApproval } from '../messages/tasks/plan-approval.ts';
import type { Base } from '../postgres/base.ts';
import type { Queryable } from '../postgres/database.ts';
import type { CompareNow } from '../engine/observed-state.ts';
import type { Settings } from '../settings/wire.ts';
import {
  type AcceptOperations,
  createAcceptOperation,
  createAcceptOperations,
} from './change/accept-operation.ts';
import {
  acceptTogether,
  acceptWithin,
  createOperationAcceptance,
} from './change/accept-operation.postgres.ts';
import { registerBulkOperationRoutes } from './change/bulk-operations.routes.ts';
import { createCancelOperation } from './change/cancel-operation.ts';
import { createPlanDeparture } from './change/departure-plan.ts';
import {
  createReadRecord,
  readGroupRecord,
  readGroupRecords,
} from './change/read-group.postgres.ts';
import { createHandOver } from './change/hand-over.ts';
import { createOperationStore } from './change/operations.postgres.ts';
import { type OperationKey, registerOperationRoutes } from './change/operations.routes.ts';
import { createPlanRoster } from './rosters/plan-roster.ts';
import { createPutRosters } from './rosters/put-roster.ts';
import {
  createReadRosters,
  createRostersNaming,
  createRosterStore,
  readGroupRosters,
} from './rosters/rosters.postgres.ts';
import { registerRosterRoutes } from './rosters/rosters.routes.ts';
import { registerPeopleRoutes } from './change/people.routes.ts';
import { createPersonGroupStore } from './change/person-groups.postgres.ts';
import { type BulkKind, bulkKinds } from './change/operation.ts';
import { createPlanOperation } from './change/plan-operation.ts';
import { createAdoptByRule } from './adopt/adopt-by-rule.ts';
import { createAdoptGroup, createPrepareAdoption } from './adopt/adopt-group.ts';
import { createEndStore, createReadGoverning } from './adopt/adoption.postgres.ts';
import { createAdoptionBrake, createReadBrake } from './adopt/brake.postgres.ts';
import { registerAdoptionRoutes } from './adopt/adoption.routes.ts';
import { createEndAdoption } from './adopt/end-adoption.ts';
import { createPlanAdoption } from './adopt/plan-adoption.ts';
import { answeringCount } from '../engine/recorded-people.ts';
import { createReadMarkedRecords } from '../engine/marked-records.postgres.ts';
import { shareSchemas } from '../http/schema-ref.ts';
import { createAdmission } from './create/admission.ts';
import {
  type BeginGroups,
  createBeginOneByOne,
  createBeginOperations,
  type DirectBatchKind,
} from './batches/batch.ts';
import { createPrepareAdoptions } from './batches/prepare-adoptions.ts';
import { createPrepareUndo } from './batches/begin-undo.ts';
import { createPlanUndo } from './batches/plan-undo.ts';
import { askForDueBatches, createBatchStore } from './batches/batches.postgres.ts';
import { registerBatchRoutes } from './batches/batches.routes.ts';
import { createRunBatches } from './batches/run-batches.ts';
import { registerUndoRoutes } from './batches/undo.routes.ts';
import { registerBulkCreation } from './create/bulk.routes.ts';
import { bulkSchemas } from './create/bulk.schema.ts';
import {
  createAcceptanceStore,
  createAcceptTogether,
  createAliasStore,
} from './create/create-team.postgres.ts';
import { registerCreateRoute } from './create/create-team.routes.ts';
import { createClaimedAlias, createTeamCreation } from './create/create-team.ts';
import { createBulkCreation } from './create/create-teams.ts';
import { createCancelOrRetryStore } from './create/cancel-or-retry.postgres.ts';
import { registerCancelOrRetryRoutes } from './create/cancel-or-retry.routes.ts';
import { createCancelOrRetry } from './create/cancel-or-retry.ts';
import { createPlanCreation } from './create/plan-creation.ts';
import { registerPlanRoute } from './create/plan.routes.ts';
import { createReadOldestWaiting } from './create/waiting-creations.postgres.ts';
import { registerApplyRoutes } from './external/apply.routes.ts';
import { createExternalIds } from './external/external-ids.postgres.ts';
import { registerExternalRoutes } from './external/external.routes.ts';
import { createDesiredGroups, type ExternalIds } from './external/desired-groups.ts';
import { registerComparisonRoute } from './read/compare-team.routes.ts';
import { createAnsweringPeople } from './search/search-text.postgres.ts';
import { createTeamBrowser } from './read/browse-teams.postgres.ts';
import { createToDoReader } from './read/to-do.postgres.ts';
import { createReadComparison } from './read/comparison.postgres.ts';
import { countFindings } from './read/findings.postgres.ts';
import { createKnownGroups } from './read/known-groups.ts';
import { createTeamReader, type TeamReaderDeps } from './read/read-team.ts';
import { registerTeamPeopleRoutes } from './read/team-people.routes.ts';
import { registerTeamWorkspaceRoutes } from './read/team-workspace.routes.ts';
import { createNamesConform } from './read/names-conform.ts';
import { registerTeamNoticeRoutes } from './read/team-notices.routes.ts';
import { createTeamStore } from './read/teams.postgres.ts';
import { createTeamsWithin } from './read/teams-within.postgres.ts';
import { registerTeamRoutes } from './read/teams.routes.ts';
import { createCreationWatch, createStatusWatch } from './read/watch-status.ts';

/** Begins the groups of batches, for a worker. */
export function wireBatches(
  base: Base,
  parts: Pick<RouteParts, 'settings' | 'directories' | 'groups' | 'onChanged'> & {
    readonly beginLifecycles: Omit<Record<DirectBatchKind, BeginGroups>, BulkKind>;
    readonly yieldToCallers: () => Promise<void>;
  },
) {
  const { database, transactions, clock } = base;
  const { groups } = parts;
  const endAdoption = createEndAdoption({
    readTeam: (tenantId, teamId) => groups.teams.readTeam(tenantId, teamId),
    end: createEndStore(database),
    clock,
    onEnded: () => undefined,
  });
  const creations = createCancelOrRetryStore(database);
  const acceptOperations = createAcceptOperations({
    ...base,
    ...parts.settings,
    accept: acceptTogether(database),
    // The turn says so after the commit.
    onAccepted: () => undefined,
  });
  const beginOperations = createBeginOperations(acceptOperations);
  const store = createBatchStore(database);
  const batches = createRunBatches({
    ...base,
    ...parts,
    together: transactions.together,
    apart: (work) => database.transaction(work),
    store,
    begin: {
      ...parts.beginLifecycles,
      ...Object.fromEntries(bulkKinds.map((kind) => [kind, beginOperations(kind)])),
    } as Record<DirectBatchKind, BeginGroups>,
    prepare: {
      adopt: createPrepareAdoptions({
        ...base,
        prepareAdoption: createPrepareAdoption({
          ...adoptionRules(base, parts),
          clock,
          // A batch has few adoptions in progress, and callers go first.
          checkAdmission: () => undefined,
        }),
        accept: createAcceptTogether(database),
      }),
      undo: createPrepareUndo({
        ...base,
        ...parts.beginLifecycles,
        acceptOperations,
        endAdoptions: createBeginOneByOne(async (group) => {
          await endAdoption(group);
          return true;
        }),
        readDone: (batch, teamIds) => store.doneOf(batch, teamIds),
        readRecords: (tenantId, teamIds, options) =>
          readGroupsById(database, tenantId, teamIds, options),
        planUndo: createPlanUndo(groups.planOperation),
      }),
    },
    async cancelAdoption(group, actor) {
      const result = await creations.cancel({ ...group, at: new Date(clock.now()) }, actor);
      if (result?.cancelled !== true) return;
      void transactions.whenCommitted(() => groups.creationWatch.notify(group));
    },
    cancelOperation: createCancelOperation({
      ...base,
      operations: groups.operations,
      onCancelled({ tenantId, operationId }) {
        void transactions.whenCommitted(() =>
          groups.operationWatch.notify({ tenantId, operationId }),
        );
      },
    }),
  });
  return { ...batches, questions: [askForDueBatches(batches.wake)] };
}

/** Time limit for the directory's answers during a plan. */
const planWithinMs = 20_000;
const planDeadline = () => AbortSignal.timeout(planWithinMs);

export type Groups = ReturnType<typeof wireGroups>;

/** The groups as they are stored, and how they are followed and changed. */
export function wireGroups(
  base: Base,
  parts: {
    readonly settings: Settings;
    readonly directories: Directories;
    readonly planApproval: PlanApproval;
  },
) {
  const { database, lists, clock, onError } = base;
  const { settings, directories, planApproval } = parts;
  const namesConform = createNamesConform(settings.configuration);
  const teams = createTeamStore(database, namesConform);
  const operations = createOperationStore(database, lists);
  return {
    teams,
    operations,
    creationWatch: createCreationWatch({ store: teams, timers: clock, onError }),
    operationWatch: createStatusWatch({
      read: ({ tenantId, operationId }: OperationKey) => operations.read(tenantId, operationId),
      readVersions: operations.readVersions,
      textOf: ({ tenantId, operationId }) => `${tenantId}/${operationId}`,
      timers: clock,
      onError,
    }),
    personGroups: createPersonGroupStore(lists),
    planOperation: createPlanOperation({
      ...base,
      ...settings,
      readRecord: (tenantId, teamId, withEntries) =>
        readGroupRecord(database, { tenantId, teamId, withEntries }),
      directoryOf: (tenantId) => directories.of(tenantId),
      deadline: planDeadline,
      planApproval,
    }),
    /** Operations that the service itself asks for. The lane learns of them after the commit. */
    acceptOperationsIn: (transaction: Queryable): AcceptOperations =>
      createAcceptOperations({
        ...base,
        ...settings,
        accept: acceptWithin(transaction),
        onAccepted: () => undefined,
      }),
  };
}

async function readGroupsById(
  database: Queryable,
  tenantId: string,
  teamIds: readonly string[],
  options: { readonly lock: boolean },
) {
  const keys = teamIds.map((teamId) => ({ tenantId, teamId }));
  const records = await readGroupRecords(database, keys, options);
  return new Map([...records.values()].map((record) => [record.teamId, record]));
}

/** The people of a group as its record knows them in the directory. */
async function readPeopleRecord(database: Queryable, key: { tenantId: string; teamId: string }) {
  const record = await readGroupRecord(database, key);
  if (record === undefined) return undefined;
  const { ownerIds = [], memberIds = [] } = record.resolvedPeople ?? {};
  const answering = answeringCount(record.people);
  return { state: record.state, groupId: record.groupId, ownerIds, memberIds, answering };
}

interface RouteParts
  extends
    Pick<Parameters<typeof registerTeamRoutes>[1], 'assessNew'>,
    Pick<TeamReaderDeps<Problem>, 'lifecycleOf'> {
  readonly settings: Settings;
  readonly directories: Directories;
  readonly planApproval: PlanApproval;
  /** Their watches reach the followers in all processes. */
  readonly groups: Groups;
  readonly people: FindPeople;
  readonly subscribers: Subscribers;
  readonly compareNow: CompareNow;
  readonly onCreationAccepted: (tenantId: string) => void;
  /** A batch has work. */
  readonly onBatchStarted: () => void;
  /** Activity was added. */
  readonly onActivity: () => void;
  /** Wakes the tenant's lane and the readers of activity. */
  readonly onChanged: (tenantId: string) => void;
}

export function wireGroupRoutes(base: Base, parts: RouteParts) {
  const { settings, groups, people, subscribers } = parts;
  const { lists, rest, beginWork } = base;
  const { baseUrl } = base.config;
  const { teams, creationWatch: watch } = groups;
  const { configuration } = settings;
  const readStatus = (tenantId: string, teamId: string) => teams.readStatus(tenantId, teamId);
  const externalIds = createExternalIds(base.database);
  const creations = wireCreations(base, { ...parts, externalIds });
  const changes = wireChanges(base, parts);
  const readRecord = createReadRecord(base.database);
  const desiredGroups = createDesiredGroups({
    ...settings,
    people,
    clock: base.clock,
    externalIds,
    createTeam: creations.createTeam,
    planTeam: creations.planTeam,
    planOperation: groups.planOperation,
    acceptOperation: changes.acceptOperation,
    planRoster: changes.planRoster,
    rosters: changes.rosters,
    rest: base.rest,
    readRecord,
  });
  const known = createKnownGroups(createTeamsWithin(lists));
  const rosters = createReadRosters(base.database);
  const readTeam = createTeamReader({
    ...parts,
    teams,
    configuration,
    known,
    toProblem: (error) => problemObject(error, baseUrl),
  });
  const register: RegisterShared = (server, urlOf) => {
    const { createTeam, createTeams, planTeam, adoptions, cancelOrRetry } = creations;
    registerCreateRoute(server, { createTeam, watch, subscribers, urlOf });
    registerTeamRoutes(server, {
      ...parts,
      teams,
      watch,
      configuration,
      baseUrl,
      urlOf,
      beginWork,
      browser: createTeamBrowser(lists),
      known,
      readTeam,
      readComparison: createReadComparison(lists),
      readToDo: createToDoReader(lists),
      countFindings: (tenantId, within) => countFindings(lists, tenantId, within),
      answeringPeople: createAnsweringPeople(lists),
      timeZoneOf: (tenantId) => settings.noticeSettingsOf(tenantId)?.timeZone ?? 'UTC',
    });
    registerExternalRoutes(server, {
      ...desiredGroups,
      watch,
      operationWatch: groups.operationWatch,
      subscribers,
      keptAnswers: base.keptAnswers,
      baseUrl,
      urlOf,
    });
    registerApplyRoutes(server, {
      ...desiredGroups,
      externalIds,
      subscribers,
      keptAnswers: base.keptAnswers,
      beginWork,
      onError: base.onError,
      baseUrl,
      urlOf,
    });
    registerPlanRoute(server, { planTeam, subscribers, baseUrl });
    shareSchemas(server, bulkSchemas);
    const bulk = { subscribers, beginWork, baseUrl, urlOf };
    registerBulkCreation(server, { ...bulk, createTeams });
    registerAdoptionRoutes(server, { ...bulk, ...adoptions, watch });
    registerCancelOrRetryRoutes(server, { cancelOrRetry, teams, baseUrl, urlOf });
    const { planDeparture, handOver, planOperation } = changes;
    const { personGroups } = groups;
    registerPeopleRoutes(server, {
      people,
      groups: personGroups,
      organisationsOf: (tenantId) => configuration.organisations(tenantId),
      planDeparture,
      handOver,
      subscribers,
      baseUrl,
      urlOf,
    });
    registerRosterRoutes(server, {
      ...changes,
      rosters,
      readStatus,
      watch: groups.operationWatch,
      holders: subscribers,
      rest,
      baseUrl,
      urlOf,
    });
    registerOperationRoutes(server, {
      ...changes,
      operations: groups.operations,
      readStatus,
      watch: groups.operationWatch,
      holders: subscribers,
      names: configuration,
      baseUrl,
      urlOf,
    });
    const batches = {
      ...base,
      store: createBatchStore(base.database, lists),
      names: configuration,
      onStarted: () => void base.transactions.whenCommitted(parts.onBatchStarted),
      baseUrl,
      urlOf,
    };
    registerUndoRoutes(server, {
      ...batches,
      planUndo: createPlanUndo(planOperation),
      readRecord,
      subscribers,
    });
    registerBatchRoutes(server, batches);
    registerBulkOperationRoutes(server, { planOperation, subscribers, baseUrl });
    registerTeamNoticeRoutes(server, {
      listNotices: (group, page) => listNoticesOfGroup(lists, group, page),
      readStatus,
      urlOf,
    });
    registerComparisonRoute(server, { ...parts, teams, readTeam, baseUrl, urlOf });
    registerTeamWorkspaceRoutes(server, { ...parts, teams, urlOf });
    registerTeamPeopleRoutes(server, {
      ...parts,
      teams,
      urlOf,
      rostersNaming: createRostersNaming(lists),
      peopleRecordOf: (tenantId, teamId) => readPeopleRecord(lists, { tenantId, teamId }),
    });
  };
  return { register, planTeam: creations.planTeam, stop: creations.stop };
}

/** The rules of adoptions, which read the directory. */
const adoptionRules = (
  { database, clock }: Base,
  { settings, directories }: Pick<RouteParts, 'settings' | 'directories'>,
) => ({
  configuration: settings.configuration,
  recordsOf: createReadMarkedRecords(database),
  governing: createReadGoverning(database),
  readBrake: createReadBrake(database, clock),
  aliases: createAliasStore(database),
  idHolders: createExternalIds(database),
  directoryOf: (tenantId: string) => directories.of(tenantId),
  deadline: planDeadline,
});

/** The stop of adoptions, for a worker. */
export const wireAdoptionBrake = createAdoptionBrake;

/** The adoption of groups by the rule of their tenant, for a worker. */
export function wireAdoptByRule(
  base: Base,
  parts: {
    readonly settings: Settings;
    readonly directories: Directories;
    readonly onAccepted: (tenantId: string) => void;
  },
) {
  const { database, clock, newId } = base;
  const { onAccepted } = parts;
  const { configuration } = parts.settings;
  const adoptGroup = createAdoptGroup({
    ...adoptionRules(base, parts),
    store: createAcceptanceStore(database),
    clock,
    newId,
    // The rule adopts few at a time, and callers go first.
    checkAdmission: () => undefined,
    onAccepted,
  });
  return createAdoptByRule({ adoptGroup, configuration });
}

function wireCreations(base: Base, parts: RouteParts & { readonly externalIds: ExternalIds }) {
  const { database, clock, newId, beginWork, onError } = base;
  const { directories, planApproval, groups, onChanged, externalIds } = parts;
  const { configuration } = parts.settings;
  const admission = createAdmission({
    maxWaitMs: base.config.maxWaitMs,
    readOldestWaiting: createReadOldestWaiting(database),
    clock: base.steady,
    onError,
  });
  const acceptance = {
    configuration,
    store: createAcceptanceStore(database),
    clock,
    newId,
    beginWork,
    checkAdmission: admission.check,
    onAccepted(tenantId: string) {
      parts.onCreationAccepted(tenantId);
      onChanged(tenantId);
    },
    aliases: createAliasStore(database),
    idHolders: externalIds,
    directoryOf: (tenantId: string) => directories.of(tenantId),
    deadline: planDeadline,
  };
  const createTeam = createTeamCreation(acceptance);
  const adoption = { ...acceptance, ...adoptionRules(base, parts) };
  const adoptGroup = createAdoptGroup(adoption);
  return {
    createTeam,
    createTeams: createBulkCreation({
      createTeam,
      claimOf: createClaimedAlias({ configuration, clock }),
      beginWork,
      onError,
    }),
    planTeam: createPlanCreation({ ...acceptance, planApproval }),
    adoptions: {
      adoptGroup,
      adoptGroups: createBulkCreation({
        createTeam: adoptGroup,
        claimOf: (_, { valid }) => valid.groupId?.toLowerCase(),
        beginWork,
        onError,
      }),
      planAdoption: createPlanAdoption({ ...adoption, rest: base.rest }),
      endAdoption: createEndAdoption({
        readTeam: (tenantId, teamId) => groups.teams.readTeam(tenantId, teamId),
        end: createEndStore(database),
        clock,
        onEnded: onChanged,
      }),
    },
    /** Cancel a creation that has not started, and retry one that failed. */
    cancelOrRetry: createCancelOrRetry({
      store: createCancelOrRetryStore(database),
      teams: groups.teams,
      configuration,
      clock,
      newId,
      checkAdmission: admission.check,
      aliases: acceptance.aliases,
      // With an Idempotency-Key, the answer is committed with the creation.
      onAccepted: (tenantId) => void base.transactions.whenCommitted(() => onChanged(tenantId)),
      onCancelled(tenantId, teamId) {
        groups.creationWatch.notify({ tenantId, teamId });
        parts.onActivity();
      },
    }),
    stop: () => admission.stop(),
  };
}

function wireChanges(base: Base, parts: RouteParts) {
  const { database, clock, newId, rest, onError } = base;
  const { settings, groups, people, planApproval, onChanged } = parts;
  const { organisationOf, blockedWordsOf, tenantOf } = settings;
  const rules = { organisationOf, blockedWordsOf, tenantOf, clock, newId, onAccepted: onChanged };
  const accept = createOperationAcceptance(database);
  const acceptOperation = createAcceptOperation({ ...rules, accept });
  const planDeparture = createPlanDeparture({
    people,
    groups: groups.personGroups,
    organisationOf,
    clock,
    rest,
    planApproval,
  });
  const rosterStore = createRosterStore(database, rest);
  const rosters = createPutRosters({ ...rules, store: rosterStore });
  return {
    acceptOperation,
    rosters,
    putRoster: rosters.putRoster,
    planRoster: createPlanRoster({
      ...rules,
      readRecord: (tenantId, teamId) => readGroupRecord(database, { tenantId, teamId }),
      readRosters: (key) => readGroupRosters(database, key),
      readStored: rosterStore.read,
      directoryOf: (tenantId) => parts.directories.of(tenantId),
      rest,
      deadline: planDeadline,
    }),
    planOperation: groups.planOperation,
    cancelOperation: createCancelOperation({
      operations: groups.operations,
      clock,
      onCancelled({ tenantId, operationId }) {
        groups.operationWatch.notify({ tenantId, operationId });
        onChanged(tenantId);
      },
    }),
    planDeparture,
    handOver: createHandOver({
      planDeparture,
      acceptOperation,
      keptAnswers: base.keptAnswers,
      rest,
      onError,
    }),
  };
}
