// People whom messages do not reach, in a sandbox, from the deliveries to the findings of their groups.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { observeGroup } from '../../../testing/observe-group.ts';
import { personIdOf } from '../../../testing/sandbox-people.ts';
import { testOperator, testPeople } from '../../../testing/tenant.ts';
import type { ObservedState } from '../../engine/observed-state.ts';
import { createToDoReader } from '../../groups/read/to-do.postgres.ts';
import { noLimit } from '../../ground/group-limit.ts';
import { addNotices } from './notices.postgres.ts';

const lost = 'sandbox-unreachable@aare.example';
const [, tomas = ''] = testPeople;

const observed: ObservedState = {
  displayName: 'Group lost',
  description: null,
  visibility: 'private',
  kind: 'team',
  archived: false,
  ownerIds: [],
  memberCount: 1,
  guestCount: 0,
  responsible: 'enabled',
  deputy: 'enabled',
};

let service: TestService;
let governance: Advance;
let tenant: TestTenant;
let teamId: string;
let personId: string;

before(async () => {
  service = await startTestService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
  governance = createAdvance(service);
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
  const { tenantId } = tenant;
  await service.change(({ sandboxPeople }) =>
    sandboxPeople.add(testOperator, tenantId, { email: lost, name: 'Lost' }),
  );
  teamId = await service.createTeam(tenant, 'lost', { responsible: lost, deputy: tomas });
  personId = await personIdOf(service.at.database, tenant, lost);
  // The first comparison with the directory writes the same.
  await observeGroup(service.at.database, { tenantId, teamId }, { observed });
});

/** A message on the next day, at noon. */
async function write(email: string): Promise<void> {
  const { tenantId } = tenant;
  const today = (await governance.now(tenant)).toISOString().slice(0, 10);
  const at = new Date(Date.parse(`${today}T12:00:00Z`) + 86_400_000);
  await governance.setClock(tenant, at);
  await addNotices(service.at.database, [
    { tenantId, personId, email, kind: 'created', teamId, data: {}, cause: null, at },
  ]);
  await governance.runDue(tenant);
}

async function events() {
  return service.at.database.query<{ action: string; subjectId: string; data: object }>(
    `select action, subject_id, data from activity where tenant_id = $1 and action like 'person.%reachable'
    order by activity_id`,
    [tenant.tenantId],
  );
}

const findingsOf = async () =>
  ((await service.call(tenant, `/teams/${teamId}`)).body as { findings: string[] }).findings;
const foundBy = async (finding: string) => {
  const { body } = await service.call(tenant, `/teams?finding=${finding}`);
  return (body as { items: { teamId: string }[] }).items.map((one) => one.teamId);
};
const unreachablePeople = async () =>
  (await createToDoReader(service.at.database)(tenant.tenantId, noLimit)).filter(
    ({ cause }) => cause === 'unreachable',
  ).length;

test('three failures in a row are a finding of the groups and one event; a message that arrives ends it', async () => {
  await write(lost);
  await write(lost);
  assert.deepEqual([await findingsOf(), await events(), await unreachablePeople()], [[], [], 0]);
  await write(lost);
  assert.deepEqual(await findingsOf(), ['responsible_unreachable']);
  assert.deepEqual(await foundBy('responsible_unreachable'), [teamId]);
  assert.deepEqual(await foundBy('deputy_unreachable'), []);
  assert.equal(await unreachablePeople(), 1);
  await write(lost);
  const [event, ...others] = await events();
  assert.deepEqual(
    [event?.action, event?.subjectId, others.length],
    ['person.unreachable', personId.toLowerCase(), 0],
  );
  const { failures, reason, email } = (event?.data ?? {}) as Record<string, unknown>;
  assert.deepEqual(
    [failures, reason, email],
    [3, 'The mailbox of this person does not exist.', lost],
  );
  await write('lost@aare.example');
  assert.deepEqual([await findingsOf(), await unreachablePeople()], [[], 0]);
  assert.deepEqual(
    (await events()).map(({ action }) => action),
    ['person.unreachable', 'person.reachable'],
  );
});

test('failures that a success interrupts, or of different addresses, make nobody unreachable', async () => {
  await write(lost);
  await write(lost);
  await write('lost@aare.example');
  await write(lost);
  await write(lost);
  await write(`other-${lost}`);
  await write(`other-${lost}`);
  assert.deepEqual([await findingsOf(), await events()], [[], []]);
});
