// Whatever governance does has its cause in the audit log: the template, the version of its policy, and the rule.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdvance, type Advance } from '../../testing/governance.ts';
import { setEnabled } from '../../testing/sandbox-people.ts';
import { advanceBy } from '../../testing/governed-year.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const guest = 'ann@partner.example';
let service: TestService;
let governance: Advance;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
  tenant = await service.addTenant();
  const { tenantId, organisationId, templateIds } = tenant;
  await service.change(async ({ organisations, sandboxPeople, templates }) => {
    await sandboxPeople.add(testOperator, tenantId, { email: guest, name: guest, kind: 'guest' });
    await organisations.change(testOperator, tenantId, organisationId, undefined, {
      name: 'Aare',
      identifier: 'aare',
      steward: lena,
    });
    await templates.change(testOperator, tenantId, templateIds.any, undefined, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: {
        approval: {
          stages: [{ by: [lena] }],
          decisions: 'link',
          lapse: { after: 'P5D' },
          operations: ['delete'],
        },
        lifecycle: {
          expires: { after: 'P60D' },
          callerMaySet: true,
          remindBefore: ['P14D', 'P3D'],
          renew: { for: 'P60D' },
          deleteAfterArchived: 'P14D',
          review: { every: 'P30D', within: 'P15D', unanswered: 'remove_guests' },
        },
        responsibility: {
          succession: ['deputy'],
          graceDays: 3,
          remindDays: [1],
          escalateDays: 4,
          decisions: 'link',
        },
        notices: { created: ['responsible', 'deputy'], failed: ['steward'] },
      },
    });
  });
  await service.service.refresh();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await service.call(tenant, path, { method, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

async function request(
  alias: string,
  others: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return ((await send('POST', '/teams', teamRequest(alias, others))) as { teamId: string }).teamId;
}

/** Decides the open task of that kind as the steward would. */
async function decide(teamId: string, kind: string, body: object): Promise<void> {
  const path = `/tasks?teamId=${teamId}&kind=${kind}&state=open`;
  for (const endsAt = Date.now() + 60_000; ;) {
    assert.ok(Date.now() < endsAt, `nobody is asked: ${kind}`);
    await service.service.runDue();
    const { items } = (await send('GET', path)) as { items: { taskId: string }[] };
    const [task] = items;
    if (task !== undefined) {
      await send('POST', `/tasks/${task.taskId}/decision`, body);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await governance.settled(tenant);
}

async function create(
  alias: string,
  others: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const teamId = await request(alias, others);
  await decide(teamId, 'approve', { decision: 'approve' });
  return teamId;
}

async function enable(email: string, enabled: boolean): Promise<void> {
  await setEnabled(service.at.database, tenant, email, enabled);
  await governance.runDue(tenant);
}

interface Entry {
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly cause: { templateId: string; policyVersion: number; rule: string } | null;
}

/** The changes of this story that policies make; people and callers may make some of them, too. */
const byPolicy = [
  'group.expiring',
  'group.expired',
  'group.archived',
  'group.deleted',
  'group.handed_over',
  'group.changed',
  'group.failed',
  'group.change_failed',
  'group.suite_expires_earlier',
  'group.responsible_unavailable',
  'responsibility.shaky',
  'responsibility.handed_over',
  'responsibility.deputy_vacant',
  'responsibility.vacant',
  'responsibility.restored',
  'task.opened',
  'task.reminded',
  'task.escalated',
  'task.reassigned',
  'task.decided',
  'task.lapsed',
  'task.withdrawn',
  'review.requested',
  'review.opened',
  'review.lapsed',
];

test('everything that governance does has its policy, version and rule', async () => {
  const ends = await create('ends', { members: [guest] });
  // The suite would end it after half a year.
  const expiresAt = new Date(Date.now() + 300 * 86_400_000).toISOString();
  await create('sandbox-expiring-1', { expiresAt });
  const left = await create('left', { responsible: yuki, deputy: tomas, owners: [lena] });
  await create('orphan', { responsible: yuki, deputy: null, owners: [lena], members: [] });
  const asked = await create('asked');
  const renewed = await create('renewed');
  await request('never-approved');
  // Its deletion is never approved.
  await send('DELETE', `/teams/${renewed}`);
  await advanceBy(service, tenant, 'P7D');

  // A person leaves: a handover, a group that nobody answers for, and questions that are repeated and passed on.
  await enable(yuki, false);
  await advanceBy(service, tenant, 'P4D');
  await advanceBy(service, tenant, 'P6D');
  await decide(left, 'name_deputy', { decision: 'name', person: mara });

  // A review that nobody answers completely, and a question that moves with a handover.
  await advanceBy(service, tenant, 'P15D');
  const { items } = (await send('GET', `/reviews?teamId=${asked}`)) as {
    items: { reviewId: string }[];
  };
  const { people } = (await send('GET', `/reviews/${items[0]?.reviewId}`)) as {
    people: { personId: string }[];
  };
  assert.ok(people.length > 0 || items.length > 0);
  await advanceBy(service, tenant, 'P16D');
  await send('PATCH', `/teams/${asked}`, { responsible: tomas, deputy: lena, former: 'none' });
  await governance.settled(tenant);
  await send('POST', `/teams/${renewed}/renewal`, {});
  await advanceBy(service, tenant, 'P40D');

  const entries = await service.at.database.query<Entry>(
    `select action, actor_kind, actor_id, data -> 'cause' as cause from activity
    where tenant_id = $1 and subject_kind = 'group' order by activity_id`,
    [tenant.tenantId],
  );
  const governed = entries.filter(
    ({ action, actorKind }) =>
      actorKind === 'policy' ||
      (actorKind === 'service' && byPolicy.includes(action)) ||
      /^(?:responsibility|task|review)\./.test(action),
  );
  const without = governed.filter(({ cause }) => cause === null);
  assert.deepEqual(
    without.map(({ action, actorKind, actorId }) => `${action} ${actorKind} ${actorId}`),
    [],
  );
  for (const { action, cause } of governed) {
    assert.equal(cause?.templateId, tenant.templateIds.any, action);
    assert.ok(Number.isInteger(cause.policyVersion) && cause.policyVersion > 1, action);
    assert.match(cause.rule, /^[a-z_]+(?:\.[a-z_]+)*$/, action);
  }
  const seen = new Set(governed.map(({ action }) => action));
  assert.deepEqual(
    byPolicy.filter((action) => !seen.has(action)),
    [],
    'every kind was seen',
  );
  assert.ok(
    entries.some(({ action }) => action === 'group.deleted'),
    ends,
  );

  // Tasks, operations and notices have it in their records, too.
  const [records] = await service.at.database.query<Record<string, number>>(
    `select
      (select count(*)::integer from tasks where tenant_id = $1 and cause is null) as tasks,
      (select count(*)::integer from operations where tenant_id = $1 and actor_kind = 'policy' and cause is null) as operations,
      (select count(*)::integer from notices where tenant_id = $1 and cause is null) as notices`,
    [tenant.tenantId],
  );
  assert.deepEqual(records, { tasks: 0, operations: 0, notices: 0 });
});
