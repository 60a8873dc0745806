// Random tables of two sources, sent as desired states to an API that dies at random boundaries, so that answers are lost and
// rows are applied half way. The last tables decide, whatever came before and in whichever order.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createTestDatabase } from './database.ts';
import { startVictim, type Victim } from './dying-worker.ts';
import { eventually } from './eventually.ts';
import { startTestService, testPeople } from './service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const groups = 3;
const latestBoundary = 60;

const people = (...from: readonly string[]) => fc.subarray([...from]);
/** The fields of `left`, whose rows also create the groups. */
const leftRow = fc.record({
  displayName: fc.constantFrom('One', 'Two', 'Three'),
  members: people(tomas),
  state: fc.constantFrom('active', 'archived'),
  roster: people(yuki, lena),
});
/** The fields of `right`. */
const rightRow = fc.record({
  description: fc.constantFrom(null, 'Text', 'Other'),
  roster: people(lena),
});
type Drawn<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type Left = Drawn<typeof leftRow>;
type Right = Drawn<typeof rightRow>;

const table = <Row>(row: fc.Arbitrary<Row>) =>
  fc.array(row, { minLength: groups, maxLength: groups });
const sending = {
  order: fc.shuffledSubarray(
    Array.from({ length: groups }, (_, n) => n),
    { minLength: groups },
  ),
  /** The API dies there, unless the request ends before; null: it lives. */
  boundary: fc.option(fc.integer({ min: 1, max: latestBoundary })),
  isRepeated: fc.boolean(),
  isSettled: fc.boolean(),
};
const step = fc.oneof(
  fc.record({ source: fc.constant('left' as const), table: table(leftRow), ...sending }),
  fc.record({ source: fc.constant('right' as const), table: table(rightRow), ...sending }),
);
const story = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  left: table(leftRow),
  right: table(rightRow),
});

interface Answer {
  readonly unchanged: number;
  readonly items: readonly { readonly externalId: string; readonly error: object | null }[];
}

/** @returns how often the API died */
export async function runRandomTables(seed: number, numRuns: number): Promise<number> {
  const at = await createTestDatabase({ maxConnections: 20 });
  const worker = await startTestService({}, { at });
  const tenant = await worker.addTenant();
  let victim: Victim = await startVictim(at, 'api');
  let deaths = 0;
  let stories = 0;

  const call = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await victim.process.call(tenant, path, { method, body });
    return { status: answer.status, body: answer.body as Answer & Record<string, unknown> };
  };

  async function applyRows(source: string, rows: readonly object[]): Promise<Answer> {
    const { status, body } = await call(`/teams/external/${source}/apply`, 'POST', rows);
    assert.equal(status, 200, JSON.stringify(body));
    const refused = body.items.filter(({ error }) => error != null);
    assert.deepEqual(refused, []);
    return body;
  }

  /** The answer of a request during which the API dies is lost. */
  async function applyAndDie(source: string, rows: readonly object[], boundary: number) {
    victim.database.failAt(boundary);
    await call(`/teams/external/${source}/apply`, 'POST', rows).catch(() => undefined);
    victim.database.disarm();
    if (!victim.database.isDead) return;
    deaths += 1;
    await victim.process.close();
    victim = await startVictim(at, 'api');
  }

  async function settled(): Promise<void> {
    await eventually(async () => {
      const rows = await at.database.query(
        `select from operations where status in ('accepted', 'running')
        union all select from provisionings where status in ('accepted', 'running') limit 1`,
      );
      return rows.length === 0;
    }, 'every creation and operation has ended');
  }

  async function traces() {
    const [row] = await at.database.query(
      `select (select count(*) from activity) as activities, (select count(*) from operations) as operations,
         (select count(*) from teams) as groups, (select sum(version) from teams) as versions`,
    );
    return row;
  }

  async function tell({ steps, left, right }: Drawn<typeof story>): Promise<void> {
    const name = (n: number) => `${stories}-${n}`;
    stories += 1;
    const rowsOf = {
      left: (rows: readonly Left[]) =>
        rows.map(({ roster, ...others }, n) => ({
          externalId: name(n),
          mailNickName: `tables-${name(n)}`,
          responsible: mara,
          organisationIdOrIdentifier: 'aare',
          templateIdOrIdentifier: 'any',
          ...others,
          rosters: { left: rosterOf(roster) },
        })),
      right: (rows: readonly Right[]) =>
        rows.map(({ roster, description }, n) => ({
          externalId: name(n),
          teamId: teamIds.get(name(n)),
          description,
          rosters: { right: rosterOf(roster) },
        })),
    };
    const rosterOf = (named: readonly string[]) => ({
      members: named.map((person) => ({ person })),
      removals: { allow: true },
    });
    const teamIds = new Map<string, string>();
    await applyRows('left', rowsOf.left(left));
    const { body } = await call('/teams?source=left&limit=200');
    for (const item of body.items as unknown as {
      teamId: string;
      externalIds: { externalId: string }[];
    }[]) {
      for (const { externalId } of item.externalIds) teamIds.set(externalId, item.teamId);
    }
    for (const one of steps) {
      const { source, order, boundary, isRepeated, isSettled } = one;
      const rows = source === 'left' ? rowsOf.left(one.table) : rowsOf.right(one.table);
      const shuffled = order.flatMap((n) => rows[n] ?? []);
      if (boundary === null) await applyRows(source, shuffled);
      else await applyAndDie(source, shuffled, boundary);
      if (isRepeated) await applyRows(source, shuffled.toReversed());
      if (isSettled) await settled();
    }
    await Promise.all([
      applyRows('left', rowsOf.left(left)),
      applyRows('right', rowsOf.right(right)),
    ]);
    await settled();
    const before = await traces();
    for (const rows of [rowsOf.left(left), rowsOf.left(left).toReversed()]) {
      assert.equal((await applyRows('left', rows)).unchanged, groups);
      assert.equal((await applyRows('right', rowsOf.right(right).toReversed())).unchanged, groups);
    }
    assert.deepEqual(await traces(), before, 'twice is once, and no source undoes the other');
    for (const [n, row] of left.entries()) {
      const teamId = teamIds.get(name(n)) ?? '';
      const { body: team } = await call(`/teams/${teamId}`);
      assert.deepEqual(
        [team['displayName'], team['state'], team['description']],
        [row.displayName, row.state, right[n]?.description],
      );
      assert.deepEqual(
        await inDirectory(teamId),
        [...new Set([mara, ...row.members, ...row.roster, ...(right[n]?.roster ?? [])])].toSorted(),
      );
    }
    const made = await at.database.query('select from teams where mail_nickname like $1', [
      `tables-${stories}-%`,
    ]);
    assert.equal(made.length, groups, 'no group is made twice');
  }

  async function inDirectory(teamId: string): Promise<readonly string[]> {
    const rows = await at.database.query<{ email: string }>(
      `select p.email from sandbox_groups g join sandbox_people p
         on p.tenant_id = g.tenant_id and p.person_id = any (g.owner_ids || g.member_ids)
       where g.marker = $1`,
      [teamId],
    );
    return rows.map(({ email }) => email).toSorted();
  }

  try {
    await fc.assert(fc.asyncProperty(story, tell), { seed, numRuns, endOnFailure: true });
  } finally {
    await victim.process.close();
    await worker.close();
    await at.close();
  }
  return deaths;
}
