// Cancels the statement that a connection has under way. A server does not notice that nobody waits for an answer
// any more: without this a commit that waits for a dead synchronous standby would keep its connection for good.
import { createConnection } from 'node:net';
import type { PoolClient } from 'pg';

const giveUpAfterMs = 2000;
/** https://www.postgresql.org/docs/18/protocol-message-formats.html, CancelRequest */
const cancelRequestCode = 80_877_102;

/** What the driver's types leave out. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** Resolves once the request was sent, or could not be. It needs neither a password nor a free connection. */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend;
  if (processID === null || secretKey === null) return Promise.resolve();
  const request = Buffer.alloc(16);
  [request.length, cancelRequestCode, processID, secretKey].forEach((value, index) =>
    request.writeInt32BE(value, index * 4),
  );
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const socket = host.startsWith('/')
    ? createConnection(`${host}/.s.PGSQL.${port}`)
    : createConnection(port, host);
  socket.setTimeout(giveUpAfterMs, () => socket.destroy());
  // The server is away: then there is nothing to cancel.
  socket.on('error', () => undefined);
  socket.once('close', () => resolve(undefined));
  socket.end(request);
  return promise;
}
