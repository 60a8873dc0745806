// Following a creation: Prefer: wait, the status, the event stream, and every fault that the sandbox simulates.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { eventually } from '../../../testing/eventually.ts';

interface Status {
  status: string;
  teamId: string;
  statusUrl: string;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  steps: {
    name: string;
    status: string;
    attempts: number;
    startedAt: string | null;
    retryAt: string | null;
    detail: string | null;
  }[];
  error: { code: string; detail: string; type: string; requestId?: string } | null;
  warnings: { code: string }[];
}

interface Event {
  id: number;
  status: Status;
}

let at: TestDatabase;
let one: TestService;
/** It has no worker, so it learns of changes by looking. */
let other: TestService;
let tenant: TestTenant;
/** Its teams take a while. */
let slow: TestTenant;

before(async () => {
  at = await createTestDatabase({ maxConnections: 30 });
  one = await startTestService({}, { at });
  other = await startTestService({ ROLES: 'api' }, { at });
  tenant = await one.addTenant();
  slow = await one.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_500 } });
  await other.service.refresh();
});
after(async () => {
  await other.close();
  await one.close();
  await at.close();
});

async function create(of: TestTenant, alias: string, prefer = '', through = one) {
  const answer = await through.call(of, '/teams', {
    method: 'POST',
    body: teamRequest(alias),
    ...(prefer !== '' && { headers: { prefer } }),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { headers: answer.headers, accepted: answer.body as Status };
}

async function statusOf(of: TestTenant, teamId: string): Promise<Status> {
  const answer = await one.call(of, `/teams/${teamId}/status`);
  assert.equal(answer.status, 200);
  return answer.body as Status;
}

/** Reads until the stream ends, or until there are so many events. */
async function follow(
  of: TestTenant,
  teamId: string,
  options: { lastEventId?: string; through?: TestService; atMost?: number } = {},
): Promise<{ status: number; events: Event[] }> {
  const { lastEventId, through = one, atMost = Number.POSITIVE_INFINITY } = options;
  const leave = new AbortController();
  const response = await fetch(`${through.address}/teams/${teamId}/status`, {
    headers: {
      authorization: `Bearer ${of.token}`,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: leave.signal,
  });
  if (response.status === 204) return { status: 204, events: [] };
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events: Event[] = [];
  let text = '';
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const found = /^id: (\d+)\nevent: status\ndata: (.*)$/.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (found === null) continue;
        events.push({ id: Number(found[1]), status: JSON.parse(found[2] ?? '') as Status });
        if (events.length >= atMost) leave.abort();
      }
    }
  } catch (error) {
    if (!leave.signal.aborted) throw error;
  }
  return { status: response.status, events };
}

suite('following a creation', () => {
  test('a request is answered at once, with where and when to look', async () => {
    const { headers, accepted } = await create(slow, 'at-once');
    assert.equal(accepted.status, 'accepted');
    assert.equal(accepted.statusUrl, `${testBaseUrl}/teams/${accepted.teamId}/status`);
    assert.deepEqual(Object.keys(accepted).toSorted(), ['status', 'statusUrl', 'teamId']);
    assert.equal(headers.get('location'), accepted.statusUrl);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal(headers.get('preference-applied'), null);
  });

  test('Prefer: wait holds the answer until the creation is final, in any process', async () => {
    for (const through of [one, other]) {
      const { headers, accepted } = await create(
        tenant,
        through === one ? 'waits-here' : 'waits-there',
        'wait=20',
        through,
      );
      assert.equal(accepted.status, 'succeeded');
      assert.equal(headers.get('preference-applied'), 'wait=20');
      assert.equal(headers.get('retry-after'), null);
    }
  });

  test('Prefer: wait answers with the present status when the time is up', async () => {
    const held = await one.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 60_000 } });
    const post = (headers: Record<string, string>) =>
      one.call(held, '/teams', {
        method: 'POST',
        body: teamRequest('too-slow'),
        headers: { 'idempotency-key': 'too-slow', ...headers },
      });
    const first = (await post({})).body as Status;
    assert.equal(first.status, 'accepted');
    await eventually(
      async () => (await statusOf(held, first.teamId)).status === 'running',
      'it runs',
      60_000,
    );
    const startedAt = performance.now();
    const { headers, body } = await post({ prefer: 'wait=1' });
    assert.ok(performance.now() - startedAt >= 990);
    assert.deepEqual(body, { ...first, status: 'running' });
    assert.equal(headers.get('preference-applied'), 'wait=1');
    assert.ok(Number(headers.get('retry-after')) >= 1);
  });

  test('the status tells every step, and no more is to come once it is final', async () => {
    const { accepted } = await create(tenant, 'told', 'wait=20');
    const status = await statusOf(tenant, accepted.teamId);
    assert.deepEqual(
      status.steps.map((step) => [step.name, step.status, step.attempts]),
      [
        ['resolve_people', 'succeeded', 1],
        ['create_group', 'succeeded', 1],
        ['create_team', 'succeeded', 1],
        ['add_owners', 'succeeded', 0],
        ['add_members', 'succeeded', 0],
        ['create_channels', 'skipped', 0],
        ['confirm', 'succeeded', 1],
      ],
    );
    assert.ok(status.completedAt !== null && status.createdAt <= status.completedAt);
    assert.equal(status.error, null);
  });

  test('a stream pushes each change in order and ends with the final one, in any process', async () => {
    const { accepted } = await create(slow, 'streamed');
    const [here, there] = await Promise.all([
      follow(slow, accepted.teamId),
      follow(slow, accepted.teamId, { through: other }),
    ]);
    for (const { events } of [here, there]) {
      assert.ok(events.length >= 2);
      assert.equal(events.at(-1)?.status.status, 'succeeded');
      const ids = events.map(({ id }) => id);
      assert.deepEqual(
        ids,
        [...new Set(ids)].toSorted((a, b) => a - b),
      );
    }
    assert.deepEqual(here.events.at(-1), there.events.at(-1));
  });

  test('a broken stream continues after the last event, and one that has ended says so', async () => {
    const { accepted } = await create(slow, 'resumed');
    const broken = await follow(slow, accepted.teamId, { atMost: 1 });
    const [first] = broken.events;
    assert.ok(first !== undefined);
    const rest = await follow(slow, accepted.teamId, { lastEventId: `${first.id}` });
    assert.ok(rest.events.every(({ id }) => id > first.id));
    const last = rest.events.at(-1);
    assert.equal(last?.status.status, 'succeeded');
    const ended = await follow(slow, accepted.teamId, { lastEventId: `${last?.id}` });
    assert.equal(ended.status, 204);
  });

  test('a Last-Event-ID that was never given out hides nothing', async () => {
    const { accepted } = await create(slow, 'from-the-future');
    for (const lastEventId of ['999999', 'rubbish', '-1', '']) {
      const { events } = await follow(slow, accepted.teamId, { lastEventId });
      assert.equal(events.at(-1)?.status.status, 'succeeded', lastEventId);
    }
  });

  test('a stranger cannot follow', async () => {
    const { accepted } = await create(slow, 'private');
    for (const teamId of [accepted.teamId, randomUUID()]) {
      const answer = await one.call(tenant, `/teams/${teamId}/status`, {
        headers: { accept: 'text/event-stream' },
      });
      assert.equal(answer.status, 404);
    }
  });
});

suite('the sandbox simulates', { concurrency: true }, () => {
  const createWithFault = async (alias: string) => {
    const { accepted } = await create(tenant, alias);
    for (;;) {
      const status = await statusOf(tenant, accepted.teamId);
      if (status.completedAt !== null) return status;
      await pause(100);
    }
  };
  const attemptsOf = (status: Status, name: string) =>
    status.steps.find((step) => step.name === name)?.attempts;
  const groupsOf = async (teamId: string) =>
    at.database.query('select from sandbox_groups where tenant_id = $1 and marker = $2', [
      tenant.tenantId,
      teamId,
    ]);

  test('throttling, which ends well and not before it was asked to come back', async () => {
    const status = await createWithFault('prj-sandbox-throttled');
    assert.equal(status.status, 'succeeded');
    assert.equal(attemptsOf(status, 'create_group'), 3);
    assert.ok(Date.parse(status.completedAt ?? '') - Date.parse(status.createdAt) >= 4_000);
  });

  test('failing twice and then working', async () => {
    const status = await createWithFault('Sandbox-Flaky-1');
    assert.equal(status.status, 'succeeded');
    assert.equal(attemptsOf(status, 'create_group'), 3);
    assert.equal((await groupsOf(status.teamId)).length, 1);
  });

  test('an answer that is lost, with one group in the end', async () => {
    const status = await createWithFault('sandbox-lost-answer');
    assert.equal(status.status, 'succeeded');
    assert.equal(attemptsOf(status, 'create_group'), 2);
    assert.equal((await groupsOf(status.teamId)).length, 1);
  });

  test('failing permanently, with a problem, no group and the alias free again', async () => {
    const status = await createWithFault('sandbox-failing');
    assert.equal(status.status, 'failed');
    assert.equal(status.error?.code, 'directory_refused');
    assert.equal(status.error.type, `${testBaseUrl}/problems/directory_refused`);
    assert.equal((await groupsOf(status.teamId)).length, 0);
    assert.equal((await createWithFault('sandbox-failing')).status, 'failed');
  });

  test('a naming policy, before anything is created and with the alias free again', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const status = await createWithFault('prj-sandbox-blocked-word');
      assert.equal(status.status, 'failed');
      assert.equal(status.error?.code, 'directory_name_refused');
      assert.match(status.error.detail, /refuses the alias “prj-sandbox-blocked-word”/);
      assert.equal(attemptsOf(status, 'create_group'), 0);
      assert.equal((await groupsOf(status.teamId)).length, 0);
    }
  });

  test('lagging, which delays the end and changes nothing else', async () => {
    const status = await createWithFault('sandbox-lagging');
    assert.equal(status.status, 'succeeded');
    assert.ok(Date.parse(status.completedAt ?? '') - Date.parse(status.createdAt) >= 5_000);
    assert.deepEqual(status.warnings, []);
  });

  test('a stranger’s group with the same alias, which is never touched', async () => {
    const groupId = randomUUID();
    await at.database.query(
      `insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility,
         owner_ids, member_ids, created_at, visible_at)
       values ($1, $2, null, 'Theirs', 'Foreign', 'private', '{}', '{}', now(), now())`,
      [tenant.tenantId, groupId],
    );
    const status = await createWithFault('foreign');
    assert.equal(status.error?.code, 'directory_alias_taken');
    const [left] = await at.database.query<{ displayName: string; ownerIds: string[] }>(
      'select display_name, owner_ids from sandbox_groups where group_id = $1',
      [groupId],
    );
    assert.deepEqual(left, { displayName: 'Theirs', ownerIds: [] });
  });
});
