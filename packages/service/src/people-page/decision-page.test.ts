// The decision page over HTTP. In a browser: packages/console/src/tests/decision-page.test.ts.
import { noLimit } from '../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DecisionPage, mara, startDecisionPage, tomas } from '../../testing/decision-page.ts';
import { DomainError } from '../ground/errors.ts';
import type { DecisionRequest, TaskHandler } from '../messages/tasks/decide-task.postgres.ts';
import type { Decision } from '../messages/tasks/decision.ts';
import type { Task } from '../messages/tasks/task.ts';
import { updateTask } from '../messages/tasks/tasks.postgres.ts';
import { acceptedLanguages } from '../http/negotiation.ts';
import { textsFor } from './languages.ts';

let at: TestDatabase;
let page: DecisionPage;
const applied: Decision[] = [];
let refuses = false;

const renew: TaskHandler = {
  kind: 'renew',
  options: () => [
    { decision: 'renew', reason: 'optional' },
    { decision: 'let_expire', reason: 'required' },
  ],
  async apply(_, __, decision) {
    if (refuses) throw new DomainError('in_use', 'The group is on hold.');
    applied.push(decision);
    return undefined;
  },
};

before(async () => {
  at = await createTestDatabase();
  page = await startDecisionPage(at, [renew]);
});
after(async () => {
  await page.close();
  await at.close();
});

async function tokenOf({ tenantId, taskId }: Task, personId = 'mara'): Promise<string> {
  const link = (await page.links.of(tenantId))(taskId, personId);
  return new URL(link).hash.slice(1);
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${page.baseUrl}/decide/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = (await answer.text()).replace(/"requestId":"[^"]*"/, '');
  return { status: answer.status, headers: answer.headers, text };
}

const request = ({ tenantId, taskId }: Task): DecisionRequest => ({
  tenantId,
  taskId,
  input: { decision: 'renew' },
  actor: { kind: 'api_key', id: 'key' },
  via: 'api',
  within: noLimit,
});

suite('decision links', () => {
  test('a look answers the question in the language of the person, and changes nothing', async () => {
    const task = await page.openTask();
    const { status, text } = await post('look', { token: await tokenOf(task, 'tomas') });
    assert.equal(status, 200);
    const { question } = JSON.parse(text) as { question: Record<string, unknown> };
    assert.equal(question['language'], 'de');
    assert.match(String(question['question']), /Wird die Gruppe „Group decided-\d+-1“ noch/);
    assert.equal(question['dueBy'], 'Bitte entscheiden Sie bis zum 1. März 2027.');
    const [stored] = await at.database.query<{ state: string; version: number }>(
      'select state, version from tasks where task_id = $1',
      [task.taskId],
    );
    assert.deepEqual(stored, { state: 'open', version: 1 });
  });

  test('a decision by link ends the task in the name of the person, with its entry in the audit log', async () => {
    const task = await page.openTask();
    applied.length = 0;
    const body = { token: await tokenOf(task), decision: 'let_expire', reason: 'It is over.' };
    assert.equal((await post('decision', body)).status, 200);
    assert.deepEqual(
      applied.map(({ decision, reason, via, actor }) => [
        decision,
        reason,
        via,
        actor.kind,
        actor.id,
      ]),
      [['let_expire', 'It is over.', 'link', 'person', mara.email]],
    );
    const [entry] = await at.database.query<{ actorKind: string; data: object }>(
      `select actor_kind, data from activity where action = 'task.decided' and data ->> 'taskId' = $1`,
      [task.taskId],
    );
    assert.equal(entry?.actorKind, 'person');
    assert.deepEqual(
      { ...entry.data, taskId: undefined, dueAt: undefined },
      {
        taskId: undefined,
        dueAt: undefined,
        kind: 'renew',
        assignees: [mara, tomas].map(({ personId, email }) => ({ personId, email })),
        outcome: 'let_expire',
        reason: 'It is over.',
        decidedVia: 'link',
        link: { from: 'message' },
      },
    );
  });

  test('a guessed, replayed, expired, withdrawn, foreign or revoked link, and one of a closed account, get one refusal, byte for byte', async () => {
    const replayed = await page.openTask();
    const replayedToken = await tokenOf(replayed);
    assert.equal((await post('decision', { token: replayedToken, decision: 'renew' })).status, 200);
    const lapsed = await page.openTask();
    const lapsedToken = await tokenOf(lapsed);
    await at.database.query(`update tasks set state = 'lapsed' where task_id = $1`, [
      lapsed.taskId,
    ]);
    const open = await page.openTask();
    const openToken = await tokenOf(open);
    const revokedToken = await tokenOf(open, 'tomas');
    await updateTask(
      at.database,
      open,
      { assignees: [mara] },
      { action: 'task.reassigned', actor: { kind: 'service', id: 'test' }, at: Date.now() },
    );
    const flipped = Buffer.from(openToken, 'base64url');
    flipped[47] = (flipped[47] ?? 0) ^ 1;
    const otherTask = Buffer.from(openToken, 'base64url');
    Buffer.from(replayedToken, 'base64url').copy(otherTask, 0, 0, 16);
    const signedIn = await page.openTask({ decisions: 'signed_in' });
    const forwarded = page.signedInPeople.write({
      tenantId: page.tenant.tenantId,
      email: 'lena@aare.example',
    });
    const closedTokens: string[] = [];
    for (const reason of ['disabled', 'deleted']) {
      const personId = `Closed-${reason}`;
      const left = await page.openTask({ assignees: [mara, { ...tomas, personId }] });
      const leftToken = await tokenOf(left, personId);
      assert.equal((await post('look', { token: leftToken })).status, 200);
      await at.database.query(
        `insert into watched_people (tenant_id, person_id, unavailable_reason, unavailable_since, checked_at)
        values ($1, lower($2), $3, now(), now())`,
        [left.tenantId, personId, reason],
      );
      closedTokens.push(leftToken);
      assert.equal((await post('look', { token: await tokenOf(left) })).status, 200);
    }
    const refused = [
      ...closedTokens.map((token) => [token, {}] as const),
      ['', {}],
      ['x', {}],
      [randomBytes(48).toString('base64url'), {}],
      [replayedToken, {}],
      [lapsedToken, {}],
      [revokedToken, {}],
      [flipped.toString('base64url'), {}],
      [otherTask.toString('base64url'), {}],
      [await tokenOf(signedIn), { cookie: `groupwright-decider=${forwarded}` }],
    ] as const;
    const answers = new Set<string>();
    for (const [token, headers] of refused) {
      const looked = await post('look', { token }, headers);
      const decided = await post('decision', { token, decision: 'renew' }, headers);
      for (const { status, text } of [looked, decided]) answers.add(`${status} ${text}`);
    }
    assert.equal(answers.size, 1, [...answers].join('\n'));
    assert.match([...answers][0] ?? '', /^403 .*link_not_valid/);
    assert.equal((await post('look', { token: openToken })).status, 200);
  });

  test('wrong links are slowed down; links of questions that have ended and good ones of the same address are not', async () => {
    const ended = await page.openTask();
    const endedToken = await tokenOf(ended);
    assert.equal((await post('decision', { token: endedToken, decision: 'renew' })).status, 200);
    for (let count = 0; count < 40; count += 1) {
      assert.equal((await post('look', { token: endedToken })).status, 403);
    }
    const token = await tokenOf(await page.openTask());
    const forged = () => {
      const bytes = Buffer.from(token, 'base64url');
      randomBytes(32).copy(bytes, 16);
      return bytes.toString('base64url');
    };
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      statuses.push((await post('look', { token: forged() })).status);
    }
    assert.ok(statuses.includes(403) && statuses.at(-1) === 429, statuses.join());
    assert.equal((await post('decision', { token: forged(), decision: 'renew' })).status, 429);
    assert.equal((await post('look', { token: endedToken })).status, 403);
    assert.equal((await post('look', { token })).status, 200);
    assert.equal((await post('decision', { token, decision: 'renew' })).status, 200);
  });

  test('a decision that requires a sign-in shows nothing before it, and is possible for the signed-in person alone', async () => {
    const task = await page.openTask({ decisions: 'signed_in' });
    const token = await tokenOf(task);
    assert.equal((await post('look', { token })).text, '{"signIn":true}');
    assert.equal((await post('decision', { token, decision: 'renew' })).status, 403);
    const { text, headers } = await post('sign-in', { token });
    assert.equal(text, '{"url":"https://login.example/"}');
    assert.match(headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/);
    const { tenantId } = page.tenant;
    const cookie = `groupwright-decider=${page.signedInPeople.write({ tenantId, email: 'mara@aare.example' })}`;
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    assert.equal((await post('look', { token }, { cookie: forged })).text, '{"signIn":true}');
    assert.match((await post('look', { token }, { cookie })).text, /"question":/);
    assert.equal((await post('decision', { token, decision: 'renew' }, { cookie })).status, 200);
  });

  test('a decision needs a reason where its option says so, and a refused one leaves the task open', async () => {
    const task = await page.openTask();
    const token = await tokenOf(task);
    const without = await post('decision', { token, decision: 'let_expire' });
    assert.equal(without.status, 422);
    assert.match(without.text, /"pointer":"\/reason"/);
    assert.equal((await post('decision', { token, decision: 'other' })).status, 422);
    refuses = true;
    assert.equal((await post('decision', { token, decision: 'renew' })).status, 409);
    refuses = false;
    assert.equal((await post('decision', { token, decision: 'renew' })).status, 200);
  });

  test('a GET of the page or of its requests decides nothing', async () => {
    const task = await page.openTask();
    const token = await tokenOf(task);
    for (const path of ['decide', 'decide/look', 'decide/decision', `decide?token=${token}`]) {
      await fetch(`${page.baseUrl}/${path}`);
    }
    assert.match((await post('look', { token })).text, /"signIn":false/);
  });

  test('no token is in the log', async () => {
    const task = await page.openTask();
    const token = await tokenOf(task);
    await post('look', { token });
    await post('decision', { token, decision: 'none' });
    await post('decision', { token, decision: 'renew' });
    assert.ok(page.log.length > 0);
    assert.ok(!page.log.join('').includes(token));
    const rows = await at.database.query('select data::text from activity');
    assert.ok(!JSON.stringify(rows).includes(token));
  });

  test('the page allows no foreign content, no frame and no form of others', async () => {
    const { headers } = await fetch(`${page.baseUrl}/decide`);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(part), policy);
    }
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});

suite('decisions', () => {
  test('of people who decide at once, the first one counts, and the others see the outcome', async () => {
    const task = await page.openTask();
    applied.length = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => page.decideTask.decide(request(task))),
    );
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as DomainError] : [],
    );
    assert.equal(applied.length, 1);
    assert.deepEqual(
      errors.map(({ code, message }) => [code, message]),
      Array.from({ length: 4 }, () => ['task_closed', 'This task was decided by key: renew.']),
    );
  });

  test('a task of another tenant or organisation does not exist', async () => {
    const task = await page.openTask();
    const others = [
      { ...request(task), tenantId: task.teamId },
      { ...request(task), within: { organisationIds: [task.teamId], templateIds: null } },
    ];
    for (const other of others) {
      await assert.rejects(page.decideTask.decide(other), { code: 'not_found' });
    }
  });
});

test('the page is in the language of the browser, or else in English', () => {
  const languageFor = (header: string | undefined) => textsFor(acceptedLanguages(header)).language;
  assert.equal(languageFor('it, fr-CH;q=0.8, de;q=0.9'), 'de');
  assert.equal(languageFor('it'), 'en');
  assert.equal(languageFor(undefined), 'en');
  assert.equal(textsFor([null, 'es-MX']).language, 'es');
});
