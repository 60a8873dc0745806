import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { moveClock } from '../../testing/governance.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addDatedGroups, assertDueByIndex, notingStatements } from '../../testing/dated-groups.ts';
import { addExistingGroups } from '../../testing/existing-groups.ts';
import { addTestTenant, type AddedTenant } from '../../testing/tenant.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import type { Database } from '../postgres/database.ts';
import { createAcceptOperations } from '../groups/change/accept-operation.ts';
import { acceptWithin } from '../groups/change/accept-operation.postgres.ts';
import { lapseTask, readOpenTasks } from '../messages/tasks/tasks.postgres.ts';
import { createAssessGroups, type GovernanceRule } from './assess-groups.postgres.ts';
import { assessAtNextTick, claimDue, lockAssessment } from './governed-groups.postgres.ts';
import type { Assessment, GovernedGroup } from './rule.ts';
import { createGovernanceTick } from './tick.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });
const cause = { templateId: 'template', policyVersion: 3, rule: 'test.rule' };
const nothing: Assessment = { effects: [], dueAt: null };
const day = 86_400_000;
let at: TestDatabase;
let tenant: AddedTenant;
let groups: readonly string[] = [];
let prefixes = 0;

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

/** A tenant of the test's own, with groups that are due. */
async function begin(count: number): Promise<void> {
  tenant = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId: newId, randomBytes })),
  );
  const prefix = `group-${(prefixes += 1)}`;
  groups = await addExistingGroups(at.database, tenant, { prefix, count });
  await assessAtNextTick(at.database, tenant.tenantId, groups);
}

/** A tick with one rule. */
function tickOf(
  assess: (group: GovernedGroup) => Assessment,
  errors: unknown[] = [],
  database: Database = at.database,
) {
  const rule: GovernanceRule = {
    name: 'test',
    assess: async (_, due) => due.map((group) => assess(group)),
  };
  const written: string[] = [];
  const work = createAssessGroups({
    database,
    rules: [rule],
    acceptOperationsIn: (transaction) =>
      createAcceptOperations({
        accept: acceptWithin(transaction),
        organisationOf: () => undefined,
        blockedWordsOf: () => [],
        tenantOf: () => undefined,
        clock: systemClock,
        newId,
        onAccepted: () => undefined,
      }),
    clock: systemClock,
    newId,
    onWritten: (tenantIds) => void written.push(...tenantIds),
    onRefused: (_, error) => void errors.push(error.code),
    onError: (error) => void errors.push(error),
  });
  const onError = (error: unknown) => void errors.push(error);
  return {
    work,
    written,
    ...createGovernanceTick({ works: [work], timers: systemClock, onError }),
  };
}

const dueTimes = () =>
  at.database.query<{ teamId: string; dueAt: Date | null }>(
    'select team_id, due_at from governed_groups where tenant_id = $1 order by team_id',
    [tenant.tenantId],
  );

suite('the tick', () => {
  test('each due group is assessed once, and again at the date that its rule names', async () => {
    await begin(1200);
    const assessed: string[] = [];
    const inAYear = new Date(Date.now() + 365 * day);
    const { runDue, work } = tickOf(({ teamId, responsibleId, state }) => {
      assert.deepEqual([responsibleId, state], ['mara', 'active']);
      assessed.push(teamId);
      return { effects: [], dueAt: teamId === groups[0] ? inAYear : null };
    });
    await runDue();
    await runDue();
    assert.deepEqual(assessed.toSorted(), groups.toSorted());
    const due = (await dueTimes()).filter(({ dueAt }) => dueAt !== null);
    assert.deepEqual(due, [{ teamId: groups[0], dueAt: inAYear }]);
    assert.deepEqual(await work.nextDueAt(tenant.tenantId), inAYear);
  });

  test('two processes that look at once assess no group twice', async () => {
    await begin(40);
    const assessed: string[] = [];
    const note = ({ teamId }: GovernedGroup) => {
      assessed.push(teamId);
      return nothing;
    };
    await Promise.all([tickOf(note).runDue(), tickOf(note).runDue()]);
    assert.deepEqual(assessed.toSorted(), groups.toSorted());
  });

  test('a group whose assessment fails is deferred, and does not affect the others', async () => {
    await begin(5);
    const errors: unknown[] = [];
    const { runDue } = tickOf(({ teamId }) => {
      if (teamId === groups[2]) throw new Error('broken');
      return {
        effects: [{ kind: 'activity', action: 'group.drifted', data: {}, cause }],
        dueAt: null,
      };
    }, errors);
    await runDue();
    assert.deepEqual(errors.map(String), ['Error: broken']);
    const due = (await dueTimes()).filter(({ dueAt }) => dueAt !== null);
    assert.deepEqual(
      due.map(({ teamId }) => teamId),
      [groups[2]],
    );
    assert.ok((due[0]?.dueAt?.getTime() ?? 0) > Date.now());
    const entries = await at.database.query<{
      subjectId: string;
      data: unknown;
      actorKind: string;
    }>(
      `select subject_id, data, actor_kind from activity where tenant_id = $1 and action = 'group.drifted'`,
      [tenant.tenantId],
    );
    assert.equal(entries.length, 4);
    assert.deepEqual([entries[0]?.actorKind, entries[0]?.data], ['policy', { cause }]);
  });

  test('a policy opens one task of a kind for a group, reassigns it, and withdraws it', async () => {
    await begin(1);
    const assignees = [
      { personId: 'mara', email: 'mara@x.example', displayName: null, language: 'de' },
    ] as const;
    const task = {
      kind: 'renew',
      assignees,
      data: { until: '2027' },
      cause,
      decisions: 'link',
      dueAt: null,
    } as const;
    const openTwice = tickOf(() => ({
      effects: [
        { kind: 'open_task', task },
        { kind: 'open_task', task },
      ],
      dueAt: null,
    }));
    await openTwice.runDue();
    const key = { tenantId: tenant.tenantId, teamId: groups[0] ?? '' };
    const [opened, ...others] = await readOpenTasks(at.database, [key]);
    assert.deepEqual([opened?.assignees, opened?.data, others], [assignees, task.data, []]);
    assert.deepEqual(openTwice.written, [tenant.tenantId]);

    await assessAtNextTick(at.database, tenant.tenantId, groups);
    const tomas = { personId: 'tomas', email: null, displayName: 'Tomas', language: null };
    await tickOf(() => ({
      effects: [
        {
          kind: 'update_task',
          taskKind: 'renew',
          update: { assignees: [tomas] },
          action: 'task.escalated',
          cause,
          informed: [tomas],
        },
      ],
      dueAt: null,
    })).runDue();
    assert.deepEqual((await readOpenTasks(at.database, [key]))[0]?.assignees, [tomas]);

    await assessAtNextTick(at.database, tenant.tenantId, groups);
    await tickOf(() => ({
      effects: [{ kind: 'withdraw_tasks', taskKinds: ['renew'], reason: 'It was renewed.', cause }],
      dueAt: null,
    })).runDue();
    assert.deepEqual(await readOpenTasks(at.database, [key]), []);
    const ended = await lapseTask(
      at.database,
      { ...key, kind: 'renew' },
      { outcome: 'archive', actor: { kind: 'service', id: 'test' }, at: Date.now() },
    );
    assert.equal(ended, undefined);
    const actions = await at.database.query<{ action: string }>(
      'select action from activity where tenant_id = $1 and subject_id = $2 order by activity_id',
      [key.tenantId, key.teamId],
    );
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['task.opened', 'task.escalated', 'task.withdrawn'],
    );
  });

  test('an operation by policy has its cause in the record and in the audit log, and waits behind those of callers', async () => {
    await begin(2);
    const errors: unknown[] = [];
    const { runDue } = tickOf(
      ({ teamId }) => ({
        effects: [
          {
            kind: 'operation',
            operation: teamId === groups[0] ? 'archive' : 'repair',
            change: {},
            reason: 'It expired.',
            cause,
          },
        ],
        dueAt: null,
      }),
      errors,
    );
    await runDue();
    // The second group was not compared: its operation is tried again after a day.
    assert.deepEqual(errors, ['validation_failed']);
    const [, refused] = await dueTimes();
    assert.ok((refused?.dueAt?.getTime() ?? 0) > Date.now() + day / 2);
    const operations = await at.database.query<object>(
      'select kind, priority, cause, actor_kind, actor_id, waiting from operations where tenant_id = $1',
      [tenant.tenantId],
    );
    assert.deepEqual(operations, [
      {
        kind: 'archive',
        priority: 2,
        cause,
        actorKind: 'policy',
        actorId: 'template',
        waiting: true,
      },
    ]);
    const [entry] = await at.database.query<{ data: { cause: unknown } }>(
      `select data from activity where tenant_id = $1 and action = 'group.operation_accepted'`,
      [tenant.tenantId],
    );
    assert.deepEqual(entry?.data.cause, cause);
  });

  test('the clock of a sandbox that is ahead makes its groups due, and no others', async () => {
    await begin(1);
    const other = { tenant, groups };
    await begin(1);
    const inAMonth = new Date(Date.now() + 30 * day);
    await tickOf(() => ({ effects: [], dueAt: inAMonth })).runDue();
    await moveClock(at.database, tenant.tenantId, '31 days');
    const assessed: GovernedGroup[] = [];
    await tickOf((group) => {
      assessed.push(group);
      return nothing;
    }).runDue();
    assert.deepEqual(
      assessed.map(({ teamId }) => teamId),
      groups,
    );
    assert.ok((assessed[0]?.now.getTime() ?? 0) > inAMonth.getTime());
    tenant = other.tenant;
    assert.deepEqual(await dueTimes(), [{ teamId: other.groups[0], dueAt: inAMonth }]);
  });

  test('among many groups with a date, a tick finds the due ones by one query with an index', async () => {
    await begin(3);
    // PostgreSQL estimates by the average tenant, and other tests leave tenants with a group or two.
    await at.database.query('delete from governed_groups where tenant_id <> $1', [tenant.tenantId]);
    await addDatedGroups(at, tenant, 20_000);
    await assertDueByIndex(at.database, 3);
    // Once the due ones are assessed, a tick asks once.
    await tickOf(() => nothing).runDue();
    const { database, statements } = notingStatements(at.database);
    await tickOf(() => assert.fail('nothing is due'), [], database).runDue();
    assert.deepEqual(statements, [claimDue.name]);
  });
});

test('a group that was never assessed cannot become due while a change of it holds its assessment', async () => {
  await begin(1);
  const { tenantId } = tenant;
  const teamId = groups[0] ?? '';
  await at.database.query('delete from governed_groups where tenant_id = $1', [tenantId]);
  const soon = () =>
    at.database.transaction(async (other) => {
      await other.query(`set local lock_timeout = '50ms'`);
      await assessAtNextTick(other, tenantId, [teamId]);
    });
  await at.database.transaction(async (transaction) => {
    await lockAssessment(transaction, { tenantId, teamId });
    await assert.rejects(soon(), /lock timeout/);
  });
  const due = () =>
    at.database.query('select from governed_groups where tenant_id = $1 and due_at is not null', [
      tenantId,
    ]);
  assert.equal((await due()).length, 0, 'the lock alone makes nothing due');
  await soon();
  assert.equal((await due()).length, 1);
});
