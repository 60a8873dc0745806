// Bodies designed to be costly: every body gets a problem that names the fault, and no body delays other
// callers for long.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { leastMaxTurnMs, type Sender, startSender } from '../../testing/longest-turn.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { adminRoutesRefuse, publicRoutesRefuse } from '../../testing/wrong-bodies.ts';

const maxMsOfTurn = 50;
const mebibyte = 1024 * 1024;

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let admin: AdminService;
let sender: Sender;
before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  other = await service.addTenant();
  admin = await startAdminService();
  sender = startSender();
});
after(async () => {
  await sender.close();
  await service.close();
  const errors = admin.log.filter((line) => /"level":(?:50|60)/.test(line));
  await admin.close();
  assert.deepEqual(errors, [], 'Bad input was taken for a fault of ours.');
});

test('a body with any number of faults in any order is refused as the caller’s, by every public route', async () => {
  await publicRoutesRefuse(service.address, tenant, 8);
});

test('a body with any number of faults in any order is never taken for our own, by any route of the admin API', async () => {
  await adminRoutesRefuse(admin, 6);
});

const entries = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
const broad = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown-${index}`, 1]));
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.example`);
const unknownTemplate = { templateIdOrIdentifier: 'nothing' };

/** Each with the statuses that it may be answered with. */
const dearBodies: readonly {
  readonly what: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly status: number;
  readonly body: () => string;
}[] = [
  {
    what: '49,000 entries',
    path: '/teams/bulk',
    status: 422,
    body: () => JSON.stringify(entries(49_000, { a: 1 })),
  },
  {
    what: '1,000 entries with 64 unknown members',
    path: '/teams/bulk',
    status: 200,
    body: () => JSON.stringify(entries(1000, broad(64))),
  },
  {
    what: 'lines with 2,000 unknown members',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 200,
    body: () => entries(400, JSON.stringify(broad(2000))).join('\n'),
  },
  {
    what: 'lines with 40,000 people of the wrong type',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 200,
    body: () => entries(100, `{"members":[${'1,'.repeat(40_000)}1]}`).join('\n'),
  },
  {
    what: '1,000 entries of 300 people',
    path: '/teams/bulk',
    status: 200,
    body: () => JSON.stringify(entries(1000, teamRequest('a b', { members: people(300) }))),
  },
  {
    what: '16 MiB of escapes',
    path: '/teams/bulk',
    status: 200,
    body: () => `["${'\\n'.repeat(8 * mebibyte - 10)}"]`,
  },
  {
    what: '16 MiB of escapes that end amiss',
    path: '/teams/bulk',
    status: 400,
    body: () => `["${'\\n'.repeat(8 * mebibyte - 10)}",]`,
  },
  {
    what: '15 MiB of line feeds',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 422,
    body: () => '\n'.repeat(15 * mebibyte),
  },
  {
    what: '2 MiB of escapes that end amiss',
    path: '/teams',
    status: 400,
    body: () => `{"displayName":"${'\\n'.repeat(mebibyte - 20)}"`,
  },
  {
    what: '2 MiB of escaped characters',
    path: '/teams',
    status: 422,
    body: () => `{"displayName":"${'\\u0041'.repeat(340_000)}"}`,
  },
  {
    what: '49,000 people of the wrong type',
    path: '/teams',
    status: 422,
    body: () => `{"members":[${'1,'.repeat(49_000)}1]}`,
  },
  {
    what: '25,000 people who are none',
    path: '/teams',
    status: 422,
    body: () => JSON.stringify(teamRequest('none', { members: entries(25_000, 'x') })),
  },
  {
    what: '25,000 people and an unknown template',
    path: '/teams',
    status: 422,
    body: () => JSON.stringify(teamRequest('t', { members: people(25_000), ...unknownTemplate })),
  },
  {
    what: '49,000 members that appear twice',
    path: '/teams',
    status: 400,
    body: () => `{"members":[${entries(24_000, '{"a":1,"a":1}').join()}]}`,
  },
  {
    what: '16 KiB of members',
    path: '/token',
    status: 422,
    body: () => JSON.stringify(broad(600)),
  },
];

test('an unauthenticated caller gets 20 faults at most', async () => {
  const guest = new AdminClient(admin);
  const link = await guest.call('POST', 'sign-in/link', broad(60));
  const token = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(broad(60)),
  });
  for (const { errors, detail } of [link.body, await token.json()]) {
    assert.equal(errors.length, 20);
    assert.match(detail, /there are 4\d more\.$/);
  }
});

test('wrong links are slowed down, and no good link of the same address is', async () => {
  const guest = new AdminClient(admin);
  const signInBy = async (link: string) => (await new AdminClient(admin).signInBy(link)).status;
  for (let count = 0; count < 40; count++) {
    assert.equal(await signInBy(await admin.signInLink('ada@nordlicht.example')), 200);
  }
  const old: string[] = [];
  for (let count = 0; count < 40; count++) {
    old.push(await admin.signInLink('ada@nordlicht.example'));
  }
  admin.clock.offsetMs = 16 * 60_000;
  for (const link of old) assert.equal(await signInBy(link), 403);
  admin.clock.offsetMs = 0;
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await guest.call('POST', 'sign-in/link', { token: 'A'.repeat(43) });
      assert.ok(answer.status !== 429 || Number(answer.headers.get('retry-after')) >= 1);
      return answer.status;
    }),
  );
  const wrong = statuses.filter((status) => status === 403).length;
  assert.ok(wrong >= 30 && wrong <= 31, `${wrong}`);
  assert.equal(await signInBy(await admin.signInLink('ada@nordlicht.example')), 200);
});

test('unknown tenants are slowed down, and the sign-in of a known one is not', async () => {
  const lookAt = async (tenantId: string, path = 'sign-in') =>
    (await fetch(`${admin.adminUrl}/api/${tenantId}/${path}`, { redirect: 'manual' })).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, () => lookAt(randomUUID())));
  const known = statuses.filter((status) => status === 200).length;
  assert.ok(known >= 30 && known <= 31, `${known}`);
  assert.ok(statuses.includes(429));
  assert.equal(await lookAt(randomUUID(), 'sign-in/provider'), 429);
  assert.equal(await lookAt(admin.tenantId), 200);
  assert.equal(await lookAt(admin.tenantId, 'sign-in/provider'), 404);
});

test('no body keeps the event loop for more than 50 ms of processor time in one turn', async () => {
  for (const { what, path, mediaType = 'application/json', status, body } of dearBodies) {
    const request = {
      url: service.address + path,
      headers: { 'content-type': mediaType, authorization: `Bearer ${other.token}` },
      body: body(),
    };
    const turn = await leastMaxTurnMs(
      async () => {
        const answer = await sender.send(request);
        if (answer.status !== status) {
          assert.fail(`${what}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
        }
        assert.ok(answer.length < mebibyte, `${what}: ${answer.length}`);
      },
      { runs: 5, enoughMs: maxMsOfTurn },
    );
    assert.ok(turn < maxMsOfTurn, `${what}: ${turn} ms`);
  }
});
