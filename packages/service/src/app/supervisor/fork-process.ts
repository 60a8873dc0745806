// The processes as operating system processes: forked by node:cluster, so that those that listen share the port, and
// ended by the loss of the channel when the supervisor dies. Their logs become one.
import cluster, { type Worker } from 'node:cluster';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ToSupervisor } from './messages.ts';
import type { ProcessPlan } from './process-plans.ts';
import type { Fork } from './supervise.ts';
import { passOnUntaken } from './untaken-connections.ts';

// The published package has JavaScript.
const entry = fileURLToPath(
  new URL(`supervised-process${extname(import.meta.url)}`, import.meta.url),
);

/**
 * @param deps.writeLog takes whole lines
 * @param deps.plans all that will be forked
 */
export function createFork(deps: {
  readonly plans: readonly ProcessPlan[];
  readonly writeLog: (lines: string) => void;
  /** Where this process keeps its compiled code, if it does. */
  readonly compileCache: string | undefined;
}): Fork {
  const toListen = deps.plans.filter(({ isListening }) => isListening).length;
  const listening = new Set<Worker>();
  // In turn among several. One accepts by itself, without the detour through the supervisor.
  cluster.schedulingPolicy = toListen > 1 ? cluster.SCHED_RR : cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: entry, args: [], silent: true });

  return ({ onMessage, onEnd }) => {
    const { compileCache } = deps;
    const worker = cluster.fork(compileCache && { NODE_COMPILE_CACHE: compileCache });
    const { process: child } = worker;
    passOnUntaken(worker, listening);
    const passOn = createLineCollector(deps.writeLog);
    child.stdout?.on('data', passOn.add);
    child.stderr?.pipe(process.stderr, { end: false });
    worker.on('message', (message: ToSupervisor) => onMessage(message));
    // The process is gone.
    worker.on('error', () => undefined);
    // Its output is complete then.
    child.once('close', (code, signal) => {
      passOn.end();
      onEnd(signal ?? `exit code ${code}`);
    });
    return {
      processId: child.pid,
      send(message) {
        if (worker.isConnected()) worker.send(message);
      },
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

const newline = '\n'.charCodeAt(0);

/** Passes whole lines on: half of one would end in the middle of another process's. */
function createLineCollector(writeLines: (lines: string) => void) {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(this: void, chunk: Buffer): void {
      const end = chunk.lastIndexOf(newline) + 1;
      if (end === 0) {
        rest = Buffer.concat([rest, chunk]);
        return;
      }
      writeLines(Buffer.concat([rest, chunk.subarray(0, end)]).toString());
      rest = Buffer.from(chunk.subarray(end));
    },
    end(this: void): void {
      if (rest.length > 0) writeLines(`${rest.toString()}\n`);
      rest = Buffer.alloc(0);
    },
  };
}
