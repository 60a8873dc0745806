// Operations in real processes that are killed: nothing is accepted twice, done twice or lost.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Client } from 'pg';
import { assertNothingLost, type Accepted } from '../../../testing/assert-no-loss.ts';
import { assertOperationsEnded, type SentOperation } from '../../../testing/assert-operations.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startServiceProcess } from '../../../testing/service-process.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  testEncryptionKey,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import type { OperationKind } from './operation.ts';

const [mara, tomas, , lena] = testPeople as [string, string, string, string];
/** More than one transaction accepts at once. */
const groupsHandedOver = 120;
const blockedGroups = 3;
const people = () => ({ owners: 2, members: 3 });

interface Rig {
  readonly at: TestDatabase;
  readonly api: TestService;
  readonly tenant: TestTenant;
  start(roles: 'api,worker' | 'worker'): ReturnType<typeof startServiceProcess>;
}

async function openRig(): Promise<Rig> {
  const at = await createTestDatabase();
  const api = await startTestService({ ROLES: 'api' }, { at });
  return {
    at,
    api,
    tenant: await api.addTenant(),
    start: (roles) =>
      startServiceProcess({
        DATABASE_URL: at.url,
        BASE_URL: testBaseUrl,
        ROLES: roles,
        GROUPWRIGHT_ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      }),
  };
}

async function count({ at, tenant }: Rig, from: string): Promise<number> {
  const [row] = await at.database.query<{ count: number }>(
    `select count(*) from ${from} and tenant_id = $1`,
    [tenant.tenantId],
  );
  return row?.count ?? 0;
}

const unfinished = "operations where status in ('accepted', 'running')";
const succeeded = "operations where status = 'succeeded'";

/** Groups whose creation has ended, oldest first. */
async function createGroups(rig: Rig, groups: number): Promise<readonly Accepted[]> {
  const aliases = Array.from({ length: groups }, (_, index) => `group-${index}`);
  const answer = await rig.api.call(rig.tenant, '/teams/bulk', {
    method: 'POST',
    body: aliases.map((alias) => teamRequest(alias)),
  });
  assert.equal(answer.status, 200);
  await eventually(
    async () => (await count(rig, "provisionings where status = 'succeeded'")) === groups,
    'all groups are created',
  );
  return rig.at.database.query<{ teamId: string; mailNickName: string }>(
    'select team_id, mail_nickname as "mailNickName" from teams where tenant_id = $1 order by team_id',
    [rig.tenant.tenantId],
  );
}

/** Holds locks on the rows while it works, on a connection that no time limit ends. */
async function withLocks(
  { at }: Rig,
  query: string,
  ids: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: at.settings.owner.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(query, [ids]);
    await work();
  } finally {
    await client.end();
  }
}

const lockTeams = 'select from teams where team_id = any ($1::uuid[]) for update';
/** Changes of these groups in the directory do not get ahead. */
const lockDirectory = 'select from sandbox_groups where marker = any ($1::uuid[]) for update';

interface OwnersAtOnce {
  readonly marker: string;
  readonly emails: readonly string[];
}

/** From now on, the owners of each group after each change in the directory are kept. */
async function keepOwners({ at }: Rig): Promise<() => Promise<readonly OwnersAtOnce[]>> {
  const owner = openAsOwner(at.settings);
  for (const statement of [
    'create table kept_owners (number bigint generated always as identity, marker uuid, owner_ids uuid[])',
    `create function keep_owners() returns trigger language plpgsql security definer as $$ begin
       insert into kept_owners (marker, owner_ids) values (new.marker, new.owner_ids);
       return null;
     end $$`,
    `create trigger keep_owners after update on sandbox_groups for each row execute function keep_owners()`,
  ]) {
    await owner.query(statement);
  }
  return async () => {
    const kept = await owner.query<OwnersAtOnce>(
      `select marker, array(select email from sandbox_people p where p.person_id = any (owner_ids)) as emails
       from kept_owners order by number`,
    );
    await owner.close();
    return kept;
  };
}

interface HandoverAnswer {
  readonly accepted: number;
  readonly items: readonly { readonly teamId: string; readonly operationId: string }[];
}

suite('processes that are killed', { concurrency: true }, () => {
  test("a leaver's handover that ended half way, twice, ends with one operation for each group when it is repeated", async (t) => {
    const rig = await openRig();
    const { at, api, tenant } = rig;
    let service = await rig.start('api,worker');
    const groups = await createGroups(rig, groupsHandedOver);
    const ownersKept = await keepOwners(rig);
    const send = () =>
      fetch(`${service.address}/people/${mara}/handover`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tenant.token}`,
          'content-type': 'application/json',
          'idempotency-key': '"departure"',
        },
        body: JSON.stringify({ to: lena, reason: 'departure' }),
      });
    /** Kills the service, and starts another one that need not wait for the lease of the dead one. */
    async function replace(): Promise<void> {
      assert.deepEqual(await service.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
      await at.database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
        tenant.tenantId,
      ]);
    }

    // The newest group is accepted first, so that the oldest ones are left when the process dies.
    const oldest = groups.slice(0, blockedGroups).map(({ teamId }) => teamId);
    await withLocks(rig, lockTeams, oldest, async () => {
      const lost = assert.rejects(send());
      await eventually(
        async () => (await count(rig, 'operations where true')) > 0,
        'the first ones are accepted',
      );
      await replace();
      await lost;
    });
    const acceptedAtFirst = await count(rig, 'operations where true');
    assert.ok(acceptedAtFirst < groupsHandedOver);

    service = await rig.start('api,worker');
    let operations: HandoverAnswer['items'] = [];
    let doneAtFirst = 0;
    await withLocks(rig, lockDirectory, oldest, async () => {
      const answer = await send();
      const handover = (await answer.json()) as HandoverAnswer;
      assert.deepEqual([answer.status, handover.accepted], [200, groupsHandedOver]);
      operations = handover.items;
      await eventually(async () => (await count(rig, succeeded)) > 0, 'one has ended');
      await replace();
      doneAtFirst = await count(rig, succeeded);
    });
    assert.ok(doneAtFirst < groupsHandedOver);
    t.diagnostic(`killed with ${acceptedAtFirst} accepted, and with ${doneAtFirst} handed over`);

    service = await rig.start('api,worker');
    const repeated = (await (await send()).json()) as HandoverAnswer;
    const idsOf = (items: HandoverAnswer['items']) =>
      items.map(({ teamId, operationId }) => [teamId, operationId]);
    assert.deepEqual(idsOf(repeated.items), idsOf(operations));
    await eventually(async () => (await count(rig, unfinished)) === 0, 'all have ended');

    assert.equal(await count(rig, 'operations where true'), groupsHandedOver);
    const sent = operations.map(({ teamId, operationId }) => ({
      teamId,
      operationId,
      kind: 'handover' as const,
      reason: 'departure',
      caller: 0,
    }));
    await assertNothingLost(at.database, tenant.tenantId, groups, people);
    await assertOperationsEnded(at.database, tenant.tenantId, sent);
    const lastOwners = new Map<string, readonly string[]>();
    for (const { marker, emails } of await ownersKept()) {
      assert.ok(emails.includes(mara) || emails.includes(lena), 'the successor came too late');
      lastOwners.set(marker, emails.toSorted());
    }
    for (const { teamId } of groups) assert.deepEqual(lastOwners.get(teamId), [lena, tomas]);
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    await api.close();
    await at.close();
  });

  test('a worker that is killed while it runs operations is replaced, and each ends once', async (t) => {
    const rig = await openRig();
    const { at, api, tenant } = rig;
    const [first, second] = await Promise.all([rig.start('worker'), rig.start('worker')]);
    second.signal('SIGSTOP');
    const groups = await createGroups(rig, 60);
    const requests: readonly [OperationKind, string, string, object?][] = [
      ['change', 'PATCH', '', { displayName: 'Renamed', members: { add: [lena] } }],
      ['handover', 'PATCH', '', { responsible: lena, former: 'none' }],
      ['archive', 'POST', '/archive', {}],
      ['delete', 'DELETE', ''],
      ['restore', 'POST', '/restore', {}],
    ];
    const blocked = groups.slice(-blockedGroups).map(({ teamId }) => teamId);
    const sent: SentOperation[] = [];
    await withLocks(rig, lockDirectory, blocked, async () => {
      for (const [kind, method, path, body] of requests) {
        const reason = body === undefined ? null : `each ${kind}`;
        const answers = groups.map(async ({ teamId }) => {
          const answer = await api.call(tenant, `/teams/${teamId}${path}`, {
            method,
            ...(body && { body: { ...body, reason } }),
          });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          const { operationId } = answer.body as { operationId: string };
          sent.push({ teamId, operationId, kind, reason, caller: 0 });
        });
        await Promise.all(answers);
      }
      await eventually(async () => (await count(rig, succeeded)) > 0, 'one has ended');
      assert.deepEqual(await first.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
    });
    t.diagnostic(`killed with ${await count(rig, succeeded)} of ${sent.length} done`);
    assert.ok((await count(rig, unfinished)) >= blockedGroups);
    second.signal('SIGCONT');
    await eventually(async () => (await count(rig, unfinished)) === 0, 'all have ended');
    await assertNothingLost(at.database, tenant.tenantId, groups, people);
    await assertOperationsEnded(at.database, tenant.tenantId, sent);
    assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null });
    await api.close();
    await at.close();
  });
});
