// Reviews of the people in groups, from the policy or a request to the change of the group, in a sandbox whose governance
// clock is put forward.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../ground/clock.ts';
import { withoutRest } from '../../ground/turns.ts';
import { previewLifecycle } from '../lifecycle/preview-lifecycle.postgres.ts';
import { createOpenReviewStore } from './open-reviews.postgres.ts';
import { completeLifecycle } from '../../settings/organisations/lifecycle-policy.ts';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
let governance: Advance;
before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());

const yearly = { expires: { after: 'P5Y' }, remindBefore: ['P14D', 'P3D'] };
const reviewPolicy = { every: 'P180D', unanswered: 'remove_guests' } as const;

interface Review {
  readonly reviewId: string;
  readonly state: string;
  readonly taskId: string | null;
  readonly requestedBy: { readonly kind: string };
  readonly counts: Readonly<Record<string, number>>;
  readonly people: readonly {
    readonly personId: string;
    readonly email: string;
    readonly role: string;
    readonly decision: string | null;
  }[];
}

const guests = ['ann@partner.example', 'bob@partner.example'];

async function addTenant(): Promise<TestTenant> {
  const tenant = await service.addTenant();
  await service.change(async ({ sandboxPeople }) => {
    for (const email of guests) {
      const guest = { email, name: email, kind: 'guest' } as const;
      await sandboxPeople.add(testOperator, tenant.tenantId, guest);
    }
  });
  return tenant;
}

const create = (tenant: TestTenant, alias: string) =>
  governance.create(tenant, teamRequest(alias, { owners: ['lena@aare.example'], members: guests }));

const send = async (tenant: TestTenant, path: string, body: unknown = {}) =>
  service.call(tenant, path, { method: 'POST', body });

async function listOf(tenant: TestTenant, teamId: string): Promise<readonly Review[]> {
  const { body } = await service.call(tenant, `/reviews?teamId=${teamId}`);
  return (body as { items: Review[] }).items;
}

async function lastOf(tenant: TestTenant, teamId: string): Promise<Review> {
  const [last] = await listOf(tenant, teamId);
  assert.ok(last);
  return (await service.call(tenant, `/reviews/${last.reviewId}`)).body as Review;
}

async function peopleOf(tenant: TestTenant, teamId: string): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ email: string }>(
    `select p.email from sandbox_groups g join sandbox_people p
      on p.tenant_id = g.tenant_id and p.person_id = any (g.member_ids || g.owner_ids)
    where g.tenant_id = $1 and g.marker = $2 group by p.email order by p.email`,
    [tenant.tenantId, teamId],
  );
  return rows.map(({ email }) => email);
}

async function eventsOf({ tenantId }: TestTenant, teamId: string): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ action: string; actor: string; rule: string }>(
    `select action, actor_kind as actor, data -> 'cause' ->> 'rule' as rule from activity
    where tenant_id = $1 and subject_id = $2 and action like 'review.%'
    order by activity_id`,
    [tenantId, teamId],
  );
  return rows.map(({ action, actor, rule }) => `${action} ${actor} ${rule ?? '-'}`);
}

test('the policy asks for each review in time, reminds, and removes only guests whom nobody confirmed', async () => {
  const tenant = await addTenant();
  await governance.setLifecycle(tenant, { ...yearly, review: reviewPolicy });
  const teamId = await create(tenant, 'by-policy');
  await governance.advance(tenant, 170);
  assert.deepEqual(await listOf(tenant, teamId), []);
  await governance.advance(tenant, 12);
  const review = await lastOf(tenant, teamId);
  assert.equal(review.state, 'open');
  // Neither the responsible person nor the deputy.
  assert.deepEqual(review.people.map(({ email, role }) => `${role} ${email}`).sort(), [
    'guest ann@partner.example',
    'guest bob@partner.example',
    'owner lena@aare.example',
  ]);
  const ann = review.people.find(({ email }) => email.startsWith('ann'));
  const kept = [{ personId: ann?.personId, decision: 'keep' }];
  const decided = await send(tenant, `/reviews/${review.reviewId}/decisions`, { decisions: kept });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  assert.equal((decided.body as Review).counts['undecided'], 2);
  await governance.advance(tenant, 32);
  assert.equal((await lastOf(tenant, teamId)).state, 'lapsed');
  assert.deepEqual(await peopleOf(tenant, teamId), [
    'ann@partner.example',
    'lena@aare.example',
    'mara@aare.example',
    'tomas@aare.example',
  ]);
  const [removal] = await service.at.database.query<{ kind: string; rule: string }>(
    `select kind, cause ->> 'rule' as rule from operations where tenant_id = $1 and team_id = $2`,
    [tenant.tenantId, teamId],
  );
  assert.deepEqual(removal, { kind: 'change', rule: 'review' });
  assert.deepEqual(await governance.noticesOf(tenant, teamId), { review: 3, guests_removed: 1 });
  assert.deepEqual(await eventsOf(tenant, teamId), [
    'review.requested policy review',
    'review.opened policy review',
    'review.answered api_key review',
    'review.lapsed policy review',
  ]);
  // The next one comes half a year after the first.
  await governance.advance(tenant, 160);
  assert.equal((await listOf(tenant, teamId)).length, 2);
});

test('decisions about everyone end the review: who is removed leaves in one operation', async () => {
  const tenant = await addTenant();
  const teamId = await create(tenant, 'by-request');
  await governance.runDue(tenant);
  const [first, again] = [
    await send(tenant, `/teams/${teamId}/reviews`, { subjects: ['owners', 'guests'] }),
    await send(tenant, `/teams/${teamId}/reviews`),
  ];
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.equal((again.body as Review).reviewId, (first.body as Review).reviewId);
  const { reviewId } = first.body as Review;
  const path = `/reviews/${reviewId}/decisions`;
  await governance.runDue(tenant);
  const { people, state, taskId } = await lastOf(tenant, teamId);
  assert.equal(state, 'open');
  const decisions = people.map(({ personId, role, email }) => ({
    personId,
    decision: role === 'owner' ? 'remove' : email.startsWith('bob') ? 'unsure' : 'remove',
  }));
  // A part by the API, the rest by the task: the task needs all.
  const wrong = await send(tenant, path, {
    decisions: [...decisions, { personId: 'stranger', decision: 'keep' }],
  });
  assert.equal(wrong.status, 422);
  const part = await send(tenant, `/tasks/${taskId}/decision`, {
    decision: 'confirm',
    decisions: decisions.slice(1),
  });
  assert.equal(part.status, 422, JSON.stringify(part.body));
  assert.equal((await send(tenant, path, { decisions: decisions.slice(0, 2) })).status, 200);
  const done = await send(tenant, path, { decisions: decisions.slice(2) });
  assert.equal((done.body as Review).state, 'completed', JSON.stringify(done.body));
  await governance.settled(tenant);
  // A former owner stays a member; the one who is unsure stays.
  assert.deepEqual(await peopleOf(tenant, teamId), [
    'bob@partner.example',
    'lena@aare.example',
    'mara@aare.example',
    'tomas@aare.example',
  ]);
  const { body } = await service.call(tenant, `/teams/${teamId}/operations`);
  assert.equal((body as { items: unknown[] }).items.length, 1);
  assert.deepEqual((await eventsOf(tenant, teamId)).slice(-1), ['review.completed api_key -']);
  assert.equal((await send(tenant, path, { decisions })).status, 409);
});

test('a decision to remove a person whom a roster names is refused when it is sent', async () => {
  const tenant = await addTenant();
  const teamId = await create(tenant, 'with-roster');
  const put = await service.call(tenant, `/teams/${teamId}/rosters/hr`, {
    method: 'PUT',
    body: { members: [{ person: 'yuki@aare.example', role: 'owner' }] },
    headers: { prefer: 'wait=20' },
  });
  assert.equal(put.status, 200);
  await send(tenant, `/teams/${teamId}/reviews`);
  await governance.runDue(tenant);
  const { reviewId, people } = await lastOf(tenant, teamId);
  const named = people.find(({ email }) => email.startsWith('yuki'));
  assert.ok(named);
  assert.ok(people.length > 1);
  const path = `/reviews/${reviewId}/decisions`;
  const refused = await send(tenant, path, {
    decisions: [{ personId: named.personId, decision: 'remove' }],
  });
  assert.equal(refused.status, 422, JSON.stringify(refused.body));
  const { errors } = refused.body as { errors: { pointer: string; code: string }[] };
  assert.deepEqual(
    errors.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/decisions named_by_roster'],
  );
  assert.equal((await lastOf(tenant, teamId)).counts['undecided'], people.length);
  const kept = people.map(({ personId }) => ({ personId, decision: 'keep' }));
  assert.equal((await send(tenant, path, { decisions: kept })).status, 200);
});

test('a review that lapses leaves guests whom a roster names by then, and removes the others', async () => {
  const tenant = await addTenant();
  await governance.setLifecycle(tenant, { ...yearly, review: reviewPolicy });
  const teamId = await create(tenant, 'named-guests');
  await governance.advance(tenant, 182);
  const { reviewId, people } = await lastOf(tenant, teamId);
  const decisions = people
    .filter(({ email }) => email.startsWith('ann'))
    .map(({ personId }) => ({ personId, decision: 'remove' }));
  const decided = await send(tenant, `/reviews/${reviewId}/decisions`, { decisions });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  const put = await service.call(tenant, `/teams/${teamId}/rosters/hr`, {
    method: 'PUT',
    body: { members: [{ person: 'ann@partner.example' }] },
    headers: { prefer: 'wait=20' },
  });
  assert.equal(put.status, 200);
  await governance.advance(tenant, 32);
  const { state, counts } = await lastOf(tenant, teamId);
  assert.deepEqual([state, counts['removed'], counts['undecided']], ['lapsed', 1, 2]);
  assert.deepEqual(await peopleOf(tenant, teamId), [
    'ann@partner.example',
    'lena@aare.example',
    'mara@aare.example',
    'tomas@aare.example',
  ]);
});

test('a review leaves no group without the owners that its template demands', async () => {
  const tenant = await addTenant();
  const body = teamRequest('prj-4711', {
    displayName: 'Project 4711',
    templateIdOrIdentifier: 'project',
    deputy: null,
    owners: ['lena@aare.example'],
  });
  const teamId = await governance.create(tenant, body);
  await send(tenant, `/teams/${teamId}/reviews`);
  await governance.runDue(tenant);
  const { reviewId, people } = await lastOf(tenant, teamId);
  const decisions = people.map(({ personId }) => ({ personId, decision: 'remove' }));
  const refused = await send(tenant, `/reviews/${reviewId}/decisions`, { decisions });
  assert.equal(refused.status, 422);
  const { errors } = refused.body as { errors: { pointer: string; code: string }[] };
  assert.deepEqual(
    errors.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/decisions too_few_owners'],
  );
});

test('the review moves with a handover, ends with the group, and is hidden from other tenants', async () => {
  const tenant = await addTenant();
  const stranger = await addTenant();
  const teamId = await create(tenant, 'moving');
  await send(tenant, `/teams/${teamId}/reviews`);
  await governance.runDue(tenant);
  const { reviewId } = await lastOf(tenant, teamId);
  for (const path of [
    `/reviews/${reviewId}`,
    `/reviews/${reviewId.replaceAll(/[0-9a-f]/g, '0')}`,
  ]) {
    assert.equal((await service.call(stranger, path)).status, 404);
  }
  const asked = async () => {
    const { body } = await service.call(tenant, '/tasks?kind=review&state=open');
    const { items } = body as { items: { assignees: { email: string }[] }[] };
    return items.flatMap(({ assignees }) => assignees.map(({ email }) => email));
  };
  assert.deepEqual(await asked(), ['mara@aare.example']);
  const change = { responsible: 'yuki@aare.example', former: 'none' };
  await service.call(tenant, `/teams/${teamId}`, { method: 'PATCH', body: change });
  await governance.settled(tenant);
  await governance.advance(tenant, 1);
  assert.deepEqual(await asked(), ['yuki@aare.example']);
  await send(tenant, `/teams/${teamId}/archive`);
  await governance.settled(tenant);
  await governance.advance(tenant, 1);
  assert.equal((await lastOf(tenant, teamId)).state, 'withdrawn');
  assert.deepEqual(await asked(), []);
  assert.equal((await send(tenant, `/teams/${teamId}/reviews`)).status, 409);
});

test('the review of a group that is no longer active is read once, and waits for the assessment that withdraws it', async () => {
  const tenant = await addTenant();
  const teamId = await create(tenant, 'left-meanwhile');
  await send(tenant, `/teams/${teamId}/reviews`);
  await governance.runDue(tenant);
  const { reviewId } = await lastOf(tenant, teamId);
  const { tenantId } = tenant;
  await service.at.database.transaction(async (transaction) => {
    await transaction.query(
      `with left_meanwhile as (
        update teams set archived_at = now() where tenant_id = $1 and team_id = $2
      )
      update reviews set state = 'requested', read_due_at = now(), opened_at = null
      where tenant_id = $1 and review_id = $3`,
      [tenantId, teamId, reviewId],
    );
    // The tick of the service does not see what is not committed.
    const store = createOpenReviewStore({
      database: {
        ...service.at.database,
        query: (...given) => transaction.query(...given),
        transaction: (work) => work(transaction),
      },
      settingsOf: () => undefined,
      now: () => new Date(),
      clock: systemClock,
    });
    const [due] = await store.due(tenantId, 10);
    assert.equal(due?.reviewId, reviewId);
    await store.open(due, { people: [], fixedOwners: 0 });
    assert.deepEqual(await store.due(tenantId, 10), []);
    assert.deepEqual(
      await transaction.query(
        `select r.state, g.due_at is not null as is_due from reviews r
        join governed_groups g on g.tenant_id = r.tenant_id and g.team_id = r.team_id
        where r.tenant_id = $1 and r.review_id = $2`,
        [tenantId, reviewId],
      ),
      [{ state: 'requested', isDue: true }],
    );
  });
  await governance.runDue(tenant);
  assert.equal((await lastOf(tenant, teamId)).state, 'withdrawn');
});

test('a lifecycle of reviews alone: a group that nobody reviews is archived, one on hold is not, and none expires', async () => {
  const tenant = await addTenant();
  const { tenantId, templateIds } = tenant;
  const lifecycle = { review: { every: 'P180D', unanswered: 'archive' } } as const;
  await governance.setLifecycle(tenant, lifecycle);
  const [archived, held] = [await create(tenant, 'unreviewed'), await create(tenant, 'on-hold')];
  const plan = await previewLifecycle(
    service.at.database,
    {
      tenantId,
      templateId: templateIds.any,
      change: { kind: 'template', policy: { lifecycle: completeLifecycle(lifecycle) } },
      settings: undefined,
    },
    withoutRest,
  );
  assert.deepEqual([plan.concerned, plan.reviewed], [0, 2]);
  await governance.advance(tenant, 182);
  const put = { method: 'PUT', body: { reason: 'Legal hold' } };
  await service.call(tenant, `/teams/${held}/hold`, put);
  await governance.advance(tenant, 40);
  const stateOf = async (teamId: string) => {
    const { body } = await service.call(tenant, `/teams/${teamId}`);
    const { state, lifecycle: dates } = body as {
      state: string;
      lifecycle: { expiresAt: string | null } | null;
    };
    return [state, dates?.expiresAt ?? null, (await lastOf(tenant, teamId)).state];
  };
  assert.deepEqual(await stateOf(archived), ['archived', null, 'lapsed']);
  // Nobody was asked during the hold: the question follows the release.
  assert.deepEqual(await stateOf(held), ['active', null, 'withdrawn']);
  await service.call(tenant, `/teams/${held}/hold`, { method: 'DELETE' });
  await governance.advance(tenant, 1);
  assert.deepEqual(await stateOf(held), ['active', null, 'open']);
});
