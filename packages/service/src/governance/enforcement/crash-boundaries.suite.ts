// Dies at boundaries of a restore by the rule: from the assessment of the difference to the record of the repair. The next
// process finishes it, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type DyingGovernance, startDyingGovernance } from '../../../testing/dying-governance.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const maxBoundaries = 1_000;
const quietMs = 31 * 60_000;

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
  await governance.setPolicy(tenant, { enforce: { displayName: 'restore' } });
  worker = await startDyingGovernance(at, governance);
});
after(async () => {
  await worker.close();
  await api.close();
  await at.close();
});

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  test(`a process that dies at any boundary of a restore leaves one repair (1 boundary in ${oneIn})`, async (context) => {
    let deaths = 0;
    let boundary = firstDrawn(oneIn);
    for (let round = 1; ; round += 1, boundary += oneIn) {
      assert.ok(boundary <= maxBoundaries, 'there is no end of boundaries');
      const teamId = await governance.create(tenant, teamRequest(`restored-${round}`));
      const quiet = async () =>
        await worker.runAt(tenant, new Date((await governance.now(tenant)).getTime() + quietMs));
      await quiet();
      await at.database.query(
        `update sandbox_groups set display_name = 'Elsewhere' where marker = $1`,
        [teamId],
      );
      const compared = await api.call(tenant, `/teams/${teamId}/comparison`, { method: 'POST' });
      assert.equal(compared.status, 200, JSON.stringify(compared.body));
      worker.failAt(boundary);
      const died = await quiet();
      worker.disarm();
      const [seen] = await at.database.query(
        `select g.display_name = t.display_name as is_restored, (
         select array_agg(o.kind || ' ' || o.status) from operations o where o.team_id = t.team_id
       ) as operations, (
         select count(*)::integer from activity a where a.subject_id = t.team_id::text and a.action = 'group.repaired'
       ) as entries
      from teams t join sandbox_groups g on g.marker = t.team_id where t.team_id = $1`,
        [teamId],
      );
      const restored = { isRestored: true, operations: ['repair succeeded'], entries: 1 };
      assert.deepEqual({ ...seen }, restored, `boundary ${boundary}`);
      deaths += died;
      if (died === 0) break;
    }
    context.diagnostic(`${deaths} deaths, ${boundary} boundaries`);
    assert.ok(deaths * oneIn >= 48, `${deaths} deaths`);
  });
}
