// The objections of Microsoft 365 to the names of a new group.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { findRefusedNames } from '../engine/refused-names.ts';
import { answering, graphError } from '../../testing/answering-graph.ts';
import { createMemoryLane } from '../../testing/in-memory-lane-store.ts';
import { chooseCreations, finish, startLane } from '../../testing/provisioning-run.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';

const call = { signal: new AbortController().signal, teamId: 'names' };
const names = { displayName: 'Payroll', mailNickname: 'payroll' };

async function validated(status: number, body: string) {
  return answering({ status, body }).directory.validateNames(names, call);
}

test('both names are asked about in one call', async () => {
  const { directory, requests } = answering({ status: 204 });
  assert.deepEqual(await directory.validateNames(names, call), {
    isAliasTaken: false,
    refused: [],
  });
  assert.deepEqual(
    requests.map(({ body }) => JSON.parse(body ?? '') as unknown),
    [{ entityType: 'Group', ...names }],
  );
});

test('a missing prefix or suffix is named for each property, with what is missing', async () => {
  const message =
    "Property mailNickname is missing a required prefix/suffix per your organization's Group naming requirements.";
  const detail = (target: string, affixes: object) => ({
    code: 'MissingPrefixSuffix',
    // As Microsoft documents it: the sentence may name the other property.
    message,
    target,
    ...affixes,
  });
  const body = graphError('Request_UnprocessableEntity', 'Validation errors.', [
    detail('displayName', { prefix: 'GRP ', suffix: '' }),
    detail('mailNickname', { prefix: 'grp-', suffix: '-ch' }),
  ]);
  assert.deepEqual(await validated(422, body), {
    isAliasTaken: false,
    refused: [
      {
        property: 'displayName',
        detail: `Microsoft 365 refuses the display name “Payroll”: “${message}”. It must begin with “GRP ”.`,
      },
      {
        property: 'mailNickname',
        detail: `Microsoft 365 refuses the alias “payroll”: “${message}”. It must begin with “grp-”. It must end with “-ch”.`,
      },
    ],
  });
});

test('a blocked word and a wrong length are refusals of the name, not an alias that is taken', async () => {
  for (const code of ['ContainsBlockedWord', 'InvalidLength']) {
    const detail = { code, target: 'displayName', message: 'Not so.' };
    const { isAliasTaken, refused } = await validated(422, graphError('x', 'Errors.', [detail]));
    assert.equal(isAliasTaken, false);
    assert.deepEqual(refused, [
      {
        property: 'displayName',
        detail: 'Microsoft 365 refuses the display name “Payroll”: “Not so.”.',
      },
    ]);
  }
  const inSentence = await validated(422, graphError('x', 'Property mailNickname is not allowed.'));
  assert.deepEqual(
    inSentence.refused.map(({ property }) => property),
    ['mailNickname'],
  );
});

test('an alias that something else has is taken, and no refusal of the name', async () => {
  for (const code of ['PropertyConflict', 'ObjectConflict']) {
    const message = 'Another object with the same value for property mailNickname already exists.';
    const detail = { code, target: 'mailNickname', message };
    assert.deepEqual(await validated(422, graphError('x', message, [detail])), {
      isAliasTaken: true,
      refused: [],
    });
  }
});

test('where Microsoft 365 has no such check, it objects to nothing', async () => {
  for (const status of [404, 405, 501]) {
    const answer = await validated(status, graphError('x', 'No such thing.'));
    assert.deepEqual(answer, { isAliasTaken: false, refused: [] });
  }
});

test('a creation goes its way where Microsoft 365 may not be asked; a plan says so', async () => {
  const body = graphError('Authorization_RequestDenied', 'Insufficient privileges');
  const { directory } = answering({ status: 403, body });
  assert.deepEqual(await findRefusedNames(names, directory, call), []);
  await assert.rejects(directory.validateNames(names, call), { code: 'permission_missing' });
});

/** Drives one creation to its end. */
async function create(change: { displayName: string; mailNickname: string }) {
  const graph = await openSimulatedGraph({
    seed: 'names',
    profile: calm,
    tenants: [{ people: 40, namingPolicy: { prefix: 'GRP-', blockedWords: ['payroll'] } }],
    inProcess: true,
  });
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  const random = createSeededRandom('names');
  for (const one of chooseCreations(random, tenant, 1, () => change)) memory.add(one);
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed: 'names' });
  await finish(graph, [{ lane, memory }]);
  await graph.close();
  const [creation] = memory.creations.values();
  return { failure: creation?.facts.failure, status: creation?.status, graph };
}

test('a creation whose names break the naming policy fails before anything is created', async () => {
  const { failure, graph } = await create({ displayName: 'Payroll', mailNickname: 'grp-a' });
  assert.equal(failure?.code, 'directory_name_refused');
  assert.deepEqual(
    failure.faults.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/displayName name_refused'],
  );
  assert.equal(graph.simulator.journal.calls.get('groups.upsert'), undefined);
  const blocked = await create({ displayName: 'GRP-Payroll', mailNickname: 'GRP-payroll' });
  assert.match(blocked.failure?.detail ?? '', /the display name “GRP-Payroll”: .*not allowed/);
});

test('a creation asks once, and succeeds with names that follow the policy', async () => {
  const { status, graph } = await create({ displayName: 'GRP-Sales', mailNickname: 'grp-sales' });
  assert.equal(status, 'succeeded');
  assert.equal(graph.simulator.journal.calls.get('directoryObjects.validateProperties'), 1);
});
