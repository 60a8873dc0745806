import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions, type Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { createUsageReports } from '@groupwright/graph-simulator/report-state.ts';
import { openSimulatedGraph, type SimulatedGraph } from '../../testing/simulated-graph.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import type { GroupUse, UsageReport, UsageSource } from '../directory/usage-reports.ts';
import { matchesHost } from './usage-reports.ts';

const dayMs = 86_400_000;
const call = { signal: new AbortController().signal, teamId: 'usage_reports' };
let graph: SimulatedGraph;
let tenant: Tenant;
let directory: Directory;
let unpermitted: Directory;

before(async () => {
  graph = await openSimulatedGraph({
    seed: 'usage reports',
    profile: calm,
    tenants: [
      {
        people: 5,
        permissions: [...allPermissions, 'Reports.Read.All', 'ReportSettings.Read.All'],
      },
      { people: 5 },
      { people: 5, permissions: [...allPermissions, 'Reports.Read.All'] },
    ],
  });
  [directory, unpermitted] = [graph.connect(), graph.connect(1)];
});
after(() => graph.close());
beforeEach(() => {
  // Reports have a limit in ten minutes.
  graph.clock.advanceTo(graph.clock.now() + 600_000);
  [tenant] = graph.simulator.tenants as [Tenant];
  reset(tenant);
});

function reset({ reports }: Tenant): void {
  const { files: _, usedOn: __, ...fresh } = createUsageReports();
  Object.assign(reports, fresh);
}

const day = (daysAgo: number) =>
  new Date(graph.clock.now() - daysAgo * dayMs).toISOString().slice(0, 10);

let count = 0;
function add(
  hasTeam: boolean,
  used: { teams?: string; group?: string } = {},
  where: Tenant = tenant,
): string {
  const { id } = graph.simulator.addWildGroup(where.tenantId, {
    mailNickname: `used-${(count += 1)}`,
    hasTeam,
    createdAt: graph.clock.now() - 400 * dayMs,
  });
  where.reports.usedOn.set(id, used);
  return id;
}

async function read(source: UsageSource, from: Directory = directory) {
  const uses = new Map<string, GroupUse['lastOn']>();
  const days = new Set<string>();
  const parts: number[] = [];
  const report: UsageReport = await from.readUsage(
    source,
    async (reportOn, part) => {
      days.add(reportOn);
      parts.push(part.length);
      for (const { groupId, lastOn } of part) uses.set(groupId, lastOn);
    },
    call,
  );
  return { report, uses, days: [...days], parts };
}

suite('reports about the use of groups', () => {
  test('each report has its groups by id, with the last day of the use that it sees, and a second host gets no token', async () => {
    const team = add(true, { teams: day(10), group: day(90) });
    const plain = add(false, { group: day(30) });
    const unused = add(true);
    const [teams, groups] = [await read('teams'), await read('group')];
    assert.deepEqual(teams.report, { state: 'read', reportOn: day(2) });
    assert.deepEqual(
      [team, plain, unused].map((id) => teams.uses.get(id)),
      [day(10), undefined, null],
    );
    assert.deepEqual(
      [team, plain, unused].map((id) => groups.uses.get(id)),
      [day(90), day(30), null],
    );
    assert.deepEqual(graph.simulator.journal.violations, []);
  });

  test('a report of thousands of groups comes in parts', async () => {
    for (let n = 0; n < 1_200; n += 1) add(false);
    const { report, parts } = await read('group');
    assert.equal(report.state, 'read');
    assert.ok(parts.length > 2 && Math.max(...parts) <= 500, parts.join());
  });

  test('an old report says how old it is, and one without most groups has only the others', async () => {
    add(true);
    Object.assign(tenant.reports, { daysOld: 9, share: 0.5 });
    const { report, uses } = await read('group');
    assert.deepEqual(report, { state: 'read', reportOn: day(9) });
    assert.ok(uses.size > 0 && uses.size < tenant.groups.size * 0.7);
  });

  test('concealed names are no use of any group: by the setting, by zeros and by hashes', async () => {
    const other = graph.simulator.tenants[2] as Tenant;
    const withoutSetting = graph.connect(2);
    add(true, {}, other);
    for (const conceals of ['zeros', 'hashes'] as const) {
      tenant.reports.conceals = conceals;
      other.reports.conceals = conceals;
      for (const from of [directory, withoutSetting]) {
        const { report, uses } = await read('teams', from);
        assert.deepEqual([report, uses.size], [{ state: 'concealed' }, 0]);
      }
    }
    const { notes } = await directory.testConnection(call);
    assert.ok(notes.some((note) => note.includes('Display concealed user, group, and site names')));
    reset(other);
  });

  test('another cloud has no reports', async () => {
    for (const refusal of [403, 404] as const) {
      tenant.reports.refusal = refusal;
      assert.deepEqual((await read('teams')).report, { state: 'not_available' });
    }
  });

  test('without the permission, nothing is asked', async () => {
    const calls = graph.simulator.journal.calls.get('reports.teams');
    assert.deepEqual((await read('teams', unpermitted)).report, { state: 'permission_missing' });
    assert.equal(graph.simulator.journal.calls.get('reports.teams'), calls);
    const { permissions, ok } = await unpermitted.testConnection(call);
    assert.ok(ok);
    for (const purpose of ['usage_reports', 'report_settings']) {
      const line = permissions?.find((one) => one.purpose === purpose);
      assert.deepEqual([line?.isRequired, line?.grantedBy], [false, null]);
    }
  });

  test('a host that is not on the list is not asked', async () => {
    for (const host of [
      'https://reports.evil.example',
      'https://reports.office.com.evil.example',
      'https://user@reports.office.com',
      'ftp://reports.office.com',
    ]) {
      tenant.reports.host = host;
      assert.deepEqual((await read('teams')).report, { state: 'unknown_host' }, host);
    }
  });

  test('a report that breaks off is a failure, and what it had until then is true', async () => {
    const ids = Array.from({ length: 700 }, () => add(true, { teams: day(5) }));
    tenant.reports.cutAfterBytes = 60_000;
    const uses = new Map<string, string | null>();
    await assert.rejects(
      directory.readUsage(
        'teams',
        async (_, part) => {
          for (const { groupId, lastOn } of part) uses.set(groupId, lastOn);
        },
        call,
      ),
      (error) => error instanceof DirectoryError && error.code === 'unavailable',
    );
    assert.ok(ids.some((id) => !uses.has(id)));
    reset(tenant);
    assert.equal((await read('teams')).report.state, 'read');
  });

  test('a pattern has hosts of one domain', () => {
    const pattern = 'reports*.office.com';
    for (const [host, isKnown] of [
      ['reports.office.com', true],
      ['reportsweu.office.com', true],
      ['reports.evil.office.com', false],
      ['reports.office.com.evil', false],
      ['reportsxoffice.com', false],
      ['reports.office.com:8443', false],
    ] as const) {
      assert.equal(matchesHost(host, pattern), isKnown, host);
    }
  });
});
