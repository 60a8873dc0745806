// A template is tried before it is saved: the plan has its rules, the people of the directory, and creates nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

const [ada, ben] = ['ada@nordlicht.example', 'ben@nordlicht.example'] as const;
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { people: [ada, ben] });
});
after(() => service.close());

const template = {
  name: 'Trail',
  identifier: 'trail',
  mailNicknamePattern: 'trail-{{project}}-{{counter}}',
  displayNamePattern: 'Trail {{project}}',
  properties: { project: { type: 'text', minimum: 3 } },
  counter: { width: 3, per: 'template', start: 7 },
  policy: {
    minimumOwners: 2,
    defaultOwners: [ben],
    channels: [{ displayName: 'Plans' }],
    approval: { stages: [{ by: ['manager'] }] },
  },
};
const group = {
  responsible: ada,
  deputy: null,
  owners: [],
  members: [],
  properties: { project: 'harbour' },
};

const tryIt = (body: object) =>
  admin.call('POST', 'templates/try', {
    organisationId: groups.organisationId,
    template,
    group,
    ...body,
  });

async function stored() {
  const [row] = await service.database.query(
    `select (select count(*)::integer from teams) as teams, (select count(*)::integer from templates) as templates,
      (select count(*)::integer from sandbox_groups) as groups, (select count(*)::integer from name_counters) as counters,
      (select count(*)::integer from activity) as entries`,
    [],
  );
  return row;
}

test('a new template shows the names, the people and the steps of a group, and nothing is created', async () => {
  const before = await stored();
  const { status, body } = await tryIt({});
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.conforms, true, JSON.stringify(body));
  assert.deepEqual(body.names, {
    mailNickName: 'trail-harbour-007',
    displayName: 'Trail harbour',
    provisional: true,
  });
  assert.deepEqual(
    body.people.map(({ reference, role }: Record<string, string>) => `${reference} ${role}`),
    [`${ada} owner`, `${ben} owner`],
  );
  assert.deepEqual(body.steps, [
    'resolve_people',
    'await_approval',
    'create_group',
    'create_team',
    'add_owners',
    'add_members',
    'create_channels',
    'confirm',
  ]);
  assert.deepEqual(await stored(), before);
});

test('the life of the group has the dates, and the people who are asked, that its rules would have', async () => {
  const policy = {
    ...template.policy,
    lifecycle: {
      expires: { after: 'P1Y' },
      remindBefore: ['P30D', 'P3D'],
      unanswered: 'delete',
      deleteAfterArchived: 'P60D',
      review: { every: 'P6M', within: 'P14D' },
      inactivity: { after: 'P90D', ask: ['deputy'] },
    },
    responsibility: { acceptWithinDays: 10 },
  };
  const lifeWith = async (change: object, named: object = { deputy: ben }) => {
    const { body } = await tryIt({
      template: { ...template, policy: { ...policy, ...change } },
      group: { ...group, ...named },
    });
    const [created] = body.life;
    const day = (at: string) => Date.parse(at.slice(0, 10)) / 86_400_000;
    const dayOf = (at: string) => day(at) - day(created.at);
    return body.life.map(
      ({ at, event, asks }: { at: string; event: string; asks: { part: string }[] }) =>
        [dayOf(at), event, ...asks.map(({ part }) => part)].join(' '),
    );
  };
  const life = await lifeWith({});
  // Months and years have their own lengths.
  const dayOf = (event: string) =>
    Number.parseInt(life.find((line: string) => line.includes(event)));
  const [half, year] = [dayOf('review'), dayOf('archived')];
  assert.ok(half > 180 && half < 185 && [365, 366].includes(year), String(life));
  assert.deepEqual(life, [
    '0 created',
    '0 acceptance responsible deputy',
    '90 idle deputy',
    `${half} review responsible`,
    `${year - 30} renewal responsible`,
    `${year - 3} reminder responsible deputy`,
    `${year} archived`,
    `${year + 30} warning responsible deputy`,
    `${year + 53} warning responsible deputy`,
    `${year + 60} deleted`,
  ]);
  const kept = await lifeWith(
    {
      lifecycle: { expires: { after: 'P1Y' }, remindBefore: ['P3D'], unanswered: 'keep' },
      responsibility: null,
    },
    {},
  );
  assert.deepEqual(kept, ['0 created', `${year - 3} renewal responsible`, `${year} expired`]);
  assert.deepEqual(await lifeWith({ lifecycle: null, responsibility: null }), ['0 created']);
});

test('a changed template is tried in place of the stored one, which stays as it is', async () => {
  const path = `organisations/${groups.organisationId}/templates`;
  const { body: saved } = await admin.call('POST', path, template);
  const changed = { ...template, mailNicknamePattern: 'path-{{project}}', counter: null };
  const { body } = await tryIt({ templateId: saved.templateId, template: changed });
  assert.equal(body.names.mailNickName, 'path-harbour');
  const { body: present } = await tryIt({ templateId: saved.templateId });
  assert.equal(present.names.mailNickName, 'trail-harbour-007');
  assert.deepEqual((await admin.get(`templates/${saved.templateId}`)).body, saved);
});

test('faults of the group are listed as in a plan, and faults of the template refuse it', async () => {
  const { body } = await tryIt({
    group: { ...group, responsible: 'nobody@nordlicht.example', properties: { project: 'x' } },
  });
  assert.equal(body.conforms, false);
  assert.deepEqual(body.faults.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
    '/properties/project',
    '/responsible',
  ]);
  const shapeless = await tryIt({ group: { owners: 'ada' } });
  assert.equal(shapeless.status, 200);
  assert.equal(shapeless.body.conforms, false);
  const refused = await tryIt({ template: { ...template, mailNicknamePattern: 'trail-{{' } });
  assert.equal(refused.status, 422);
  assert.ok(refused.body.errors.length > 0);
  for (const { pointer } of refused.body.errors) assert.match(pointer, /^\/template\//);
});

test('an organisation or a template that is not there is not found', async () => {
  assert.equal((await tryIt({ organisationId: randomUUID() })).status, 404);
  assert.equal((await tryIt({ templateId: randomUUID() })).status, 404);
});
