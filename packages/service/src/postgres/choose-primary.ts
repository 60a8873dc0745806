// Which of several servers that can be written is the primary. After a failover without fencing, the previous primary
// accepts writes, too, and what is written to it is lost. Its timeline is the lower one.
import { type ServerHistory, type WritableServer, inspectServer } from './inspect-server.ts';
import { isCertificateFault } from '../ground/certificate-fault.ts';
import type { Log } from './log.ts';
import { DatabaseStartError, isUnavailable } from './unavailable.ts';

/** Whether the server was a primary before one that is known. */
function isReplaced({ history }: WritableServer, known: ServerHistory | undefined): boolean {
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

// Asks all hosts at once which server they lead to. A host that does not answer delays the choice only as long as it
// could still matter.

/** The first search is at the start of a process, when the machine may be busy, and when nothing is known. */
const firstSearch = { withinMs: 5_000, waitForOthersMs: 2_000 };
/** A promoted server answers at once; a silent host is dead or cut off. */
const laterSearch = { withinMs: 2_000, waitForOthersMs: 500 };

/**
 * @param options.known the primary so far. It is preferred where nothing distinguishes the servers.
 * @throws the reason that helps most, where no server is one
 */
export async function searchPrimary({
  urls,
  known,
  log,
}: {
  readonly urls: readonly string[];
  readonly known: WritableServer | undefined;
  readonly log: Log;
}): Promise<WritableServer> {
  const { withinMs, waitForOthersMs } = known === undefined ? firstSearch : laterSearch;
  const found: WritableServer[] = [];
  const errors: unknown[] = [];
  const inOrder = [...urls].sort((a, b) => Number(b === known?.url) - Number(a === known?.url));
  const { promise: isDecided, resolve: decide } = Promise.withResolvers<undefined>();
  let patience: NodeJS.Timeout | undefined;
  const all = Promise.all(
    inOrder.map(async (url) => {
      try {
        const server = await inspectServer(url, withinMs);
        found.push(server);
        if (isReplaced(server, known?.history)) return;
        if (known !== undefined && isReplaced(known, server.history)) decide(undefined);
        else patience ??= setTimeout(() => decide(undefined), waitForOthersMs);
      } catch (error) {
        errors.push(error);
      }
    }),
  );
  await Promise.race([all, isDecided]);
  clearTimeout(patience);
  found.sort((a, b) => inOrder.indexOf(a.url) - inOrder.indexOf(b.url));
  const chosen = choosePrimary(found, known?.history);
  for (const server of found) {
    if (!isReplaced(server, chosen?.history ?? known?.history)) continue;
    const { host } = new URL(server.url);
    log.warn(
      { host, timeline: server.history?.timeline },
      'a server that was replaced as the primary accepts writes: fence it',
    );
  }
  if (chosen !== undefined) return chosen;
  if (found.length > 0) {
    throw new DatabaseStartError(
      'The only server that can be written is one that was replaced as the primary. If it is the primary again on purpose, as after a restore, restart the service.',
    );
  }
  throw (
    errors.find((error) => !isUnavailable(error)) ??
    errors.find((error) => error instanceof DatabaseStartError) ??
    errors.find(isCertificateFault) ??
    errors[0]
  );
}
