// Which of several servers that can be written is the primary. After a failover without fencing, the previous primary
// accepts writes, too, and what is written to it is lost. Its timeline is the lower one.
import type { ServerHistory, WritableServer } from './inspect-server.ts';

/** Whether the server was a primary before one that is known. */
export function isReplaced({ history }: WritableServer, known: ServerHistory | undefined): boolean {
  return (
    history !== undefined &&
    known !== undefined &&
    history.systemId === known.systemId &&
    history.timeline < known.timeline
  );
}

/**
 * @param servers in the order of preference where nothing distinguishes them
 * @param known the newest history that was seen
 */
export function choosePrimary(
  servers: readonly WritableServer[],
  known: ServerHistory | undefined,
): WritableServer | undefined {
  let chosen: WritableServer | undefined;
  for (const server of servers) {
    if (isReplaced(server, known)) continue;
    if (chosen === undefined || isReplaced(chosen, server.history)) chosen = server;
  }
  return chosen;
}
