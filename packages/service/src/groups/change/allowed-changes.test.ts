// What a template lets API keys change of its groups: refused to callers with a pointer, also in the dry run, and open to
// administrators.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import {
  type AllowedChangeName,
  allowedChangeNames,
} from '../../settings/organisations/allowed-changes.ts';
import type { OperationKind } from './operation.ts';

interface Fault {
  pointer: string;
  code: string;
}

interface Answer {
  accessToken: string;
  teamId: string;
  status: string;
  code: string;
  conforms: boolean;
  faults: Fault[];
  errors?: Fault[];
  items: Item[];
  changes: object;
}

interface Item {
  teamId: string;
  conforms: boolean;
  vacant: string[];
  error?: { code: string; errors: Fault[] } | null;
}

const people = ['ada', 'ben', 'cy', 'di'].map((name) => `${name}@nordlicht.example`);
const [ada, ben, cy, di] = people as [string, string, string, string];
let service: AdminService;
let admin: AdminClient;
let organisationId: string;
let token: string;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const organisation = { name: 'Rail', identifier: 'rail' };
  ({ organisationId } = (await admin.call('POST', 'organisations', organisation)).body);
  for (const email of people) {
    await admin.call('POST', 'directory/people', { name: email.split('@')[0], email });
  }
  const { body } = await admin.call('POST', 'api-keys', {
    name: 'Everything',
    scopes: [
      'groups:create',
      'groups:read',
      'groups:change',
      'groups:delete',
      'responsibility:change',
    ],
  });
  const { tenantId } = service;
  const answer = await send('POST', '/token', {
    tenantId,
    keyId: body.key.keyId,
    secret: body.secret,
  });
  token = answer.body.accessToken;
});
after(() => service.close());

async function send(method: string, path: string, body?: object, headers: object = {}) {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const templateOf = (identifier: string, changes?: object) => ({
  name: identifier,
  identifier,
  mailNicknamePattern: '',
  displayNamePattern: '',
  properties: { phase: {} },
  ...(changes !== undefined && { policy: { changes } }),
});

/** A template that does not allow the changes, and a group of it. */
async function groupOf(identifier: string, forbidden: readonly AllowedChangeName[]) {
  const changes = Object.fromEntries(forbidden.map((name) => [name, false]));
  const template = templateOf(identifier, changes);
  const path = `organisations/${organisationId}/templates`;
  const { templateId } = (await admin.call('POST', path, template)).body;
  const { body } = await send(
    'POST',
    '/teams',
    {
      displayName: identifier,
      mailNickName: identifier,
      responsible: ada,
      deputy: ben,
      organisationIdOrIdentifier: 'rail',
      templateIdOrIdentifier: identifier,
      owners: [cy],
      members: [],
    },
    { prefer: 'wait=20' },
  );
  assert.equal(body.status, 'succeeded', JSON.stringify(body));
  return { teamId: body.teamId, templateId: templateId as string };
}

const faultsOf = (faults: readonly Fault[] = []) =>
  faults.map(({ pointer, code }) => `${pointer} ${code}`);

/** The answers of the request and of its dry run, which must agree. */
async function refusalOf(teamId: string, kind: OperationKind, change: object): Promise<string[]> {
  const isChange = kind === 'change' || kind === 'handover';
  const { body: plan } = await send('POST', `/teams/${teamId}/plan`, { kind, ...change });
  const { status, body } = isChange
    ? await send('PATCH', `/teams/${teamId}`, change)
    : kind === 'delete'
      ? await send('DELETE', `/teams/${teamId}`)
      : await send('POST', `/teams/${teamId}/${kind}`, {});
  assert.equal(plan.conforms, status === 200, JSON.stringify([plan, body]));
  const faults = faultsOf(body.errors);
  assert.deepEqual(faultsOf(plan.faults), faults);
  if (status !== 200) assert.deepEqual([status, body.code], [422, 'validation_failed']);
  return faults;
}

/** It belongs to an administrator, with the version that the group has. */
async function operate(method: string, teamId: string, action: string, body: object) {
  const { etag } = (await admin.get(`teams/${teamId}`)).body;
  const headers = { 'if-match': `"${etag}"` };
  return admin.call(method, `teams/${teamId}${action}`, body, headers);
}

/** Waits for the last operation that was accepted. */
async function ended(teamId: string): Promise<string> {
  for (;;) {
    const { body } = await admin.get(`teams/${teamId}/operations`);
    if (body.items[0].completedAt !== null) return body.items[0].status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const cases: Readonly<
  Record<AllowedChangeName, { kind: OperationKind; change?: object; faults: readonly string[] }>
> = {
  displayName: { kind: 'change', change: { displayName: 'Quay' }, faults: ['/displayName'] },
  description: { kind: 'change', change: { description: 'Stone' }, faults: ['/description'] },
  visibility: { kind: 'change', change: { visibility: 'public' }, faults: ['/visibility'] },
  responsible: {
    kind: 'handover',
    change: { responsible: di, deputy: null },
    faults: ['/responsible', '/deputy'],
  },
  owners: {
    kind: 'change',
    // To remove an owner from the group takes the ownership.
    change: { owners: { add: [di] }, members: { remove: [cy] } },
    faults: ['/owners', '/members/remove/0'],
  },
  members: { kind: 'change', change: { members: { add: [di] } }, faults: ['/members'] },
  properties: {
    kind: 'change',
    change: { properties: { phase: '2' } },
    faults: ['/properties'],
  },
  archive: { kind: 'archive', faults: [''] },
  delete: { kind: 'delete', faults: [''] },
};

suite('a change that the template does not allow', () => {
  for (const name of allowedChangeNames) {
    const { kind, change = {}, faults } = cases[name];
    test(`is refused to callers and open to administrators: ${name}`, async () => {
      const { teamId } = await groupOf(`no-${name.toLowerCase()}`, [name]);
      assert.deepEqual(
        await refusalOf(teamId, kind, change),
        faults.map((pointer) => `${pointer} change_not_allowed`),
      );
      const isChange = kind === 'change' || kind === 'handover';
      const accepted = isChange
        ? await operate('PATCH', teamId, '', change)
        : kind === 'delete'
          ? await operate('DELETE', teamId, '', {})
          : await operate('POST', teamId, `/${kind}`, {});
      assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
      assert.equal(await ended(teamId), 'succeeded');
    });
  }

  test('includes its reverse: the end of an archive, and a restore', async () => {
    const { teamId } = await groupOf('no-reverse', ['archive', 'delete']);
    await operate('POST', teamId, '/archive', {});
    assert.equal(await ended(teamId), 'succeeded');
    assert.deepEqual(await refusalOf(teamId, 'unarchive', {}), [' change_not_allowed']);
    await operate('DELETE', teamId, '', {});
    assert.equal(await ended(teamId), 'succeeded');
    assert.deepEqual(await refusalOf(teamId, 'restore', {}), [' change_not_allowed']);
  });

  test('is listed with every other fault of the request', async () => {
    const { teamId } = await groupOf('no-names', ['displayName', 'visibility']);
    const change = { visibility: 'public', displayName: 'Quay ' };
    assert.deepEqual(await refusalOf(teamId, 'change', change), [
      '/visibility change_not_allowed',
      '/displayName change_not_allowed',
      '/displayName outer_white_space',
    ]);
  });

  test('is no fault where the value stays as it is', async () => {
    const { teamId } = await groupOf('no-rename', ['displayName', 'responsible']);
    const change = { displayName: 'no-rename', responsible: ada, description: 'Same name' };
    assert.deepEqual(await refusalOf(teamId, 'change', change), []);
  });

  test('is reported in the plan of a departure, and its handover is refused', async () => {
    const { teamId } = await groupOf('no-departure', ['responsible']);
    const only = (items: readonly Item[]) => items.filter((one) => one.teamId === teamId);
    const { body: plan } = await send('POST', `/people/${ada}/handover/plan`, { to: di });
    const [planned] = only(plan.items);
    assert.deepEqual(
      [planned?.conforms, planned?.vacant, planned?.error?.code, faultsOf(planned?.error?.errors)],
      [false, [], 'validation_failed', ['/responsible change_not_allowed']],
    );
    const { body: result } = await send('POST', `/people/${ada}/handover`, { to: di });
    const [refused] = only(result.items);
    assert.deepEqual(faultsOf(refused?.error?.errors), ['/responsible change_not_allowed']);
    const { body: byAdmin } = await admin.call('POST', `people/${ada}/handover/plan`, { to: di });
    const [open] = only(byAdmin.items);
    assert.equal(open?.error, null);
  });

  test('depends on the present template, also for groups that are older than the setting', async () => {
    const { teamId, templateId } = await groupOf('later', []);
    const { body: template } = await admin.get(`templates/${templateId}`);
    assert.deepEqual(new Set(Object.values(template.policy.changes)), new Set([true]));
    const change = (changes: object, etag: unknown) =>
      admin.call('PUT', `templates/${templateId}`, templateOf('later', changes), {
        'if-match': `"${String(etag)}"`,
      });
    const { body: forbidden } = await change({ displayName: false }, template.etag);
    assert.deepEqual(await refusalOf(teamId, 'change', { displayName: 'Quay' }), [
      '/displayName change_not_allowed',
    ]);
    const { body: listed } = await send('GET', `/templates/${templateId}`);
    assert.deepEqual(listed.changes, forbidden.policy.changes);
    await change({ displayName: true }, forbidden.etag);
    assert.deepEqual(await refusalOf(teamId, 'change', { displayName: 'Quay' }), []);
  });
});
