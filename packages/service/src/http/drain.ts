// A stop that loses no answer and waits for no idle client. Each answer in progress ends its connection. A
// connection that has sent nothing yet is closed, because Node would leave it open until it times out.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface InFlight extends Iterable<ServerResponse> {
  add(response: ServerResponse): void;
  delete(response: ServerResponse): void;
  endConnections(): void;
}

export function createInFlight(): InFlight {
  const responses = new Set<ServerResponse>();
  return {
    add: (response) => void responses.add(response),
    delete: (response) => void responses.delete(response),
    [Symbol.iterator]: () => responses.values(),
    endConnections() {
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('connection', 'close');
      }
    },
  };
}

/** Closes the connections that are silent when the returned function is called. */
export function trackSilentConnections(server: HttpServer): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}
