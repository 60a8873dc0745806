// The author of a difference, from the audit log of the simulated Graph.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { hour, openFixtures, random } from './fixtures.suite.ts';

const call = { signal: new AbortController().signal, teamId: 'reconciliation' };
const codes = ['one', 'two', 'three'];

for (const mayRead of [true, false]) {
  test(`differences ${mayRead ? 'name who made them, with one read for all that are found together' : 'have no author without the permission to read the audit log'}`, async () => {
    const permissions = [...allPermissions, ...(mayRead ? ['AuditLog.Read.All'] : [])];
    const fixtures = await openFixtures({ profile: calm, permissions });
    const { clock, simulator, suite: suite_, database, graph } = fixtures;
    const process_ = fixtures.startProcess();
    for (const code of codes) await fixtures.accept(code);
    process_.worker.wake(tenantId);
    await fixtures.until(async () => {
      const statuses = await Promise.all(codes.map((code) => fixtures.statusOf(code)));
      return statuses.every((status) => status === 'succeeded');
    });
    await process_.stop();
    clock.advanceTo(clock.now() + hour);
    const reconciler = fixtures.reconcilerWith(database, graph.connect());
    await clock.run(reconciler.run(call));
    const [ada, bo] = suite_.users.map(({ userPrincipalName }) => userPrincipalName);
    const [one, two, three] = codes.map((code) => fixtures.groupsOf(code)[0]?.id ?? '');
    const change = (id = '', by = '', values = {}) =>
      simulator.changeGroup(suite_.tenantId, id, values, by);
    change(one, bo, { displayName: 'Renamed before' });
    change(one, ada, { displayName: 'Renamed' });
    change(two, bo, { description: 'Described' });
    change(three, ada, { visibility: 'Public' });
    change(three, bo, { description: 'Described' });
    await clock.run(reconciler.follow(call));
    const authorsOf = async (code: string) => {
      const [row] = await database.query<{ drift: { property: string; by?: string }[] }>(
        'select drift from team_observations where tenant_id = $1 and team_id = $2',
        [tenantId, random.guid(code)],
      );
      return row?.drift.map(({ property, by }) => [property, by ?? null]);
    };
    const shown = (name: string | undefined) => (mayRead ? name : null);
    assert.deepEqual(await authorsOf('one'), [['displayName', shown(ada)]]);
    assert.deepEqual(await authorsOf('two'), [['description', shown(bo)]]);
    assert.deepEqual(await authorsOf('three'), [
      ['description', shown(bo)],
      ['visibility', shown(ada)],
    ]);
    const reads = simulator.journal.calls.get('auditLogs.directoryAudits');
    assert.equal(reads, mayRead ? 1 : undefined);
    const [drifted] = await database.query<{ by: string | null }>(
      `select data -> 'drift' -> 0 ->> 'by' as by from activity
      where tenant_id = $1 and action = 'group.drifted' and subject_id = $2`,
      [tenantId, random.guid('one')],
    );
    assert.equal(drifted?.by, shown(ada));

    change(one, bo, { deletedAt: clock.now() });
    await clock.run(reconciler.follow(call));
    const [gone] = await database.query<{ by: string | null; goneBy: string | null }>(
      `select a.data ->> 'by' as by, p.facts ->> 'goneBy' as "goneBy" from activity a
      join provisionings p on p.tenant_id = a.tenant_id and p.team_id::text = a.subject_id
      where a.tenant_id = $1 and a.action = 'group.gone'`,
      [tenantId],
    );
    assert.deepEqual(gone, { by: shown(bo), goneBy: shown(bo) });
    // The log shows a change some minutes late: the next comparison names its author.
    const forget = `update provisionings set facts = facts - 'goneBy' where tenant_id = $1 returning team_id`;
    await database.query(forget, [tenantId]);
    await clock.run(reconciler.run(call));
    const [named] = await database.query<{ by: string | null }>(
      `select facts ->> 'goneBy' as by from provisionings where tenant_id = $1 and gone_since is not null`,
      [tenantId],
    );
    assert.equal(named?.by, shown(bo));
    await fixtures.close();
  });
}
