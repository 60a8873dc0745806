// The meaning of single answers of Graph, if the suite and the runs would recover from a wrong reading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import {
  answering,
  answeringWith,
  answeringTenantId as tenantId,
  graphError,
  newGroup as group,
} from '../../testing/answering-graph.ts';
import { openSimulatedGraph, testMarkingKeys } from '../../testing/simulated-graph.ts';
import { systemClock } from '../ground/clock.ts';
import { DirectoryError, isUnproven, type DirectoryErrorCode } from '../directory/directory.ts';
import { createMarking, type Marking } from './marker.ts';
import type { RawResponse, RawRequest } from './transport.ts';

const groupId = '11111111-1111-4111-8111-111111111111';
const call = {
  signal: new AbortController().signal,
  teamId: 'answers',
  notes: new Map<string, number>(),
};
const meanings: readonly {
  title: string;
  answer: Partial<RawResponse> | Error;
  read: DirectoryErrorCode;
  write: DirectoryErrorCode;
  retryAfterMs?: number;
  /** Set if the answer names no pause and the limiter chooses one. */
  pauseMs?: number;
}[] = [
  {
    title: 'a reset connection',
    answer: new Error('reset'),
    read: 'unavailable',
    write: 'outcome_unknown',
  },
  { title: 'a 500', answer: { status: 500 }, read: 'unavailable', write: 'outcome_unknown' },
  {
    title: 'a 503 with Retry-After',
    answer: { status: 503, headers: { 'retry-after': '7' } },
    read: 'unavailable',
    write: 'outcome_unknown',
    retryAfterMs: 7000,
  },
  {
    title: 'a 429 with a fraction of a second',
    answer: { status: 429, headers: { 'retry-after': '0.5' } },
    read: 'throttled',
    write: 'throttled',
    retryAfterMs: 500,
  },
  {
    title: 'a 429 without Retry-After',
    answer: { status: 429 },
    read: 'throttled',
    write: 'throttled',
    pauseMs: 1000,
  },
  { title: 'a 412', answer: { status: 412 }, read: 'unavailable', write: 'outcome_unknown' },
  {
    title: 'a body cut in the middle',
    answer: { status: 201, body: '{"id":"1111' },
    read: 'unavailable',
    write: 'outcome_unknown',
  },
  ...[302, 403, 407, 451].map((status) => ({
    title: `a page of a proxy with status ${status}`,
    answer: { status, body: '<html>Blocked</html>', headers: { 'content-type': 'text/html' } },
    read: 'unavailable' as const,
    write: 'outcome_unknown' as const,
  })),
  {
    title: 'a redirection without a page',
    answer: { status: 302, headers: { location: 'https://proxy.example/sign-in' } },
    read: 'unavailable',
    write: 'outcome_unknown',
  },
  {
    title: 'a 503 with a Retry-After that is over',
    answer: { status: 503, headers: { 'retry-after': '0' } },
    read: 'unavailable',
    write: 'outcome_unknown',
  },
  {
    title: 'a missing permission',
    answer: {
      status: 403,
      body: graphError('Authorization_RequestDenied', 'Insufficient privileges'),
    },
    read: 'permission_missing',
    write: 'permission_missing',
  },
];

for (const { title, answer, read, write, retryAfterMs, pauseMs } of meanings) {
  test(`${title} means ${read} for a read and ${write} for a write`, async () => {
    const expect = async (work: Promise<unknown>, code: DirectoryErrorCode): Promise<void> => {
      await assert.rejects(work, (error: unknown) => {
        assert.ok(error instanceof DirectoryError, String(error));
        assert.equal(error.code, code);
        if (pauseMs === undefined) assert.equal(error.retryAfterMs, retryAfterMs);
        else {
          // Our own pause began shortly before its remainder is read.
          const leftMs = error.retryAfterMs ?? 0;
          assert.ok(leftMs <= pauseMs && leftMs > pauseMs - 200, `${leftMs} ms`);
        }
        return true;
      });
    };
    await expect(answering(answer).directory.readGroup(groupId, call), read);
    await expect(answering(answer).directory.createGroup(group, call), write);
  });
}

test('a missing permission is named', async () => {
  const denied = { status: 403, body: graphError('Authorization_RequestDenied', 'no') };
  await assert.rejects(
    answering(denied).directory.readGroup(groupId, call),
    /Group\.ReadWrite\.All/,
  );
  await assert.rejects(
    answering(denied).directory.addMembers(
      groupId,
      { memberIds: [groupId], mayBeOwners: false },
      'team',
      call,
    ),
    /TeamMember\.ReadWrite\.All/,
  );
});

test('a denial though the token carries the permission says so, with Microsoft’s words', async () => {
  const token = ['e30', Buffer.from('{"roles":["Group.ReadWrite.All"]}').toString('base64url'), ''];
  const denied = {
    status: 403,
    body: graphError('Authorization_RequestDenied', 'Insufficient privileges to complete.'),
  };
  const { directory } = answeringWith(() => denied, systemClock, { token: token.join('.') });
  await assert.rejects(directory.readGroup(groupId, call), {
    code: 'permission_missing',
    message:
      /although its token has the permission Group\.ReadWrite\.All\. Microsoft 365 says: “Insufficient/,
  });
});

test('an operation with a status nobody has heard of is not over', async () => {
  const operation = `/teams('${groupId}')/operations('${group.marker}')`;
  for (const status of ['paused', 'unknownFutureValue', undefined, 7]) {
    const { directory } = answering(
      { body: JSON.stringify({ status }) },
      { status: 404, body: graphError('NotFound', '') },
    );
    const state = await directory.readTeamCreation(groupId, operation, call);
    assert.deepEqual(state, { state: 'pending', operation, pollAfterMs: 30_000 });
  }
});

test('a failed operation is reported as such, and one that cannot be read comes 30 seconds later', async () => {
  const operation = `/teams('${groupId}')/operations('${group.marker}')`;
  const failed = answering({
    body: JSON.stringify({ status: 'failed', error: { message: 'no' } }),
  });
  await assert.rejects(
    failed.directory.readTeamCreation(groupId, operation, call),
    (error: unknown) => error instanceof DirectoryError && error.code === 'team_failed',
  );
  await assert.rejects(
    answering(new Error('reset')).directory.readTeamCreation(groupId, operation, call),
    (error: unknown) => error instanceof DirectoryError && (error.retryAfterMs ?? 0) >= 30_000,
  );
});

test('of 200 people, those whom a 207 refuses are named, with whether another call may help', async () => {
  const people = ['a', 'b', 'c', 'd'].map(
    (letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`,
  );
  const result = (userId: string | undefined, error: unknown): unknown => ({ userId, error });
  const { directory } = answering({
    status: 207,
    body: JSON.stringify({
      value: [
        result(people[0], null),
        result(people[1], { code: 'TooManyRequests', message: 'later' }),
        result(people[2]?.toUpperCase(), { code: 'BadRequest', message: 'no licence' }),
      ],
    }),
  });
  const members = { memberIds: people, mayBeOwners: false };
  const { refused } = await directory.addMembers(groupId, members, 'team', call);
  assert.deepEqual(
    refused.map(({ personId, permanent }) => [personId, permanent]),
    [
      [people[1], false],
      [people[2], true],
      // Not in the answer at all: whether this one is in is not known.
      [people[3], false],
    ],
  );
});

test('no welcome mail is sent unless the group wants it, and a repetition is not refused for that', async () => {
  const optionsOf = ({ body }: RawRequest): unknown =>
    (JSON.parse(body ?? '{}') as Record<string, unknown>)['resourceBehaviorOptions'];
  const made = { status: 201, body: JSON.stringify({ id: groupId }) };
  const silent = answering(made);
  await silent.directory.createGroup(group, call);
  assert.deepEqual(silent.requests.map(optionsOf), [['WelcomeEmailDisabled']]);
  const welcoming = answering(made);
  await welcoming.directory.createGroup({ ...group, welcomeMail: true }, call);
  assert.deepEqual(welcoming.requests.map(optionsOf), [undefined]);
  const readOnly = "Property 'resourceBehaviorOptions' is read-only and cannot be set.";
  const repeated = answering(
    { status: 400, body: graphError('Request_BadRequest', readOnly) },
    { status: 204 },
    { body: JSON.stringify({ id: groupId, displayName: 'Group' }) },
  );
  const found = await repeated.directory.createGroup(group, call);
  assert.deepEqual(found, { groupId, peopleIncluded: false });
});

test('a team that does not show after a few looks is asked for again, and a team at work is looked for further', async () => {
  const operation = `/teams('${groupId}')/operations('${groupId}')`;
  const absent = { status: 404 };
  const again = answering(absent, { status: 202, headers: { location: operation } });
  const asked = await again.directory.readTeamCreation(groupId, 'look:2', call);
  assert.deepEqual(
    again.requests.map(({ method }) => method),
    ['GET', 'POST'],
  );
  assert.equal(asked.state === 'pending' && asked.operation, operation);
  const atWork = answering(absent, { status: 409, body: graphError('Conflict', 'At work.') });
  const looked = await atWork.directory.readTeamCreation(groupId, 'look:2', call);
  assert.equal(looked.state === 'pending' && looked.operation, 'look:3');
});

test('each request has an id of ours, and an error keeps the directory’s', async () => {
  const { directory, requests } = answering({ status: 500, headers: { 'request-id': 'theirs' } });
  for (let count = 0; count < 2; count += 1) {
    await assert.rejects(
      directory.readGroup(groupId, call),
      (error: unknown) => error instanceof DirectoryError && error.directoryRequestId === 'theirs',
    );
  }
  const ids = requests.map(({ headers }) => headers['client-request-id']);
  assert.equal(new Set(ids).size, 2);
  assert.ok(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? '')));
});

test('a group is ours when it carries the marker of this tenant, and of no other', async () => {
  const own = createMarking(tenantId, testMarkingKeys);
  const other = createMarking('55555555-5555-4555-8555-555555555555', testMarkingKeys);
  const { mailNickname } = group;
  const noted = (marking: Marking) => marking.describe('What for', group);
  const owner = tenantId.slice(-12);
  const value = [
    { id: '1', uniqueName: own.uniqueNameOf(group.marker) },
    { id: '2', uniqueName: other.uniqueNameOf(group.marker) },
    { id: '3', mailNickname, description: noted(own) },
    { id: '4', mailNickname, description: noted(other) },
    { id: '5', uniqueName: `groupwright-${group.marker}` },
    { id: '6', description: `[groupwright:${owner}:${group.marker}]` },
    { id: '7', mailNickname: 'copy', description: noted(own) },
    { id: '8', uniqueName: `groupwright-m-${owner}-${group.marker}` },
    { id: '9', uniqueName: `groupwright-m-${owner}-0` },
  ];
  const { directory } = answering({ body: JSON.stringify({ value }) });
  const { groups } = await directory.listGroups(undefined, call);
  assert.deepEqual(
    groups.flatMap(({ groupId: id, marker }) => (marker === undefined ? [] : [[id, marker]])),
    [
      ['1', group.marker],
      ['3', group.marker],
    ],
  );
  assert.deepEqual(
    groups.flatMap((one) => (isUnproven(one) ? [[one.groupId, one.unprovenMarker]] : [])),
    [
      ['6', group.marker],
      ['7', group.marker],
      ['8', undefined],
      ['9', undefined],
    ],
  );
  // The others carry the marker of another installation, or none.
  assert.deepEqual(
    groups.flatMap(({ groupId: id, facts }) => (facts.hasForeignMarker ? [id] : [])),
    ['2', '4', '6', '7', '8', '9'],
  );
  const removing = answering({ body: JSON.stringify(value[1]) });
  await assert.rejects(
    removing.directory.deleteGroup({ groupId: '2', marker: group.marker }, call),
    {
      code: 'refused',
    },
  );
  assert.deepEqual(
    removing.requests.map(({ method }) => method),
    ['GET'],
  );
});

test('a next page elsewhere is not followed: the token stays with Graph', async () => {
  const { directory, requests } = answering({
    body: JSON.stringify({ value: [], '@odata.nextLink': 'https://elsewhere.example/v1.0/groups' }),
  });
  const page = await directory.listGroups(undefined, call);
  assert.equal(page.next, undefined);
  assert.equal(requests.length, 1);
});

test('the permissions that the documentation asks for are enough, and each is needed', async () => {
  for (const missing of [undefined, ...allPermissions]) {
    const permissions = allPermissions.filter((permission) => permission !== missing);
    const graph = await openSimulatedGraph({
      seed: 'permissions',
      profile: calm,
      tenants: [{ permissions }],
      inProcess: true,
    });
    const report = await graph.connect().testConnection(call);
    // Group.ReadWrite.All covers channels and the settings of teams too. Only notices need Mail.Send, only the switch for
    // guests needs GroupSettings.ReadWrite.All, only invitations need User.Invite.All, and only a list needs
    // InformationProtectionPolicy.Read.All; other tests ask for these.
    const covered = [
      undefined,
      'Channel.Create',
      'TeamSettings.ReadWrite.All',
      'Mail.Send',
      'GroupSettings.ReadWrite.All',
      'User.Invite.All',
      'InformationProtectionPolicy.Read.All',
    ];
    const expected = covered.includes(missing);
    assert.equal(report.ok, expected, `without ${missing ?? 'nothing'}: ${report.detail}`);
    if (!expected) assert.ok(report.missing[0]?.includes(missing ?? ''));
    // Each that is missing is named: as missing, or in a note that says what is not done without it.
    if (missing !== undefined && missing !== 'Channel.Create') {
      const sentences = [...report.missing, ...report.notes];
      const lacks = (sentence: string) => /^Grant|not granted/.test(sentence);
      assert.ok(
        sentences.some((one) => one.includes(missing) && lacks(one)),
        `${missing} unnamed`,
      );
    }
    await graph.close();
  }
});
