// When a session ends, everything that it opened ends too. The services of the test that end sessions only share
// the database with the one that streams, as another process would.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { idleForMs, maxMs } from '../access/sessions/session.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { addStuckCreation } from '../../testing/stuck-creation.ts';

const noticedWithinMs = 1_500;
const operator = { kind: 'operator', id: 'test' } as const;

let service: AdminService;
let teamId: string;
before(async () => {
  service = await startAdminService();
  teamId = await addStuckCreation(service.database, service.tenantId);
});
after(() => service.close());

/** An open progress stream, and whether it ended within some milliseconds from now. */
async function follow(client: AdminClient) {
  const response = await fetch(
    `${service.adminUrl}/api/${service.tenantId}/teams/${teamId}/status`,
    { headers: { cookie: client.cookie, accept: 'text/event-stream' } },
  );
  assert.equal(response.status, 200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const ended = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    endsWithin: (milliseconds: number) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), milliseconds);
      void ended.then(() => resolve(true));
      return promise.finally(() => clearTimeout(timer));
    },
    close: () => reader.cancel(),
  };
}

const leavers: readonly { how: string; leave: (client: AdminClient) => Promise<unknown> }[] = [
  {
    how: 'who is removed',
    async leave(client) {
      const { administratorId } = (await client.get('session')).body.administrator;
      await service.administrators.remove(service.tenantId, administratorId, { actor: operator });
    },
  },
  {
    how: 'who signs out',
    leave: (client) => client.call('POST', 'session/end', { everywhere: false }),
  },
  {
    how: 'who signs out everywhere, in another browser',
    async leave() {
      const other = await AdminClient.signedIn(service, 'leaver@nordlicht.example');
      await other.call('POST', 'session/end', { everywhere: true });
    },
  },
  {
    how: 'who did nothing for an hour, for watching is no use',
    leave: async () => {
      service.clock.offsetMs = idleForMs + 1_000;
    },
  },
  {
    how: 'whose twelve hours are over, whatever was done in them',
    async leave(client) {
      for (let passed = 0; passed < maxMs; passed += idleForMs / 2) {
        service.clock.offsetMs = passed;
        await client.get('session');
      }
      service.clock.offsetMs = maxMs + 1_000;
    },
  },
];

for (const { how, leave } of leavers) {
  test(`an administrator ${how} loses an open progress stream within a second and a half`, async () => {
    const [leaver, other] = [
      await AdminClient.signedIn(service, 'leaver@nordlicht.example'),
      await AdminClient.signedIn(service, 'other@nordlicht.example'),
    ];
    const stream = await follow(leaver);
    const otherStream = await follow(other);
    try {
      await leave(leaver);
      assert.equal(await stream.endsWithin(noticedWithinMs), true);
      const timeHasPassed = service.clock.offsetMs > 0;
      if (!timeHasPassed) assert.equal(await otherStream.endsWithin(noticedWithinMs), false);
    } finally {
      service.clock.offsetMs = 0;
      await Promise.all([stream.close(), otherStream.close()]);
    }
  });
}

/** Some 20 MB of an export. */
async function addActivity(): Promise<void> {
  await service.database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     select tenant_id, now(), 'service', 'test', 'tenant.changed', 'tenant', tenant_id, jsonb_build_object('text', repeat('x', 2000))
     from tenants, generate_series(1, 10000)`,
  );
}

test('a download of the activity breaks off when its administrator is removed', async () => {
  await addActivity();
  const leaver = await AdminClient.signedIn(service, 'downloader@nordlicht.example');
  const { administratorId } = (await leaver.get('session')).body.administrator;
  const response = await fetch(
    `${service.adminUrl}/api/${service.tenantId}/activity/export?format=jsonl`,
    { headers: { cookie: leaver.cookie, accept: 'application/jsonl' } },
  );
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await service.administrators.remove(service.tenantId, administratorId, { actor: operator });
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  });
});

test('downloads that nobody reads make room for those of others when their session ends', async () => {
  await addActivity();
  const leaver = await AdminClient.signedIn(service, 'stalling@nordlicht.example');
  const other = await AdminClient.signedIn(service, 'other@nordlicht.example');
  const path = 'activity/export?format=jsonl';
  const headers = { cookie: leaver.cookie, accept: 'application/jsonl' };
  const begin = () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = get(`${service.adminUrl}/api/${service.tenantId}/${path}`, { headers }, resolve);
    sent.on('error', reject);
    return promise;
  };
  // Neither is read.
  const stalled = [await begin(), await begin()];
  for (const { statusCode } of stalled) assert.equal(statusCode, 200);
  const statusOfOther = async () => {
    const wanted = `${path}&actor=nobody&actorKind=operator`;
    return (await other.call('GET', wanted, undefined, { accept: 'application/jsonl' })).status;
  };
  // The service writes until the buffers of the system are full.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  assert.equal(await statusOfOther(), 429);
  await leaver.call('POST', 'session/end', { everywhere: false });
  const endsBy = performance.now() + noticedWithinMs;
  while ((await statusOfOther()) === 429) {
    assert.ok(performance.now() < endsBy, 'the places are still taken');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const response of stalled) response.destroy();
});

test('beyond a hundred, wrong session cookies from one address are refused, and a right one never is', async () => {
  service.clock.offsetMs = 0;
  const client = await AdminClient.signedIn(service);
  const stranger = new AdminClient(service);
  const [name] = client.cookie.split('=');
  let last = await stranger.get('session');
  let sent = 0;
  for (; sent < 300 && last.status === 401; sent += 1) {
    stranger.cookie = `${name}=${randomBytes(32).toString('base64url')}`;
    last = await stranger.get(sent % 2 === 0 ? 'session' : 'overview');
  }
  assert.ok(sent > 50 && last.status === 429, `${last.status} after ${sent}`);
  assert.equal(last.body.code, 'too_many_failed_attempts');
  assert.ok(Number(last.headers.get('retry-after')) > 0);
  // A browser whose session has ended loses its cookie, and is asked to sign in.
  assert.match(last.headers.getSetCookie()[0] ?? '', new RegExp(`^${name}=;.*Max-Age=0`));
  stranger.cookie = '';
  assert.equal((await stranger.get('session')).body.code, 'not_signed_in');
  assert.equal((await client.get('session')).status, 200);
  assert.equal((await AdminClient.signedIn(service)).csrfToken.length > 0, true);
});
