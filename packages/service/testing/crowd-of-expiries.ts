// Many groups that expire on one day, in a number that the caller names: what their people get, and how long a creation
// takes meanwhile.
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { eventually } from './eventually.ts';
import { addExistingGroups, addToSandbox } from './existing-groups.ts';
import { createAdvance } from './governance.ts';
import { advanceBy } from './governed-year.ts';
import { teamRequest, testPeople, type TestService } from './service.ts';

export interface CrowdFigures {
  readonly groups: number;
  /** It belongs to the policy, while the groups are assessed for the first time. */
  readonly savingMs: number;
  /** The time counts from the day of the expiry until all of them are archived. */
  readonly archivingSeconds: number;
  /** It belongs to one creation that is requested while they are archived. */
  readonly creationMs: number;
  /** Archives that were not finished when the creation was. */
  readonly archivesLeft: number;
  readonly notices: number;
  readonly digests: number;
}

const dayMs = 86_400_000;

export async function runCrowdOfExpiries(
  service: TestService,
  count: number,
  /** Archives that cannot end until the creation has. Each one keeps a connection of the database waiting. */
  heldArchives = 0,
): Promise<CrowdFigures> {
  const governance = createAdvance(service);
  const { database } = service.at;
  const tenant = await service.addTenant();
  const { tenantId } = tenant;
  const expiresOn = new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10);
  await addToSandbox(
    database,
    tenant,
    await addExistingGroups(database, tenant, { prefix: 'crowd', count }),
  );
  await service.at.analyze(
    'teams',
    'provisionings',
    'governed_groups',
    'sandbox_groups',
    'operations',
  );
  // Their people are looked at first. Meanwhile the policy is saved, without waiting for the groups that the tick holds.
  const isLookedAt = governance.runDue(tenant);
  const savedAt = performance.now();
  await governance.setLifecycle(tenant, {
    expires: { on: expiresOn },
    remindBefore: ['P14D', 'P7D'],
  });
  const savingMs = Math.round(performance.now() - savedAt);
  await isLookedAt;
  await advanceBy(service, tenant, 'P38D');

  const expiry = new Date(Date.parse(`${expiresOn}T08:00:01Z`));
  await governance.setClock(tenant, expiry);
  const startedAt = performance.now();
  const archives = async (status: string) => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::integer as count from operations
      where tenant_id = $1 and kind = 'archive' and status ${status}`,
      [tenantId],
    );
    return row?.count ?? 0;
  };
  const release = await lockSandboxGroups(service, tenantId, heldArchives);
  const assessed = service.service.runDue();
  await eventually(async () => (await archives(`<> 'cancelled'`)) > 0, 'groups are archived');
  const requestedAt = performance.now();
  const { status, body } = await service.call(tenant, '/teams', {
    method: 'POST',
    // It belongs to a template without an expiry.
    body: teamRequest('prj-beside', {
      displayName: 'Project beside',
      templateIdOrIdentifier: 'project',
      owners: [testPeople[3]],
    }),
    headers: { prefer: 'wait=60' },
  });
  const creationMs = Math.round(performance.now() - requestedAt);
  const archivesLeft = count - (await archives(`= 'succeeded'`));
  await release();
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((body as { status: string }).status, 'succeeded');
  await assessed;
  await governance.runDue(tenant);
  await governance.settled(tenant);
  const archivingSeconds = Math.round((performance.now() - startedAt) / 100) / 10;
  await advanceBy(service, tenant, 'P1D');

  const outcomes = await database.query<{ status: string; error: object | null; count: number }>(
    `select status, error, count(*)::integer as count from operations
    where tenant_id = $1 and kind = 'archive' group by status, error`,
    [tenantId],
  );
  assert.deepEqual(outcomes, [{ status: 'succeeded', error: null, count }]);
  const [figures] = await database.query<{ notices: number; digests: number; most: number }>(
    `select (select count(*)::integer from notices where tenant_id = $1) as notices,
      (select count(*)::integer from notice_messages where tenant_id = $1) as digests,
      (select max(count)::integer from (
        select count(*) from notice_messages where tenant_id = $1 group by person_id, day
      ) by_day) as most`,
    [tenantId],
  );
  assert.ok(figures);
  // Two reminders, the second one to the deputy, too, and the message that the groups were archived.
  assert.deepEqual([figures.notices, figures.most], [5 * count, 1]);
  const { notices, digests } = figures;
  // Groups that are archived after the digest of the day are in that of a later day.
  assert.ok(digests >= 5 && digests <= 20, `${digests} digests`);
  return { groups: count, savingMs, archivingSeconds, creationMs, archivesLeft, notices, digests };
}

/** @returns the end of the lock */
async function lockSandboxGroups(
  service: TestService,
  tenantId: string,
  count: number,
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: service.at.url });
  await client.connect();
  await client.query('begin');
  await client.query(
    'select from sandbox_groups where tenant_id = $1 order by group_id limit $2 for no key update',
    [tenantId, count],
  );
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}
