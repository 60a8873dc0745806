#!/usr/bin/env node
// The command of the published package: starts the service or, with `operator` as the first argument, runs a command
// beside it. JavaScript that old releases of Node understand: they start the one that is installed with the package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 12)) {
  stopWithLauncher();
  await run(process.argv.slice(2));
} else startInstalledNode();

/** @param {readonly string[]} args */
async function run([first]) {
  if (first === undefined) await import('../dist/main.js');
  else if (first === 'operator') {
    process.argv.splice(2, 1);
    await import('../dist/operator/operator.js');
  } else if (first === '--version') process.stdout.write(`${require('../package.json').version}\n`);
  else {
    process.stdout.write(
      'Usage: groupwright-server              start the service; environment variables configure it\n' +
        '       groupwright-server operator …   run a command beside it, such as operator --help\n' +
        '       groupwright-server --version\n',
    );
    if (first !== '--help') process.exitCode = 2;
  }
}

/** A launcher that is killed cannot pass a signal on: the end of the channel to it stands for SIGTERM. */
function stopWithLauncher() {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A command ends by itself.
  process.channel.unref();
}

/** @returns {string | undefined} */
function findInstalledNode() {
  try {
    const manifest = require.resolve(`node-${process.platform}-${process.arch}/package.json`);
    const program = join(dirname(manifest), 'bin/node');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function startInstalledNode() {
  const program = findInstalledNode();
  if (program === undefined) {
    process.stderr.write(
      `Groupwright needs Node 24.12 or later; this is ${process.versions.node}. Install a later Node, or install Groupwright without --omit=optional: it then brings Node for Linux.\n`,
    );
    process.exitCode = 1;
    return;
  }
  // A bounded room for objects that die young: see docs/operator/processes.md.
  const args = [
    '--max-semi-space-size=16',
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ];
  const child = spawn(program, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 130);
  });
}
