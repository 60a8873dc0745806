// The number of calls that a lookup of people takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { answering, graphError } from '../../testing/answering-graph.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';

const call = { signal: new AbortController().signal, teamId: 'people' };
const unknownId = '99999999-9999-4999-8999-999999999999';

test('people named by id are read 1,000 to a call, and only absence is confirmed by a separate read', async () => {
  const graph = await openSimulatedGraph({
    seed: 'people',
    profile: calm,
    tenants: [{ people: 1500 }],
    inProcess: true,
  });
  const ids = graph.simulator.tenants[0]?.users.map(({ id }) => id) ?? [];
  const directory = graph.connect();
  const found = await graph.clock.run(directory.resolvePeople([...ids, unknownId], call));
  assert.deepEqual(
    found.map(({ person }) => person?.id),
    [...ids, undefined],
  );
  const { calls, violations } = graph.simulator.journal;
  assert.equal(calls.get('directoryObjects.getByIds'), 2);
  assert.equal(calls.get('users.read'), 1);
  assert.deepEqual(violations, []);
  await graph.close();
});

test('people named by their sign-in names are read 15 to a call, and those whom the list lacks by themselves', async () => {
  const graph = await openSimulatedGraph({
    seed: 'people',
    profile: calm,
    tenants: [{ people: 100 }],
    inProcess: true,
  });
  const users = graph.simulator.tenants[0]?.users ?? [];
  const byMail = users.find(({ mail, userPrincipalName }) => mail !== userPrincipalName);
  const names = users.map(({ userPrincipalName }) => userPrincipalName.toUpperCase());
  const asked = [...names, byMail?.mail ?? '', "nobody.o'hara@contoso.example"];
  const directory = graph.connect();
  const found = await graph.clock.run(directory.resolvePeople(asked, call));
  assert.deepEqual(
    found.map(({ person }) => person?.id),
    [...users.map(({ id }) => id), byMail?.id, undefined],
  );
  const { calls, violations } = graph.simulator.journal;
  // Seven lists of names, one of the two addresses, and a search for the one that no mail has.
  assert.equal(calls.get('users.list'), 7 + 1 + 1);
  assert.equal(calls.get('users.read'), 2);
  assert.deepEqual(violations, []);
  await graph.close();
});

test('where lists of sign-in names are refused, each person is read by itself', async () => {
  const names = ['ada@contoso.example', 'bo@contoso.example', 'cy@contoso.example'];
  const refused = {
    responses: [{ id: '0', status: 400, body: { error: { code: 'Request_UnsupportedQuery' } } }],
  };
  const single = {
    responses: names.map((name, index) => ({
      id: String(index),
      status: 200,
      body: user(name, { ...complete, userPrincipalName: name }),
    })),
  };
  const { directory, requests } = answering(
    { body: JSON.stringify(refused) },
    { body: JSON.stringify(single) },
  );
  const found = await directory.resolvePeople(names, call);
  assert.deepEqual(
    found.map(({ person }) => person?.id),
    names,
  );
  assert.equal(requests.length, 2);
});

const user = (id: string, others: object = {}): object => ({ id, displayName: id, ...others });
const complete = { accountEnabled: false, assignedPlans: [] };
const ids = ['1', '2', '3', '4'].map((digit) => unknownId.replaceAll('9', digit));
const batchOf = (wanted: readonly string[]): { body: string } => ({
  body: JSON.stringify({
    responses: wanted.map((id, index) => ({
      id: String(index),
      status: 200,
      body: user(id, complete),
    })),
  }),
});

test('a person whose account is not shown by getByIds is read by itself', async () => {
  const [first = '', ...others] = ids;
  const value = [user(first), ...others.map((id) => user(id, complete))];
  const { directory, requests } = answering({ body: JSON.stringify({ value }) }, batchOf([first]));
  const found = await directory.resolvePeople(ids, call);
  assert.ok(found.every(({ person }) => person?.enabled === false));
  assert.equal(requests.length, 2);
});

test('where getByIds is refused, each person is read by itself, and it is not tried again', async () => {
  const { directory, requests } = answering(
    { status: 403, body: graphError('Authorization_RequestDenied', 'Insufficient privileges') },
    batchOf(ids),
  );
  const found = await directory.resolvePeople(ids, call);
  assert.ok(found.every(({ person }) => person !== undefined));
  await directory.resolvePeople(
    ids.map((id) => id.replace(/^./, 'a')),
    call,
  );
  assert.deepEqual(
    requests.map(({ url }) => url.replace(/^.*\/v1\.0/, '').replace(/\?.*$/, '')),
    ['/directoryObjects/getByIds', '/$batch', '/$batch'],
  );
});

test('suggestions ask for words of the name and beginnings of addresses, and the same text is asked once', async () => {
  const value = [user(ids[0] ?? '', { mail: 'ada@contoso.example', displayName: 'Ada Berg' })];
  const { directory, requests } = answering({ body: JSON.stringify({ value }) });
  const first = await directory.searchPeople('ada "b&c', 6, call);
  assert.deepEqual(
    first.map(({ email, displayName }) => [email, displayName]),
    [['ada@contoso.example', 'Ada Berg']],
  );
  assert.deepEqual(await directory.searchPeople('ADA "b&c', 6, call), first);
  assert.deepEqual(await directory.searchPeople('a', 6, call), []);
  assert.equal(requests.length, 1);
  const { searchParams } = new URL(requests[0]?.url ?? '');
  assert.equal(
    searchParams.get('$search'),
    '"displayName:ada  b c" OR "mail:ada  b c" OR "userPrincipalName:ada  b c"',
  );
  assert.equal(requests[0]?.headers['ConsistencyLevel'], 'eventual');
});
