// The groups of the demo, from its first start to a week later.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { advanceBy } from '../../../testing/governed-year.ts';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { type Demo, setUpDemo } from './set-up-demo.ts';
import { leavers, tellStory } from './tell-story.ts';

const createId = createIdGenerator({ clock: systemClock, randomBytes });
let service: TestService;
let demo: Demo;
let tenant: Pick<TestTenant, 'tenantId' | 'token'>;

before(async () => {
  service = await startTestService();
  const { database } = service.at;
  const deps = { clock: systemClock, createId, randomBytes, database, tenantId: createId() };
  demo = await setUpDemo(deps, () => undefined);
  await service.service.refresh();
  await tell();
  const { tenantId, keyId, secret } = demo;
  const answer = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  tenant = { tenantId, token: accessToken };
});
after(() => service.close());

function tell(): Promise<void> {
  const { database } = service.at;
  const deps = { clock: systemClock, createId, randomBytes, database };
  const refresh = () => service.service.refresh();
  return tellStory({ ...deps, refresh, address: service.address }, demo);
}

async function read<T>(path: string): Promise<readonly T[]> {
  const answer = await service.call(tenant as TestTenant, path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as { items: T[] }).items;
}

const aliases = async (filter: string) =>
  (await read<{ mailNickName: string }>(`/teams?${filter}`)).map((one) => one.mailNickName);
const openTasks = async () =>
  (await read<{ kind: string; assignees: { email: string }[] }>('/tasks?state=open'))
    .map(({ kind, assignees }) => [kind, ...assignees.map(({ email }) => email)].join(' '))
    .toSorted();

test('the demo begins with 12 groups that nobody governs, three of them without an owner who can sign in', async () => {
  const names = async (filter: string) =>
    (await read<{ mailNickName: string }>(`/directory/groups?governed=false${filter}`)).map(
      ({ mailNickName }) => mailNickName,
    );
  assert.equal((await names('')).length, 12);
  assert.deepEqual((await names('&ownerless=true')).toSorted(), [
    'grants-archive',
    'harbour-fair',
    'lunch-club',
  ]);
  await tell();
  assert.equal((await names('')).length, 12);
});

test('the demo has a leaver, a vacancy, an expiring group, an approval that waits, and a message in the outbox', async () => {
  const year = new Date().getUTCFullYear();
  await eventually(async () => {
    await service.service.runDue();
    return (await openTasks()).length === 3 && (await aliases('responsibility=vacant')).length > 0;
  }, 'the tick has seen the groups');
  assert.deepEqual(await aliases('responsibility=shaky'), ['board-grants']);
  assert.deepEqual(await aliases('responsibility=vacant'), ['circle-north']);
  assert.deepEqual(await aliases('status=awaiting_approval'), [
    `nordlicht-energy-${year}-open-day`,
  ]);
  assert.deepEqual(await openTasks(), [
    'approve grace.thompson@nordlicht.example',
    'renew siti.rahman@nordlicht.example',
    'take_over dmytro.shevchenko@nordlicht.example',
  ]);
  const recipients = async () => {
    await service.service.runDue();
    return service.at.database.query<{ email: string }>(
      `select distinct email from notice_messages where tenant_id = $1 and state = 'sent'`,
      [demo.tenantId],
    );
  };
  await eventually(async () => (await recipients()).length >= 3, 'the outbox has the messages');
});

test('a story that is repeated after an interruption changes nothing', async () => {
  const before = (await read('/teams')).length;
  await tell();
  assert.equal((await read('/teams')).length, before);
  const people = await service.at.database.query<{ email: string; enabled: boolean }>(
    'select email, enabled from sandbox_people where tenant_id = $1 and email = any ($2)',
    [demo.tenantId, leavers.map(({ email }) => email)],
  );
  assert.deepEqual(
    people.map(({ enabled }) => enabled),
    [false, false],
  );
});

test('a week later the deputy has taken over and is asked for another deputy', async () => {
  await advanceBy(service, tenant, 'P7D');
  const [group, ...others] = await read<{ teamId: string; mailNickName: string }>(
    '/teams?responsibility=deputy_vacant',
  );
  assert.deepEqual([group?.mailNickName, others], ['board-grants', []]);
  const { body } = await service.call(tenant as TestTenant, `/teams/${group?.teamId}`);
  const { responsibility } = body as { responsibility: { responsible: { email: string } } };
  assert.equal(responsibility.responsible.email, 'beatriz.santos@nordlicht.example');
  assert.ok((await openTasks()).includes('name_deputy beatriz.santos@nordlicht.example'));
});
