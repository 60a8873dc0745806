import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { runOperator } from '../../testing/operator.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { createTestDataDirectory, startServiceProcess } from '../../testing/service-process.ts';
import { createS3Backups } from './s3-backups.http.ts';

test('the service takes a backup that can be restored, keeps the newest ones and says when the next is due', async (t) => {
  const place = await createTestDataDirectory();
  const directory = join(place.path, 'backups');
  await mkdir(directory);
  for (const day of ['01', '02', '03'])
    await mkdir(join(directory, `groupwright-202601${day}T000000Z`));
  await mkdir(join(directory, 'groupwright-20260104T000000Z.partial-0123456789ab'));
  await writeFile(join(directory, 'mine.txt'), '');
  const env = {
    GROUPWRIGHT_DATA_DIR: join(place.path, 'data'),
    BACKUP_DIRECTORY: directory,
    BACKUP_KEEP: '2',
  };
  const service = await startServiceProcess(env);
  t.after(async () => {
    await service.end('SIGTERM');
    await place.remove();
  });
  const due = async () => {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    return Number(/^groupwright_backup_due_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  assert.equal(await due(), Date.UTC(2026, 0, 4) / 1_000);

  await eventually(
    async () => (await readdir(directory)).length === 3,
    'a backup was taken',
    120_000,
  );
  const names = (await readdir(directory)).sort();
  assert.deepEqual(names.slice(0, 1), ['groupwright-20260103T000000Z']);
  assert.match(names[1] ?? '', /^groupwright-\d{8}T\d{6}Z$/);
  assert.equal(names[2], 'mine.txt');
  assert.ok((await due()) > Date.now() / 1_000 + 23 * 3_600);

  const restored = { GROUPWRIGHT_DATA_DIR: join(place.path, 'restored') };
  const key = ['--key', join(place.path, 'data', 'backup.key')];
  const from = join(directory, names[1] ?? '');
  const { code, err } = await runOperator(['restore', '--from', from, ...key], restored);
  assert.equal(code, 0, err);
});

test('an object whose name leads out of its backup is not fetched', async (t) => {
  const name = 'groupwright-20260101T000000Z';
  const storage = await startReceiver((_, response) => {
    response.end(`<Key>${name}/backup.json</Key><Key>${name}/../../elsewhere</Key>`);
  });
  const place = await createTestDataDirectory();
  t.after(async () => {
    await storage.close();
    await place.remove();
  });
  const url = `${new URL(storage.url).origin}/backups`;
  const settings = { url, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const fetched = createS3Backups(settings).fetch(
    name,
    join(place.path, 'backup'),
    new AbortController().signal,
  );
  await assert.rejects(
    fetched,
    /wrong object: groupwright-20260101T000000Z\/\.\.\/\.\.\/elsewhere/,
  );
  assert.deepEqual(await readdir(place.path), ['backup']);
});
