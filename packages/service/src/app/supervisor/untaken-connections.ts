// The connection that a process was handed and had not taken when it died. Node's cluster waits forever for the answer of
// the dead process (`handoff` in lib/internal/cluster/round_robin_handle.js): the caller would wait until it gives up, and
// the supervisor would keep the connection.
import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** The message with which a connection is handed over, and that with which the process says whether it takes it. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

interface Connection {
  close(): void;
}

/**
 * Connections that the process does not take go to another one that listens. If there is none, they are closed.
 * @param listening the processes that listen now; this one joins them
 */
export function passOnUntaken(worker: Worker, listening: Set<Worker>): void {
  const child: ChildProcess = worker.process;
  worker.once('listening', () => listening.add(worker));
  const untaken = new Map<number, Connection>();
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean;
  child.send = (message: unknown, connection?: unknown, ...rest: unknown[]) => {
    const { cmd, act, seq } = message as ClusterMessage;
    if (cmd === 'NODE_CLUSTER' && act === 'newconn' && seq !== undefined) {
      untaken.set(seq, connection as Connection);
    }
    return send(message, connection, ...rest);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack);
  });
  // The process is gone, and all that it said is read.
  child.once('close', () => {
    listening.delete(worker);
    if (untaken.size === 0) return;
    // Node waits with this event until the process has taken the connection, and the cluster counts on the process until
    // the event.
    child.emit('disconnect');
    for (const [seq, connection] of untaken) {
      if (listening.size === 0) connection.close();
      // As a process says that stops listening: the cluster then hands the connection to another one.
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false });
    }
  });
}
