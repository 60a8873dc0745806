// A relay of TCP connections that can be cut as a network is: nothing passes, nothing is closed, and both ends learn
// nothing. Bytes that were sent meanwhile arrive when the network is whole again, as TCP repeats them.
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  cut(this: void): void;
  heal(this: void): void;
  close(this: void): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  /** Absent until the network is whole for the first time. */
  upstream?: Socket;
}

/** @param port where it listens; 0 for any */
export async function startRelay(upstreamPort: number, port = 0): Promise<Relay> {
  const pairs = new Set<Pair>();
  let isCut = false;

  function join(pair: Pair): void {
    const { client } = pair;
    if (client.destroyed) {
      end(pair);
      return;
    }
    pair.upstream ??= follow(createConnection(upstreamPort, '127.0.0.1'), pair);
    client.pipe(pair.upstream).pipe(client);
  }
  function part({ client, upstream }: Pair): void {
    for (const socket of [client, upstream]) socket?.unpipe().pause();
  }
  function end(pair: Pair): void {
    pairs.delete(pair);
    pair.client.destroy();
    pair.upstream?.destroy();
  }
  /** An end that is closed while the network is cut stays open for the other one. */
  function follow(socket: Socket, pair: Pair): Socket {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    return socket.on('close', () => {
      if (!isCut) end(pair);
    });
  }

  const server = createServer({ pauseOnConnect: true }, (client) => {
    const pair: Pair = { client };
    pairs.add(pair);
    follow(client, pair);
    if (!isCut) join(pair);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', listening.resolve);
  await listening.promise;
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      if (isCut) return;
      isCut = true;
      for (const pair of pairs) part(pair);
    },
    heal() {
      // Joined twice, a pair would carry everything twice.
      if (!isCut) return;
      isCut = false;
      for (const pair of pairs) {
        if (pair.upstream?.destroyed) end(pair);
        else join(pair);
      }
    },
    close() {
      isCut = false;
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const pair of pairs) end(pair);
      return closed.promise;
    },
  };
}
