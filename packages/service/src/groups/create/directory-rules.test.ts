// Rules of the directory that are known beforehand: a request that breaks one is refused, and nothing is created.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
});
after(() => running.close());

interface Problem {
  readonly code: string;
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
}

/** The faults by which creation, plan and bulk refuse the request; nothing may have been accepted. */
async function refusals(body: unknown): Promise<Record<'creation' | 'plan' | 'bulk', string[]>> {
  const faultsOf = ({ errors }: Pick<Problem, 'errors'>): string[] =>
    errors.map(({ pointer, code }) => `${pointer} ${code}`);
  const post = (path: string, sent: unknown) =>
    running.call(tenant, path, { method: 'POST', body: sent });
  const creation = await post('/teams', body);
  assert.equal(creation.status, 422);
  const plan = (await post('/teams/plan', body)).body as { outcome: string; error: Problem };
  assert.equal(plan.outcome, 'refused');
  const bulk = (await post('/teams/bulk', [body])).body as {
    accepted: number;
    items: [{ error: Problem }];
  };
  assert.equal(bulk.accepted, 0);
  const accepted = await running.at.database.query(
    'select from provisionings where tenant_id = $1',
    [tenant.tenantId],
  );
  assert.equal(accepted.length, 0);
  return {
    creation: faultsOf(creation.body as Problem),
    plan: faultsOf(plan.error),
    bulk: faultsOf(bulk.items[0].error),
  };
}

const everywhere = (...faults: string[]) => ({ creation: faults, plan: faults, bulk: faults });
const crowd = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}@aare.example`);

async function changePolicy(change: Readonly<Record<string, unknown>>): Promise<void> {
  await running.at.database.query(
    `update templates set policy = policy || $2::jsonb, version = version + 1
     where tenant_id = $1 and identifier = 'any'`,
    [tenant.tenantId, JSON.stringify(change)],
  );
  await running.service.refresh();
}

suite('what the directory would refuse', () => {
  test('more than 100 owners, responsible and deputy among them, are refused everywhere', async () => {
    const tooMany = teamRequest('owners', { owners: crowd(99) });
    assert.deepEqual(await refusals(tooMany), everywhere('/owners too_many_owners'));
  });

  test('reserved aliases are refused everywhere, in any case', async () => {
    for (const alias of ['postmaster', 'Root']) {
      assert.deepEqual(
        await refusals(teamRequest(alias)),
        everywhere('/mailNickName alias_reserved'),
      );
    }
  });

  test('a display name with outer white space or control characters is refused everywhere', async () => {
    for (const displayName of [' Bridge', 'Bridge ', 'Bridge\u00a0']) {
      assert.deepEqual(
        await refusals(teamRequest('spaced', { displayName })),
        everywhere('/displayName outer_white_space'),
      );
    }
    assert.deepEqual(
      await refusals(teamRequest('controlled', { displayName: 'Bri\ndge' })),
      everywhere('/displayName character_refused'),
    );
  });

  test('bounds on owners and members count different people, whatever the template', async () => {
    const owners = crowd(98);
    const many = { owners: [...owners, ...owners], members: [...crowd(24_999), ...crowd(24_000)] };
    const plan = await running.call(tenant, '/teams/plan', {
      method: 'POST',
      body: teamRequest('doubled', many),
    });
    assert.notEqual((plan.body as { outcome: string }).outcome, 'refused');
    const tooMany = { owners: crowd(101), members: crowd(25_001), templateIdOrIdentifier: 'no' };
    assert.deepEqual(
      await refusals(teamRequest('crowded', tooMany)),
      everywhere(
        '/templateIdOrIdentifier template_not_found',
        '/owners too_many_owners',
        '/members too_many_members',
      ),
    );
  });

  test('a person who is named twice counts once among the owners', async () => {
    const { responsible, deputy } = teamRequest('twice') as { responsible: string; deputy: string };
    const owners = [...crowd(98), responsible.toUpperCase(), deputy];
    const { body } = await running.call(tenant, '/teams/plan', {
      method: 'POST',
      body: teamRequest('twice', { owners }),
    });
    assert.notEqual((body as { outcome: string }).outcome, 'refused');
  });

  test('the default owners of the template count, too', async () => {
    await changePolicy({ defaultOwners: crowd(50, 's') });
    const tooMany = teamRequest('standing', { owners: crowd(49) });
    assert.deepEqual(await refusals(tooMany), everywhere('/owners too_many_owners'));
    await changePolicy({ defaultOwners: [] });
  });

  test('more than 25,000 members together with the default ones are refused everywhere', async () => {
    await changePolicy({ defaultMembers: crowd(1, 's') });
    const tooMany = teamRequest('members', { members: crowd(25_000) });
    assert.deepEqual(await refusals(tooMany), everywhere('/members too_many_members'));
    await changePolicy({ defaultMembers: [] });
  });

  test('a template with a channel that Teams refuses is refused everywhere', async () => {
    const channels = ['a,b', 'forms'].map((displayName) => ({ displayName, description: null }));
    await changePolicy({ channels });
    const fault = '/templateIdOrIdentifier template_channel_refused';
    assert.deepEqual(await refusals(teamRequest('channels')), everywhere(fault, fault));
    await changePolicy({ channels: [] });
  });
});
