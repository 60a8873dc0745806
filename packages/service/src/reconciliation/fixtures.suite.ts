// Processes with real records, leases and lanes, against the Graph simulator on a virtual clock.
import { systemClock } from '../ground/clock.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { Limits } from '@groupwright/graph-simulator/limits.ts';
import { hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions, type SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory } from '../directory/directory.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { Database } from '../postgres/database.ts';
import { everyChange } from '../settings/organisations/allowed-changes.ts';
import { defaultNaming } from '../settings/naming/naming.ts';
import { defaultTemplatePolicy, type Template } from '../settings/organisations/template.ts';
import type { Team } from '../groups/read/team.ts';
import { createTeamStore } from '../groups/read/teams.postgres.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { pollLanes } from '../../testing/poll-lanes.ts';
import { testSeed } from '../../testing/seed.ts';
import { openSimulatedGraph, servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { createExecuteCreation } from '../engine/execute-creation.ts';
import { createLeaseStore } from '../engine/lanes.postgres.ts';
import { createReadMarkedRecords } from '../engine/marked-records.postgres.ts';
import { createProvisioningStore } from '../engine/provisioning.postgres.ts';
import { createDriftStore, createReconciliationStore } from './reconciliation.postgres.ts';
import { createReconciler, type ReconcilerDeps } from './resolve.ts';
import { createReconciliationSchedule, reconciliationActor } from './schedule.ts';
import { createWorker } from '../engine/worker.ts';

export const hour = 3_600_000;
export const everyMs = 6 * hour;
export const random = createSeededRandom(`reconciliation ${testSeed}`);
const organisationId = random.guid('organisation');
const policy = {
  ...defaultTemplatePolicy,
  channels: [{ displayName: 'Planning', description: null }],
};
const { organisation, template } = projectsOf({
  tenantId,
  organisationId,
  templateId: random.guid('template'),
});

/** An organisation with one template: aliases are prj-{{code}}, and its teams have the channel Planning. */
export function projectsOf(ids: Pick<Template, 'tenantId' | 'organisationId' | 'templateId'>): {
  organisation: Organisation;
  template: Template;
} {
  const template: Template = {
    ...ids,
    name: 'Projects',
    identifier: 'projects',
    mailNicknamePattern: 'prj-{{code}}',
    displayNamePattern: 'Project {{code}}',
    naming: defaultNaming,
    changes: everyChange,
    policy,
    version: 1,
  };
  const { tenantId, organisationId } = ids;
  const names = { name: 'Works', identifier: 'works', steward: null };
  const organisation = { tenantId, organisationId, ...names, version: 1, templates: [template] };
  return { organisation, template };
}

/** No time passes while the database is asked. */
function timed(database: Database, track: <T>(work: Promise<T>) => Promise<T>): Database {
  return {
    ...database,
    query: (query, values) => track(database.query(query, values)),
    transaction: (work) => track(database.transaction(work)),
  };
}

export async function openFixtures({
  profile = hostile,
  permissions = allPermissions,
  limits = {},
}: { profile?: Profile; permissions?: readonly string[]; limits?: Partial<Limits> } = {}) {
  const at = await createTestDatabase({ maxConnections: 10 });
  const graph = await openSimulatedGraph({
    seed: `reconciliation ${testSeed}`,
    profile,
    tenants: [{ permissions }],
    limits,
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [suite_] = simulator.tenants;
  assert.ok(suite_);
  const database = timed(at.database, (work) => clock.track(work));
  await at.database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "microsoft365"}')`,
    [tenantId],
  );

  async function statusOf(code: string): Promise<string | undefined> {
    const [row] = await database.query<{ status: string }>(
      'select status from provisionings where tenant_id = $1 and team_id = $2',
      [tenantId, random.guid(code)],
    );
    return row?.status;
  }

  /** A process with its worker and its reconciliations. */
  function startProcess(
    deps: { database?: Database; directory?: Directory; openDirectory?: () => Directory } = {},
  ) {
    const { database: own = database, directory = graph.connect() } = deps;
    const { openDirectory = () => directory } = deps;
    const errors: unknown[] = [];
    const recordError = (error: unknown): void => {
      errors.push(error);
    };
    let inFlight = 0;
    let max = 0;
    const worker = createWorker({
      leases: createLeaseStore(own),
      store: createProvisioningStore({
        database: own,
        clock,
        dueBy: clock,
        onChange: () => undefined,
      }),
      directoryOf: openDirectory,
      execute: createExecuteCreation({
        clock,
        random: () => 0.5,
        rest: () => undefined,
        onDefect: recordError,
        readMarkedRecords: createReadMarkedRecords(own),
      }),
      clock,
      timers: systemClock,
      monotonicNow: () => performance.now(),
      holder: randomUUID(),
      onError: recordError,
      countPeople: () => 10,
      yieldToCallers: async () => undefined,
    });
    const reconciliation = createReconciliationSchedule({
      store: createReconciliationStore(own),
      runExclusive: (id, task) => worker.runExclusive(id, task),
      async reconcile(_, directoryOfLane, call) {
        inFlight += 1;
        max = Math.max(max, inFlight);
        try {
          return await reconcilerWith(own, directoryOfLane).run(call);
        } finally {
          inFlight -= 1;
        }
      },
      everyMs,
      clock,
      random: () => 0.5,
      onReconciled: () => void worker.wake(tenantId),
      onFailed: recordError,
      onError: recordError,
    });
    const poll = pollLanes(own, worker, recordError);
    poll.start();
    reconciliation.start();
    return {
      worker,
      errors,
      most: () => max,
      isReconciling: () => inFlight > 0,
      async stop() {
        await poll.stop();
        await reconciliation.stop();
        await worker.stop();
      },
    };
  }

  function reconcilerWith(
    own: Database,
    directory: Directory,
    fallback?: ReconcilerDeps['fallback'],
  ) {
    return createReconciler({
      tenantId,
      directory,
      store: createDriftStore(own, reconciliationActor),
      organisations: [organisation],
      fallback,
      clock,
    });
  }

  const reconciliations = createReconciliationStore(database);

  return {
    at,
    graph,
    clock,
    simulator,
    suite: suite_,
    database,
    statusOf,
    startProcess,
    reconcilerWith,
    /** Accepts a creation, as POST /teams does. The second person of the directory is the deputy. */
    async accept(code: string, kind: 'team' | 'group' = 'team'): Promise<string> {
      const teamId = random.guid(code);
      const now = new Date(clock.now());
      const [responsible, deputy, member] = suite_.users.map(({ id }) => id);
      const people = { responsible, deputy, owners: [], members: [member] };
      await database.query(
        `with team as (
          insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
            alias_key, people, properties, policy, created_at, created_by, request_id)
          values ($1, $2, $3, $4, $5, $6, $6, $7, '{}', $8, $9, 'test', 'test')
        )
        insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
        values ($1, $2, 'accepted', true, $9, $9)`,
        [
          tenantId,
          teamId,
          organisationId,
          template.templateId,
          `Project ${code}`,
          `prj-${code}`,
          JSON.stringify(people),
          JSON.stringify(kind === 'team' ? policy : { ...policy, kind, channels: [] }),
          now,
        ],
      );
      return teamId;
    },
    /** A restore from a backup that is older than the creation does the same. */
    async forget(code: string): Promise<void> {
      for (const table of ['teams', 'provisionings', 'organisation_groups']) {
        await database.query(`delete from ${table} where tenant_id = $1 and team_id = $2`, [
          tenantId,
          random.guid(code),
        ]);
      }
    },
    async until(condition: () => boolean | Promise<boolean>, pollEveryMs = 2_000): Promise<void> {
      const wait = async (): Promise<void> => {
        for (let polls = 0; !(await condition()); polls += 1) {
          assert.ok(polls < 5_000, 'it takes too long');
          await clock.wait(pollEveryMs);
        }
      };
      await clock.run(wait());
    },
    /** Waits until a reconciliation that began after this call has completed. */
    async reconciled(): Promise<void> {
      const from = clock.now();
      await this.until(async () => {
        const state = await reconciliations.read(tenantId);
        return (
          state?.last !== undefined &&
          state.last.finishedAt.getTime() - state.last.report.durationMs >= from
        );
      }, 60_000);
    },
    /**
     * As `reconciled`, for tests of what it finds and not of when it begins: the clock is put forward to shortly before
     * the next one is due, over the polls that find nothing.
     */
    async reconciledWhenDue(): Promise<void> {
      const state = await reconciliations.read(tenantId);
      if (state !== undefined) clock.advanceTo(state.dueAt.getTime() - 60_000);
      await this.reconciled();
    },
    /** The actions in the activity of a group, in order. */
    async activityOf(code: string): Promise<string[]> {
      const rows = await database.query<{ action: string }>(
        `select action from activity where tenant_id = $1 and subject_id = $2 order by activity_id`,
        [tenantId, random.guid(code)],
      );
      return rows.map(({ action }) => action);
    },
    async listed(): Promise<string[]> {
      const rows = await database.query<{ teamId: string }>(
        'select team_id from organisation_groups where tenant_id = $1 order by number',
        [tenantId],
      );
      return rows.map(({ teamId }) => teamId);
    },
    async aliasOf(code: string): Promise<string | null | undefined> {
      const [row] = await database.query<{ aliasKey: string | null }>(
        'select alias_key from teams where tenant_id = $1 and team_id = $2',
        [tenantId, random.guid(code)],
      );
      return row?.aliasKey;
    },
    async read(code: string): Promise<Team> {
      const team = await createTeamStore(database).readTeam(tenantId, random.guid(code));
      assert.ok(team);
      return team;
    },
    async stateOf(code: string): Promise<string> {
      return (await this.read(code)).state;
    },
    /** Records of groups that were created at that time; one person owns them all. */
    async addRecords(count: number, ownerId: string, createdAt: Date): Promise<void> {
      const people = { responsible: ownerId, deputy: null, owners: [], members: [] };
      await database.query(
        `with team as (
           insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people,
             properties, policy, created_at, created_by, request_id)
           select $1, gen_random_uuid(), $2, $3, 'Many', 'many-' || n, $5, '{}', $6, $7, 'test', 'test'
           from generate_series(1, $4) n
           returning team_id
         )
         insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at,
           resolved_people, directory_group_id)
         select $1, team_id, 'succeeded', false, $7, $7, $7, $8, gen_random_uuid()::text from team`,
        [
          tenantId,
          organisationId,
          template.templateId,
          count,
          JSON.stringify(people),
          JSON.stringify(policy),
          createdAt,
          JSON.stringify({ ownerIds: [ownerId], memberIds: [] }),
        ],
      );
    },
    /** It does what an operation does that renames the group: it is accepted, and finished now where it says so. */
    async recordOperation(
      code: string,
      { isFinished, displayName }: { isFinished: boolean; displayName: string },
    ): Promise<void> {
      await database.query(
        `with changed as (
           update teams set version = version + 1, display_name = case when $4 then $5 else display_name end
           where tenant_id = $1 and team_id = $2
         )
         insert into operations (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change,
           actor_kind, actor_id, created_at, updated_at, completed_at)
         values ($1, gen_random_uuid(), $2, 1, 'change', case when $4 then 'succeeded' else 'running' end, false, $3,
           '{}', 'api_key', 'test', $3, $3, case when $4 then $3::timestamptz end)`,
        [tenantId, random.guid(code), new Date(clock.now()), isFinished, displayName],
      );
    },
    /** The last record of an operation that deletes the group does the same. */
    async recordDeletion(code: string): Promise<void> {
      await database.query(
        `with deleted as (
           update teams set deleted_at = $3, alias_key = null where tenant_id = $1 and team_id = $2
         )
         delete from organisation_groups where tenant_id = $1 and team_id = $2`,
        [tenantId, random.guid(code), new Date(clock.now())],
      );
    },
    owner: at.settings.owner,
    state: () => reconciliations.read(tenantId),
    groupsOf(code: string): SimulatedGroup[] {
      return [...suite_.groups.values()].filter(
        ({ uniqueName, deletedAt }) =>
          deletedAt === undefined && uniqueName?.includes(random.guid(code)),
      );
    },
    /** @param excused a fault that strict Graph may find here */
    async close(excused?: string): Promise<void> {
      await graph.close();
      await at.close();
      const { violations } = simulator.journal;
      assert.deepEqual(
        violations.filter(({ violation }) => violation !== excused),
        [],
      );
    },
  };
}
