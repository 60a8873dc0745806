import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
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
    // Before that, it is the shell, which reaps.
    const comm = `/proc/${parent.pid}/comm`;
    await eventually(() => readFileSync(comm, 'utf8') === 'sleep\n', 'the parent reaps nothing');
    process.kill(child, 'SIGKILL');
    await eventually(() => !isRunning(child), 'the child has ended');
    assert.equal(isRunning(parent.pid ?? 0), true);
    // It is listed nevertheless.
    assert.equal(process.kill(child, 0), true);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('a killed process runs until the kernel has closed the port on which it listened', async () => {
  const program = `
    const server = require('node:net').createServer();
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  // The first thread ends before the others in about half of the rounds.
  for (let round = 0; round < 20; round++) {
    const child = spawn(process.execPath, ['--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    while (isRunning(child.pid ?? 0));
    const socket = connect(Number(port.toString()), '127.0.0.1');
    await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' });
  }
});
