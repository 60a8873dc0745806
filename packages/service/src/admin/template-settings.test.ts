// Settings that a template decides: what the admin API takes and refuses, and what its groups get in the sandbox.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

const settings = {
  guests: 'deny',
  members: { createChannels: false },
  messages: { delete: false },
  fun: { giphy: 'off' },
  hideFromOutlook: true,
};
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const people = ['mara@rail.example', 'lea@rail.example'];
  groups = await startAdminGroups(admin, { people, template: { policy: {} } });
});
after(() => service.close());

let count = 0;
async function template(policy: object) {
  count += 1;
  return admin.call('POST', `organisations/${groups.organisationId}/templates`, {
    name: `Protected ${count}`,
    identifier: `protected-${count}`,
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy,
  });
}

async function make(policy: object, alias: string, request: object = {}) {
  const { status, body } = await template(policy);
  assert.equal(status, 201, JSON.stringify(body));
  const answer = await groups.call(
    '/teams',
    {
      organisationIdOrIdentifier: 'rail',
      templateIdOrIdentifier: body.identifier,
      mailNickName: alias,
      displayName: alias,
      responsible: 'mara@rail.example',
      owners: [],
      members: [],
      ...request,
    },
    { prefer: 'wait=20' },
  );
  const { teamId } = (await answer.json()) as { teamId: string };
  const { body: team } = await admin.get(`teams/${teamId}`);
  const [inSuite] = await service.database.query<{ settings: object }>(
    'select settings from sandbox_groups where marker = $1',
    [teamId],
  );
  return { team, inSuite: inSuite?.settings };
}

test('bad values are refused with the allowed ones, and unknown names with the nearest', async () => {
  for (const [policy, pointer, code, detail] of [
    [{ settings: { guests: 'never' } }, '/guests', 'not_allowed', /"deny", "allow", "leave"/],
    [
      { settings: { fun: { giphy: 'on' } } },
      '/fun/giphy',
      'not_allowed',
      /"off", "strict", "moderate"/,
    ],
    [{ settings: { members: { tabs: 'no' } } }, '/members/tabs', 'wrong_type', /true or false/],
    [{ settings: { hideFromOutlook: 1 } }, '/hideFromOutlook', 'wrong_type', /true or false/],
    [
      { settings: { sensitivityLabel: 'Secret' } },
      '/sensitivityLabel',
      'pattern_mismatch',
      /\(a GUID\)/,
    ],
    [{ settings: { sensitivityLabel: null } }, '/sensitivityLabel', 'wrong_type', /a string/],
    [{ settings: { sensitivityLable: 'x' } }, '/sensitivityLable', 'unknown_member', /mean sens/],
    [{ settings: { member: {} } }, '/member', 'unknown_member', /mean members/],
    [{ settings: { guest: 'deny' } }, '/guest', 'unknown_member', /mean guests/],
    [
      { settings: { members: { createChannel: false } } },
      '/members/createChannel',
      'unknown_member',
      /mean createChannels/,
    ],
  ] as const) {
    const { status, body } = await template(policy);
    const [fault, ...others] = body.errors as { pointer: string; code: string; detail: string }[];
    assert.deepEqual(
      [status, others, fault?.pointer, fault?.code],
      [422, [], `/policy/settings${pointer}`, code],
      JSON.stringify(body),
    );
    assert.match(fault?.detail ?? '', detail);
  }
  for (const protection of [{}, { required: 'yes' }, { require: true }]) {
    assert.equal((await template({ protection })).status, 422, JSON.stringify(protection));
  }
});

test('a group without a team takes the settings of groups, and each one of teams is refused', async () => {
  const { status, body } = await template({ kind: 'group', settings });
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/policy/settings/members/createChannels', 'not_allowed'],
      ['/policy/settings/messages/delete', 'not_allowed'],
      ['/policy/settings/fun/giphy', 'not_allowed'],
    ],
  );
  const { inSuite } = await make(
    { kind: 'group', settings: { guests: 'deny', hideFromAddressLists: true } },
    'plain-group',
  );
  assert.deepEqual(inSuite, { guests: 'deny', hideFromAddressLists: true });
});

test('answers have the settings as they were given, a change without them keeps them, and null removes them', async () => {
  const { body: made } = await template({ settings, protection: { required: true } });
  assert.deepEqual([made.policy.settings, made.policy.protection], [settings, { required: true }]);
  const change = async (policy: object) => {
    const { body: present } = await admin.get(`templates/${made.templateId}`);
    const { name, identifier } = present;
    const input = { name, identifier, mailNicknamePattern: '', displayNamePattern: '', policy };
    const headers = { 'if-match': `"${present.etag}"` };
    const { status, body } = await admin.call(
      'PUT',
      `templates/${made.templateId}`,
      input,
      headers,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return [body.policy.settings, body.policy.protection];
  };
  assert.deepEqual(await change({ minimumOwners: 1 }), [settings, { required: true }]);
  assert.deepEqual(await change({ settings: { guests: 'leave' } }), [
    { guests: 'leave' },
    { required: true },
  ]);
  assert.deepEqual(await change({ settings: null, protection: null }), [undefined, undefined]);
});

test('a new team has the settings of its template and keeps the others, and leave writes nothing', async () => {
  const { team, inSuite } = await make({ settings }, 'settled');
  assert.deepEqual(team.creation.warnings, []);
  assert.deepEqual(inSuite, {
    guests: 'deny',
    'members.createChannels': false,
    'messages.delete': false,
    'fun.giphy': 'off',
    hideFromOutlook: true,
  });
  assert.deepEqual((await make({ settings: { guests: 'leave' } }, 'left')).inSuite, {});
  assert.deepEqual((await make({}, 'as-before')).inSuite, {});
});

test('a setting that is refused is a warning, or a failure where the template requires it', async () => {
  const alias = 'prj-sandbox-settings-refused';
  const { team, inSuite } = await make({ settings }, alias);
  assert.equal(team.status, 'succeeded');
  const [warning] = team.creation.warnings;
  assert.equal(warning.code, 'setting_not_applied');
  assert.match(warning.detail, /members\.createChannels.*TeamSettings\.ReadWrite\.All/);
  assert.deepEqual(inSuite, { guests: 'deny', hideFromOutlook: true });
  const required = await make({ settings, protection: { required: true } }, `${alias}-2`);
  assert.equal(required.team.status, 'failed');
  assert.equal(required.team.creation.error.code, 'setting_not_applied');
  assert.equal(required.inSuite, undefined);
});

test('a template that denies guests refuses requests that name them', async () => {
  const { status } = await admin.call('POST', 'directory/people', {
    email: 'gus@partner.example',
    name: 'Gus',
    kind: 'guest',
  });
  assert.equal(status, 201);
  const request = { members: ['gus@partner.example'] };
  const { team } = await make({ settings: { guests: 'deny' } }, 'no-guests', request);
  assert.equal(team.creation.error?.code, 'people_not_eligible', JSON.stringify(team.creation));
  const { team: other } = await make({ settings: { guests: 'allow' } }, 'guests', request);
  assert.equal(other.status, 'succeeded');
});

test('the plan of a template says how many groups its settings change, in which setting and at what pace', async () => {
  const { team } = await make({ settings: { guests: 'deny' } }, 'planned-1');
  await admin.call('POST', `teams/${team.teamId}/comparison`);
  const { body: present } = await admin.get(`templates/${team.templateId}`);
  const { name, identifier } = present;
  const input = { name, identifier, mailNicknamePattern: '', displayNamePattern: '' };
  const plan = async (policy: object) => {
    const body = { ...input, policy };
    return (await admin.call('POST', `templates/${team.templateId}/plan`, body)).body.settings;
  };
  assert.deepEqual(await plan({}), { concerned: 0, changes: [], restoresPerHour: null });
  assert.deepEqual(
    await plan({
      settings: { guests: 'allow', fun: { giphy: 'off' } },
      enforce: { settings: 'restore' },
    }),
    {
      concerned: 1,
      changes: [
        { property: 'settings.guests', before: 'deny', after: 'allow', groups: 1 },
        { property: 'settings.fun.giphy', before: null, after: 'off', groups: 1 },
      ],
      restoresPerHour: 20,
    },
  );
  assert.deepEqual(await plan({ settings: null }), {
    concerned: 0,
    changes: [{ property: 'settings.guests', before: 'deny', after: null, groups: 0 }],
    restoresPerHour: null,
  });
});

test('the plan of a template names the directory groups whose members approve, with their sizes', async () => {
  const { team } = await make({}, 'approving', { members: ['lea@rail.example'] });
  const { body: present } = await admin.get(`templates/${team.templateId}`);
  const { name, identifier } = present;
  const stages = [
    { by: ['group:approving@sandbox.example', 'mara@rail.example'] },
    { by: ['group:none@sandbox.example', 'group:approving@sandbox.example'] },
  ];
  const plan = async (approval: object | null) => {
    const policy = { approval };
    const body = { name, identifier, mailNicknamePattern: '', displayNamePattern: '', policy };
    const { approval: effect } = (
      await admin.call('POST', `templates/${team.templateId}/plan`, body)
    ).body;
    return [effect.approverGroups, effect.asksAtMost];
  };
  assert.deepEqual(await plan({ stages }), [
    [
      { group: 'approving@sandbox.example', people: 2 },
      { group: 'none@sandbox.example', people: null },
    ],
    100,
  ]);
  assert.deepEqual(await plan(null), [[], 100]);
});

test('the plan of a template counts the guests of rosters whom it would refuse or invite', async () => {
  const partners = { invite: true, domains: ['partner.example'] };
  const { team } = await make({ guests: partners }, 'with-guests');
  const until = new Date(Date.now() + 100 * 86_400_000).toISOString();
  const members = ['ida', 'ole'].map((person) => ({
    person: `${person}@partner.example`,
    until,
    guest: { displayName: person, invite: true },
  }));
  const path = `teams/${team.teamId}/rosters/hr`;
  const put = await admin.call('PUT', path, { members }, { prefer: 'wait=20' });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  const edited = `templates/${team.templateId}`;
  const { body: present } = await admin.get(edited);
  const { name, identifier, etag } = present;
  const body = (policy: object) => ({
    name,
    identifier,
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy,
  });
  const plan = async (policy: object) => {
    const answer = await admin.call('POST', `${edited}/plan`, body(policy));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { invited, refused } = answer.body.guests;
    return [invited, refused].map(({ guests, groups: of }) => `${guests} of ${of}`);
  };
  assert.deepEqual(await plan({}), ['0 of 0', '0 of 0']);
  const stays = { guests: { ...partners, longest: 'P200D' } };
  assert.deepEqual(await plan(stays), ['0 of 0', '0 of 0']);
  const refusals = [
    { guests: null },
    { guests: null, settings: { guests: 'deny' } },
    { guests: { ...partners, longest: 'P30D' } },
    { guests: { invite: true, domains: ['elsewhere.example'] } },
  ];
  for (const policy of refusals) {
    assert.deepEqual(await plan(policy), ['0 of 0', '2 of 1'], JSON.stringify(policy));
  }
  const changed = await admin.call('PUT', edited, body({ guests: null }), {
    'if-match': `"${etag}"`,
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(await plan({ guests: partners }), ['2 of 1', '0 of 0']);
});

test('the editor lists the labels, and a group has its label and the privacy that the label decides', async () => {
  const { body } = await admin.get('directory/labels');
  const labels = body.labels as { labelId: string; name: string }[];
  const labelOf = (name: string) => labels.find((one) => one.name === name)?.labelId;
  const confidential = labelOf('Confidential');
  const policy = {
    visibility: 'public',
    settings: { sensitivityLabel: confidential?.toUpperCase() },
  };
  const { team, inSuite } = await make(policy, 'labelled');
  assert.deepEqual(team.creation.warnings, []);
  assert.deepEqual(inSuite, { sensitivityLabel: confidential, guests: 'deny' });
  assert.equal(team.visibility, 'private');
  const compared = await admin.call('POST', `teams/${team.teamId}/comparison`);
  assert.deepEqual([compared.status, compared.body.drift], [200, []]);
});

test('a label that the sandbox refuses is a warning, or a failure where the template requires it', async () => {
  const { body } = await admin.get('directory/labels');
  const settings = { sensitivityLabel: body.labels[0].labelId };
  const warned = await make({ settings }, 'prj-sandbox-label-refused');
  assert.deepEqual(
    warned.team.creation.warnings.map(({ code }: { code: string }) => code),
    ['label_not_applied'],
  );
  const required = await make(
    { settings, protection: { required: true } },
    'prj-sandbox-label-refused-2',
  );
  assert.equal(required.team.creation.error.code, 'label_not_applied');
  assert.equal(required.inSuite, undefined);
});

test('the policy for guests is kept as it was given, and each fault of its form is refused', async () => {
  const guests = { invite: true, domains: ['partner.example'], longest: 'P180D' };
  const { body } = await template({ guests });
  assert.deepEqual(body.policy.guests, guests);
  for (const wrong of [
    {},
    { invite: 'yes' },
    { invite: true, longest: '180' },
    { invite: true, domains: ['@partner.example'] },
    { invite: true, domains: ['*.example'] },
    { invite: true, domain: 'partner.example' },
  ]) {
    assert.equal((await template({ guests: wrong })).status, 422, JSON.stringify(wrong));
  }
});

test('the policy that the guide shows gives a group what the guide says', async () => {
  const path = new URL('../../../../docs/guides/protection.md', import.meta.url);
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(await readFile(path, 'utf8')) ?? [];
  const { team, inSuite } = await make(JSON.parse(block) as object, 'as-in-the-guide');
  assert.deepEqual([team.status, team.creation.warnings], ['succeeded', []]);
  assert.deepEqual(inSuite, {
    guests: 'deny',
    'members.createPrivateChannels': false,
    'members.addApps': false,
    'messages.delete': false,
    'fun.giphy': 'strict',
    hideFromOutlook: true,
    sensitivityLabel: '5a4db0c5-0000-4000-8000-000000000002',
  });
});
