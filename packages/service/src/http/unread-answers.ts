// Ends answers whose reader takes no byte for a while, and with them what they hold: a place among the exports of a
// tenant, a following of events, memory. The timeout of the connection does not see them: it begins again whenever
// something arrives, or is added to what nobody reads.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Waiting {
  /** Bytes that were handed over to the system so far. */
  readonly taken: number;
  /** Bytes of the present write that wait. */
  readonly queued: number;
  /** How often it was seen so. */
  looks: number;
}

/** Node itself measures the progress of a write by its handle. */
type WithHandle = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

/**
 * @param inProgress the answers to look at
 * @returns ends the watch
 */
export function endUnreadAnswers(
  inProgress: Iterable<ServerResponse>,
  { unreadMs, checkEveryMs }: { readonly unreadMs: number; readonly checkEveryMs: number },
): () => void {
  const waiting = new WeakMap<Socket, Waiting>();
  const mostLooks = unreadMs / checkEveryMs;

  function isUnread(socket: WithHandle): boolean {
    if (socket.writableLength === 0) {
      waiting.delete(socket);
      return false;
    }
    const taken = socket.bytesWritten - socket.writableLength;
    const queued = socket._handle?.writeQueueSize ?? 0;
    const before = waiting.get(socket);
    if (before !== undefined && before.taken === taken && before.queued === queued) {
      before.looks += 1;
      return before.looks > mostLooks;
    }
    waiting.set(socket, { taken, queued, looks: 0 });
    return false;
  }

  const timer = setInterval(() => {
    for (const { socket } of inProgress) if (socket !== null && isUnread(socket)) socket.destroy();
  }, checkEveryMs);
  return () => clearInterval(timer);
}
