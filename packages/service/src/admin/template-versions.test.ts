// The history of a template: its versions, what each one changed, the groups that it made, and the way back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openAsOwner } from '../../testing/database.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { TemplateInput } from '../settings/organisations/template-input.schema.ts';
import { AdminTemplate } from './organisations.schema.ts';
import { namedActor } from '../settings/configuration/named-actor.ts';

const ada = 'ada@nordlicht.example';
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { people: [ada] });
});
after(() => service.close());

const first = {
  name: 'Trail',
  identifier: 'trail',
  mailNicknamePattern: 'trail-{{project}}',
  displayNamePattern: '',
  properties: { project: { type: 'text', minimum: 3 } },
  policy: { defaultOwners: [ada], lifecycle: { expires: { after: 'P1Y' } } },
};

test('the activity names a template as it is called now, and a policy by its template', async () => {
  const template = await addTemplate();
  await put(template, { ...inputOf(template), name: 'Path' });
  const { body } = await admin.get(`activity?subjectId=${template.templateId}`);
  const { templateId } = template;
  const subject = { kind: 'template', id: templateId, name: 'Path' };
  assert.deepEqual(
    body.items.map((item: { subject: object }) => item.subject),
    [subject, subject],
  );
  const actor = { kind: 'policy', id: templateId };
  const names = {
    apiKey: () => undefined,
    templateName: () => ({ name: 'Path', identifier: 'path' }),
  };
  assert.deepEqual(namedActor(actor, service.tenantId, names), { ...actor, name: 'Path' });
});

let count = 0;
async function addTemplate() {
  count += 1;
  const path = `organisations/${groups.organisationId}/templates`;
  const { body, status } = await admin.call('POST', path, { ...first, identifier: `t${count}` });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

// oxlint-disable-next-line typescript/no-explicit-any
async function put(template: any, settings: object) {
  const { status, body } = await admin.call('PUT', `templates/${template.templateId}`, settings, {
    'if-match': `"${template.etag}"`,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** A template as `PUT` takes it. */
function inputOf({
  name,
  identifier,
  mailNicknamePattern,
  displayNamePattern,
  properties,
  counter,
  transliteration,
  policy,
}: Record<string, unknown>) {
  const names = { name, identifier, mailNicknamePattern, displayNamePattern };
  return { ...names, properties, counter, transliteration, policy };
}

test('each version has its author, its time and the settings that it changed, one by one', async () => {
  const one = await addTemplate();
  const two = await put(one, {
    ...inputOf(one),
    name: 'Trails',
    properties: { project: { type: 'text', minimum: 4 }, site: { type: 'date' } },
    policy: { minimumOwners: 2, lifecycle: { ...one.policy.lifecycle, unanswered: 'keep' } },
  });
  const { status, body } = await admin.get(`templates/${one.templateId}/versions`);
  assert.equal(status, 200);
  const [newest, oldest] = body.items;
  assert.equal(body.items.length, 2);
  assert.deepEqual([oldest.version, oldest.action, oldest.changes], [1, 'created', []]);
  assert.deepEqual([newest.version, newest.action], [two.etag === '2' ? 2 : 0, 'changed']);
  assert.deepEqual(newest.actor, { kind: 'administrator', id: ada, name: ada });
  assert.ok(Math.abs(Date.now() - Date.parse(newest.occurredAt)) < 60_000);
  assert.deepEqual(newest.changes, [
    { pointer: '/name', before: 'Trail', after: 'Trails' },
    { pointer: '/properties/project/minimum', before: 3, after: 4 },
    { pointer: '/properties/site/type', before: null, after: 'date' },
    { pointer: '/policy/minimumOwners', before: 1, after: 2 },
    { pointer: '/policy/defaultOwners', before: [ada], after: [] },
    { pointer: '/policy/lifecycle/unanswered', before: 'archive', after: 'keep' },
  ]);
});

test('a template is answered with every policy that it takes', () => {
  const { policy } = AdminTemplate.properties;
  assert.deepEqual(
    Object.keys(policy.properties).toSorted(),
    Object.keys(TemplateInput.properties.policy.properties).toSorted(),
  );
});

test('a version is read as it was and restored as a new one, with policies that came or went since', async () => {
  const one = await addTemplate();
  const two = await put(one, {
    ...inputOf(one),
    counter: { width: 3, per: 'template', start: 1 },
    mailNicknamePattern: 'trail-{{project}}-{{counter}}',
    policy: { defaultOwners: [], lifecycle: null, approval: { stages: [{ by: ['manager'] }] } },
  });
  const three = await put(two, { ...inputOf(two), name: 'Third' });
  const read = async (version: number) =>
    (await admin.get(`templates/${one.templateId}/versions/${version}`)).body;
  assert.deepEqual(await read(1), one);
  assert.deepEqual(await read(2), two);
  assert.deepEqual(await read(3), three);

  const restored = await put(three, {
    ...inputOf(await read(1)),
    policy: { ...one.policy, approval: null },
  });
  assert.deepEqual(restored, { ...one, etag: '4' });
  assert.deepEqual(await read(2), two, 'the versions between stay');
});

test('settings that an entry does not have are those of the default', async () => {
  const one = await addTemplate();
  const { templateId } = one;
  // The entry has no naming rules and no allowed changes.
  await service.database.query(
    `with changed as (
       update templates set version = version + 1 where tenant_id = $1 and template_id = $2
     )
     insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     values ($1, now(), 'operator', 'old', 'template.changed', 'template', $2, $3)`,
    [
      service.tenantId,
      templateId,
      {
        before: { policy: { kind: 'group', defaultMembers: [ada] } },
        after: { policy: one.policy, properties: one.properties },
      },
    ],
  );
  const { body } = await admin.get(`templates/${templateId}/versions/1`);
  assert.equal(body.policy.kind, 'group');
  assert.deepEqual(body.policy.defaultMembers, [ada]);
  assert.equal(body.policy.changes.delete, true);
  assert.deepEqual(body.properties, {});
  const { items } = (await admin.get(`templates/${templateId}/versions`)).body;
  assert.deepEqual(items[0].actor, { kind: 'operator', id: 'old', name: 'old' });
  assert.ok(
    items[0].changes.some(({ pointer }: { pointer: string }) => pointer === '/policy/kind'),
  );
});

test('groups are counted and found by the version that made them', async () => {
  const one = await addTemplate();
  const { templateId } = one;
  const create = (project: string) =>
    groups.create({
      templateIdOrIdentifier: templateId,
      mailNickName: `trail-${project}`,
      displayName: project,
    });
  const early = [await create('alpha'), await create('beta')];
  const two = await put(one, { ...inputOf(one), name: 'Second' });
  const late = await create('gamma');
  await put(two, { ...inputOf(two), name: 'Third' });
  const old = await create('delta');
  await service.database.query(
    'update teams set template_version = null where tenant_id = $1 and team_id = $2',
    [service.tenantId, old],
  );
  const { body } = await admin.get(`templates/${templateId}/versions`);
  assert.deepEqual(
    body.items.map((one: { version: number; groups: number }) => [one.version, one.groups]),
    [
      [3, 0],
      [2, 1],
      [1, 2],
    ],
  );
  assert.equal(body.groupsWithoutVersion, 1);
  const found = async (version: number) =>
    (await admin.get(`teams?template=${templateId}&templateVersion=${version}&total=true`)).body;
  assert.deepEqual(
    (await found(1)).items.map((one: { teamId: string }) => one.teamId).toSorted(),
    early.toSorted(),
  );
  assert.deepEqual((await found(1)).total, 2);
  assert.deepEqual((await found(2)).items[0].teamId, late);
  assert.equal((await found(3)).total, 0);
  const csv = await admin.get(`teams?template=${templateId}&templateVersion=none`);
  assert.equal(csv.status, 400);
});

test('versions are read page by page, and a history whose beginning is archived has no earlier ones', async () => {
  const one = await addTemplate();
  const { templateId } = one;
  let present = one;
  for (const name of ['Second', 'Third', 'Fourth']) {
    present = await put(present, { ...inputOf(present), name });
  }
  const read: number[] = [];
  let next: string | undefined = `templates/${templateId}/versions?limit=3`;
  while (next !== undefined) {
    const { body, status } = await admin.get(next);
    assert.equal(status, 200, JSON.stringify(body));
    read.push(...body.items.map(({ version }: { version: number }) => version));
    next = body.nextLink?.slice(body.nextLink.indexOf('templates/'));
  }
  assert.deepEqual(read, [4, 3, 2, 1]);

  // The archive of the audit log leaves this.
  const owner = openAsOwner(service.settings);
  await owner.query(
    `delete from activity where tenant_id = $1 and subject_id = $2 and activity_id in (
       select activity_id from activity where tenant_id = $1 and subject_id = $2 order by activity_id limit 2)`,
    [service.tenantId, templateId],
  );
  await owner.close();
  const { body } = await admin.get(`templates/${templateId}/versions`);
  assert.deepEqual(
    body.items.map(({ version }: { version: number }) => version),
    [4, 3],
  );
  const get = (version: string) => admin.get(`templates/${templateId}/versions/${version}`);
  assert.equal((await get('3')).body.name, 'Third');
  assert.equal((await get('1')).status, 404);
  for (const no of ['0', '5', '-1', '2.5', 'x', '99999999999']) {
    assert.equal((await get(no)).status, 404, no);
  }
});

test('the history of a template that the caller may not see is not there', async () => {
  const { templateId } = await addTemplate();
  const organisation = { name: 'Elsewhere', identifier: 'elsewhere' };
  const { organisationId } = (await admin.call('POST', 'organisations', organisation)).body;
  const made = await admin.call('POST', 'api-keys', {
    name: 'Limited',
    scopes: ['templates:manage'],
    organisationIds: [organisationId],
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { key, secret } = made.body;
  const answer = await groups.call('/token', {
    tenantId: service.tenantId,
    keyId: key.keyId,
    secret,
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const statusOf = async (path: string) => {
    const response = await fetch(`${service.adminUrl}/api/${service.tenantId}/templates/${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return response.status;
  };
  assert.equal(await statusOf(`${templateId}/versions`), 404);
  assert.equal(await statusOf(`${templateId}/versions/1`), 404);
  assert.equal(await statusOf(`${templateId}/use`), 404);
  assert.equal((await admin.get(`templates/${randomUUID()}/versions`)).status, 404);
  const { etag } = (await admin.get(`templates/${templateId}`)).body;
  await admin.call('DELETE', `templates/${templateId}`, undefined, { 'if-match': `"${etag}"` });
  assert.equal((await admin.get(`templates/${templateId}/versions`)).status, 404);
});
