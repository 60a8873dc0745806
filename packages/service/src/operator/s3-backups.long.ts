// Scheduled backups in storage that speaks S3, and a restore from there. npm installs the storage for this test only: s3rver
// checks signatures.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { startOperator } from '../../testing/operator-process.ts';
import { createTestDataDirectory, startServiceProcess } from '../../testing/service-process.ts';
import { createS3Backups } from './s3-backups.http.ts';

test('a backup goes to S3, older ones are removed, and a restore on another machine fetches it', async (t) => {
  const place = await createTestDataDirectory();
  t.after(() => place.remove());
  const project = join(place.path, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 's3rver@3.7.1'];
  await promisify(execFile)('npm', install, { cwd: project });
  const [address, port] = ['127.0.0.1', await freePort()];
  const objects = join(place.path, 'objects');
  // Its lists of more than 1,000 objects use a cipher that OpenSSL 3 has among the old ones.
  const program = ['--openssl-legacy-provider', 'node_modules/s3rver/bin/s3rver.js'];
  const bucket = [
    '-d',
    objects,
    '-a',
    address,
    '-p',
    `${port}`,
    '-s',
    '--configure-bucket',
    'backups',
  ];
  const storage = spawn(process.execPath, [...program, ...bucket], {
    cwd: project,
    stdio: 'ignore',
  });
  t.after(() => storage.kill());
  await eventually(
    () =>
      fetch(`http://${address}:${port}/`).then(
        () => true,
        () => false,
      ),
    'the storage listens',
    60_000,
  );

  const url = `http://${address}:${port}/backups/installation-1`;
  const [accessKeyId, secretAccessKey] = ['S3RVER', 'S3RVER'];
  const stored = createS3Backups({ url, region: 'us-east-1', accessKeyId, secretAccessKey });
  const s3 = {
    BACKUP_DIRECTORY: join(place.path, 'backups'),
    BACKUP_KEEP: '1',
    BACKUP_S3_URL: url,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const old = join(place.path, 'old');
  await mkdir(old);
  await writeFile(join(old, 'backup.json'), '{}');
  await stored.store('groupwright-20010101T000000Z', old);
  const env = { ...s3, GROUPWRIGHT_DATA_DIR: join(place.path, 'data') };
  const created = await startOperator(['tenant', 'create', '--name', 'Aare'], env);
  assert.equal(created.code, 0, created.err);
  const service = await startServiceProcess(env);
  t.after(() => service.end('SIGKILL'));
  await eventually(
    async () => {
      // s3rver answers 500 while an object that it lists is removed.
      const names = await stored.names().catch(() => []);
      return names.length === 1 && names[0] !== 'groupwright-20010101T000000Z';
    },
    'the new backup has taken the place of the old one',
    600_000,
  ).catch((error: unknown) => {
    throw new Error(service.output(), { cause: error });
  });
  await service.end('SIGTERM');

  const other = { ...s3, GROUPWRIGHT_DATA_DIR: join(place.path, 'restored') };
  const key = ['--key', join(place.path, 'data', 'backup.key')];
  const wrong = await startOperator(['restore', '--from-s3', 'groupwright-1', ...key], other);
  assert.match(wrong.err, /no complete backup groupwright-1 in http.*groupwright-2\d{7}T/);
  const restored = await startOperator(['restore', ...key, '--from-s3'], other);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /: 1 tenant and 0 groups, and the key file\./);
});
