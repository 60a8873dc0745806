// The plans of statements that find rows by their keys and ask for their state. By statistics of an idle service nothing is
// in progress, so that reading all of an index of such rows looks as cheap as one look-up by a key.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createCreationsToApprove } from '../src/governance/approvals/creations-to-approve.postgres.ts';
import { isFollowUpDue } from '../src/governance/approvals/approval-tasks.postgres.ts';
import { createOperationsToApprove } from '../src/governance/approvals/operations-to-approve.postgres.ts';
import type { RequestToApprove } from '../src/governance/approvals/requests-to-approve.postgres.ts';
import { newestFirst } from '../src/groups/search/team-search.ts';
import { createTeamBrowser } from '../src/groups/read/browse-teams.postgres.ts';
import { createResponsibilityOverviews } from '../src/governance/responsibility/responsibility-overview.postgres.ts';
import { createResponsibilityRule } from '../src/governance/responsibility/responsibility-rule.postgres.ts';
import { noLimit } from '../src/ground/group-limit.ts';
import { type GroupFacts, readGroupFacts } from '../src/governance/group-facts.postgres.ts';
import { createLifecycleBrowser } from '../src/governance/lifecycle/browse-lifecycles.postgres.ts';
import { createLifecycleRule } from '../src/governance/lifecycle/lifecycle-rule.postgres.ts';
import type { DigestStore } from '../src/messages/notices/digest-store.ts';
import { updatePeopleFindings } from '../src/engine/people-findings.postgres.ts';
import { createDigestStore } from '../src/messages/notices/digests.postgres.ts';
import { addNotices } from '../src/messages/notices/notices.postgres.ts';
import { findTasksOfNotices } from '../src/messages/notices/tasks-of-notices.postgres.ts';
import { createOperationAcceptance } from '../src/groups/change/accept-operation.postgres.ts';
import { createOperationLedger } from '../src/groups/change/operation-ledger.postgres.ts';
import { createOperationStore } from '../src/groups/change/operations.postgres.ts';
import { createDirectoryGroupStore } from '../src/reconciliation/directory-groups.postgres.ts';
import type { InventoryGroup } from '../src/reconciliation/directory-groups.ts';
import type { Database, Query, Queryable } from '../src/postgres/database.ts';
import { createReadHistories } from '../src/governance/responsibility/responsibility-history.postgres.ts';
import { createPersonGroupStore } from '../src/groups/change/person-groups.postgres.ts';
import { createChainStore } from '../src/audit/chain-appender.postgres.ts';
import { createReadMarkedRecords } from '../src/engine/marked-records.postgres.ts';
import { createLeaseStore } from '../src/engine/lanes.postgres.ts';
import { createProvisioningStore } from '../src/engine/provisioning.postgres.ts';
import { createReviewRule } from '../src/governance/reviews/review-rule.postgres.ts';
import { updateReview } from '../src/governance/reviews/reviews.postgres.ts';
import {
  lapseTask,
  readOpenTasks,
  updateTask,
  withdrawTasks,
} from '../src/messages/tasks/tasks.postgres.ts';
import { createToDoReader } from '../src/groups/read/to-do.postgres.ts';
import { readAttention } from '../src/groups/read/attention.postgres.ts';
import { readPeople } from '../src/sandbox/people.postgres.ts';
import { createTeamStore } from '../src/groups/read/teams.postgres.ts';
import type { WebhookEndpoint } from '../src/events/webhooks/endpoint.ts';
import { createDispatchStore } from '../src/events/webhooks/dispatch.postgres.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from './database.ts';
import { creationsInProgress, idleService, rowsOfBurst } from './idle-service.ts';
import { nodesOf, type PlanNode, type PlanRow, readsIn } from './query-plan.ts';

const groups = 3_000;
const tenantId = randomUUID();
const teamIds = Array.from({ length: 5 }, () => randomUUID());
const [teamId = ''] = teamIds;
const operationId = randomUUID();
const taskId = randomUUID();
const endpointId = randomUUID();
const idle = idleService(groups, endpointId);
const clock = { now: () => Date.now() };
const actor = { kind: 'service', id: 'test' } as const;
const by = { actor, at: 0 };
const none = () => undefined;

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
  const owner = openAsOwner(at.settings);
  // A service in which nothing is in progress, and that had few rows of each state so far.
  for (const text of idle) await owner.query(text, [tenantId]);
  await owner.query('vacuum analyze');
  await owner.close();
});
after(() => at.close());

/** Each table is read by these of its columns, beside the tenant: all of a row, or the few rows of a group or person. */
const keys: Readonly<Record<string, readonly string[]>> = {
  teams: ['team_id', 'alias_key', 'retry_of'],
  provisionings: ['team_id', 'adopted_marker'],
  operations: ['operation_id', 'team_id'],
  tasks: ['task_id', 'team_id'],
  reviews: ['review_id', 'team_id'],
  notices: ['notice_id', 'message_id', 'team_id', 'person_id'],
  notice_messages: ['message_id', 'person_id'],
  webhook_deliveries: ['position'],
  failed_deliveries: ['person_id'],
};

type Read = (database: Database & Queryable) => Promise<unknown>;

/** The plans of the statements of a read, which finds nothing. */
async function plansOf(read: Read, { database: asked } = at): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  async function explain(
    query: string | Query,
    values: readonly unknown[] = [],
    isInTransaction = false,
  ) {
    const { text, kind }: Query = typeof query === 'string' ? { text: query } : query;
    const ofKind = kind !== undefined && { kind };
    const isPlannedOnce = kind === 'background' || (kind === 'hot' && !isInTransaction);
    if (!/^\s*(with|select|insert|update|delete)\b/.test(text)) return [];
    const explained = isPlannedOnce
      ? { text: `explain (generic_plan, format json) ${text}`, ...ofKind }
      : { text: `explain (format json) ${text}` };
    const given = isPlannedOnce ? undefined : values;
    const [row] =
      isPlannedOnce && !isInTransaction
        ? await asked.query<PlanRow>(explained)
        : await asked.transaction((transaction) => transaction.query<PlanRow>(explained, given));
    assert.ok(row);
    plans.push(row['QUERY PLAN'][0].Plan);
    return [];
  }
  const database: Database & Queryable = {
    ...asked,
    query: explain,
    transaction: (work) => work({ query: (query, values = []) => explain(query, values, true) }),
  };
  // Some of them report that nothing is found.
  await read(database).catch((error: unknown) => {
    if (plans.length === 0) throw error;
  });
  assert.ok(plans.length > 0, 'a statement');
  return plans;
}

/** The reads of these tables that are not by a key. */
function withoutKey(plan: PlanNode): string[] {
  return readsIn(plan).flatMap((node) => {
    const columns = keys[node['Relation Name'] ?? ''];
    if (columns === undefined) return [];
    // Cheaper than look-ups by its size, which PostgreSQL knows, whatever the statistics say.
    if (node['Node Type'] === 'Seq Scan') return [];
    const index = node['Node Type'] === 'Bitmap Heap Scan' ? node.Plans?.[0] : node;
    const condition = index?.['Index Cond'] ?? '';
    // An index with another column before that of the key is searched once for each value of it.
    const skips = /_order$|_since$|_by_state$/.test(index?.['Index Name'] ?? '');
    const isByKey =
      !skips && columns.some((column) => new RegExp(`\\b${column}\\b"? = `).test(condition));
    const place = `${node['Relation Name']} by ${index?.['Index Name'] ?? node['Node Type']}`;
    return isByKey ? [] : [`${place} ${condition}`];
  });
}

const governed = teamIds.map((id): GroupFacts => ({
  tenantId,
  teamId: id,
  organisationId: tenantId,
  templateId: tenantId,
  displayName: 'Group',
  mailNickname: 'group',
  properties: {},
  requestedExpiry: null,
  state: 'active',
  existsSince: new Date(),
  archivedAt: null,
  deletedAt: null,
  responsibleId: 'p1',
  deputyId: null,
  ownerIds: ['p1'],
  now: new Date(),
  kind: 'team',
  lifecycle: null,
  notices: null,
  policyVersion: 1,
  isOnHold: false,
  isFailing: false,
  openTasks: [],
  responsible: null,
  deputy: null,
  steward: null,
  administrators: [],
}));
const request = { tenantId, teamId, operationId, approval: { stage: 1 } } as RequestToApprove;
const requests = teamIds.map((id) => ({ ...request, teamId: id, operationId: id }));
const settings = { settingsOf: none, clock, newId: randomUUID };
const endpoint = { tenantId, endpointId } as WebhookEndpoint;
const names = { organisationOf: none, blockedWordsOf: () => [] };
const positions = Array.from({ length: 20 }, (_, n) => ({ position: n, claims: 1 }));

const reads: Readonly<Record<string, Read>> = {
  'open tasks of groups': (database) => readOpenTasks(database, governed),
  'the end of a task': (database) =>
    lapseTask(database, { tenantId, teamId, kind: 'renew' }, { ...by, outcome: 'x' }),
  'the end of the tasks of a group': (database) =>
    withdrawTasks(database, { tenantId, teamId }, { ...by, reason: 'x', kinds: ['renew'] }),
  'a change of a task': (database) =>
    updateTask(
      database,
      { tenantId, teamId, kind: 'renew' },
      { data: {} },
      { ...by, action: 'task.reminded' },
    ),
  'tasks of notices': (database) => findTasksOfNotices(database, tenantId, teamIds),
  'whether an approval is looked at again': (database) =>
    isFollowUpDue(database, { tenantId, taskId }),
  'an operation whose approval is asked for': (database) =>
    createOperationsToApprove(database, names).markAsked(database, request, request.approval),
  'an operation that awaits its approval': (database) =>
    createOperationsToApprove(database, names).lockWaiting(database, request),
  'operations that await their approvals': (database) =>
    createOperationsToApprove(database, names).readWaiting(database, requests),
  'a creation whose approval is asked for': (database) =>
    createCreationsToApprove(database, names).markAsked(database, request, request.approval),
  'a creation that awaits its approval': (database) =>
    createCreationsToApprove(database, names).lockWaiting(database, request),
  'creations that await their approvals': (database) =>
    createCreationsToApprove(database, names).readWaiting(database, requests),
  'the end of a review': (database) =>
    updateReview(database, { tenantId, reviewId: taskId }, { state: 'lapsed', people: [] }),
  'the facts of groups': (database) => readGroupFacts(database, governed),
  'the facts of reviews': (database) => createReviewRule(settings).assess(database, governed),
  'the facts of lifecycles': (database) => createLifecycleRule(settings).assess(database, governed),
  'the facts of responsibility': (database) =>
    createResponsibilityRule(names).assess(database, governed),
  'notices with their tasks': (database) =>
    addNotices(
      database,
      teamIds.map((id) => ({
        tenantId,
        teamId: id,
        personId: 'p1',
        email: 'p',
        kind: 'renew',
        data: {},
        cause: null,
        at: new Date(),
      })),
    ),
  'deliveries of digests': (database) =>
    createDigestStore(database, { clock, onReachability: updatePeopleFindings }).record(
      tenantId,
      teamIds.map((messageId) => ({
        messageId,
        claims: 1,
        state: 'sent',
        isUnclear: false,
        language: 'en',
        isAttempt: true,
        detail: null,
        retryInMs: 0,
      })),
    ),
  'renewals of claims of deliveries': (database) =>
    createDispatchStore({ database, clock, eventsAt: async () => [] }).renew(
      endpoint,
      positions,
      1,
    ),
  'releases of claims of deliveries': (database) =>
    createDispatchStore({ database, clock, eventsAt: async () => [] }).release(endpoint, positions),
  'acceptances of operations': (database) =>
    createOperationAcceptance(database)(
      { tenantId, teamId, kind: 'change', change: {}, reason: null, actor, within: noLimit },
      (asked) => ({
        request: asked,
        operationId,
        kind: 'change',
        change: {},
        createdAt: new Date(),
        requestHash: undefined,
      }),
    ),
  'records of operations': async (database) => {
    const ledger = createOperationLedger({ database, clock, onChange: none });
    const entry = { tenantId, teamId, operationId, facts: {}, status: 'running' };
    await ledger.write({ tenantId, epoch: 1 }, { entry } as never);
  },
  'records of creations': async (database) => {
    const store = createProvisioningStore({ database, clock, onChange: none });
    const entry = { tenantId, teamId, facts: {}, steps: [], resolvedPeople: null };
    await store.write({ tenantId, epoch: 1 }, { entry } as never);
  },
  'records with their markers': (database) =>
    createReadMarkedRecords(database)(tenantId, [...teamIds]),
  'a group': (database) => createTeamStore(database).readTeam(tenantId, teamId),
  'the status of a group': (database) => createTeamStore(database).readStatus(tenantId, teamId),
  'an operation': (database) => createOperationStore(database).read(tenantId, operationId),
};

suite('by statistics of an idle service, each row is found by its key', () => {
  for (const [title, read] of Object.entries(reads)) {
    test(`for ${title}`, async () =>
      assert.deepEqual((await plansOf(read)).flatMap(withoutKey), []));
  }
});

test('a tenant does not count as the key of a group where each had one group until now', async () => {
  const young = await createTestDatabase();
  const owner = openAsOwner(young.settings);
  const [addGroups] = idle;
  for (const tenant of [randomUUID(), randomUUID()]) {
    await owner.query(addGroups.replace(`${groups}`, '1'), [tenant]);
  }
  await owner.query('vacuum analyze teams');
  // The index of the key gets another level.
  await owner.query(addGroups.replace(`${groups}`, '30000'), [tenantId]);
  await owner.close();
  const plans = await plansOf(reads['the status of a group']!, young);
  const ofGroups = plans.flatMap(withoutKey).filter((read) => read.startsWith('teams'));
  assert.deepEqual(ofGroups, []);
  await young.close();
});

test('a lane without a worker is found by what waits, and not among all operations', async () => {
  const plans = await plansOf((database) => {
    const found: Queryable['query'] = async <Row extends object>(
      asked: string | Query,
      values?: readonly unknown[],
    ) =>
      typeof asked === 'object' && asked.name === 'lanes_find_candidates'
        ? ([{ tenantId }] as Row[])
        : database.query<Row>(asked, values);
    return createLeaseStore({ ...at.database, query: found }).findUnattended(tenantId, [], 1, 10);
  });
  const read = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'operations');
  const indexes = read.map((node) => node['Index Name']);
  assert.deepEqual(new Set(indexes), new Set(waitingIndexes));
});

const waitingIndexes = ['operations_begun', 'operations_fresh'];

suite('in a burst, with statistics from before it', () => {
  const burst = 1_000;
  before(async () => {
    const owner = openAsOwner(at.settings);
    for (const text of rowsOfBurst(burst)) await owner.query(text, [tenantId]);
    await owner.close();
  });

  test('what belongs to each row of a page of groups is found by its key', async () => {
    const listed = { order: newestFirst, offset: 0, limit: 50 };
    const most = await mostRows(at, (database) =>
      createTeamBrowser(database).list(tenantId, {}, listed),
    );
    assert.ok(most <= 2 * listed.limit, `${most} rows`);
  });

  test('people of a sandbox are found by their ids and addresses', async () => {
    const wanted = Array.from({ length: 50 }, (_, n) => `person-${n + 1}@example.com`);
    const most = await mostRows(at, (database) => readPeople(database, tenantId, wanted));
    const people = await readPeople(at.database, tenantId, wanted);
    assert.ok(most <= 2 * wanted.length, `${most} rows`);
    const ids = [...people.values()].map(({ id }) => id);
    const byId = await mostRows(at, (database) => readPeople(database, tenantId, ids));
    assert.ok(byId <= 2 * ids.length, `${byId} rows`);
    assert.equal(new Set(ids).size, wanted.length);
  });

  test('a lane with thousands of accepted operations finds that none has begun without reading them', async () => {
    const plans = await plansOf((database) =>
      createOperationLedger({ database, clock, onChange: none }).isDue(tenantId),
    );
    const read = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'operations');
    assert.deepEqual(
      read.map((node) => node['Index Name']),
      ['operations_begun', 'operations_fresh'],
    );
  });

  test('the end of a creation reads the operations of its group alone', async () => {
    const rows = await at.database.transaction(async (transaction) => {
      await transaction.query(
        `update provisionings set status = 'succeeded'
        where tenant_id = $1 and team_id = (
          select team_id from provisionings where status = 'accepted' order by team_id limit 1
        )`,
        [tenantId],
      );
      return fetched(transaction, 'operations');
    });
    assert.equal(rows, 1);
  });

  test('digests are formed without a comparison of all notices with all digests', async () => {
    const until = new Date(Date.now() + 60_000);
    const day = until.toISOString().slice(0, 10);
    for (const read of [
      (store: DigestStore) => store.form(tenantId, { day, until, settledBefore: until }),
      (store: DigestStore) => store.earliestWaiting(tenantId, day),
    ]) {
      const most = await mostRows(at, (database) =>
        read(createDigestStore(database, { clock, onReachability: updatePeopleFindings })),
      );
      // Each person has a digest of each of ten days.
      assert.ok(most <= 20 * burst, `${most} rows`);
    }
  });

  const page = { offset: 0, limit: 50 };
  const within = noLimit;
  const lists: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
    'what is to do': (database) =>
      createToDoReader(database)(tenantId, { organisationIds: null, templateIds: null }),
    'what needs attention': (database) =>
      readAttention(database, tenantId, { failuresInRow: 5, organisationIds: null }),
    'the state of responsibility': (database) =>
      createResponsibilityOverviews(database, { clock, onReleased: none }).read(tenantId, within),
    'groups without a responsible person': (database) =>
      createTeamBrowser(database).list(
        tenantId,
        { responsibility: 'vacant' },
        { ...page, order: { by: 'responsibilitySince', isDescending: false } },
      ),
    'the calendar of lifecycles': (database) =>
      createLifecycleBrowser(database).overview(tenantId, 'UTC', within),
    'groups on hold': (database) =>
      createTeamBrowser(database).list(
        tenantId,
        { lifecycle: { list: 'on_hold' } },
        { ...page, order: { by: 'heldAt', isDescending: true } },
      ),
  };
  for (const [title, read] of Object.entries(lists)) {
    test(`no group is compared with all that do not exist, for ${title}`, async () => {
      const most = await mostRows(at, read);
      // The rows of a page may each be looked for in a small table.
      assert.ok(most <= 2 * page.limit * burst, `${most} rows`);
    });
  }
});

suite('the rows that a statement reads do not grow with the tenant', () => {
  const sizes = { small: 2_000, large: 8_000 };
  const tenants = { small: randomUUID(), large: randomUUID() };
  let grown: TestDatabase;
  before(async () => {
    grown = await createTestDatabase();
    const owner = openAsOwner(grown.settings);
    for (const size of ['small', 'large'] as const) {
      for (const text of grownTenant(sizes[size])) await owner.query(text, [tenants[size]]);
    }
    const chain = createChainStore({ database: grown.database, clock });
    while ((await chain.appendBatch()).more);
    await owner.query('vacuum analyze');
    await owner.close();
  });
  after(() => grown.close());

  /** Runs the statements of a read, and counts the rows that all parts of them come across. */
  async function rowsOf(read: (database: Database) => Promise<unknown>): Promise<number> {
    let rows = 0;
    const query: Queryable['query'] = async (asked, values) => {
      const { text, kind }: Query = typeof asked === 'string' ? { text: asked } : asked;
      const explained = {
        text: `explain (analyze, timing off, format json) ${text}`,
        ...(kind === 'hot' && { kind }),
      };
      for (const row of await grown.database.query<PlanRow>(explained, values)) {
        for (const node of nodesOf(row['QUERY PLAN'][0].Plan)) {
          const { 'Actual Rows': found = 0, 'Actual Loops': loops = 0 } = node;
          const left =
            (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
          rows += (found + left) * loops;
        }
      }
      return grown.database.query(asked, values);
    };
    await read({ ...grown.database, query });
    return rows;
  }

  const page = { afterTeamId: undefined, limit: 50, within: noLimit };
  const growing: Readonly<Record<string, (database: Database, tenant: string) => Promise<number>>> =
    {
      'the groups of a person who is in many': async (database, tenant) =>
        (await createPersonGroupStore(database).listGroups(tenant, 'many', page)).length,
      'the groups of a person who is in few of the oldest': async (database, tenant) =>
        (await createPersonGroupStore(database).listGroups(tenant, 'few', page)).length,
      'the list searched by a person who is in few': async (database, tenant) => {
        const few = { id: 'few', references: ['few@example.com', 'few'], role: undefined };
        const counts = await Promise.all(
          [{ people: [few] }, { text: 'few@example.com', textPerson: few }].map(
            async (search) =>
              (
                await createTeamBrowser(database).list(tenant, search, {
                  ...page,
                  order: newestFirst,
                  offset: 0,
                })
              ).length,
          ),
        );
        return counts.reduce((sum, count) => sum + count, 0);
      },
      'who answered for a group': async (database, tenant) => {
        const [group] = await grown.database.query<{ teamId: string }>(
          'select team_id from teams where tenant_id = $1 order by team_id limit 1',
          [tenant],
        );
        const [history] = await createReadHistories(database)(tenant, [group?.teamId ?? '']);
        const { entries = [], acceptances = [] } = history ?? {};
        const proven = [...entries, ...acceptances].filter(({ proof }) => proof?.isIntact === true);
        return proven.length;
      },
    };
  const found = { many: 50, few: 5, searched: 10, answered: 2 };
  for (const [index, [title, read]] of Object.entries(growing).entries()) {
    test(`for ${title}`, async () => {
      const counts: number[] = [];
      const rows: number[] = [];
      for (const tenant of [tenants.small, tenants.large]) {
        rows.push(await rowsOf(async (database) => counts.push(await read(database, tenant))));
      }
      const expected = Object.values(found)[index];
      assert.deepEqual(counts, [expected, expected]);
      const [small = 0, large = 0] = rows;
      assert.ok(large <= small * 1.2 + 50, `${small} and ${large} rows`);
    });
  }
});

suite('in the first burst of a new database, whose statistics were never taken', () => {
  const burst = 1_000;
  let young: TestDatabase;
  before(async () => {
    young = await createTestDatabase();
    const owner = openAsOwner(young.settings);
    for (const text of [...templateOfBurst, ...creationsInProgress(burst)])
      await owner.query(text, [tenantId]);
    await owner.close();
  });
  after(() => young.close());

  test('the end of a creation reads no other groups of its template', async () => {
    const rows = await young.database.transaction(async (transaction) => {
      // Records have such connections.
      await transaction.query(
        `set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off`,
      );
      const end = (creations: number) =>
        transaction.query(
          `update provisionings set status = 'succeeded', directory_group_id = team_id::text
          where tenant_id = $1 and team_id in (
            select team_id from provisionings where status = 'accepted' order by team_id limit $2
          )`,
          [tenantId, creations],
        );
      // A record of many has the plan of each trigger made.
      await end(burst / 2);
      const earlier = await fetched(transaction, 'teams');
      await end(1);
      return (await fetched(transaction, 'teams')) - earlier;
    });
    assert.ok(rows < 10, `${rows} rows`);
  });

  test('groups of the directory find the records that govern them by their keys', async () => {
    const listed = Array.from({ length: 50 }, (_, n) => {
      const facts = { hasForeignMarker: false };
      const name = { displayName: `Group ${n}`, mailNickname: `group-${n}` };
      return {
        groupId: `group-${n}`,
        ...name,
        visibility: 'private',
        hasTeam: false,
        facts,
      } as InventoryGroup;
    });
    const most = await mostRows(young, (database) =>
      createDirectoryGroupStore(database, actor, 'r').recordGroups(tenantId, new Date(), listed),
    );
    assert.ok(most <= 2 * listed.length, `${most} rows`);
  });

  test('the records of a batch are not compared with each other', async () => {
    const running = await young.database.query<{ teamId: string; epoch: number }>(
      `select team_id, epoch::integer from provisionings join lanes using (tenant_id)
       where tenant_id = $1 and status = 'accepted' limit 100`,
      [tenantId],
    );
    const most = await mostRows(young, (database) => {
      const store = createProvisioningStore({ database, clock, onChange: none });
      const records = running.map(({ teamId: id, epoch }) => {
        const entry = {
          tenantId,
          teamId: id,
          facts: {},
          steps: [],
          warnings: [],
          status: 'running',
        };
        return store.write({ tenantId, epoch }, {
          entry: { ...entry, resolvedPeople: null },
        } as never);
      });
      return Promise.allSettled(records);
    });
    assert.ok(most <= 2 * running.length, `${most} rows`);
  });
});

/** Runs the statements of a read, and counts the rows that each part of them comes across at most. */
async function mostRows(
  { database: queried }: TestDatabase,
  read: (database: Database) => Promise<unknown>,
): Promise<number> {
  const analyzed = await queried.transaction(async (transaction) => {
    const rows: PlanRow[] = [];
    const query: Queryable['query'] = async (asked, values) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      const explained = `explain (analyze, timing off, format json) ${text}`;
      rows.push(...(await transaction.query<PlanRow>(explained, values)));
      return [];
    };
    // Some of them report that nothing is found.
    await read({ ...queried, query }).catch((error: unknown) => {
      if (rows.length === 0) throw error;
    });
    return rows;
  });
  assert.ok(analyzed.length > 0, 'a statement');
  const passed = analyzed
    .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    .map((node) => {
      const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = node;
      const left =
        (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
      return (rows + left) * loops;
    });
  return Math.max(...passed);
}

const templateOfBurst = [
  `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}') on conflict do nothing`,
  `insert into organisations (tenant_id, organisation_id, name, identifier, revision) values ($1, $1, 'O', 'o', 0)`,
  `insert into templates (tenant_id, template_id, organisation_id, name, identifier, mail_nickname_pattern,
     display_name_pattern, policy, revision)
   values ($1, $1, $1, 'T', 't', '', '', '{"lifecycle": {}}', 0)`,
];

/** The rows of a table that indexes have led the transaction to. */
async function fetched(transaction: Queryable, table: string): Promise<number> {
  const [row] = await transaction.query<{ rows: number }>(
    `select idx_tup_fetch::integer as rows from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return row?.rows ?? 0;
}

/** A person is in each fourth group, another one in the five oldest; who answers for a group has changed once. */
const grownTenant = (groups: number) => [
  `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
  `insert into teams
     (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties, policy,
      created_at, created_by, request_id)
   select $1, uuidv7(), $1, $1, 'Group ' || n, 'group-' || n, '{"responsible": "p"}', '{}',
     '{}', now(), 'key', 'request'
   from generate_series(1, ${groups}) n`,
  `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
   select tenant_id, team_id, 'running', true, now(), now() from teams where tenant_id = $1`,
  `update provisionings p set status = 'succeeded', waiting = false, completed_at = now(),
     resolved_people = jsonb_build_object('ownerIds', jsonb_build_array('p'), 'memberIds',
       array_remove(array['member-' || n % 100, case when n % 4 = 0 then 'many' end, case when n <= 5 then 'few' end], null))
   from (select team_id, row_number() over (order by team_id) as n from teams where tenant_id = $1) numbered
   where p.tenant_id = $1 and p.team_id = numbered.team_id`,
  `insert into watched_people (tenant_id, person_id, email, display_name, checked_at)
   select $1, 'person-' || n, 'person-' || n || '@example.com', 'Person ' || n, now() from generate_series(1, ${groups / 2}) n`,
  `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
   select tenant_id, now(), 'service', 'test', action, 'group', team_id::text,
     '{"kind": "accept_responsibility", "assignees": [], "dueAt": null, "before": {"responsible": "a"}, "after": {"responsible": "p"}}'
   from teams, unnest(array['group.handed_over', 'task.opened']) as action where tenant_id = $1`,
];
