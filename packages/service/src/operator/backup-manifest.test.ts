// The list of files in a backup, against a list and files that another account has changed.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkFiles, readManifest, writeManifest } from './backup-manifest.ts';

const key = Buffer.alloc(32, 7);
const { signal } = new AbortController();
let place: string;
let backup: string;

before(async () => {
  place = await mkdtemp(join(tmpdir(), 'groupwright-manifest-'));
  backup = join(place, 'backup');
  await mkdir(join(backup, 'postgresql/base/1'), { recursive: true });
  await mkdir(join(backup, 'postgresql/pg_tblspc'));
  await writeFile(join(backup, 'postgresql/PG_VERSION'), '18\n');
  await writeFile(join(backup, 'postgresql/base/1/1259'), 'rows');
  await writeFile(join(backup, 'encryption.key'), 'key');
  const createdAt = new Date('2026-11-22T03:00:00Z');
  await writeManifest(backup, { createdAt, postgresql: '18' }, { key, signal });
});
after(() => rm(place, { recursive: true }));

interface Written {
  createdAt: string;
  files: Record<string, string>;
  mac?: unknown;
}

async function changed(change: (copy: string, list: Written) => unknown): Promise<string> {
  const copy = join(place, 'changed');
  await rm(copy, { recursive: true, force: true });
  await cp(backup, copy, { recursive: true });
  const path = join(copy, 'backup.json');
  const list = JSON.parse(await readFile(path, 'utf8')) as Written;
  await change(copy, list);
  await writeFile(path, JSON.stringify(list));
  return copy;
}

test('a backup is authentic by the key with which it was made, and by no other', async () => {
  const manifest = readManifest(backup, key);
  await checkFiles(backup, manifest, { from: backup, signal });
  readManifest(backup, undefined);
  assert.throws(() => readManifest(backup, Buffer.alloc(32, 8)), { message: /--key/ });
});

test('a list that another account has written, also without its MAC, is refused where the key is known', async () => {
  for (const [change, message] of [
    [(list: Written) => (list.createdAt = '2020-01-01T00:00:00.000Z'), /backup key/],
    [(list: Written) => (list.files['postgresql/base/1/1259'] = '0'.repeat(64)), /backup key/],
    [(list: Written) => delete list.files['encryption.key'], /backup key/],
    [(list: Written) => (list.mac = ''), /backup key/],
    [(list: Written) => delete list.mac, /cannot be read/],
    [(list: Written) => (list.mac = null), /cannot be read/],
    [(list: Written) => (list.mac = {}), /cannot be read/],
  ] as const) {
    const copy = await changed((_, list) => change(list));
    assert.throws(() => readManifest(copy, key), { code: 'validation_failed', message });
  }
});

test('a name that leads elsewhere, or makes the server follow a link, is in no list', async () => {
  for (const name of [
    'postgresql/../../secret',
    '../secret',
    'postgresql/..',
    'postgresql/./x',
    'postgresql//x',
    'postgresql/',
    '/etc/passwd',
    'other/file',
    'other',
    '',
    'postgresql/tablespace_map',
  ]) {
    const copy = await changed((_, { files }) => (files[name] = '0'.repeat(64)));
    assert.throws(() => readManifest(copy, undefined), { message: /it lists "/ }, name);
  }
});

test('a file that is not listed, and whatever is no file, is refused', async () => {
  const outside = join(place, 'outside');
  await mkdir(outside);
  for (const [change, message] of [
    [(copy: string) => writeFile(join(copy, 'other'), 'x'), /other is not listed/],
    [
      (copy: string) => writeFile(join(copy, 'postgresql/standby.signal'), ''),
      /standby\.signal is not listed/,
    ],
    [
      (copy: string) => symlink(outside, join(copy, 'postgresql/pg_tblspc/16384')),
      /pg_tblspc\/16384 is not a file/,
    ],
    [
      async (copy: string) => {
        await rm(join(copy, 'encryption.key'));
        await symlink('/etc/hostname', join(copy, 'encryption.key'));
      },
      /encryption\.key is not a file/,
    ],
    [
      async (copy: string) => {
        await rm(join(copy, 'postgresql'), { recursive: true });
        await symlink(outside, join(copy, 'postgresql'));
      },
      /postgresql is not a file/,
    ],
  ] as const) {
    const copy = await changed(change);
    assert.throws(() => readManifest(copy, undefined), { message });
  }
});

test('a file that is missing or changed is named', async () => {
  const manifest = readManifest(backup, key);
  for (const [change, message] of [
    [(copy: string) => rm(join(copy, 'encryption.key')), /encryption\.key is missing/],
    [
      (copy: string) => writeFile(join(copy, 'postgresql/base/1/1259'), 'other'),
      /1259 was changed after the backup/,
    ],
    [(copy: string) => writeFile(join(copy, 'postgresql/new'), ''), /new is not listed/],
  ] as const) {
    const copy = await changed(change);
    await assert.rejects(checkFiles(copy, manifest, { from: backup, signal }), { message });
  }
});
