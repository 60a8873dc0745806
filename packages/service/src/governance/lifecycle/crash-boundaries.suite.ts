// Dies at boundaries of the end of a group's life: before and after statements and commits from its reminder to the message
// that it was archived. The next process finishes it, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type DyingGovernance, startDyingGovernance } from '../../../testing/dying-governance.ts';
import { type Advance, createAdvance, afterMessages } from '../../../testing/governance.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const maxBoundaries = 1_000;
const dayMs = 86_400_000;
const [mara, tomas] = testPeople;

let at: TestDatabase;
let api: TestService;
let tenant: TestTenant;
let governance: Advance;
let worker: DyingGovernance;

before(async () => {
  at = await createTestDatabase({ maxConnections: 20 });
  api = await startTestService({ ROLES: 'api' }, { at });
  governance = createAdvance(api);
  tenant = await api.addTenant();
  await governance.setLifecycle(tenant, {
    expires: { after: 'P10D' },
    remindBefore: ['P3D'],
    renew: { for: 'P10D' },
  });
  worker = await startDyingGovernance(at, governance);
});
after(async () => {
  await worker.close();
  await api.close();
  await at.close();
});

/** All that the end of a group leaves behind. */
async function tracesOf(teamId: string) {
  const rows = <Row extends object>(sql: string) =>
    at.database.query<Row>(sql, [tenant.tenantId, teamId]);
  const operations = await rows<{ kind: string; status: string }>(
    'select kind, status from operations where tenant_id = $1 and team_id = $2 order by number',
  );
  const notices = await rows<{ kind: string; email: string; isSent: boolean }>(
    `select n.kind, n.email, m.state = 'sent' as is_sent from notices n
    left join notice_messages m on m.tenant_id = n.tenant_id and m.message_id = n.message_id
    where n.tenant_id = $1 and n.team_id = $2 order by n.kind desc, n.email`,
  );
  const entries = await rows<{ action: string }>(
    `select action from activity where tenant_id = $1 and subject_id = $2
      and action not in ('group.accepted', 'group.succeeded') order by action`,
  );
  return {
    operations: operations.map(({ kind, status }) => `${kind} ${status}`),
    notices: notices.map(({ kind, email, isSent }) => `${kind} ${email} ${isSent}`),
    entries: entries.map(({ action }) => action),
  };
}

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  test(`a process that dies at any boundary of an expiry leaves one archiving and each message once (1 boundary in ${oneIn})`, async (context) => {
    let deaths = 0;
    let boundary = firstDrawn(oneIn);
    for (let round = 1; ; round += 1, boundary += oneIn) {
      assert.ok(boundary <= maxBoundaries, 'there is no end of boundaries');
      const teamId = await governance.create(tenant, teamRequest(`ends-${round}`));
      const begunAt = afterMessages(await governance.now(tenant));
      const onDay = (days: number) => new Date(begunAt.getTime() + days * dayMs);
      await worker.runAt(tenant, begunAt);
      worker.failAt(boundary);
      let died = 0;
      for (const day of [8, 12, 13]) died += await worker.runAt(tenant, onDay(day));
      worker.disarm();
      assert.deepEqual(
        await tracesOf(teamId),
        {
          operations: ['archive succeeded'],
          notices: [`renew ${mara} true`, `archived ${mara} true`, `archived ${tomas} true`],
          entries: [
            'group.archived',
            'group.expired',
            'group.expiring',
            'group.operation_accepted',
            'task.lapsed',
            'task.opened',
          ],
        },
        `boundary ${boundary}`,
      );
      deaths += died;
      if (died === 0) break;
    }
    context.diagnostic(`${deaths} deaths, ${boundary} boundaries`);
    assert.ok(deaths * oneIn >= 240, `${deaths} deaths`);
  });

  test('a process that dies at any boundary of the reports about use asks about each idle group once', async (context) => {
    const reported = await api.addTenant();
    const { tenantId } = reported;
    await governance.setLifecycle(reported, {
      inactivity: { after: 'P30D', within: 'P90D', unanswered: 'keep' },
    });
    const groups = 12;
    for (let n = 0; n < groups; n += 1) {
      await governance.create(reported, teamRequest(`unused-${n}`));
    }
    // Each round begins some minutes later in its day, and reports are of days in UTC: from 10:00 no round passes midnight.
    const tomorrow = new Date((await governance.now(reported)).getTime() + dayMs);
    const begunAt = new Date(`${tomorrow.toISOString().slice(0, 10)}T10:00:00Z`);
    await at.database.query(
      `update provisionings set completed_at = completed_at - interval '100 days' where tenant_id = $1`,
      [tenantId],
    );
    // One more of them is idle on each day.
    await at.database.query(
      `update sandbox_groups g
    set facts = g.facts || jsonb_build_object('lastUsedOn', ($2::timestamptz::date - 30 + n.place::integer)::text)
    from (select group_id, row_number() over (order by group_id) as place from sandbox_groups where tenant_id = $1) n
    where g.tenant_id = $1 and g.group_id = n.group_id`,
      [tenantId, begunAt],
    );
    await worker.runAt(reported, begunAt);
    let deaths = 0;
    let boundary = firstDrawn(12);
    for (let round = 1; round < groups; round += 1, boundary += 12) {
      worker.failAt(boundary);
      // The reports are read a day after the last ones.
      const died = await worker.runAt(
        reported,
        new Date(begunAt.getTime() + round * (dayMs + 600_000)),
      );
      worker.disarm();
      const seen = await at.database.query<{ isIdle: boolean; questions: number; events: number }>(
        `select (g.facts ->> 'lastUsedOn')::date + 30 <= (r.reports #>> '{teams,reportOn}')::date as is_idle, (
        select count(*)::integer from tasks k
        where k.tenant_id = $1 and k.team_id = g.marker and k.kind = 'still_needed'
      ) as questions, (
        select count(*)::integer from activity a
        where a.tenant_id = $1 and a.subject_id = g.marker::text and a.action = 'group.idle'
      ) as events
      from sandbox_groups g join usage_reports r on r.tenant_id = g.tenant_id where g.tenant_id = $1`,
        [tenantId],
      );
      assert.equal(seen.filter(({ isIdle }) => isIdle).length, round, `boundary ${boundary}`);
      for (const { isIdle, questions, events } of seen) {
        const times = isIdle ? 1 : 0;
        assert.deepEqual([questions, events], [times, times], `boundary ${boundary}`);
      }
      deaths += died;
      if (died === 0) break;
    }
    context.diagnostic(`${deaths} deaths, ${boundary} boundaries`);
    assert.ok(deaths >= 3, `${deaths} deaths`);
  });
}
