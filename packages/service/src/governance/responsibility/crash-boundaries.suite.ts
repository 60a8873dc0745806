// Dies at boundaries of a succession: before and after statements and commits, from the disabled account to the message to
// the successor. The next process finishes it, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type DyingGovernance, startDyingGovernance } from '../../../testing/dying-governance.ts';
import { type Advance, createAdvance, afterMessages } from '../../../testing/governance.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const maxBoundaries = 1_000;
const dayMs = 86_400_000;
const [mara = '', tomas = ''] = testPeople;

let at: TestDatabase;
let api: TestService;
let governance: Advance;
let worker: DyingGovernance;

before(async () => {
  at = await createTestDatabase({ maxConnections: 20 });
  api = await startTestService({ ROLES: 'api' }, { at });
  governance = createAdvance(api);
  worker = await startDyingGovernance(at, governance);
});
after(async () => {
  await worker.close();
  await api.close();
  await at.close();
});

/** A tenant whose groups have a deputy who succeeds. */
async function addTenant(): Promise<TestTenant> {
  const tenant = await api.addTenant();
  await api.change(async ({ templates, stores }) => {
    const { tenantId, templateIds } = tenant;
    const found = (await stores.templates.list(tenantId)).find(
      ({ templateId }) => templateId === templateIds.any,
    );
    assert.ok(found);
    const { name, identifier, mailNicknamePattern, displayNamePattern, version } = found;
    await templates.change(testOperator, tenantId, templateIds.any, version, {
      name,
      identifier,
      mailNicknamePattern,
      displayNamePattern,
      policy: { responsibility: { graceDays: 3 } },
    });
  });
  await api.service.refresh();
  return tenant;
}

async function disable(tenant: TestTenant, email: string): Promise<void> {
  await at.database.query(
    'update sandbox_people set enabled = false where tenant_id = $1 and email = $2',
    [tenant.tenantId, email],
  );
}

/** All that the succession leaves behind. */
async function tracesOf({ tenantId }: TestTenant, teamId: string) {
  const rows = <Row extends object>(sql: string) => at.database.query<Row>(sql, [tenantId, teamId]);
  const operations = await rows<{ kind: string; status: string }>(
    'select kind, status from operations where tenant_id = $1 and team_id = $2 order by number',
  );
  const notices = await rows<{ kind: string; email: string; isSent: boolean }>(
    `select n.kind, n.email, m.state = 'sent' as is_sent from notices n
    left join notice_messages m on m.tenant_id = n.tenant_id and m.message_id = n.message_id
    where n.tenant_id = $1 and n.team_id = $2 order by n.kind, n.email`,
  );
  const entries = await rows<{ action: string }>(
    `select action from activity where tenant_id = $1 and subject_id = $2
      and action not in ('group.accepted', 'group.succeeded') order by action`,
  );
  const [people] = await rows<{ responsible: string; owners: number }>(
    `select p.email as responsible, (
        select count(*)::integer from sandbox_groups g
        where g.marker = $2 and p.person_id = any (g.owner_ids)
      ) as owners
    from team_search s join sandbox_people p on p.tenant_id = $1 and p.person_id::text = s.responsible_id
    where s.tenant_id = $1 and s.team_id = $2`,
  );
  return {
    people,
    operations: operations.map(({ kind, status }) => `${kind} ${status}`),
    notices: notices.map(({ kind, email, isSent }) => `${kind} ${email} ${isSent}`),
    entries: entries.map(({ action }) => action),
  };
}

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  test(`a process that dies at any boundary of a succession leaves one handover, one question and each message once (1 boundary in ${oneIn})`, async (context) => {
    let deaths = 0;
    let boundary = firstDrawn(oneIn);
    for (let round = 1; ; round += 1, boundary += oneIn) {
      assert.ok(boundary <= maxBoundaries, 'there is no end of boundaries');
      const tenant = await addTenant();
      const teamId = await governance.create(tenant, teamRequest(`left-${round}`));
      const begunAt = afterMessages(await governance.now(tenant));
      const onDay = (days: number) => new Date(begunAt.getTime() + days * dayMs);
      await worker.runAt(tenant, begunAt);
      await disable(tenant, mara);
      worker.failAt(boundary);
      let died = 0;
      for (const day of [0.1, 4, 5]) died += await worker.runAt(tenant, onDay(day));
      worker.disarm();
      assert.deepEqual(
        await tracesOf(tenant, teamId),
        {
          people: { responsible: tomas, owners: 1 },
          operations: ['handover succeeded'],
          notices: [`name_deputy ${tomas} true`, `took_over ${tomas} true`],
          entries: [
            'group.handed_over',
            'group.operation_accepted',
            'group.responsible_unavailable',
            'responsibility.deputy_vacant',
            'responsibility.handed_over',
            'responsibility.shaky',
            'task.opened',
          ],
        },
        `boundary ${boundary}`,
      );
      deaths += died;
      if (died === 0) break;
    }
    context.diagnostic(`${deaths} deaths, ${boundary} boundaries`);
    assert.ok(deaths * oneIn >= 200, `${deaths} deaths`);
  });
}
