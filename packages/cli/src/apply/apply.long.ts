// `team apply` of 500 groups, and of 5,000 that is killed again and again on its way and makes each group exactly once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { leastQuietMs } from '../../../service/testing/contention.ts';
import { testSeed } from '../../../service/testing/seed.ts';
import { startTestService } from '../../../service/testing/service.ts';
import { createCli } from '../testing/cli.ts';

const groups = 5000;
const kills = 4;

async function prepare(t: TestContext, count: number) {
  const at = await startTestService();
  const { tenantId, keyId, secret } = await at.addTenant();
  const cli = await createCli({
    GROUPWRIGHT_BASE_URL: at.address,
    GROUPWRIGHT_TENANT_ID: tenantId,
    GROUPWRIGHT_KEY_ID: keyId,
    GROUPWRIGHT_SECRET: secret,
  });
  t.after(async () => {
    await cli.close();
    await at.close();
  });
  const rows = Array.from(
    { length: count },
    (_, index) => `g-${index},Group ${index},mara@aare.example,aare,any`,
  );
  const csv = ['mailNickName,displayName,responsible,organisation,template', ...rows].join('\n');
  await writeFile(join(cli.home, 'groups.csv'), csv);
  return { at, cli };
}

it('applies 500 groups, each checked and followed to its end, in less than 20 seconds', async (t) => {
  const { cli } = await prepare(t, 500);
  for (const printed of [/^500 created\.$/m, /^Nothing differs\.$/m]) {
    const quietMs = await leastQuietMs(
      async () => {
        const startedAt = performance.now();
        const { code, stdout, stderr } = await cli.run([
          'team',
          'apply',
          '-f',
          'groups.csv',
          '--yes',
        ]);
        assert.equal(code, 0, stderr);
        assert.match(stdout, printed);
        return performance.now() - startedAt;
      },
      { runs: 1, enoughMs: 0 },
    );
    t.diagnostic(`${quietMs} ms`);
    assert.ok(quietMs < 20_000, `${quietMs} ms`);
  }
});

it('applies 5,000 groups, each once, although it is killed half way and more often', async (t) => {
  const { at, cli } = await prepare(t, groups);
  const args = ['team', 'apply', '-f', 'groups.csv', '--yes', '--no-check'];

  const accepted = async (): Promise<number> => {
    const [row] = await at.at.database.query<{ count: number }>('select count(*) from teams');
    return row?.count ?? 0;
  };
  const startedAt = performance.now();
  const stops = chooseStops(kills - 1);
  for (const stop of [...stops, groups / 2].sort((one, other) => one - other)) {
    const child = cli.start(args);
    child.stdout?.resume();
    child.stderr?.resume();
    const ended = once(child, 'exit');
    while ((await accepted()) < stop && child.exitCode === null) await sleep(2);
    child.kill('SIGKILL');
    await ended;
    t.diagnostic(`killed with ${await accepted()} of ${groups} accepted`);
  }
  const { code, stdout, stderr } = await cli.run(args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Nothing differs|created, \d+ there|\d+ created/);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  t.diagnostic(`${groups} groups in ${seconds} s, ${kills} kills included`);

  const [counts] = await at.at.database.query<Record<string, number>>(
    `select count(*) as groups, count(distinct mail_nickname) as aliases,
       count(distinct marker) as markers from sandbox_groups`,
  );
  assert.deepEqual(counts, { groups, aliases: groups, markers: groups });
  assert.equal(await accepted(), groups);
});

/** Numbers below `groups`, drawn from the seed of the run (Lehmer's generator). */
function chooseStops(count: number): number[] {
  let state = testSeed % 2_147_483_647 || 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % groups;
  });
}
