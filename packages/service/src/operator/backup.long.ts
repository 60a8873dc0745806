// Backups of a running service with the embedded PostgreSQL, and restores, as an operator makes them.
import assert from 'node:assert/strict';
import { existsSync, globSync, readlinkSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { signalOperator, startOperator } from '../../testing/operator-process.ts';
import {
  createTestDataDirectory,
  type ServiceProcess,
  startServiceProcess,
  type TestDataDirectory,
} from '../../testing/service-process.ts';

describe('a backup of the embedded database', () => {
  let data: TestDataDirectory;
  let target: TestDataDirectory;
  let env: Record<string, string>;
  let service: ServiceProcess | undefined;
  let backup: string;
  let credentials: string;
  /** They are in the order of their acceptance. */
  const accepted: string[] = [];
  let acceptedBefore = 0;

  before(async () => {
    [data, target] = await Promise.all([createTestDataDirectory(), createTestDataDirectory()]);
    env = { GROUPWRIGHT_DATA_DIR: data.path, GROUPWRIGHT_DEMO: 'auto' };
    backup = join(target.path, 'backup');
    service = await startServiceProcess(env);
    const quickstart = join(data.path, 'quickstart.json');
    await eventually(() => existsSync(quickstart), 'the demo has a key');
    const { tenantId, keyId, secret } = JSON.parse(await readFile(quickstart, 'utf8')) as Record<
      string,
      string
    >;
    credentials = JSON.stringify({ tenantId, keyId, secret });
  });

  after(async () => {
    await service?.end('SIGTERM');
    await Promise.all([data.remove(), target.remove()]);
  });

  async function call(path: string, body?: object): Promise<Response> {
    const address = service?.address ?? '';
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/token`, { method: 'POST', headers, body: credentials });
    const { accessToken: token } = (await answer.json()) as { accessToken: string };
    return fetch(`${address}${path}`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  async function createGroup(): Promise<void> {
    const name = `backup-${accepted.length + 1}`;
    const answer = await call('/teams', {
      organisationIdOrIdentifier: 'nordlicht-energy',
      templateIdOrIdentifier: 'team',
      owners: [],
      members: [],
      displayName: name,
      mailNickName: name,
      responsible: 'ingrid.solberg@nordlicht.example',
      deputy: 'haruto.tanaka@nordlicht.example',
    });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    accepted.push((JSON.parse(text) as { teamId: string }).teamId);
  }

  it('has everything that was accepted before, while the service accepts more, and has started once', async () => {
    for (let count = 0; count < 3; count++) await createGroup();
    acceptedBefore = accepted.length;
    const taking = { isOver: false };
    const taken = startOperator(['backup', '--to', backup], env).finally(() => {
      taking.isOver = true;
    });
    while (!taking.isOver) await createGroup();
    const { code, out, err } = await taken;
    assert.equal(err, '');
    assert.match(out, /has 1 tenant and \d+ groups, and the key file\. PostgreSQL started on it\./);
    assert.equal(code, 0);
    const counted = Number(/and (\d+) groups/.exec(out)?.[1]);
    assert.ok(counted >= acceptedBefore && counted <= accepted.length, out);
    assert.ok(accepted.length > acceptedBefore);
    assert.deepEqual((await readdir(backup)).sort(), [
      'backup.json',
      'encryption.key',
      'postgresql',
    ]);
    assert.equal((await stat(join(backup, 'encryption.key'))).mode & 0o777, 0o600);
  });

  it('does not overwrite a directory, and a restore beside a running service changes nothing', async () => {
    const again = await startOperator(['backup', '--to', backup], env);
    assert.equal(again.code, 2);
    assert.match(again.err, /backup exists\. Name a new directory\./);
    const restored = await startOperator(['restore', '--from', backup], env);
    assert.equal(restored.code, 3);
    assert.match(restored.err, /Stop it first\./);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`leaves neither a half nor a server behind when ${signal} ends it, whether it copies or checks`, async () => {
      for (const part of ['base', 'postmaster.pid']) {
        const half = join(target.path, `half.partial-*/postgresql/${part}`);
        const args = ['backup', '--to', join(target.path, 'half')];
        const { code, err } = await signalOperator(
          args,
          env,
          signal,
          () => globSync(half).length > 0,
        );
        assert.deepEqual([code, err], [130, 'Interrupted.\n']);
        assert.deepEqual(await readdir(target.path), ['backup']);
        const servers = globSync('/proc/[0-9]*/cwd').filter((path) => leadsTo(path, target.path));
        assert.deepEqual(servers, []);
      }
    });
  }

  it('is refused if its list of files is cut off or missing', async () => {
    const cut = join(target.path, 'cut');
    await cp(backup, cut, { recursive: true });
    const list = await readFile(join(cut, 'backup.json'), 'utf8');
    for (const text of ['', list.slice(0, list.length / 2), '{}', 'null']) {
      await writeFile(join(cut, 'backup.json'), text);
      const { code, err } = await startOperator(['restore', '--from', cut], env);
      assert.equal(code, 2, err);
      assert.match(err, /cut is damaged: backup\.json cannot be read\. Restore another backup\./);
    }
    await rm(cut, { recursive: true });
  });

  it('brings back every group that it has, with the key, and keeps the data that it replaces', async () => {
    await service?.end('SIGKILL');
    // Its PostgreSQL stays, and no process uses it.
    assert.ok(existsSync(join(data.path, 'postgresql/postmaster.pid')));
    const { code, out, err } = await startOperator(['restore', '--from', backup], env);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /The previous data is in \S+\/postgresql\.before-restore-\S+\./);
    // The key is the same one.
    assert.equal(out.match(/previous data/g)?.length, 1);
    service = await startServiceProcess(env);
    for (const teamId of accepted.slice(0, acceptedBefore)) {
      await eventually(async () => {
        const answer = await call(`/teams/${teamId}/status`);
        return ((await answer.json()) as { status: string }).status === 'succeeded';
      }, 'a group of the backup is complete');
    }
    await createGroup();
    await service.end('SIGTERM');
    service = undefined;
  });

  it('is restored into an empty directory, as after the loss of the disk', async () => {
    await rename(join(data.path, 'postgresql'), join(data.path, 'lost'));
    await rename(join(data.path, 'encryption.key'), join(data.path, 'lost.key'));
    const { code, out } = await startOperator(['restore', '--from', backup], env);
    assert.equal(code, 0, out);
    assert.doesNotMatch(out, /previous data/);
    const listed = await startOperator(['tenant', 'list'], env);
    assert.match(listed.out, /Nordlicht Group/);
  });

  it('is refused if a file was changed, and if its key is another one, before anything is replaced', async () => {
    const before = await readFile(join(data.path, 'postgresql/PG_VERSION'), 'utf8');
    const otherKey = Buffer.alloc(32, 1).toString('base64');
    const wrongKey = await startOperator(['restore', '--from', backup], {
      ...env,
      GROUPWRIGHT_ENCRYPTION_KEY: otherKey,
    });
    assert.equal(wrongKey.code, 2);
    assert.match(wrongKey.err, /key/);
    await appendFile(join(backup, 'postgresql/PG_VERSION'), ' ');
    const damaged = await startOperator(['restore', '--from', backup], env);
    assert.equal(damaged.code, 2);
    assert.match(damaged.err, /postgresql\/PG_VERSION was changed after the backup/);
    assert.equal(await readFile(join(data.path, 'postgresql/PG_VERSION'), 'utf8'), before);
    const names = await readdir(data.path);
    assert.deepEqual(
      names.filter((name) => name.startsWith('restore-')),
      [],
    );
  });

  it('refuses a database in DATABASE_URL, and names the page about it', async () => {
    const elsewhere = { DATABASE_URL: 'postgres://me@127.0.0.1:1/none' };
    const { code, err } = await startOperator(
      ['backup', '--to', join(target.path, 'x')],
      elsewhere,
    );
    assert.equal(code, 2);
    assert.match(err, /Back it up with its own tools: see docs\/backup\.md/);
  });
});

/** False for a process that is not ours to ask, or has ended. */
function leadsTo(link: string, directory: string): boolean {
  try {
    return readlinkSync(link).startsWith(directory);
  } catch {
    return false;
  }
}
