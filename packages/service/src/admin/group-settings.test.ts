// Classification and language of new groups: from the template to the answers about the group.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

const settings = { classification: 'Internal', preferredLanguage: 'de-DE' };
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const people = ['mara@rail.example', 'lea@rail.example'];
  groups = await startAdminGroups(admin, { people, template: { policy: settings } });
});
after(() => service.close());

test('the settings of a template are in its answers, and in those of its groups', async () => {
  const answer = async (path: string) => (await (await groups.call(path)).json()) as never;
  const { defaults } = (await answer('/templates/track')) as { defaults: typeof settings };
  const teamId = await groups.create();
  const { body: inAdmin } = await admin.get(`teams/${teamId}`);
  const team = (await answer(`/teams/${teamId}`)) as typeof settings;
  // Systems and administrators read the same, but for the address of the mount.
  const withoutAddress = (body: object) =>
    JSON.stringify(body).replaceAll(/"http[^"]*status"/g, '');
  assert.equal(withoutAddress(team), withoutAddress(inAdmin));
  for (const { classification, preferredLanguage } of [defaults, team, inAdmin]) {
    assert.deepEqual({ classification, preferredLanguage }, settings);
  }
  assert.deepEqual(inAdmin.creation.warnings, []);
});

test('a template without them gives none, and a value that Microsoft 365 cannot have is refused', async () => {
  const template = (policy: object) =>
    admin.call('POST', `organisations/${groups.organisationId}/templates`, {
      name: 'Plain',
      identifier: 'plain',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy,
    });
  for (const [policy, pointer] of [
    [{ classification: 'Low,High' }, '/policy/classification'],
    [{ classification: ' Low' }, '/policy/classification'],
    [{ classification: '' }, '/policy/classification'],
    [{ preferredLanguage: 'german' }, '/policy/preferredLanguage'],
    [{ preferredLanguage: 'de_DE' }, '/policy/preferredLanguage'],
  ] as const) {
    const { status, body } = await template(policy);
    assert.deepEqual([status, body.errors[0].pointer], [422, pointer], JSON.stringify(policy));
  }
  assert.equal((await template({ classification: null })).status, 201);
  const teamId = await groups.create({ templateIdOrIdentifier: 'plain' });
  const { body } = await admin.get(`teams/${teamId}`);
  assert.deepEqual([body.classification, body.preferredLanguage], [null, null]);
});

test('a change by a client that does not know them keeps them, and null removes them', async () => {
  const found = await groups.call('/templates/track');
  const { id: templateId } = (await found.json()) as { id: string };
  const change = async (policy: object) => {
    const { body: present } = await admin.get(`templates/${templateId}`);
    const { status, body } = await admin.call(
      'PUT',
      `templates/${templateId}`,
      {
        name: 'Track',
        identifier: 'track',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy,
      },
      { 'if-match': `"${present.etag}"` },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return [body.policy.classification, body.policy.preferredLanguage];
  };
  assert.deepEqual(await change({ kind: 'group' }), Object.values(settings));
  assert.deepEqual(await change({ preferredLanguage: null }), ['Internal', undefined]);
});
