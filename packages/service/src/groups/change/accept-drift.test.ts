// The acceptance of differences through the API, on the sandbox: the record gets what the directory has.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { runBatch } from '../../../testing/run-batch.ts';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';

interface Difference {
  property: string;
  since: string;
  rule: string;
  resolution: string;
}
interface Answer {
  teamId: string;
  displayName: string;
  description: string | null;
  visibility: string;
  state: string;
  statusUrl: string;
  status: string;
  kind: string;
  code: string;
  errors?: { pointer: string; code: string }[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  change: Record<string, unknown>;
  drift: Difference[] | null;
  items: {
    teamId: string;
    etag: string;
    changed: boolean;
    drift: Difference[] | null;
    error: { code: string } | null;
  }[];
}

let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown) {
  const options = { method, body, headers: { prefer: 'wait=20' } };
  const answer = await service.call(tenant, path, options);
  return { ...answer, body: answer.body as Answer };
}

const create = (others = {}) => service.createTeam(tenant, `accepted-${(count += 1)}`, others);
const read = async (teamId: string) => (await send('GET', `/teams/${teamId}`)).body;
const compare = async (teamId: string) =>
  (await send('POST', `/teams/${teamId}/comparison`)).body.drift ?? [];
const inSuite = (teamId: string, values: string) =>
  service.at.database.query(`update sandbox_groups set ${values} where marker = $1`, [teamId]);

async function accept(teamId: string, properties: string[], reason?: string): Promise<Answer> {
  const { status, body } = await send('POST', `/teams/${teamId}/drift/acceptance`, {
    properties,
    reason,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return (await send('GET', new URL(body.statusUrl).pathname)).body;
}

async function faultsOf(teamId: string, properties: readonly unknown[]) {
  const { status, body } = await send('POST', `/teams/${teamId}/drift/acceptance`, { properties });
  return [status, body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)];
}

suite('the acceptance of differences', () => {
  test('writes the named ones into the record, and the others still differ since the same time', async () => {
    const teamId = await create({ description: 'Over the Aare' });
    await inSuite(
      teamId,
      `display_name = 'Work corner', description = null, visibility = 'public', archived_at = now()`,
    );
    const seen = await compare(teamId);
    assert.deepEqual(
      seen.map(({ property, rule, resolution }) => [property, rule, resolution]),
      ['displayName', 'description', 'visibility', 'archived'].map((property) => [
        property,
        'report',
        'pending',
      ]),
    );
    const operation = await accept(teamId, ['displayName', 'archived', 'description'], 'Agreed');
    assert.deepEqual([operation.kind, operation.status], ['accept_drift', 'succeeded']);
    assert.deepEqual(operation.before, {
      displayName: 'Group accepted-1',
      description: 'Over the Aare',
      archived: false,
    });
    assert.deepEqual(operation.after, {
      displayName: 'Work corner',
      description: null,
      archived: true,
    });
    assert.deepEqual(operation.change['properties'], ['displayName', 'archived', 'description']);
    const team = await read(teamId);
    assert.deepEqual(
      [team.displayName, team.description, team.visibility, team.state],
      ['Work corner', null, 'private', 'archived'],
    );
    assert.deepEqual(team.drift, [seen[2]]);
    assert.deepEqual(await compare(teamId), [seen[2]]);
    const found = await send('GET', '/teams?search=work%20corner');
    assert.deepEqual(
      found.body.items.map((one) => one.teamId),
      [teamId],
    );
    const list = (await send('GET', '/teams?finding=differs')).body.items;
    assert.deepEqual(list.find((one) => one.teamId === teamId)?.drift, [seen[2]]);
  });

  test('refuses what is not known, what does not differ, and what no record can have', async () => {
    const teamId = await create();
    assert.deepEqual(await faultsOf(teamId, ['displayName']), [422, [' not_compared']]);
    await inSuite(teamId, `owner_ids = '{}', visibility = 'public'`);
    await compare(teamId);
    assert.deepEqual(
      await faultsOf(teamId, ['displayName', 'responsible', 'deputy', 'owners', 'visibility']),
      [
        422,
        [
          '/properties/1 not_acceptable_difference',
          '/properties/2 not_acceptable_difference',
          '/properties/3 not_acceptable_difference',
        ],
      ],
    );
    assert.deepEqual(await faultsOf(teamId, ['displayName', 'archived']), [200, undefined]);
    for (const wrong of [[], ['members'], [1], ['visibility', 'visibility']]) {
      assert.equal((await faultsOf(teamId, wrong))[0], 422, JSON.stringify(wrong));
    }
    assert.equal((await send('POST', `/teams/${teamId}/drift/acceptance`, {})).status, 422);
    assert.equal((await read(teamId)).visibility, 'private');
  });

  test('refuses a name that breaks the pattern, at the property', async () => {
    const teamId = await service.createTeam(tenant, 'prj-77', {
      displayName: 'Project 77',
      templateIdOrIdentifier: 'project',
    });
    await inSuite(teamId, `display_name = 'Fun corner', visibility = 'public'`);
    await compare(teamId);
    const [status, faults] = await faultsOf(teamId, ['visibility', 'displayName']);
    assert.equal(status, 422);
    assert.deepEqual(faults, ['/properties/1 pattern_mismatch']);
  });

  test('is for several groups at once, and compares several at once', async () => {
    const [renamed, same] = [await create(), await create()];
    await inSuite(renamed, `display_name = 'One of several'`);
    const absent = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';
    const compared = await send('POST', '/teams/comparison', { teamIds: [renamed, same, absent] });
    assert.equal(compared.status, 200, JSON.stringify(compared.body));
    assert.deepEqual(
      compared.body.items.map(({ drift, error }) => [
        drift?.map(({ property }) => property) ?? null,
        error?.code ?? null,
      ]),
      [
        [['displayName'], null],
        [[], null],
        [null, 'not_found'],
      ],
    );
    const kind = 'accept_drift';
    const plan = (
      await send('POST', '/teams/operations/plan', {
        kind,
        properties: ['displayName'],
        teamIds: [renamed, same],
      })
    ).body;
    assert.deepEqual(
      plan.items.map(({ error }) => error?.code ?? null),
      [null, null],
    );
    assert.deepEqual(
      plan.items.map(({ changed }) => changed),
      [true, false],
    );
    const groups = plan.items.map(({ teamId, etag }) => ({ teamId, etag }));
    const properties = ['displayName'];
    const items = await runBatch(send, { kind, properties, groups });
    assert.deepEqual(
      items.map(({ status }) => status),
      ['succeeded', 'unchanged'],
    );
    await send('POST', `/teams/${renamed}/repair`, { properties: ['description'] });
    assert.equal((await read(renamed)).displayName, 'One of several');
  });
});
