// Runs the command without a terminal, with only the environment that the test sets.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../../service/testing/child-environment.ts';
import { runCommand } from '../run-command.ts';

export const commandFile = fileURLToPath(new URL('../../bin/groupwright.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Cli {
  /** A separate directory, which is the home and current directory of the command. */
  readonly home: string;
  readonly env: Record<string, string>;
  /** It runs in the process of the test. */
  run(this: void, args: readonly string[], input?: string): Promise<Ended>;
  /** It runs in a separate process, as for a user. */
  runProcess(this: void, args: readonly string[], input?: string): Promise<Ended>;
  /** Runs with --json and gives what it printed; fails when it was not JSON. */
  json(this: void, args: readonly string[]): Promise<unknown>;
  /** Starts a separate process, to be interrupted or killed. */
  start(this: void, args: readonly string[]): ChildProcess;
  close(this: void): Promise<void>;
}

export async function createCli(env: Readonly<Record<string, string>> = {}): Promise<Cli> {
  const home = await mkdtemp(join(tmpdir(), 'groupwright-cli-'));
  const all: Record<string, string> = { ...childEnvironment, HOME: home, ...env };
  const started = new Set<ChildProcess>();

  const start: Cli['start'] = (args) => {
    const child = spawn(process.execPath, [commandFile, ...args], {
      cwd: home,
      env: all,
      stdio: 'pipe',
    });
    started.add(child);
    child.once('exit', () => started.delete(child));
    return child;
  };

  const run: Cli['run'] = async (args, input = '') => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([readAll(stdout), readAll(stderr)]);
    const code = await runCommand(args, {
      stdin: Readable.from([input]),
      stdout,
      stderr,
      env: all,
      directory: home,
      signal: new AbortController().signal,
    });
    stdout.end();
    stderr.end();
    const [out, err] = await printed;
    return { code, stdout: out, stderr: err };
  };

  const runProcess: Cli['runProcess'] = async (args, input = '') => {
    const child = start(args);
    child.stdin?.end(input);
    const code = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('The command has no output.');
    const [out, err] = await Promise.all([readAll(stdout), readAll(stderr)]);
    return { code: await code, stdout: out, stderr: err };
  };

  return {
    home,
    env: all,
    start,
    run,
    runProcess,
    async json(args) {
      const { stdout, stderr, code } = await run([...args, '--json']);
      try {
        return JSON.parse(stdout);
      } catch (cause) {
        throw new Error(`no JSON, exit code ${code}: ${stdout}${stderr}`, { cause });
      }
    },
    async close() {
      for (const child of started) child.kill('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}
