import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { leastMaxTurnMs, type Sender, startSender } from '../../testing/longest-turn.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

const members = Array.from(
  { length: 25_000 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

let service: TestService;
let tenant: TestTenant;
let sender: Sender;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  sender = startSender();
  await service.at.database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name)
     select $1, id, id || '@aare.example', id::text from unnest($2::uuid[]) as id`,
    [tenant.tenantId, members],
  );
});
after(async () => {
  await sender.close();
  await service.close();
});

/** Runs in a separate thread. */
async function create(alias: string, people: readonly string[], wait: number) {
  const answer = await sender.send({
    url: `${service.address}/teams`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tenant.token}`,
      prefer: `wait=${wait}`,
    },
    body: JSON.stringify(teamRequest(alias, { members: people })),
  });
  return JSON.parse(await answer.text()) as { teamId: string; status: string };
}

async function finalStatus(teamId: string) {
  for (;;) {
    const { body } = await service.call(tenant, `/teams/${teamId}/status`);
    const { status, completedAt } = body as { status: string; completedAt: string | null };
    if (completedAt !== null) return status;
    await pause(100);
  }
}

test('a group of 25,000 members is created beside others that do not wait for it, without a turn of more than 50 ms', async () => {
  let teamId = '';
  const turn = await leastMaxTurnMs(
    async (run) => {
      const large = create(`large-${run}`, members, 0);
      const small = await create(`small-${run}`, [], 20);
      assert.equal(small.status, 'succeeded');
      ({ teamId } = await large);
      assert.equal(await finalStatus(teamId), 'succeeded');
    },
    { runs: 3, enoughMs: 50 },
  );
  assert.ok(turn < 50, `${turn} ms`);
  const [group] = await service.at.database.query<{ owners: number; members: number }>(
    `select cardinality(owner_ids) as owners, cardinality(member_ids) as members
     from sandbox_groups where tenant_id = $1 and marker = $2`,
    [tenant.tenantId, teamId],
  );
  assert.deepEqual(group, { owners: 2, members: 25_002 });
});

test('of 25,000 members who do not exist 1,000 are listed and all are counted, without a turn of more than 50 ms', async () => {
  const strangers = members.map((id) => `1${id.slice(1)}`);
  let teamId = '';
  const turn = await leastMaxTurnMs(
    async (run) => {
      ({ teamId } = await create(`strangers-${run}`, strangers, 30));
    },
    { runs: 5, enoughMs: 50 },
  );
  assert.ok(turn < 50, `${turn} ms`);
  assert.equal(await finalStatus(teamId), 'failed');
  const { body } = await service.call(tenant, `/teams/${teamId}/status`);
  const { error } = body as { error: { code: string; detail: string; errors: unknown[] } };
  assert.equal(error.code, 'people_not_found');
  assert.equal(error.errors.length, 1000);
  assert.match(error.detail, / and 24950 more\..* Of 25000 faults, errors lists the first 1000\.$/);
});
