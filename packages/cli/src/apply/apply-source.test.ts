import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { startTestService } from '../../../service/testing/service.ts';
import { createCli } from '../testing/cli.ts';

async function prepare(t: TestContext) {
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
  const write = (rows: readonly string[]) =>
    writeFile(
      join(cli.home, 'projects.csv'),
      ['externalId,mailNickName,displayName,responsible,organisation,template', ...rows].join('\n'),
    );
  const apply = (...more: readonly string[]) =>
    cli.run(['team', 'apply', '-f', 'projects.csv', '--source', 'erp', ...more]);
  return { write, apply, cli };
}

const rowOf = (n: number, name = `Project ${n}`) =>
  `P/${n},prj-${n},${name},mara@aare.example,aare,any`;

it('makes the groups of a source what its file says, twice as once, and archives what is missing', async (t) => {
  const { write, apply, cli } = await prepare(t);
  await write([rowOf(1), rowOf(2), rowOf(3)]);
  const planned = await apply('--plan');
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(planned.stdout, /^\+ P\/1 +Project 1$/m);
  assert.match(planned.stdout, /^3 to create, 0 to change, 0 unchanged, 0 would be refused\.$/m);
  const first = await apply('--yes');
  assert.match(first.stdout, /^3 created, 0 changed, 0 unchanged, 0 refused, 0 archived\.$/m);
  assert.match((await apply('--yes')).stdout, /^Nothing differs\.$/m);
  await write([rowOf(1, 'Renamed'), rowOf(2)]);
  const changed = await apply('--yes', '--missing', 'archive');
  assert.match(changed.stdout, /^~ P\/1$/m);
  assert.match(changed.stdout, /^- P\/3 +Project 3 +is archived$/m);
  assert.match(changed.stdout, /^0 created, 1 changed, 1 unchanged, 0 refused, 1 archived\.$/m);
  await write([rowOf(1), rowOf(2).replace('P/2', 'P/1'), rowOf(3).replace('P/3', '')]);
  const faulty = await apply('--yes');
  assert.equal(faulty.code, 2);
  assert.match(faulty.stderr, /projects\.csv:3:\d+: P\/1 is the externalId of another group/);
  assert.match(faulty.stderr, /projects\.csv:4:\d+: The group has no externalId\./);
  await write([rowOf(1)]);
  const unnamed = await cli.run(['team', 'apply', '-f', 'projects.csv', '--yes']);
  assert.match(unnamed.stderr, /externalId needs --source/);
});
