// The operations of an existing group, with the service and with a network of the test's own.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../service/testing/service.ts';
import { createClient, type Client } from './client.ts';
import { GroupwrightError, isProblem, OperationFailedError } from './errors.ts';
import type { NamedPerson } from './rosters.ts';
import type { SetMembersOptions, TeamHandle } from './team.ts';
import { createFakeDeps, eventStream, json, problem } from './testing/fake-dependencies.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let at: TestService;
let tenant: TestTenant;
let client: Client;

before(async () => {
  at = await startTestService();
  tenant = await at.addTenant();
  const { tenantId, keyId, secret } = tenant;
  client = createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
});

after(() => at.close());

async function create(mailNickName: string): Promise<TeamHandle> {
  const creation = await client.createTeam({
    displayName: `Group ${mailNickName}`,
    mailNickName,
    responsible: mara,
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [yuki],
  });
  await creation.waitUntilDone();
  return client.team(creation.teamId);
}

describe('the operations of a group', () => {
  it('change, hand over, archive, delete and restore it, each followed to its end', async () => {
    const team = await create('whole-life');
    const seen: string[] = [];
    const change = await team.change({
      displayName: 'Renamed',
      description: 'Over the Aare',
      members: { add: [tomas], remove: [yuki] },
      reason: 'A new phase',
    });
    const changed = await change.waitUntilDone({ onProgress: ({ status }) => seen.push(status) });
    assert.equal(seen.at(-1), 'succeeded');
    assert.equal(changed.reason, 'A new phase');
    assert.deepEqual(changed.before?.['members'], [yuki]);
    assert.deepEqual(changed.after?.['members'], [tomas]);

    const handover = await (await team.handOver({ responsible: lena })).waitUntilDone();
    assert.equal(handover.kind, 'handover');
    const { displayName, responsible, members } = await client.getTeam(team.teamId);
    assert.deepEqual([displayName, responsible], ['Renamed', lena]);
    assert.ok(members.includes(mara), 'the former responsible is a member');
    const found: string[] = [];
    for await (const { teamId } of client.listTeams({ responsible: lena, state: 'active' })) {
      found.push(teamId);
    }
    assert.deepEqual(found, [team.teamId]);

    const stateAfter = async (work: ReturnType<TeamHandle['archive']>) => {
      await (await work).waitUntilDone();
      return (await client.getTeam(team.teamId)).state;
    };
    assert.equal(await stateAfter(team.archive({ reason: 'Done' })), 'archived');
    assert.equal(await stateAfter(team.unarchive()), 'active');
    assert.equal(
      await stateAfter(team.delete({ reason: 'A mistake', waitSeconds: 20 })),
      'deleted',
    );
    await assert.rejects(team.archive(), (error) => isProblem(error, 'group_not_active'));
    assert.equal(await stateAfter(team.restore()), 'active');
    const repair = { properties: ['displayName' as const], reason: 'A script renamed it' };
    assert.equal(await stateAfter(team.repair(repair)), 'active');
    await assert.rejects(team.repair(), (error) => isProblem(error, 'validation_failed'));
    const again = await team.unarchive();
    assert.deepEqual([again.changed, again.operationId], [false, null]);
    assert.deepEqual((await again.waitUntilDone()).after, {});

    const listed: string[] = [];
    for await (const { kind, reason } of team.operations()) listed.push(`${kind} ${reason ?? ''}`);
    assert.deepEqual(listed, [
      'repair A script renamed it',
      'restore ',
      'delete A mistake',
      'unarchive ',
      'archive Done',
      'handover ',
      'change A new phase',
    ]);
  });

  it('set the people whom a system names by the whole list, and change nothing by an equal one', async () => {
    const team = await create('set-members');
    const set = async (people: readonly NamedPerson[], options?: SetMembersOptions) => {
      const accepted = await team.setMembers('hr', people, options);
      await accepted.waitUntilDone();
      const record = await client.getTeam(team.teamId, { expand: 'people' });
      const named = (record.people ?? []).map(({ role, email }) => `${role} ${email ?? ''}`);
      return [accepted.changed, ...named.toSorted()];
    };
    // Mara is responsible, and a hand added Yuki.
    const byHand = [`member ${yuki}`, `responsible ${mara}`];
    const withTomas = [`member ${tomas}`, ...byHand];
    assert.deepEqual(await set([tomas], { reason: 'Of HR' }), [true, ...withTomas]);
    assert.deepEqual(await set([tomas]), [false, ...withTomas]);
    const owner = { person: lena, role: 'owner' };
    assert.deepEqual(await set([owner]), [true, byHand[0], `owner ${lena}`, byHand[1]]);

    const { etag } = await team.rosters.get('hr');
    assert.deepEqual(await set([tomas], { ifMatch: etag }), [true, ...withTomas]);
    await assert.rejects(set([lena], { ifMatch: etag }), (error) =>
      isProblem(error, 'version_conflict'),
    );
    assert.deepEqual(await set([]), [true, ...withTomas]);
    assert.equal((await team.rosters.get('hr')).state, 'held', 'an empty list takes nobody out');
    assert.deepEqual(await set([], { removals: 'allow' }), [true, ...byHand]);
    const reasons: (string | null)[] = [];
    for await (const { reason } of team.operations()) reasons.push(reason);
    assert.equal(reasons.at(-1), 'Of HR');
  });

  it('show in a plan what an operation would change, and every fault', async () => {
    const team = await create('planned-change');
    const plan = await team.plan({ displayName: 'Other', responsible: lena });
    assert.equal(plan.conforms, true);
    assert.deepEqual(plan.before, { displayName: 'Group planned-change', responsible: mara });
    assert.deepEqual(plan.after, { displayName: 'Other', responsible: lena, members: [mara] });
    const refused = await team.plan({ deputy: mara, owners: { add: ['nobody@aare.example'] } });
    assert.deepEqual(
      refused.faults.map(({ pointer }) => pointer),
      ['/deputy', '/owners/add/0'],
    );
    const again = await team.plan({ kind: 'restore' });
    assert.deepEqual([again.conforms, again.changed, again.steps], [true, false, []]);
    assert.equal((await client.getTeam(team.teamId)).displayName, 'Group planned-change');
  });

  it('are refused when the group has changed since it was read', async () => {
    const team = await create('read-before');
    const { etag } = await client.getTeam(team.teamId);
    await (await team.change({ displayName: 'First' }, { ifMatch: etag })).waitUntilDone();
    await assert.rejects(team.change({ displayName: 'Second' }, { ifMatch: etag }), (error) =>
      isProblem(error, 'version_conflict'),
    );
    const planned = await team.plan({ displayName: 'Second' }, { ifMatch: etag });
    assert.deepEqual([planned.conforms, planned.error?.code], [false, 'version_conflict']);
    for (const ifMatch of ['', '3', 'W/3', '"3', '*, "3"', '"3" "4"', '"3"\r\nx: y']) {
      await assert.rejects(team.change({ displayName: 'Second' }, { ifMatch }), GroupwrightError);
      await assert.rejects(team.plan({ displayName: 'Second' }, { ifMatch }), GroupwrightError);
    }
    const fresh = (await client.getTeam(team.teamId)).etag;
    for (const ifMatch of [`W/${fresh}`, fresh.replace(/"$/, '-gzip"'), `"x", ${fresh}`, '*']) {
      assert.equal((await team.change({ displayName: 'First' }, { ifMatch })).changed, false);
      const { conforms } = await team.plan({ displayName: 'Third' }, { ifMatch });
      assert.equal(conforms, true, ifMatch);
    }
  });

  it('are one operation when they are sent again with the same idempotencyKey', async () => {
    const team = await create('sent-again');
    const options = { idempotencyKey: 'order-4711' };
    const one = await team.change({ displayName: 'Once' }, options);
    const two = await team.change({ displayName: 'Once' }, options);
    assert.equal(one.operationId, two.operationId);
    await assert.rejects(team.change({ displayName: 'Twice' }, options), (error) =>
      isProblem(error, 'idempotency_key_reused'),
    );
  });

  it('throw why one failed, with what it changed before', async () => {
    const team = await create('fails-later');
    const change = await team.change({ members: { add: ['nobody@aare.example'] } });
    await assert.rejects(change.waitUntilDone(), (error) => {
      assert.ok(error instanceof OperationFailedError);
      assert.equal(error.code, 'people_not_found');
      assert.match(error.message, /nobody@aare\.example|people/i);
      assert.deepEqual(error.operation.after, {});
      return true;
    });
    const { status } = await team.getOperation(change.operationId ?? '');
    assert.equal(status, 'failed');
  });

  it('can be cancelled before they begin', async () => {
    const slow = await at.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 600_000 } });
    const { tenantId, keyId, secret } = slow;
    const other = createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
    const creation = await other.createTeam({
      displayName: 'Slow',
      mailNickName: 'slow',
      responsible: mara,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
      owners: [],
      members: [],
    });
    const team = other.team(creation.teamId);
    const change = await team.change({ displayName: 'Never' });
    const cancelled = await change.cancel();
    assert.equal(cancelled.status, 'cancelled');
    assert.equal((await team.cancelOperation(change.operationId ?? '')).status, 'cancelled');
    await assert.rejects(change.waitUntilDone(), /cancelled before it started/);
  });
});

describe('the transport of an operation', () => {
  const acceptance = {
    status: 'accepted',
    teamId: 't-1',
    operationId: 'o-1',
    statusUrl: 'https://elsewhere.example.org/teams/t-1/operations/o-1',
  };
  const teamWith = (answer: Parameters<typeof createFakeDeps>[0]) => {
    const deps = createFakeDeps(answer);
    const baseUrl = 'https://groups.example.org';
    const team = createClient({ baseUrl, accessToken: () => 't', deps }).team('t-1');
    return { team, deps };
  };

  it('keeps one Idempotency-Key and If-Match across retries, and takes new keys for new calls', async () => {
    const answers = [
      problem('unavailable', 503),
      problem('rate_limited', 429, { 'retry-after': '3' }),
      json(acceptance),
      json(acceptance),
    ];
    const { team, deps } = teamWith(() => answers.shift() ?? problem('not_found', 404));
    await team.delete({ reason: 'It is over', ifMatch: '"7"' });
    await team.archive();
    const [first, , , other] = deps.sent;
    for (const { method, path, query, headers, body } of deps.sent.slice(0, 3)) {
      assert.deepEqual([method, path, body], ['DELETE', '/teams/t-1', undefined]);
      assert.equal(query.get('reason'), 'It is over');
      assert.equal(headers.get('if-match'), '"7"');
      assert.equal(headers.get('idempotency-key'), first?.headers.get('idempotency-key'));
    }
    assert.notEqual(other?.headers.get('idempotency-key'), first?.headers.get('idempotency-key'));
    assert.equal(other?.headers.get('if-match'), null);
  });

  it('follows by the event stream, or by polling where streams do not get through', async () => {
    const operation = (status: string) => ({ ...acceptance, kind: 'change', status, error: null });
    for (const streams of [true, false]) {
      const polls = ['running', 'succeeded'];
      const { team, deps } = teamWith(({ method, headers }) => {
        if (method === 'PATCH') return json(acceptance);
        if (headers.get('accept') !== 'text/event-stream') {
          return json(operation(polls.shift() ?? 'too often'), 200, { 'retry-after': '1' });
        }
        const events = ['running', 'succeeded'].map(
          (status, index) => `id: ${index}\ndata: ${JSON.stringify(operation(status))}\n\n`,
        );
        return eventStream(streams ? events : []);
      });
      const change = await team.change({ displayName: 'Apollo' });
      const seen: string[] = [];
      await change.waitUntilDone({ onProgress: ({ status }) => seen.push(status) });
      assert.deepEqual(seen, ['running', 'succeeded']);
      assert.deepEqual(
        new Set(deps.sent.slice(1).map(({ path }) => path)),
        new Set(['/teams/t-1/operations/o-1']),
      );
    }
  });
});
