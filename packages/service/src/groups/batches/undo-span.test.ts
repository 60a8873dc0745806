// The undo of what someone did in a span, for the acts that are more than a value of a group: properties of the template, the
// people of a roster, and approvals.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const lena = testPeople[3] as string;
const crowd = ['one', 'two', 'three'].map((name) => `${name}@aare.example`);
const [one, two, three] = crowd as [string, string, string];
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const { tenantId, organisationId } = tenant;
  const shared = { mailNicknamePattern: '', displayNamePattern: '' };
  await service.change(async ({ sandboxPeople, templates }) => {
    for (const email of crowd) {
      await sandboxPeople.add(testOperator, tenantId, { email, name: email });
    }
    await templates.create(testOperator, tenantId, organisationId, {
      ...shared,
      name: 'Phased',
      identifier: 'phased',
      displayNamePattern: '{{text}}, {{phase}}',
      properties: {
        phase: { type: 'choice', choices: ['plan', 'build'] },
        note: { type: 'text' },
      },
    });
    await templates.create(testOperator, tenantId, organisationId, {
      ...shared,
      name: 'Approved',
      identifier: 'approved',
      policy: {
        approval: { when: 'never', operations: ['public'], stages: [{ by: [lena] }] },
      },
    });
  });
  await service.service.refresh();
});
after(() => service.close());

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { prefer: 'wait=20' };
  const { status, body: answer } = await service.call(tenant, path, { method, body, headers });
  assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer as T;
}

async function create(others: object = {}): Promise<string> {
  const body = teamRequest(`span-${(count += 1)}`, { ...others });
  const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
  await eventually(async () => {
    const { status } = await send<{ status: string }>('GET', `/teams/${teamId}/status`);
    return status === 'succeeded';
  }, 'the group exists');
  return teamId;
}

/** An access token of another key of the tenant. */
async function tokenOf(keyId: string, secret: string): Promise<string> {
  const response = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: tenant.tenantId, keyId, secret }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

type Selection = Readonly<Record<string, string>>;

/** The operations by which each group goes back, and what stays. */
async function planOf(selection: Selection) {
  const query = new URLSearchParams(selection).toString();
  const { items } = await send<{
    items: { teamId: string; kinds: string[]; stays: { property: string; code: string }[] }[];
  }>('GET', `/batches/undo?${query}`);
  return items.map(({ teamId, kinds, stays }) => ({
    teamId,
    kinds,
    stays: stays.map(({ property, code }) => `${property} ${code}`).toSorted(),
  }));
}

async function undo(path: string, body: object): Promise<string> {
  const { batchId } = await send<{ batchId: string }>('POST', path, body);
  await eventually(async () => {
    const { status } = await send<{ status: string }>('GET', `/batches/${batchId}`);
    return status === 'completed';
  }, 'the undo is complete');
  return batchId;
}

const byKey = (from: string) => ({ apiKeyId: tenant.keyId, from });

test('properties go back to their values and to none, with the name that is rendered from them', async () => {
  const teamId = await create({
    templateIdOrIdentifier: 'phased',
    displayName: 'Bridge, plan',
    properties: { phase: 'plan' },
  });
  const group = async () => {
    const { displayName, properties } = await send<{ displayName: string; properties: object }>(
      'GET',
      `/teams/${teamId}`,
    );
    return { displayName, properties };
  };
  const first = await group();
  const from = new Date().toISOString();
  await send('PATCH', `/teams/${teamId}`, { properties: { phase: 'build' } });
  await send('PATCH', `/teams/${teamId}`, { properties: { note: 'first' } });
  await send('PATCH', `/teams/${teamId}`, { properties: { note: 'second' } });
  const changed = await group();
  assert.notDeepEqual(changed, first);
  assert.deepEqual(await planOf(byKey(from)), [{ teamId, kinds: ['change'], stays: [] }]);
  const batchId = await undo('/batches/undo', byKey(from));
  assert.deepEqual(await group(), first);
  await undo(`/batches/${batchId}/undo`, {});
  assert.deepEqual(await group(), changed);
});

test('people whom a roster took out come back, those whom it brought stay, and both are named before', async () => {
  const teamId = await create();
  const people = async () => {
    const [group] = await service.at.database.query<{ emails: readonly string[] }>(
      `select array(
        select email from sandbox_people p where p.person_id = any (g.owner_ids || g.member_ids)
      ) as emails
      from sandbox_groups g where marker = $1`,
      [teamId],
    );
    return (group?.emails ?? []).toSorted();
  };
  const put = (...names: readonly string[]) =>
    send('PUT', `/teams/${teamId}/rosters/hr`, { members: names.map((person) => ({ person })) });
  await put(one, two);
  const first = await people();
  const from = new Date().toISOString();
  await put(two, three);
  const changed = await people();
  assert.deepEqual([changed.includes(one), changed.includes(three)], [false, true]);
  assert.deepEqual(await planOf(byKey(from)), [
    {
      teamId,
      kinds: ['change'],
      stays: ['members stays_in_group', 'rosters not_undoable'],
    },
  ]);
  await undo('/batches/undo', byKey(from));
  assert.deepEqual(await people(), [...first, three].toSorted());
  await put(two, three);
  assert.ok(
    (await people()).includes(one),
    'the next roster leaves the person, whom it names no longer',
  );
});

test('what was approved goes back with the acts of its requester, and an approval itself is named as what stays', async () => {
  const teamId = await create({ templateIdOrIdentifier: 'approved' });
  const visibility = async () =>
    (await send<{ visibility: string }>('GET', `/teams/${teamId}`)).visibility;
  const from = new Date().toISOString();
  const { operationId } = await send<{ operationId: string }>('PATCH', `/teams/${teamId}`, {
    visibility: 'public',
  });
  const path = `/teams/${teamId}/operations/${operationId}`;
  let taskId: string | null | undefined;
  await eventually(async () => {
    const { approval } = await send<{ approval?: { taskId: string | null } }>('GET', path);
    taskId = approval?.taskId;
    return typeof taskId === 'string';
  }, 'the approval is asked for');
  assert.deepEqual(await planOf(byKey(from)), [
    { teamId, kinds: [], stays: ['change unfinished'] },
  ]);
  const { key, secret } = await service.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenant.tenantId, { name: 'Approver', scopes: ['tasks:decide'] }),
  );
  const token = await tokenOf(key.keyId, secret);
  const approved = await service.call({ ...tenant, token }, `/tasks/${taskId ?? ''}/decision`, {
    method: 'POST',
    body: { decision: 'approve' },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  await eventually(async () => (await visibility()) === 'public', 'the change is done');
  const byApprover = { apiKeyId: key.keyId, from };
  assert.deepEqual(await planOf(byApprover), [
    { teamId, kinds: [], stays: ['approval not_undoable'] },
  ]);
  assert.deepEqual(await planOf(byKey(from)), [{ teamId, kinds: ['change'], stays: [] }]);
  await undo('/batches/undo', byApprover);
  assert.equal(await visibility(), 'public');
  await undo('/batches/undo', byKey(from));
  assert.equal(await visibility(), 'private');
});
