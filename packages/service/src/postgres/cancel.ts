// Cancels the statement in progress on a connection. A server does not notice that no one waits for an answer any
// more: otherwise, a commit that waits for a dead synchronous standby would keep its connection permanently.
import { createConnection } from 'node:net';
import type { ClientBase } from 'pg';

const giveUpAfterMs = 2000;
/** https://www.postgresql.org/docs/18/protocol-message-formats.html, CancelRequest */
const cancelRequestCode = 80_877_102;

/** Properties that the driver's types lack. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** Resolves once the request was sent, or could not be. It needs neither a password nor a free connection. */
export function cancelStatement(client: ClientBase): Promise<void> {
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
