// An alias that something other than a group of ours has, in every wording of Graph.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import type { DirectoryError } from '../directory/directory.ts';
import { systemClock } from '../ground/clock.ts';
import { answering, answeringWith, graphError, newGroup } from '../../testing/answering-graph.ts';

const call = {
  signal: new AbortController().signal,
  teamId: 'conflicts',
  notes: new Map<string, number>(),
};
const unnamed =
  'A conflicting object with one or more of the specified property values is present in the directory.';
const named = (property: string) =>
  `Another object with the same value for property ${property} already exists.`;
const detail = (target: string) => [{ code: 'ConflictingObjects', target, message: unnamed }];

/** Nothing of ours is there, no group has the alias, and every creation is refused. */
const refusing = (status: number, body: string, clock = systemClock) =>
  answeringWith(
    ({ method }) => (method === 'GET' ? { body: JSON.stringify({ value: [] }) } : { status, body }),
    clock,
  ).directory;

const wordings: readonly { title: string; status: number; body: string }[] = [
  {
    title: 'a 400 for proxyAddresses',
    status: 400,
    body: graphError('Request_BadRequest', named('proxyAddresses')),
  },
  {
    title: 'a 400 for mailNickname',
    status: 400,
    body: graphError('Request_BadRequest', named('mailNickname')),
  },
  {
    title: 'a 400 whose details name proxyAddresses',
    status: 400,
    body: graphError('Request_BadRequest', 'Invalid request.', detail('proxyAddresses')),
  },
  {
    title: 'a 409 whose details name mailNickname',
    status: 409,
    body: graphError('Request_Conflict', unnamed, detail('mailNickname')),
  },
];
for (const { title, status, body } of wordings) {
  test(`${title} means that the alias is taken, though no group has it`, async () => {
    await assert.rejects(refusing(status, body).createGroup(newGroup, call), {
      code: 'alias_taken',
      message: /The alias group belongs to an object that the connection cannot see/,
    });
  });
}

test('the group of others that has the alias says when it was created, unless it claims to be ours', async () => {
  const holder = { id: 'b6a4c2de-0000-4000-8000-000000000001', mailNickname: 'group' };
  const answers = (group: object) =>
    answeringWith(({ method, url }) => {
      if (method !== 'GET') {
        return { status: 400, body: graphError('Request_BadRequest', named('mailNickname')) };
      }
      const isByAlias = decodeURIComponent(url).includes('mailNickname eq');
      return { body: JSON.stringify({ value: isByAlias ? [group] : [] }) };
    }, systemClock).directory;
  const createdAtOf = (group: object) =>
    answers(group)
      .createGroup(newGroup, call)
      .then(
        () => assert.fail('created'),
        (error: DirectoryError) => {
          assert.equal(error.code, 'alias_taken');
          return error.holderCreatedAt?.toISOString();
        },
      );
  const createdDateTime = '2020-01-02T03:04:05Z';
  assert.equal(await createdAtOf({ ...holder, createdDateTime }), '2020-01-02T03:04:05.000Z');
  assert.equal(await createdAtOf(holder), undefined);
  assert.equal(await createdAtOf({ ...holder, createdDateTime: 'x' }), undefined);
});

test('a conflict that names no property is retried for a minute, then the alias is taken', async () => {
  const clock = createVirtualClock();
  const directory = refusing(409, graphError('Request_Conflict', unnamed), clock);
  const create = () =>
    directory.createGroup(newGroup, call).then(
      () => 'created',
      (error: { code?: string }) => error.code,
    );
  await clock.run(
    (async () => {
      assert.equal(await create(), 'outcome_unknown');
      await clock.wait(30_000);
      assert.equal(await create(), 'outcome_unknown');
      await clock.wait(31_000);
      assert.equal(await create(), 'alias_taken');
    })(),
  );
});

test('a conflict over our own marker is no conflict over the alias', async () => {
  const directory = refusing(409, graphError('Request_Conflict', unnamed, detail('uniqueName')));
  await assert.rejects(directory.createGroup(newGroup, call), { code: 'not_visible_yet' });
});

test('an empty description is sent as no description', async () => {
  for (const description of ['', '  ']) {
    const { directory, requests } = answering({ status: 201, body: JSON.stringify({ id: '1' }) });
    await directory.createGroup({ ...newGroup, description }, call);
    assert.ok(!('description' in (JSON.parse(requests[0]?.body ?? '{}') as object)));
  }
});

test('a refusal that quotes a name of the group is not taken for one of the unique name or of an option', async () => {
  const change = {
    displayName: 'The uniqueName project',
    description: 'On resourceBehaviorOptions',
  };
  for (const words of Object.values(change)) {
    const { directory, requests } = answering({
      status: 400,
      body: graphError('Request_BadRequest', `The value '${words}' contains a blocked word.`),
    });
    const group = { ...newGroup, ...change };
    await assert.rejects(directory.createGroup(group, call), { code: 'refused' });
    assert.equal(requests.length, 1);
  }
});

test('a refusal of the unique name itself moves the marker to the description', async () => {
  const { directory, requests } = answering(
    {
      status: 400,
      body: graphError('Request_BadRequest', "Invalid property 'uniqueName'."),
    },
    { status: 201, body: JSON.stringify({ id: '1' }) },
  );
  await directory.createGroup({ ...newGroup, displayName: 'Unique' }, call);
  assert.match(requests[1]?.body ?? '', /\[groupwright:/);
});
