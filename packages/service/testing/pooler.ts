// A proxy between a client and the tests' server, like a pooler in session mode: it gives sessions numbers of its
// own, and drops or replaces the options that a client asks for at its start.
import { createConnection, createServer, type Socket } from 'node:net';

export interface TestPooler {
  readonly port: number;
  close(this: void): Promise<void>;
}

/** @param options instead of the client's; undefined: none */
export async function startTestPooler(
  serverUrl: string,
  options: string | undefined,
): Promise<TestPooler> {
  const directory = new URL(serverUrl).searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(`${directory}/.s.PGSQL.5432`);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.once('data', (startup) => {
      upstream.write(withOptions(startup, options));
      client.pipe(upstream);
    });
    upstream.on('data', (data) => client.write(withOtherBackendId(data)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

/** The client's first message: its length, the protocol, and names and values that each end with a zero. */
function withOptions(startup: Buffer, options: string | undefined): Buffer {
  const parts = startup.subarray(8).toString('utf8').split('\0');
  const kept: string[] = [];
  for (let index = 0; (parts[index] ?? '') !== ''; index += 2) {
    if (parts[index] !== 'options') kept.push(parts[index] ?? '', parts[index + 1] ?? '');
  }
  if (options !== undefined) kept.push('options', options);
  const body = Buffer.from([...kept, '', ''].join('\0'), 'utf8');
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  startup.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}

/** It belongs to whole messages, as a server sends them at the start: a type, and a length that includes itself. */
function withOtherBackendId(data: Buffer): Buffer {
  for (let at = 0; at + 13 <= data.length; at += 1 + data.readInt32BE(at + 1)) {
    if (data[at] === 0x4b && data.readInt32BE(at + 1) === 12) {
      data.writeInt32BE(data.readInt32BE(at + 5) + 1_000_000, at + 5);
      break;
    }
    if (data[at] === 0x5a) break;
  }
  return data;
}
