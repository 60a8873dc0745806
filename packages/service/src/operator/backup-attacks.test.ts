// A backup that another account has changed: a restore refuses it, or at least runs nothing of it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOperator } from '../../testing/operator.ts';
import { dataParent } from '../../testing/data-parent.ts';

let place: string;
let backup: string;
/** Where the backup was taken. */
let home: string;
/** The attacker's program leaves this file. */
let trace: string;

before(async () => {
  place = await mkdtemp(join(dataParent, 'groupwright-backup-'));
  // The account of PostgreSQL, which is another one under root, writes there, too.
  await chmod(place, 0o777);
  [backup, home, trace] = ['backup', 'home', 'trace'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  assert.equal((await operator(home, 'tenant', 'create', '--name', 'Nordlicht')).code, 0);
  const taken = await operator(home, 'backup', '--to', backup);
  assert.equal(taken.code, 0, taken.err);
  assert.ok(taken.out.includes(`${home}/backup.key`), taken.out);
});
after(() => rm(place, { recursive: true }));

const operator = (dataDir: string, ...args: readonly string[]) =>
  runOperator(args, { GROUPWRIGHT_DATA_DIR: dataDir });

interface Manifest {
  files: Record<string, string>;
}

/** A copy of the backup as the attacker leaves it, with the checksums of its files renewed. */
async function attacked(change: (copy: string, manifest: Manifest) => Promise<void>) {
  const copy = join(place, 'attacked');
  await rm(copy, { recursive: true, force: true });
  await cp(backup, copy, { recursive: true, verbatimSymlinks: true });
  const { uid, gid } = await stat(join(backup, 'postgresql'));
  const list = join(copy, 'backup.json');
  const manifest = JSON.parse(await readFile(list, 'utf8')) as Manifest;
  await change(copy, manifest);
  for (const name of Object.keys(manifest.files)) {
    const file = join(copy, name);
    if (!existsSync(file)) continue;
    manifest.files[name] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  await writeFile(list, JSON.stringify(manifest));
  for (const entry of await readdir(join(copy, 'postgresql'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(join(copy, 'postgresql'), uid, gid);
  return copy;
}

/** Programs that PostgreSQL would run at its start, in recovery, or for a connection. */
async function addPrograms(copy: string, manifest: Manifest): Promise<void> {
  const run = `touch ${trace}`;
  const settings = [
    `archive_mode = on`,
    `archive_command = '${run}; exit 0'`,
    `archive_timeout = 1`,
    `archive_cleanup_command = '${run}'`,
    `recovery_end_command = '${run}'`,
    `restore_command = '${run}; false'`,
    `ssl = off`,
    `shared_preload_libraries = '${trace}.so'`,
    `include_if_exists = '${trace}.conf'`,
  ];
  for (const name of ['postgresql.auto.conf', 'postgresql.conf']) {
    await appendFile(join(copy, 'postgresql', name), `\n${settings.join('\n')}\n`);
  }
  await writeFile(join(copy, 'postgresql/recovery.signal'), '');
  manifest.files['postgresql/recovery.signal'] = '';
}

test('the installation that made a backup notices that its list was written by another', async () => {
  const { code, err } = await operator(home, 'restore', '--from', await attacked(addPrograms));
  assert.equal(code, 2, err);
  assert.match(err, /not made with the backup key/);
  assert.ok(!existsSync(trace));
});

test('an installation without the key restores a changed backup, says so, and runs none of its programs', async () => {
  const copy = await attacked(addPrograms);
  const fresh = join(place, 'fresh');
  const { code, out, err } = await operator(fresh, 'restore', '--from', copy);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /nothing shows that the backup is as it was taken/);
  const listed = await operator(fresh, 'tenant', 'list');
  assert.match(listed.out, /Nordlicht/);
  assert.ok(!existsSync(trace));
  const [settings, hasSignal] = [
    await readFile(join(fresh, 'postgresql/postgresql.auto.conf'), 'utf8'),
    existsSync(join(fresh, 'postgresql/recovery.signal')),
  ];
  assert.doesNotMatch(settings, /=/);
  assert.equal(hasSignal, false);
});

test('the key of the installation that made a backup shows elsewhere that it is as it was taken', async () => {
  const [other, wrong] = [join(place, 'other'), join(place, 'wrong.key')];
  await writeFile(wrong, Buffer.alloc(32, 1).toString('base64'));
  const refused = await operator(other, 'restore', '--from', backup, '--key', wrong);
  assert.equal(refused.code, 2, refused.err);
  const key = join(home, 'backup.key');
  const { code, out, err } = await operator(other, 'restore', '--from', backup, '--key', key);
  assert.deepEqual([code, err], [0, '']);
  assert.doesNotMatch(out, /nothing shows/);
  for (const name of [backup, join(backup, 'postgresql')]) {
    assert.ok(!(await readdir(name)).includes('backup.key'));
  }
});
