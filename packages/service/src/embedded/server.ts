// The server's process: is one running on the data, start one, stop it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStartError } from '../postgres/unavailable.ts';
import { makePrivateDirectory, statIfThere } from './account.ts';
import { spawnOptions, withDataDirectory } from './cluster.ts';
import type { Cluster, Location } from './cluster.ts';
import type { ServerSettings } from './server-settings.ts';

/** Where both want one processor, PostgreSQL gets a third of what the service gets. */
const niceness = 5;
const socketName = '.s.PGSQL.5432';
const pollMs = 5;
const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;
const largestLogBytes = 8 * 1024 * 1024;

export interface RunningServer {
  readonly processId: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** The server that runs on the data, if any; removes lock files that verifiably have no owner. */
export async function findServer(cluster: Location): Promise<RunningServer | undefined> {
  const lockFile = join(cluster.directory, 'postmaster.pid');
  const lines = await readLines(lockFile);
  const processId = readProcessId(lines);
  if (processId !== undefined) {
    const status = lines[7]?.trim();
    const running: RunningServer = {
      processId,
      // A server that is just starting has not written all lines yet.
      status: status === 'ready' || status === 'stopping' ? status : 'starting',
    };
    if ((await identifyProcess(processId, cluster.directory)) === 'server') return running;
    // The server may live in another process namespace, where its number means nothing to us.
    if (await isListening(cluster.socketDirectory)) return running;
  }
  // After a restart of the machine or container, the process id may belong to another process. If no parent reaps
  // orphans, it stays with the dead one. PostgreSQL cannot detect this and would refuse to start.
  for (const file of [lockFile, join(cluster.socketDirectory, `${socketName}.lock`)]) {
    const found = await readLines(file);
    if (found.length === 0) continue;
    const holder = readProcessId(found);
    const isNobodys =
      holder === undefined
        ? await isUnused(cluster)
        : (await identifyProcess(holder, cluster.directory)) === 'stranger';
    if (isNobodys) removeLock(file, holder);
  }
  return undefined;
}

/**
 * Whether no server is at work on the data, which a lock file without a number cannot say: a full disk or a crash of
 * the machine leaves such files. A server that is just starting is in the directory before it makes the file.
 */
async function isUnused({ directory, socketDirectory }: Location): Promise<boolean> {
  if (process.platform !== 'linux' || (await isListening(socketDirectory))) return false;
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await identifyProcess(Number(name), directory)) === 'server')
      return false;
  }
  return true;
}

/** The removal is one step, so that a lock that another starter has put in its place by now is kept. */
function removeLock(file: string, holder: number | undefined): void {
  try {
    if (readProcessId(readFileSync(file, 'utf8').split('\n')) === holder) unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** None where there is no such file, or it cannot be read. */
async function readLines(path: string): Promise<string[]> {
  return readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
}

function readProcessId([first = '']: string[]): number | undefined {
  const processId = Number(first);
  return Number.isSafeInteger(processId) && processId > 0 ? processId : undefined;
}

/** Whether the process is a server on this directory, verifiably something else, gone, or not to be known. */
async function identifyProcess(
  processId: number,
  directory: string,
): Promise<'server' | 'stranger' | 'gone' | 'unknown'> {
  try {
    process.kill(processId, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  if (process.platform !== 'linux') return 'unknown';
  try {
    const state = await readFile(`/proc/${processId}/stat`, 'utf8');
    // A process that has ended, but that its parent has not reaped.
    if (state.slice(state.lastIndexOf(')')).startsWith(') Z')) return 'stranger';
    const [theirs, ours] = await Promise.all([stat(`/proc/${processId}/cwd`), stat(directory)]);
    return theirs.dev === ours.dev && theirs.ino === ours.ino ? 'server' : 'stranger';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unknown';
  }
}

function isListening(socketDirectory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(join(socketDirectory, socketName));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts a server with the files as they are, and waits until it accepts connections; recovery may take its time. */
export async function startServer(
  cluster: Cluster,
  settings: ServerSettings,
  stopping: AbortSignal,
): Promise<RunningServer> {
  await keepLogSmall(cluster.logFile);
  await makePrivateDirectory(cluster.socketDirectory, cluster.account);
  const log = openSync(cluster.logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  let child: ChildProcess;
  let ended: string | undefined;
  try {
    child = await withDataDirectory(cluster, (path, descriptor) =>
      spawn(
        join(cluster.program.directory, 'bin', 'postgres'),
        [
          '-D',
          path,
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        {
          ...spawnOptions(cluster),
          stdio: ['ignore', log, log, ...(descriptor === undefined ? [] : [descriptor])],
        },
      ),
    );
    makeWay(child.pid);
    child.once('error', (error) => {
      ended = error.message;
    });
    child.once('exit', (code, signal) => {
      ended ??= `it ended with ${signal ?? `exit code ${code}`}`;
    });
    // The service stops it deliberately; the child alone does not keep the service alive.
    child.unref();
  } finally {
    closeSync(log);
  }
  for (;;) {
    if (ended !== undefined) {
      const said = explain(await readFrom(cluster.logFile, logStart)) || ended;
      throw new DatabaseStartError(`PostgreSQL did not start: ${said} (${cluster.logFile})`);
    }
    const running = await findServer(cluster);
    if (running?.status === 'ready') return running;
    if (stopping.aborted) child.kill('SIGINT');
    await pause(pollMs);
  }
}

/**
 * Its processes inherit it. Each request passes the one event loop of the service several times, and each answer of
 * PostgreSQL would otherwise take the processor from it.
 */
function makeWay(processId: number | undefined): void {
  if (processId !== undefined) setPriority(processId, Math.min(19, getPriority() + niceness));
}

async function keepLogSmall(logFile: string): Promise<void> {
  const found = await statIfThere(logFile);
  if (found && found.size > largestLogBytes) await rename(logFile, `${logFile}.1`);
}

async function readFrom(path: string, position: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4096), position });
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}

/** The reason why the server did not start, without messages to its other sessions. */
function explain(log: string): string {
  const fatal = [...log.matchAll(/(?:FATAL|PANIC): {2}(.*)/g)].map(([, message = '']) => message);
  const reasons = fatal.filter((message) => !message.startsWith('the database system is'));
  return reasons.length > 0 ? reasons.join('; ') : log.trim();
}

/**
 * Stops the server and waits until it is gone: sessions are ended and the data is written out; if that takes
 * too long the server is cut short, which its next start repairs.
 */
export async function stopServer(cluster: Location, processId: number): Promise<void> {
  for (const [signal, maxWaitMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
    ['SIGKILL', immediateShutdownMs],
  ] as const) {
    if ((await identifyProcess(processId, cluster.directory)) === 'gone') return;
    try {
      process.kill(processId, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + maxWaitMs;
    while (performance.now() < deadline) {
      if ((await identifyProcess(processId, cluster.directory)) !== 'server') return;
      await pause(pollMs);
    }
  }
}
