// A receiver of webhooks on loopback: a real HTTP server that answers as a test says and keeps what it got.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Sets the answer from now on. */
  answer(respond: (request: Received, response: ServerResponse) => void): void;
  close(this: void): Promise<void>;
}

export async function startReceiver(
  respond: (request: Received, response: ServerResponse) => void = (_, response) => {
    response.writeHead(204).end();
  },
): Promise<Receiver> {
  const current = { respond };
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      current.respond(one, response);
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(next) {
      current.respond = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
