import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dataParent } from '../../testing/data-parent.ts';
import { eventually } from '../../testing/eventually.ts';
import { runOperator } from '../../testing/operator.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import type { Database } from '../postgres/database.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';
import { isExported, readTenantTables } from './tenant-tables.postgres.ts';

let directory: string;
let one: Installation;
let other: Installation;
before(async () => {
  directory = await mkdtemp(join(dataParent, 'groupwright-tenants-'));
  [one, other] = [await install(), await install()];
});
after(async () => {
  await one.service.close();
  await other.service.close();
  await rm(directory, { recursive: true });
});

interface Installation {
  readonly service: TestService;
  readonly database: Database;
  readonly key: Buffer;
  operator(this: void, ...args: string[]): ReturnType<typeof runOperator>;
}

async function install(): Promise<Installation> {
  const key = randomBytes(32);
  const encryption = createEncryption([key], randomBytes);
  const service = await startTestService({}, { deps: { encryption } });
  const env = {
    DATABASE_URL: service.at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
  };
  return {
    service,
    database: service.at.database,
    key,
    operator: (...args) => runOperator(args, env),
  };
}

/** The rows of each table, without the columns that belong to a database; and where they are counted. */
async function rowsOf(database: Database, tenantId: string, onlyExported = false) {
  const found: Record<string, readonly string[]> = {};
  for (const table of await readTenantTables(database)) {
    if (onlyExported && !isExported(table)) continue;
    const columns = table.columns.map((name) => `"${name}"`).join(', ');
    const rows = await database.query<{ row: string }>(
      `select jsonb_build_array(${columns})::text as row from "${table.name}" where tenant_id = $1 order by 1`,
      [tenantId],
    );
    if (rows.length > 0) found[table.name] = rows.map(({ row }) => row);
  }
  return found;
}

async function succeed(answer: Promise<{ code: number; out: string; err: string }>) {
  const { code, out, err } = await answer;
  assert.equal(code, 0, err);
  return out;
}

async function tokenAnswer({ service }: Installation, { tenantId, keyId, secret }: TestTenant) {
  const answer = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const body = (await answer.json()) as { code?: string; accessToken?: string; detail?: string };
  return { status: answer.status, headers: answer.headers, ...body };
}

/** A tenant with groups, an endpoint, and a secret that a key has encrypted. */
async function addTenant({ service, database, key }: Installation): Promise<TestTenant> {
  const tenant = await service.addTenant();
  const { tenantId } = tenant;
  for (const alias of ['first', 'second']) await service.createTeam(tenant, alias);
  const secret = createEncryption([key], randomBytes).encrypt(
    'a secret',
    connectionSecretPurpose(tenantId),
  );
  await database.query('update tenants set directory_secret = $2 where tenant_id = $1', [
    tenantId,
    secret,
  ]);
  return tenant;
}

describe('operator tenant remove', () => {
  it('shows a plan, closes the tenant, takes that back, and deletes every row of it and none of another', async () => {
    const { service, database, operator } = one;
    const [gone, stays] = [await addTenant(one), await addTenant(one)];
    const list = (tenant: TestTenant) => service.call(tenant, '/teams');
    const plan = await operator('tenant', 'remove', gone.tenantId);
    assert.equal(plan.code, 3);
    assert.match(plan.out, /2 groups in the directory\n[^]*Nothing was changed\./);
    const wrong = await operator('tenant', 'remove', gone.tenantId, '--confirm', 'Are');
    assert.equal(wrong.code, 2);
    assert.equal((await list(gone)).status, 200);

    await succeed(operator('tenant', 'remove', gone.tenantId, '--confirm', 'Aare'));
    await eventually(async () => (await list(gone)).status === 403, 'the tenant is closed');
    assert.equal(((await list(gone)).body as { code: string }).code, 'tenant_removed');
    const token = await tokenAnswer(one, gone);
    assert.deepEqual([token.status, token.code], [403, 'tenant_removed']);
    assert.equal((await tokenAnswer(one, { ...gone, secret: stays.secret })).status, 401);
    assert.equal((await list(stays)).status, 200);
    const refused = await operator('key', 'list', '--tenant', gone.tenantId);
    assert.match(refused.err, /is closed: removed, can be taken back until /);
    assert.equal((await operator('tenant', 'remove', gone.tenantId, '--yes')).code, 0);
    await succeed(operator('audit', 'verify', '--tenant', gone.tenantId));

    await succeed(operator('tenant', 'reopen', gone.tenantId));
    await eventually(async () => (await list(gone)).status === 200, 'the tenant is open');
    await service.createTeam(gone, 'third');

    const before = lasting(await rowsOf(database, stays.tenantId));
    const deleted = await succeed(
      operator('tenant', 'remove', gone.tenantId, '--yes', '--grace', 'PT0S'),
    );
    assert.match(
      deleted,
      /rows of the tenant "Aare" deleted\. Its audit log ended at \d+:[0-9a-f]{64}/,
    );
    assert.deepEqual(await rowsOf(database, gone.tenantId), {});
    assert.deepEqual(lasting(await rowsOf(database, stays.tenantId)), before);
    assert.equal((await operator('tenant', 'reopen', gone.tenantId)).code, 3);
  });

  it('has nothing done for a closed tenant, whatever is due, and has it done once it is open again', async () => {
    const { service, database, operator } = one;
    const tenant = await addTenant(one);
    const { tenantId } = tenant;
    await succeed(operator('tenant', 'remove', tenantId, '--yes'));
    for (const statement of [
      `update provisionings set status = 'accepted', waiting = true, due_at = now() where tenant_id = $1`,
      `insert into reconciliations (tenant_id, attempted_at, due_at) values ($1, '2020-01-01', '2020-01-01')
        on conflict (tenant_id) do update set due_at = '2020-01-01', changes_token = '1', changes_due_at = '2020-01-01'`,
      `insert into followed_people (tenant_id, due_at, checks_all_at) values ($1, '2020-01-01', '2020-01-01')
        on conflict (tenant_id) do update set due_at = '2020-01-01'`,
      `insert into governed_groups (tenant_id, team_id, organisation_id, template_id, due_at)
        select tenant_id, team_id, organisation_id, template_id, '2020-01-01' from teams where tenant_id = $1`,
      `insert into notices (tenant_id, notice_id, person_id, email, kind, data, created_at)
        values ($1, gen_random_uuid(), 'p', 'mara@aare.example', 'created', '{}', now())`,
    ]) {
      await database.query(statement, [tenantId]);
    }
    const before = withoutStatistics(await rowsOf(database, tenantId));
    await service.createTeam(await service.addTenant(), 'meanwhile');
    await sleep(3_000);
    assert.deepEqual(withoutStatistics(await rowsOf(database, tenantId)), before);

    await succeed(operator('tenant', 'reopen', tenantId));
    const isDone = async () => {
      const rows = await database.query(
        `select from provisionings where tenant_id = $1 and status <> 'succeeded'`,
        [tenantId],
      );
      return rows.length === 0;
    };
    await eventually(isDone, 'the creations are done');
  });

  it('continues a deletion that was cut short, and takes nothing back then', async () => {
    const { database, operator } = one;
    const { tenantId } = await addTenant(one);
    await succeed(operator('tenant', 'remove', tenantId, '--yes'));
    await database.query(
      `update tenants set closed = closed || '{"until": "2026-01-01T00:00:00Z", "isDeleted": true}' where tenant_id = $1`,
      [tenantId],
    );
    await database.query('delete from provisionings where tenant_id = $1', [tenantId]);
    assert.match((await operator('tenant', 'reopen', tenantId)).err, /cannot be reopened/);
    const plan = await operator('tenant', 'remove', tenantId);
    assert.match(plan.out, /Now its rows are deleted/);
    await succeed(operator('tenant', 'remove', tenantId, '--yes'));
    assert.deepEqual(await rowsOf(database, tenantId), {});
  });
});

describe('a tenant that moves', () => {
  it('is the same tenant elsewhere, opens there by the release code only, and leads its callers on', async () => {
    const tenant = await addTenant(one);
    const { tenantId } = tenant;
    const file = join(directory, 'move.gz');
    const key = join(directory, 'transfer.key');
    const idempotent = { method: 'POST', headers: { 'idempotency-key': 'before-the-move' } };
    const asked = { ...idempotent, body: teamRequest('kept') };
    const accepted = (await one.service.call(tenant, '/teams', asked)).body as { teamId: string };

    await succeed(one.operator('tenant', 'move', tenantId, '--to', file, '--transfer-key', key));
    const moving = await tokenAnswer(one, tenant);
    assert.deepEqual([moving.status, moving.code], [503, 'unavailable']);
    assert.equal(moving.headers.get('retry-after'), '30');
    assert.equal((await stat(key)).mode & 0o777, 0o600);
    assert.equal(gunzipSync(await readFile(file)).includes('releaseCode'), false);

    const source = await rowsOf(one.database, tenantId, true);
    const without = await other.operator('tenant', 'import', '--from', file);
    assert.match(without.err, /has secrets: name the file of its key/);
    const wrongKey = join(directory, 'wrong.key');
    await writeFile(wrongKey, randomBytes(32).toString('base64'));
    const refused = await other.operator(
      'tenant',
      'import',
      '--from',
      file,
      '--transfer-key',
      wrongKey,
    );
    assert.match(refused.err, /The transfer key does not open /);
    assert.deepEqual(await rowsOf(other.database, tenantId), {});
    const into = ['tenant', 'import', '--from', file, '--transfer-key', key];
    assert.match(await succeed(other.operator(...into)), /rows of the tenant "Aare" imported/);
    assert.match(await succeed(other.operator(...into)), /was imported from this file before/);
    const target = await rowsOf(other.database, tenantId, true);
    assert.deepEqual(withoutOwn(target), withoutOwn(source));

    const early = await other.operator('tenant', 'open', tenantId);
    assert.match(early.err, /The release code is missing/);
    assert.equal((await tokenAnswer(other, tenant)).status, 503);
    const release = ['tenant', 'release', tenantId, '--to', 'https://new.example/', '--json'];
    const first = await succeed(one.operator(...release));
    assert.equal(await succeed(one.operator(...release)), first);
    assert.match(
      (await one.operator('tenant', 'reopen', tenantId)).err,
      /moved to https:\/\/new\.example/,
    );
    const { releaseCode } = JSON.parse(first) as { releaseCode: string };
    await succeed(other.operator('tenant', 'open', tenantId, '--release', releaseCode));

    const isMoved = async () => (await tokenAnswer(one, tenant)).status === 421;
    await eventually(isMoved, 'callers are led on');
    const moved = await tokenAnswer(one, tenant);
    assert.equal(moved.code, 'tenant_moved');
    assert.equal(moved.headers.get('location'), 'https://new.example');
    const isOpen = async () => (await tokenAnswer(other, tenant)).status === 200;
    await eventually(isOpen, 'the tenant is open elsewhere');
    const { accessToken: token = '' } = await tokenAnswer(other, tenant);
    const there = { ...tenant, token };
    const again = (await other.service.call(there, '/teams', asked)).body as { teamId: string };
    assert.equal(again.teamId, accepted.teamId);
    await other.service.createTeam(there, 'after');
    const names = (await other.service.call(there, '/teams')).body as { items: object[] };
    assert.equal(names.items.length, 4);
    await succeed(other.operator('audit', 'verify', '--tenant', tenantId));
    const [{ secret } = { secret: '' }] = await other.database.query<{ secret: string }>(
      'select directory_secret as secret from tenants where tenant_id = $1',
      [tenantId],
    );
    const opened = createEncryption([other.key], randomBytes);
    assert.equal(opened.decrypt(secret, connectionSecretPurpose(tenantId)), 'a secret');

    await succeed(one.operator('tenant', 'remove', tenantId, '--yes'));
    assert.deepEqual(await rowsOf(one.database, tenantId), {});
  });

  it('stays where it was if its move is taken back, and no later release opens the copy', async () => {
    const tenant = await addTenant(one);
    const { tenantId } = tenant;
    const file = join(directory, 'back.gz');
    const key = join(directory, 'back.key');
    const move = () =>
      succeed(one.operator('tenant', 'move', tenantId, '--to', file, '--transfer-key', key));
    await move();
    await succeed(other.operator('tenant', 'import', '--from', file, '--transfer-key', key));
    await succeed(one.operator('tenant', 'reopen', tenantId));
    const isBack = async () => (await one.service.call(tenant, '/teams')).status === 200;
    await eventually(isBack, 'the tenant is open again');
    await move();
    const printed = await succeed(
      one.operator('tenant', 'release', tenantId, '--to', 'https://new.example', '--json'),
    );
    const { releaseCode } = JSON.parse(printed) as { releaseCode: string };
    const open = () => other.operator('tenant', 'open', tenantId, '--release', releaseCode);
    assert.match((await open()).err, /not that of this export/);
    await succeed(other.operator('tenant', 'remove', tenantId, '--yes'));
    await succeed(other.operator('tenant', 'import', '--from', file, '--transfer-key', key));
    await succeed(open());
    const isOpen = async () => (await tokenAnswer(other, tenant)).status === 200;
    await eventually(isOpen, 'the tenant is open elsewhere');
  });
});

describe('operator tenant export', () => {
  it('writes no secret without a transfer key, and is refused if a line is missing or was changed', async () => {
    const { tenantId } = await addTenant(one);
    const file = join(directory, 'open.gz');
    await succeed(one.operator('tenant', 'export', tenantId, '--to', file));
    const text = gunzipSync(await readFile(file)).toString();
    const [{ secret } = { secret: '' }] = await one.database.query<{ secret: string }>(
      'select directory_secret as secret from tenants where tenant_id = $1',
      [tenantId],
    );
    assert.ok(secret.length > 20);
    assert.equal(/v1\.[\w-]{8}\.[\w-]{20}/.test(text), false);
    assert.ok(text.includes('first'));

    const damaged = join(directory, 'damaged.gz');
    const tryWith = async (changed: string | Buffer) => {
      await writeFile(damaged, changed);
      const { code, err } = await other.operator('tenant', 'import', '--from', damaged);
      assert.equal(code, 2, err);
      assert.deepEqual(await rowsOf(other.database, tenantId), {});
      return err;
    };
    const lines = text.trimEnd().split('\n');
    assert.match(await tryWith(gzipSync(lines.slice(0, -1).join('\n'))), /its end is missing/);
    assert.match(
      await tryWith(gzipSync(text.replace('"first"', '"fir5t"').replace(',first,', ',fir5t,'))),
      /was changed/,
    );
    assert.match(await tryWith((await readFile(file)).subarray(0, -100)), /not a whole export/);
    assert.match(await tryWith('no export'), /not a whole export/);

    await succeed(other.operator('tenant', 'import', '--from', file));
    await succeed(other.operator('audit', 'verify', '--tenant', tenantId));
    assert.equal((await other.operator('tenant', 'open', tenantId)).code, 2);
    await succeed(other.operator('tenant', 'open', tenantId, '--confirm', 'Aare'));
    assert.match(
      await succeed(other.operator('tenant', 'list')),
      new RegExp(`${tenantId} .* open `),
    );
  });
});

/** Tables that the service does not change by itself. */
function lasting(rows: Readonly<Record<string, readonly string[]>>) {
  const names = [
    'tenants',
    'teams',
    'provisionings',
    'activity',
    'api_keys',
    'templates',
    'sandbox_groups',
  ];
  return names.map((name) => rows[name]);
}

/** A process writes the uses of keys and the log of requests a while later. */
function withoutStatistics(rows: Readonly<Record<string, readonly string[]>>) {
  const {
    api_key_calls: _calls,
    api_key_uses: _uses,
    api_key_secret_uses: _secretUses,
    request_log: _requests,
    ...others
  } = rows;
  return others;
}

/**
 * Without what the import adds, what the keys of an installation encrypt, and when people are followed: an import has them
 * followed at once.
 */
function withoutOwn(rows: Readonly<Record<string, readonly string[]>>) {
  const {
    activity = [],
    activity_seals: _seals,
    followed_people: _followed,
    ...others
  } = withoutStatistics(rows);
  const text = JSON.stringify({
    ...others,
    activity: activity.filter((row) => !row.includes('"kind": "imported"')),
  });
  return JSON.parse(text.replaceAll(/v1\.[\w-]{8}\.[\w-]+/g, '(encrypted)')) as object;
}
