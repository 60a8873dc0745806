// An HTTP proxy on loopback that opens tunnels, whatever they are asked for, to one local port.
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy {
  readonly url: string;
  /** Each CONNECT, in order. */
  readonly asked: { authority: string; authorization: string | undefined }[];
  /** Answers that authority with the status from now on. */
  refuse(authority: string, status: number): void;
  close(): Promise<void>;
}

export async function openConnectProxy(port: number): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const refused = new Map<string, number>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer();
  server.on('connection', keep);
  server.on('connect', (request, client: Socket) => {
    const authority = request.url ?? '';
    asked.push({ authority, authorization: request.headers['proxy-authorization'] });
    const status = refused.get(authority);
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    keep(target);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (authority, status) => void refused.set(authority, status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
