// The events of a group tell a story: a cause comes before what follows from it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestTenant,
} from '../../testing/service.ts';
import { publishedActions } from './activity.ts';
import { causalPlace, inCausalOrder } from './causal-order.ts';

const [, , , lena] = testPeople as [string, string, string, string];

function entry(action: string, others: { transaction?: string; subjectId?: string } = {}) {
  const of = { tenantId: 't', transaction: '1', subjectKind: 'group', subjectId: 'g' };
  return { ...of, ...others, action };
}

suite('the order of entries', () => {
  test('of every pair that one transaction writes about a group has the cause first, however it was written', () => {
    for (const one of publishedActions) {
      for (const other of publishedActions) {
        const ordered = inCausalOrder([entry(one), entry(other)]).map(({ action }) => action);
        const isTurned = causalPlace(other) < causalPlace(one);
        assert.deepEqual(ordered, isTurned ? [other, one] : [one, other]);
        const turned = inCausalOrder([entry(other), entry(one)]).map(({ action }) => action);
        if (causalPlace(one) !== causalPlace(other)) assert.deepEqual(turned, ordered);
      }
    }
  });

  test('tells what people expect', () => {
    const stories: readonly (readonly string[])[] = [
      ['task.decided', 'group.failed'],
      ['task.decided', 'group.renewed', 'group.operation_accepted'],
      ['task.decided', 'group.change_failed'],
      ['task.decided', 'review.answered', 'review.completed', 'group.operation_accepted'],
      ['task.lapsed', 'group.expired', 'group.operation_accepted'],
      ['task.lapsed', 'group.failed'],
      ['group.expiring', 'task.opened'],
      ['group.renewed', 'task.withdrawn'],
      ['group.cancelled', 'task.withdrawn'],
      ['group.contested', 'task.opened'],
      ['responsibility.vacant', 'task.opened'],
      ['responsibility.handed_over', 'group.operation_accepted'],
      ['task.withdrawn', 'task.opened'],
    ];
    for (const story of stories) {
      const told = inCausalOrder(story.toReversed().map((action) => entry(action)));
      assert.deepEqual(
        told.map(({ action }) => action),
        story,
      );
    }
  });

  test('of other groups and of other transactions keeps its place', () => {
    const entries = [
      entry('group.failed'),
      entry('task.opened', { transaction: '2' }),
      entry('task.opened', { subjectId: 'other' }),
      entry('task.decided'),
      entry('group.expired', { transaction: '2' }),
    ];
    assert.deepEqual(
      inCausalOrder(entries).map(({ action, transaction, subjectId }) => [
        action,
        transaction,
        subjectId,
      ]),
      [
        ['task.decided', '1', 'g'],
        ['group.expired', '2', 'g'],
        ['task.opened', '1', 'other'],
        ['group.failed', '1', 'g'],
        ['task.opened', '2', 'g'],
      ],
    );
  });
});

suite('the feed', () => {
  const started = startTestService();
  let tenant: TestTenant;

  before(async () => {
    const service = await started;
    tenant = await service.addTenant();
    const { tenantId, organisationId } = tenant;
    await service.change(({ templates }) =>
      templates.create(testOperator, tenantId, organisationId, {
        name: 'Asked',
        identifier: 'asked',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: {
          approval: {
            when: 'always' as const,
            operations: ['public' as const, 'delete' as const],
            stages: [{ by: [lena] }],
            decisions: 'link' as const,
          },
        },
      }),
    );
    await service.service.refresh();
  });
  after(async () => (await started).close());

  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { call } = await started;
    return (await call(tenant, path, { method, body })).body as T;
  }

  interface Page<T> {
    readonly items: readonly T[];
  }

  async function decide(teamId: string, decision: string): Promise<void> {
    let taskId: string | undefined;
    await eventually(async () => {
      const open = await send<Page<{ taskId: string }>>(
        'GET',
        `/tasks?teamId=${teamId}&state=open&kind=approve,approve_change,approve_delete`,
      );
      taskId = open.items[0]?.taskId;
      return taskId !== undefined;
    }, 'the approval is asked for');
    await send('POST', `/tasks/${taskId}/decision`, { decision, reason: 'So it is.' });
  }

  async function story(teamId: string, last: string): Promise<readonly string[]> {
    let types: string[] = [];
    await eventually(async () => {
      const { items } = await send<Page<{ type: string; subject: string }>>(
        'GET',
        '/events?limit=200',
      );
      types = items.filter(({ subject }) => subject === teamId).map(({ type }) => type);
      return types.at(-1) === last;
    }, `the last event is ${last}`);
    return types;
  }

  test('has a rejection before the failure of what was asked for', async () => {
    const request = teamRequest('rejected', { templateIdOrIdentifier: 'asked' });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', request);
    await decide(teamId, 'reject');
    assert.deepEqual(await story(teamId, 'group.failed'), [
      'group.accepted',
      'task.opened',
      'task.decided',
      'group.failed',
    ]);
  });

  test('has an approval before what it permits, and a rejection before the failure of a change', async () => {
    const request = teamRequest('approved', { templateIdOrIdentifier: 'asked' });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', request);
    await decide(teamId, 'approve');
    const created = await story(teamId, 'group.succeeded');
    assert.deepEqual(created, ['group.accepted', 'task.opened', 'task.decided', 'group.succeeded']);
    await send('PATCH', `/teams/${teamId}`, { visibility: 'public' });
    await decide(teamId, 'reject');
    assert.deepEqual((await story(teamId, 'group.change_failed')).slice(-3), [
      'task.opened',
      'task.decided',
      'group.change_failed',
    ]);
  });
});
