// "My groups" and decisions that require a sign-in, end to end: the service, an OpenID Connect provider, and a browser's
// cookies between them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { linkToken } from '../../testing/link-token.ts';
import { openTestTask } from '../../testing/tasks.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import {
  startSignInProvider,
  type TestSignInProvider,
  trustProvider,
} from '../../testing/sign-in-provider.ts';
import { createAdminSessionStore } from '../access/sessions/admin-sessions.postgres.ts';

const [mara, tomas] = testPeople as [string, string];
let service: TestService;
let tenant: TestTenant;
let provider: TestSignInProvider;
let teamId: string;

before(async () => {
  [service, provider] = await Promise.all([startTestService(), startSignInProvider()]);
  tenant = await service.addTenant();
  const store = createAdminSessionStore(service.at.database);
  await trustProvider(store, tenant.tenantId, provider);
  const made = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('mine', { responsible: mara, deputy: tomas, owners: [], members: [] }),
    headers: { prefer: 'wait=30' },
  });
  ({ teamId } = made.body as { teamId: string });
});
after(async () => {
  provider.close();
  await service.close();
});

/** A browser: it keeps cookies, and sends them back. */
function openBrowser() {
  const cookies = new Map<string, string>();
  async function send(path: string, body?: object) {
    const answer = await fetch(`${service.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = (await answer.text()).replace(/"requestId":"[^"]*"/, '');
    return { status: answer.status, text, location: answer.headers.get('location') };
  }
  return {
    send,
    /** The visit to the provider, which confirms the address. */
    async signIn(email: string, from: object, verified = true) {
      const { text } = await send('/decide/sign-in', from);
      const url = new URL((JSON.parse(text) as { url: string }).url);
      const callback = `/decide/callback/${tenant.tenantId}`;
      assert.equal(url.searchParams.get('redirect_uri'), `${testBaseUrl}${callback}`);
      provider.present.claims = { sub: email, email, email_verified: verified };
      provider.present.nonce = url.searchParams.get('nonce') ?? '';
      const state = url.searchParams.get('state') ?? '';
      return send(`${callback}?code=one&state=${state}`);
    },
  };
}

async function openTask(email: string, of: TestTenant = tenant) {
  const [person] = await service.at.database.query<{ personId: string }>(
    'select person_id::text from sandbox_people where tenant_id = $1 and email = $2',
    [of.tenantId, email],
  );
  const assignee = { personId: person?.personId ?? '', email, displayName: null, language: null };
  const alias = `task-${randomUUID().slice(0, 8)}`;
  // A question to take over asks nobody who has no place in the group.
  const request = teamRequest(alias, { members: [assignee.personId] });
  // Only a group that exists has people, who answer for it.
  const { body } = await service.call(of, '/teams', {
    method: 'POST',
    body: request,
    headers: { prefer: 'wait=30' },
  });
  const ofTask = (body as { teamId: string }).teamId;
  return openTestTask(service.at, of, ofTask, {
    kind: 'take_over',
    assignees: [assignee],
    decisions: 'signed_in',
  });
}

const mine = (text: string) =>
  (
    JSON.parse(text) as {
      mine: {
        tasks: { taskId: string }[];
        groups: { alias: string; facts: string[] }[];
        labels: { signedInAs: string };
      };
    }
  ).mine;

suite('my groups', () => {
  test('after a sign-in, a person sees the open tasks and the groups with roles and state, and decides', async () => {
    const taskId = await openTask(mara);
    await openTask(tomas);
    const { tenantId } = tenant;
    const browser = openBrowser();
    assert.equal((await browser.send('/decide/mine', { tenantId })).text, '{"signIn":true}');
    const back = await browser.signIn(mara.toUpperCase(), { tenantId });
    assert.deepEqual([back.status, back.location], [303, `${testBaseUrl}/decide?signed-in`]);
    const { tasks, groups, labels } = mine((await browser.send('/decide/mine', {})).text);
    assert.deepEqual(
      tasks.map((task) => task.taskId),
      [taskId],
    );
    const group = groups.find(({ alias }) => alias === 'mine');
    assert.deepEqual(group?.facts, ['responsible, owner', 'active']);
    assert.equal(labels.signedInAs, `Signed in as ${mara}.`);
    assert.match((await browser.send('/decide/look', { taskId })).text, /"signIn":false/);
    const decided = await browser.send('/decide/decision', { taskId, decision: 'decline' });
    assert.deepEqual([decided.status, decided.text], [200, '{"outcome":"decline"}']);
    const [entry] = await service.at.database.query(
      `select actor_kind, actor_id, data -> 'link' as link from activity
      where action = 'task.decided' and data ->> 'taskId' = $1`,
      [taskId],
    );
    const link = { from: 'sign_in', signedInAs: mara };
    assert.deepEqual(entry, { actorKind: 'person', actorId: mara, link });
  });

  test('a foreign, decided, unknown or other tenant’s task, and one without a sign-in, get one refusal, byte for byte', async () => {
    const { tenantId } = tenant;
    const other = await service.addTenant();
    const browser = openBrowser();
    const stranger = openBrowser();
    await browser.signIn(mara, { tenantId });
    const [decided, foreign, own] = [
      await openTask(mara),
      await openTask(tomas),
      await openTask(mara),
    ];
    const declined = await browser.send('/decide/decision', {
      taskId: decided,
      decision: 'decline',
    });
    assert.deepEqual([declined.status, declined.text], [200, '{"outcome":"decline"}']);
    const ofOther = await openTask(mara, other);
    const refused = new Set<string>();
    for (const taskId of [decided, foreign, ofOther, randomUUID(), teamId]) {
      for (const path of ['look', 'decision']) {
        const body = { taskId, ...(path === 'decision' && { decision: 'decline' }) };
        const { status, text } = await browser.send(`/decide/${path}`, body);
        refused.add(`${status} ${text}`);
      }
    }
    for (const body of [{ taskId: own }, { token: 'x' }, {}]) {
      const { status, text } = await stranger.send('/decide/look', body);
      refused.add(`${status} ${text}`);
    }
    const nobody = await stranger.send('/decide/mine', {});
    refused.add(`${nobody.status} ${nobody.text}`);
    assert.equal(refused.size, 1, [...refused].join('\n'));
    assert.match([...refused][0] ?? '', /^403 .*link_not_valid/);
    assert.equal((await browser.send('/decide/look', { taskId: own })).status, 200);
    // Signed in for one tenant, the person is asked to sign in for another.
    const elsewhere = await browser.send('/decide/mine', { tenantId: other.tenantId });
    assert.equal(elsewhere.text, '{"signIn":true}');
  });

  test('an address that the provider does not vouch for, and a sign-in of another browser, sign nobody in', async () => {
    const { tenantId } = tenant;
    for (const attempt of [
      (browser: ReturnType<typeof openBrowser>) => browser.signIn(mara, { tenantId }, false),
      (browser: ReturnType<typeof openBrowser>) =>
        browser.send(`/decide/callback/${tenantId}?code=one&state=x`),
    ]) {
      const browser = openBrowser();
      const { location } = await attempt(browser);
      assert.equal(location, `${testBaseUrl}/decide?signed-in=failed`);
      assert.equal((await browser.send('/decide/mine', { tenantId })).text, '{"signIn":true}');
    }
  });
});

test('a sign-in is of the assignee in each spelling of the address', async () => {
  const [unicode, punycode] = ['lea@bücher.example', 'Lea@xn--bcher-kva.example'] as const;
  await service.change(async ({ sandboxPeople }) => {
    await sandboxPeople.add(testOperator, tenant.tenantId, { name: 'Lea', email: unicode });
  });
  const taskId = await openTask(unicode);
  const browser = openBrowser();
  await browser.signIn(punycode, { tenantId: tenant.tenantId });
  assert.equal((await browser.send('/decide/look', { taskId })).status, 200);
  const decided = await browser.send('/decide/decision', { taskId, decision: 'decline' });
  assert.equal(decided.status, 200, decided.text);
});

test('a link that requires a sign-in works for its own person after the sign-in, and for no other person', async () => {
  const taskId = await openTask(tomas);
  const [assigned] = await service.at.database.query<{ personId: string }>(
    `select assignees -> 0 ->> 'personId' as person_id from tasks where task_id = $1`,
    [taskId],
  );
  const token = await linkToken(service, tenant, taskId, assigned?.personId ?? '');
  const [own, other] = [openBrowser(), openBrowser()];
  assert.equal((await own.send('/decide/look', { token })).text, '{"signIn":true}');
  await other.signIn(mara, { token });
  assert.equal((await other.send('/decide/look', { token })).status, 403);
  assert.equal((await other.send('/decide/decision', { token, decision: 'decline' })).status, 403);
  await own.signIn(tomas, { token });
  assert.match((await own.send('/decide/look', { token })).text, /"signIn":false/);
  assert.equal((await own.send('/decide/decision', { token, decision: 'decline' })).status, 200);
});
