import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { createLineWriter, createLog } from './log.ts';

function listen(level: Parameters<typeof createLog>[0]) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { log, lines };
}

test('secrets are blacked out wherever the log is handed them', () => {
  const { log, lines } = listen('info');
  log.info({
    secret: 'aaa',
    request: { headers: { authorization: 'Bearer bbb' }, body: { accessToken: 'ccc' } },
    connection: { clientSecret: 'ddd', databaseUrl: 'eee' },
  });
  const [line = ''] = lines;
  assert.doesNotMatch(line, /aaa|bbb|ccc|ddd|eee/);
  assert.match(line, /redacted/);
});

test('a ready line passes at info and not above it', () => {
  const { log, lines } = listen('info');
  createLineWriter(log)?.('{"level":30}\n');
  assert.deepEqual(lines, ['{"level":30}\n']);
  assert.equal(createLineWriter(listen('warn').log), undefined);
});

test('what waits is written at exit, in its order', () => {
  const program = `
    import { createLog, createLineWriter } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const log = createLog('info');
    const writeLine = createLineWriter(log);
    for (let count = 0; count < 5000; count++) {
      if (count % 100 === 0) log.info({ count });
      else writeLine('{"level":30,"count":' + count + ',"filler":"${'x'.repeat(60)}"}\\n');
    }
    process.exit(3);`;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  assert.equal(status, 3);
  const counts = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count: number }).count);
  assert.deepEqual(
    counts,
    Array.from({ length: 5000 }, (_, count) => count),
  );
});

test('many logs in one process listen for its exit once, and each writes what waits', () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const listeners = process.listenerCount('exit');
    const logs = Array.from({ length: 20 }, () => createLog('info'));
    logs.forEach((log, count) => log.info({ count }));
    process.exit(process.listenerCount('exit') - listeners);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const counts = stdout.match(/"count":\d+/g);
  assert.deepEqual(
    counts,
    Array.from({ length: 20 }, (_, count) => `"count":${count}`),
  );
});

test('a log that cannot be written stops nothing', { skip: !existsSync('/dev/full') }, () => {
  const program = `
    import { openSync } from 'node:fs';
    import { createLogDestination } from ${JSON.stringify(import.meta.resolve('./log-destination.ts'))};
    const destination = createLogDestination(openSync('/dev/full', 'w'));
    for (let count = 0; count < 3; count++) {
      destination.write('{"level":50}\\n'.repeat(10_000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.log('still here');`;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    { encoding: 'utf8' },
  );
  assert.equal(stdout, 'still here\n');
  assert.equal(status, 0);
});
