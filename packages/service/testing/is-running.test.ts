import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { eventually } from './eventually.ts';
import { isRunning } from './is-running.ts';

test('a process that has ended does not run, although its parent has not reaped it', async () => {
  // The shell says the id of its child, and becomes a program that reaps nothing.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(line.toString());
    assert.equal(isRunning(child), true);
    process.kill(child, 'SIGKILL');
    await eventually(() => !isRunning(child), 'the child has ended');
    assert.equal(isRunning(parent.pid ?? 0), true);
    // It is listed nevertheless.
    assert.equal(process.kill(child, 0), true);
  } finally {
    parent.kill('SIGKILL');
  }
});
