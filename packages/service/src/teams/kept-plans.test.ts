import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../postgres/database.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Acceptance } from './accept-team.ts';
import { createAcceptanceStore } from './accept-team.postgres.ts';
import { createTeamStore } from './teams.postgres.ts';

const tenantId = '01a1fc5e-713c-7633-a18d-2f67b54af231';
const id = (n: number) => `01a1fc5e-0000-7000-8000-${String(n).padStart(12, '0')}`;

let at: TestDatabase;
let owner: Database;
before(async () => {
  // One connection of each kind, so that the plans it keeps can be asked for.
  at = await createTestDatabase({ maxConnections: 1 });
  owner = openDatabase(at.settings.owner, { log: silentLog });
});
after(async () => {
  await owner.close();
  await at.close();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The reads of tables in the plan that the connection keeps for a prepared statement. */
async function readsOf(statement: string): Promise<PlanNode[]> {
  const [row] = await at.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json) execute ${statement}`,
    plannedOnce: true,
  });
  assert.ok(row);
  return nodesOf(row['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable',
  );
}

function acceptance(n: number): Acceptance {
  return {
    tenantId,
    teamId: id(n),
    apiKeyId: id(0),
    organisation: { organisationId: id(0) },
    template: { templateId: id(0), policy: {} },
    displayName: `Group ${n}`,
    description: undefined,
    mailNickname: `group-${n}`,
    aliasKey: `group-${n}`,
    people: { responsible: 'one@example.com', deputy: undefined, owners: [], members: [] },
    properties: {},
    createdAt: new Date('2026-11-21T00:00:00Z'),
    requestId: 'request',
    address: '127.0.0.1',
    idempotency: { key: `key-${n}`, requestHash: 'hash' },
  } as unknown as Acceptance;
}

test('a plan made while the tables were empty or tiny looks each row up by its key', async () => {
  const acceptances = createAcceptanceStore(at.database);
  const teams = createTeamStore(at.database);
  for (const analyzed of [false, true]) {
    assert.deepEqual(await acceptances.accept(acceptance(analyzed ? 2 : 1)), { kind: 'accepted' });
    assert.equal((await teams.readStatus(tenantId, id(1)))?.status, 'accepted');
    for (const statement of [`teams_accept('[]')`, `teams_read_status('{}', '{}')`]) {
      const reads = await readsOf(statement);
      assert.equal(reads.length, 2, statement);
      for (const read of reads) assert.ok(read['Index Cond'], JSON.stringify(read));
    }
    // Statistics of one row: where reading all of a table looks cheapest.
    await owner.query('analyze');
  }
});
