import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVirtualClock } from './clock.ts';
import { calm } from './profile.ts';
import { createGraphSimulator } from './simulator.ts';
import { base, createTeam, group as groupBody } from './test-caller.ts';

describe('an existing team', () => {
  function open(profile = calm) {
    const clock = createVirtualClock();
    const simulator = createGraphSimulator({ seed: '1', profile, clock });
    const team = createTeam(simulator);
    const group = team.tenant.groups.get(team.groupId);
    assert.ok(group);
    for (let index = 0; index < 22; index += 1) group.members.add(team.id(index));
    clock.advanceTo(clock.now() + 1000);
    const violations = () => simulator.journal.violations.map((entry) => entry.violation);
    const values = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        '@odata.type': 'microsoft.graph.aadUserConversationMember',
        'user@odata.bind': `${base}/users('${team.id(from + index)}')`,
      }));
    const wait = (durationMs: number) => clock.advanceTo(clock.now() + durationMs);
    return { ...team, group, violations, values, wait, journal: simulator.journal };
  }

  test('21 people in one removal are refused as a violation, and 20 leave', () => {
    const { call, groupId, group, values, violations, wait } = open();
    const path = `/teams/${groupId}/members/remove`;
    assert.equal(call('POST', path, { values: values(1, 21) }).status, 400);
    assert.deepEqual(violations(), ['too_many_people']);
    wait(1000);
    assert.equal(call('POST', path, { values: values(1, 20) }).status, 204);
    assert.equal(group.members.size, 2);
  });

  test('a 207 has a separate result for the last owner and for a person who is not in the team', () => {
    const { call, groupId, id, values, group } = open();
    const path = `/teams/${groupId}/members/remove`;
    const answer = call('POST', path, { values: [...values(0, 2), ...values(40, 1)] });
    assert.equal(answer.status, 207);
    const results = answer.body['value'] as { userId: string; error: { code: string } | null }[];
    assert.deepEqual(
      results.map(({ userId, error }) => [userId, error?.code]),
      [
        [id(0), 'BadRequest'],
        [id(1), undefined],
        [id(40), 'NotFound'],
      ],
    );
    assert.ok(group.members.has(id(0)) && !group.members.has(id(1)));
  });

  test('an owner becomes a member, once another owner is there', () => {
    const { call, groupId, id, group, wait } = open();
    const filter = `microsoft.graph.aadUserConversationMember/userId eq '${id(0)}'`;
    const list = call('GET', `/teams/${groupId}/members?$filter=(${filter})`);
    const [membership] = list.body['value'] as { id: string; roles: string[] }[];
    assert.deepEqual(membership?.roles, ['owner']);
    const path = `/teams/${groupId}/members/${encodeURIComponent(membership?.id ?? '')}`;
    const body = { '@odata.type': '#microsoft.graph.aadUserConversationMember', roles: [] };
    assert.equal(call('PATCH', path, body).status, 400);
    group.owners.add(id(1));
    wait(1000);
    assert.equal(call('PATCH', path, body).status, 200);
    assert.deepEqual([...group.owners], [id(1)]);
    assert.ok(group.members.has(id(0)));
    wait(1000);
    assert.equal(call('DELETE', path).status, 204);
    assert.ok(!group.members.has(id(0)));
  });

  test('one of two owners is refused on a hostile day as if the last, and one of three leaves', () => {
    const { call, groupId, id, group } = open({ ...calm, ownerRefusalChance: 1 });
    group.owners.add(id(1)).add(id(2));
    const path = (index: number) => `/groups/${groupId}/owners/${id(index)}/$ref`;
    assert.equal(call('DELETE', path(2)).status, 204);
    const refused = call('DELETE', path(1));
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /at least one owner/);
    assert.equal(call('DELETE', path(2)).status, 404);
  });

  test('a team is archived by an operation; the flag of the site is a violation', () => {
    const { call, groupId, violations, wait, group } = open();
    const isArchived = () => call('GET', `/teams/${groupId}?$select=isArchived`).body['isArchived'];
    const path = `/teams/${groupId}/archive`;
    const withSite = call('POST', path, { shouldSetSpoSiteReadOnlyForMembers: true });
    assert.equal(withSite.status, 400);
    assert.deepEqual(violations(), ['site_read_only']);
    wait(1000);
    assert.equal(isArchived(), false);
    const accepted = call('POST', path);
    assert.equal(accepted.status, 202);
    wait(1000);
    const operation = call('GET', accepted.headers['location'] ?? '');
    assert.equal(operation.body['operationType'], 'archiveTeam');
    assert.equal(operation.body['status'], 'succeeded');
    wait(1000);
    assert.equal(isArchived(), true);
    assert.equal(call('POST', `/teams/${groupId}/unarchive`).status, 202);
    wait(1000);
    assert.equal(isArchived(), false);
    group.owners.clear();
    assert.ok([400, 403].includes(call('POST', path).status));
  });

  test('a group whose alias is taken is not restored, and its deletion shows when it was', () => {
    const { call, groupId, id, group } = open();
    const alias = group.mailNickname;
    assert.equal(call('DELETE', `/groups/${groupId}`).status, 204);
    const item = `/directory/deletedItems/${groupId}`;
    const select = '$select=displayName,deletedDateTime';
    const deleted = call('GET', `${item}/microsoft.graph.group?${select}`);
    assert.equal(typeof deleted.body['deletedDateTime'], 'string');
    assert.equal(call('POST', '/groups', groupBody(id(3), { mailNickname: alias })).status, 201);
    assert.ok([400, 409].includes(call('POST', `${item}/restore`).status));
    assert.equal(call('GET', `/groups/${groupId}`).status, 404);
  });

  test('the journal lists changes in their order', () => {
    const { call, groupId, id, journal } = open();
    const ref = { '@odata.id': `${base}/directoryObjects/${id(5)}` };
    call('POST', `/groups/${groupId}/owners/$ref`, ref);
    call('DELETE', `/groups/${groupId}/owners/${id(0)}/$ref`);
    call('PATCH', `/groups/${groupId}`, { displayName: 'Renamed' });
    call('DELETE', `/groups/${groupId}`);
    call('POST', `/directory/deletedItems/${groupId}/restore`);
    assert.deepEqual(
      journal.changes.map(({ kind, personIds }) => [kind, personIds]),
      [
        ['created', []],
        ['owners_added', [id(5)]],
        ['owners_removed', [id(0)]],
        ['updated', []],
        ['deleted', []],
        ['restored', []],
      ],
    );
  });
});
