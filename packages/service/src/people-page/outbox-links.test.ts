// Decision links in the outbox of a sandbox: they decide in the name of a recipient, so only administrators who may decide
// see them, and the audit log has who did.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addNotices } from '../messages/notices/notices.postgres.ts';
import type { Task } from '../messages/tasks/task.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { testOperator } from '../../testing/tenant.ts';

const mara = 'mara@nordlicht.example';
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;
let messageId: string;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, {
    people: [mara, 'ben@nordlicht.example'],
    template: {
      policy: {
        approval: { when: 'always', decisions: 'link', stages: [{ by: [mara] }] },
      } as object,
    },
  });
  const settings = { sender: 'outbox', hour: 0 };
  const { etag } = (await admin.get('notices')).body as { etag: number };
  await admin.call('PUT', 'notices', settings, { 'if-match': `"${etag}"` });
  const requested = await groups.call('/teams', {
    displayName: 'One',
    mailNickName: 'one',
    responsible: 'ben@nordlicht.example',
    deputy: null,
    organisationIdOrIdentifier: 'rail',
    templateIdOrIdentifier: 'track',
    owners: [],
    members: [],
  });
  assert.equal(requested.status, 200, await requested.text());
  let task: Task | undefined;
  await eventually(async () => {
    [task] = (await admin.get('tasks?state=open')).body.items;
    return task !== undefined;
  }, 'the task was opened');
  assert.ok(task);
  const { taskId, teamId, assignees } = task;
  await addNotices(service.database, [
    {
      tenantId: service.tenantId,
      personId: assignees[0]?.personId ?? '',
      email: mara,
      kind: 'approve',
      teamId,
      taskId,
      data: {},
      cause: null,
      // Its hour has come.
      at: new Date('2026-01-05T09:00:00Z'),
    },
  ]);
  await eventually(async () => {
    await service.service.runDue();
    const { items } = (await admin.get('notices/messages')).body as {
      items: { messageId: string; kinds: string[] }[];
    };
    messageId = items.find(({ kinds }) => kinds.includes('approve'))?.messageId ?? '';
    return messageId !== '';
  }, 'Mara was asked');
});
after(() => service.close());

/** @returns the tokens of the links in a message, as this administrator reads it */
async function tokensFor(reader: AdminClient): Promise<string[]> {
  const { status, body } = await reader.get(`notices/messages/${messageId}`);
  assert.equal(status, 200);
  const { content } = body as { content: { text: string; html: string } };
  assert.match(content.text, /approv/i);
  const both = `${content.text} ${content.html}`;
  return [...new Set([...both.matchAll(/\/decide#([\w-]+)/g)].map(([, token = '']) => token))];
}

async function decide(token: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/decide/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, decision: 'reject', reason: 'There is one.' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('administrators who may not decide read the message without its links', async () => {
  for (const role of ['reader', 'template_editor', 'operator'] as const) {
    const reader = await AdminClient.signedIn(service, `${role}@nordlicht.example`, role);
    assert.deepEqual(await tokensFor(reader), [], role);
  }
  for (const role of ['owner', 'administrator'] as const) {
    const reader = await AdminClient.signedIn(service, `${role}@nordlicht.example`, role);
    assert.equal((await tokensFor(reader)).length, 1, role);
  }
});

test('a link ends when the administrator to whom it was shown may decide no more', async () => {
  for (const change of [
    (email: string) =>
      service.administrators.put(service.tenantId, { email, role: 'reader' }, testOperator),
    (email: string) =>
      service.administrators.put(
        service.tenantId,
        { email, role: 'administrator', organisationIds: [groups.organisationId] },
        testOperator,
      ),
    async (email: string) => {
      const all = await service.administrators.list(service.tenantId);
      const { administratorId = '' } = all.find((one) => one.email === email) ?? {};
      await service.administrators.remove(service.tenantId, administratorId, {
        actor: testOperator,
      });
    },
  ]) {
    const email = `ex-${Math.random().toString(36).slice(2)}@nordlicht.example`;
    const ex = await AdminClient.signedIn(service, email, 'administrator');
    const [token = ''] = await tokensFor(ex);
    await change(email);
    assert.equal(await decide(token), 403);
  }
  const [token = ''] = await tokensFor(admin);
  // Ada's link with the identifier of another administrator, and as one that came in a message.
  const bytes = Buffer.from(token, 'base64url');
  const forged = Buffer.from(bytes);
  forged[16] = (forged[16] ?? 0) ^ 1;
  const short = Buffer.concat([bytes.subarray(0, 16), bytes.subarray(-32)]);
  for (const wrong of [forged, short]) {
    assert.equal(await decide(wrong.toString('base64url')), 403);
  }
});

test('the audit log says who decided, and to whom the link was shown', async () => {
  const ada = await tokensFor(admin);
  const bea = await AdminClient.signedIn(service, 'bea@nordlicht.example', 'administrator');
  const [token = ''] = await tokensFor(bea);
  assert.notEqual(ada[0], token);
  assert.equal(await decide(token), 200);
  const [entry] = await service.database.query<{ actorId: string; link: object }>(
    `select actor_id, data -> 'link' as link from activity where action = 'task.decided'`,
  );
  assert.deepEqual(entry, {
    actorId: mara,
    link: { from: 'outbox', shownTo: 'bea@nordlicht.example' },
  });
});

test('a message keeps the words that were sent after its question ended, without the link', async () => {
  const [open] = (await admin.get('tasks?state=open')).body.items as Task[];
  if (open !== undefined) {
    const decision = { decision: 'reject', reason: 'There is one.' };
    await admin.call('POST', `tasks/${open.taskId}/decision`, decision);
  }
  assert.deepEqual(await tokensFor(admin), []);
});
