// 13 months of a sandbox with 1,000 groups by its time machine: exactly the planned questions are asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { createAdvance } from '../../../testing/governance.ts';
import { advanceBy } from '../../../testing/governed-year.ts';
import { startTestService, teamRequest } from '../../../testing/service.ts';

const count = 1_000;
const dayMs = 86_400_000;

test('13 months with 1,000 groups ask about those that nobody used, on their day and once', async (context) => {
  const service = await startTestService();
  const tenant = await service.addTenant();
  const clock = createAdvance(service);
  const { database } = service.at;
  await clock.setLifecycle(tenant, {
    inactivity: { after: 'P180D', within: 'P30D', unanswered: 'keep', quietFor: 'P1Y' },
  });
  const answer = await service.call(tenant, '/teams/bulk', {
    method: 'POST',
    body: Array.from({ length: count }, (_, n) => teamRequest(`year-${n}`)),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 500));
  await eventually(async () => {
    const rows = await database.query(
      `select from provisionings where tenant_id = $1 and status <> 'succeeded' limit 1`,
      [tenant.tenantId],
    );
    return rows.length === 0;
  }, 'the groups exist');
  const start = (await clock.now(tenant)).getTime();
  // Five groups a day were last used on the days from 10 to 129; the others are used until the end.
  const planned = 600;
  await database.query(
    `with numbered as (
      select group_id, row_number() over (order by group_id) - 1 as n from sandbox_groups where tenant_id = $1
    )
    update sandbox_groups g
    set facts = g.facts || jsonb_build_object('lastUsedOn',
      (case when n < ${planned} then $2::date + 10 + (n / 5)::integer else $2::date + 500 end)::text)
    from numbered where g.tenant_id = $1 and g.group_id = numbered.group_id`,
    [tenant.tenantId, new Date(start)],
  );
  const begun = performance.now();
  const processor = process.cpuUsage();
  await advanceBy(service, tenant, 'P396D');
  const { user, system } = process.cpuUsage(processor);
  const [{ stops } = { stops: 0 }] = await database.query<{ stops: number }>(
    'select count(*)::integer as stops from governance_advances where tenant_id = $1',
    [tenant.tenantId],
  );
  const seconds = (milliseconds: number) => Math.round(milliseconds / 1_000);
  const figures = {
    seconds: seconds(performance.now() - begun),
    processorSeconds: seconds((user + system) / 1_000),
    stops,
  };
  context.diagnostic(JSON.stringify(figures));
  // The machine may have other work: its time counts, and not that of the clock on the wall.
  assert.ok(figures.processorSeconds < 60, JSON.stringify(figures));
  const asked = await database.query<{ opened: number; used: number }>(
    `select floor(extract(epoch from k.opened_at - $2::timestamptz) / 86400)::integer as opened,
      (g.facts ->> 'lastUsedOn')::date - $2::date as used
    from tasks k join sandbox_groups g on g.tenant_id = k.tenant_id and g.marker = k.team_id
    where k.tenant_id = $1 and k.kind = 'still_needed'`,
    [tenant.tenantId, new Date(start - (start % dayMs))],
  );
  assert.equal(asked.length, planned);
  for (const { opened, used } of asked) assert.ok(opened - used >= 180 && opened - used <= 182);
  const events = await database.query(
    `select from activity where tenant_id = $1 and action = 'group.idle'`,
    [tenant.tenantId],
  );
  assert.equal(events.length, planned);
  await service.close();
});
