import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { defaultRetention } from '../../ground/config/read-retention.ts';
import { createPruning } from '../../postgres/jobs/pruning.postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
  testPeople,
} from '../../../testing/service.ts';

let at: TestDatabase;
let one: TestService;
let other: TestService;
let tenant: TestTenant;

// Two processes on one database, as far as anything but memory is concerned.
before(async () => {
  at = await createTestDatabase({ maxConnections: 30 });
  one = await startTestService({}, { at });
  other = await startTestService({ ROLES: 'api' }, { at });
  tenant = await one.addTenant();
  await other.service.refresh();
});
after(async () => {
  await other.close();
  await one.close();
  await at.close();
});

interface Accepted {
  teamId: string;
  status: string;
  statusUrl: string;
}

async function create(
  through: TestService,
  alias: string,
  options: { key?: string; wait?: number; others?: Record<string, unknown>; of?: TestTenant } = {},
) {
  const { key, wait, others, of = tenant } = options;
  const answer = await through.call(of, '/teams', {
    method: 'POST',
    body: teamRequest(alias, others),
    headers: {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(wait !== undefined && { prefer: `wait=${wait}` }),
    },
  });
  return { ...answer, accepted: answer.body as Accepted, problem: answer.body as { code: string } };
}

async function countTeams(alias: string): Promise<number> {
  const [row] = await at.database.query<{ teams: number }>(
    'select count(*) as teams from teams where tenant_id = $1 and lower(mail_nickname) = lower($2)',
    [tenant.tenantId, alias],
  );
  return row?.teams ?? 0;
}

suite('acceptance', () => {
  test('of fifty creations with one alias at once, through two processes, exactly one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create(index % 2 === 0 ? one : other, index % 3 === 0 ? 'Contested' : 'contested'),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
    for (const { status, problem } of answers) {
      if (status === 409) assert.equal(problem.code, 'mail_nickname_taken');
    }
    assert.equal(await countTeams('contested'), 1);
  });

  test('one Idempotency-Key used many times at once through two processes makes one group', async () => {
    for (let round = 0; round < 10; round += 1) {
      const alias = `repeated-${round}`;
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          create(index % 2 === 0 ? one : other, alias, { key: `"${alias}"` }),
        ),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], alias);
      assert.equal(new Set(answers.map(({ accepted }) => accepted.teamId)).size, 1);
      assert.equal(await countTeams(alias), 1);
    }
  });

  test('many Idempotency-Keys in crossing order through two processes are each answered', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `cross-${index}`);
    const [forth, back] = await Promise.all([
      Promise.all(keys.map((key) => create(one, key, { key }))),
      Promise.all(keys.toReversed().map((key) => create(other, key, { key }))),
    ]);
    const teamIds = (answers: typeof forth) => answers.map(({ accepted }) => accepted.teamId);
    assert.deepEqual(teamIds(forth), teamIds(back.toReversed()));
  });

  test('a repeated Idempotency-Key answers the present status, whatever the order of the members', async () => {
    const first = await create(one, 'present', { key: 'present', wait: 10 });
    assert.equal(first.accepted.status, 'succeeded');
    const turned = Object.fromEntries(Object.entries(teamRequest('present')).toReversed());
    const again = await other.call(tenant, '/teams', {
      method: 'POST',
      body: turned,
      headers: { 'idempotency-key': '"present"' },
    });
    assert.deepEqual(again.body, first.body);
  });

  test('an empty description or deputy counts as null, also for an Idempotency-Key', async () => {
    const blank = { description: '', deputy: '' };
    const first = await create(one, 'blank', { key: 'blank', others: blank });
    assert.equal(first.status, 200);
    const none = { description: null, deputy: null };
    const again = await create(other, 'blank', { key: 'blank', others: none });
    assert.equal(again.accepted.teamId, first.accepted.teamId);
    const { body } = await one.call(tenant, `/teams/${first.accepted.teamId}`);
    const { description, deputy } = body as { description: unknown; deputy: unknown };
    assert.deepEqual({ description, deputy }, none);
  });

  test('absent owners and members are empty lists, also for an Idempotency-Key', async () => {
    const { owners: _, members: __, ...body } = teamRequest('nobody-else');
    const headers = { 'idempotency-key': '"nobody-else"', prefer: 'wait=10' };
    const first = await one.call(tenant, '/teams', { method: 'POST', body, headers });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const none = { owners: [], members: [] };
    const again = await create(other, 'nobody-else', { key: 'nobody-else', others: none });
    const { teamId } = first.body as Accepted;
    assert.equal(again.accepted.teamId, teamId);
    const { body: team } = await one.call(tenant, `/teams/${teamId}`);
    const { owners, members } = team as typeof none;
    assert.deepEqual({ owners, members }, none);
    const plan = { ...body, mailNickName: 'planned-alone' };
    const planned = await one.call(tenant, '/teams/plan', { method: 'POST', body: plan });
    assert.equal((planned.body as { conforms: boolean }).conforms, true);
  });

  test('an Idempotency-Key with another body is refused and changes nothing', async () => {
    await create(one, 'first-body', { key: 'reused' });
    for (const [alias, others] of [
      ['second-body', {}],
      ['first-body', { description: 'another' }],
    ] as const) {
      const answer = await create(other, alias, { key: 'reused', others });
      assert.equal(answer.status, 422);
      assert.equal(answer.problem.code, 'idempotency_key_reused');
    }
    assert.equal(await countTeams('second-body'), 0);
  });

  test('an Idempotency-Key stays with a creation that failed, and a corrected request learns what to do', async () => {
    const wrong = { key: 'typed-wrong', others: { responsible: 'no.one@aare.example' } };
    const failed = await create(one, 'typed-wrong', { ...wrong, wait: 10 });
    assert.equal(failed.accepted.status, 'failed');
    const again = await create(other, 'typed-wrong', wrong);
    assert.deepEqual(
      [again.accepted.teamId, again.accepted.status],
      [failed.accepted.teamId, 'failed'],
    );
    const corrected = await create(one, 'typed-wrong', { key: 'typed-wrong' });
    const { code, detail } = corrected.body as { code: string; detail: string };
    assert.equal(code, 'idempotency_key_reused');
    assert.match(detail, /was not created\. Send a corrected request with a new key, or with PUT/);
    // The alias is free.
    assert.equal((await create(one, 'typed-wrong', { key: 'typed-right' })).status, 200);
    const present = await create(one, 'another', { key: 'typed-right' });
    assert.match((present.body as { detail: string }).detail, /Use a new key for a new request\.$/);
  });

  test('an Idempotency-Key belongs to its tenant', async () => {
    const stranger = await one.addTenant();
    const mine = await create(one, 'of-mine', { key: 'shared' });
    const theirs = await create(one, 'of-theirs', { key: 'shared', of: stranger });
    assert.equal(theirs.status, 200);
    assert.notEqual(theirs.accepted.teamId, mine.accepted.teamId);
  });

  test('an Idempotency-Key finds its group also when the request would no longer pass', async () => {
    const body = { templateIdOrIdentifier: 'project', displayName: 'Project x' };
    const first = await create(one, 'prj-x', { key: 'still', others: body });
    assert.equal(first.status, 200);
    await one.change((changes) =>
      changes.templates.change(
        { kind: 'operator', id: 'test' },
        tenant.tenantId,
        tenant.templateIds.project,
        undefined,
        {
          name: 'Project',
          identifier: 'project',
          mailNicknamePattern: 'project-{{code}}',
          displayNamePattern: '',
        },
      ),
    );
    await one.service.refresh();
    const again = await create(one, 'prj-x', { key: 'still', others: body });
    assert.equal(again.status, 200);
    assert.equal(again.accepted.teamId, first.accepted.teamId);
    const reused = await create(one, 'prj-y', { key: 'still', others: body });
    assert.equal(reused.problem.code, 'idempotency_key_reused');
    const fresh = await create(one, 'prj-z', { key: 'fresh', others: body });
    assert.equal(fresh.problem.code, 'validation_failed');
  });

  test('the hash of a request stays the same from release to release, so that a stored Idempotency-Key is recognised', async () => {
    const { tenantId } = tenant;
    const { status } = await create(one, 'pinned', { key: 'pinned', others: { description: '' } });
    assert.equal(status, 200);
    const [responsible, deputy, member] = testPeople;
    const content = {
      deputy,
      displayName: 'Group pinned',
      mailNickName: 'pinned',
      members: [member],
      organisationIdOrIdentifier: 'aare',
      owners: [],
      responsible,
      templateIdOrIdentifier: 'any',
    };
    const rows = await at.database.query(
      'select request_hash from idempotency_keys where tenant_id = $1 and key_hash = $2',
      [tenantId, hash('sha256', 'pinned', 'base64url')],
    );
    const text = JSON.stringify(['creation', content, {}, null]);
    const requestHash = hash('sha256', text, 'base64url');
    assert.deepEqual(rows, [{ requestHash }]);
  });

  test('an Idempotency-Key is kept for 30 days', async () => {
    const { tenantId } = await one.addTenant();
    for (const days of [29, 31]) {
      await at.database.query(
        `insert into idempotency_keys
           (tenant_id, holder_id, key_hash, request_hash, created_at)
         values ($1, $1, $2, 'x', $3)`,
        [tenantId, `${days} days`, new Date(Date.now() - days * 86_400_000)],
      );
    }
    await createPruning({ database: at.database, retention: defaultRetention }).run();
    const left = await at.database.query(
      'select key_hash from idempotency_keys where tenant_id = $1',
      [tenantId],
    );
    assert.deepEqual(left, [{ keyHash: '29 days' }]);
  });

  test('a failed creation releases its alias', async () => {
    const missing = { members: ['nobody@aare.example'] };
    const failed = await create(one, 'released', { wait: 10, others: missing });
    assert.equal(failed.accepted.status, 'failed');
    const again = await create(one, 'released', { wait: 10 });
    assert.equal(again.accepted.status, 'succeeded');
  });

  test('teams are found by their alias, also those that gave it back', async () => {
    const missing = { members: ['nobody@aare.example'] };
    await create(one, 'Findable', { wait: 10, others: missing });
    await create(one, 'findable', { wait: 10 });
    const { body } = await one.call(tenant, '/teams?mailNickName=FINDABLE');
    const { items } = body as { items: { mailNickName: string; status: string }[] };
    assert.deepEqual(
      items.map(({ mailNickName, status }) => [mailNickName, status]),
      [
        ['findable', 'succeeded'],
        ['Findable', 'failed'],
      ],
    );
  });

  test('a succeeded creation keeps its alias', async () => {
    assert.equal((await create(one, 'kept', { wait: 10 })).accepted.status, 'succeeded');
    assert.equal((await create(one, 'KEPT')).status, 409);
  });

  test('people who do not exist fail the creation, each one named at its first place', async () => {
    const known = testPeople[3] ?? '';
    const ghosts = ['ghost@aare.example', 'GHOST@aare.example'];
    const members = [known, known, ...ghosts, '00000000-0000-4000-8000-000000000001'];
    const { accepted } = await create(one, 'haunted', { wait: 10, others: { members } });
    assert.equal(accepted.status, 'failed');
    const { body } = await one.call(tenant, `/teams/${accepted.teamId}/status`);
    const { error } = body as { error: { code: string; errors: { pointer: string }[] } };
    assert.equal(error.code, 'people_not_found');
    assert.deepEqual(
      error.errors.map(({ pointer }) => pointer),
      ['/members/2', '/members/4'],
    );
    const team = await one.call(tenant, `/teams/${accepted.teamId}`);
    assert.equal((team.body as { members: string[] }).members.length, 3);
  });

  test('a deputy who is the responsible by another name fails the creation', async () => {
    const email = testPeople[0] ?? '';
    const [person] = await one.at.database.query<{ personId: string }>(
      'select person_id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, email],
    );
    const others = { responsible: email, deputy: person?.personId.toUpperCase() };
    const { accepted } = await create(one, 'own-deputy', { wait: 10, others });
    const { body } = await one.call(tenant, `/teams/${accepted.teamId}/status`);
    const { error } = body as { error: { code: string; errors: { code: string }[] } };
    assert.equal(error.code, 'people_not_eligible');
    assert.deepEqual(
      error.errors.map(({ code }) => code),
      ['deputy_is_responsible'],
    );
  });

  test('of very many who do not exist the sentence names some, and the list all', async () => {
    const members = Array.from({ length: 500 }, (_, n) => `ghost-${n}@aare.example`);
    const { accepted } = await create(one, 'ghost-town', { wait: 10, others: { members } });
    const { body } = await one.call(tenant, `/teams/${accepted.teamId}/status`);
    const { error } = body as { error: { detail: string; errors: unknown[] } };
    assert.equal(error.errors.length, 500);
    assert.ok(error.detail.length < 2_000);
  });
});
