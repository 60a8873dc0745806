// A stop that loses no answer and waits for no idle client. First, callers and balancers leave: `/readyz` says no, each
// answer ends its connection, and everything else continues. Who still calls then, such as a proxy that asks for no health,
// keeps its connections, so that none is new when the port closes. Then it closes, and requests that are on their way on
// open connections are answered. Connections that are silent after that are closed, because Node would leave them open.
import { once } from 'node:events';
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Timers } from '../ground/clock.ts';

export interface InFlight extends Iterable<ServerResponse> {
  add(response: ServerResponse): void;
  delete(response: ServerResponse): void;
  /** Each answer from now on says Connection: close, unless its headers are sent. */
  endConnections(): void;
  /** Answers to later requests do not say it. */
  keepConnections(): void;
}

export function createInFlight(): InFlight {
  const responses = new Set<ServerResponse>();
  let isEnding = false;
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  return {
    add(response) {
      responses.add(response);
      if (isEnding) endConnection(response);
    },
    delete: (response) => void responses.delete(response),
    [Symbol.iterator]: () => responses.values(),
    endConnections() {
      isEnding = true;
      for (const response of responses) endConnection(response);
    },
    keepConnections: () => void (isEnding = false),
  };
}

/** A proxy that had to connect for each request might do so just when the port closes, and would be reset. */
const mostKeptMs = 1_000;

/** Someone who connects without a pause has to be refused in the end. */
const mostTurns = 10_000;

export interface Draining {
  hasBegun(this: void): boolean;
  /**
   * Resolves when the server may close. Later calls join the first one.
   * @param delayMs for which new connections are still accepted
   */
  begin(this: void, delayMs: number): Promise<void>;
}

/** @param options.lateRequestsMs for which open connections are served after the port is closed */
export function createDraining(
  server: HttpServer,
  inFlight: InFlight,
  { timers, lateRequestsMs }: { readonly timers: Timers; readonly lateRequestsMs: number },
): Draining {
  let drained: Promise<void> | undefined;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => void timers.after(milliseconds, resolve));

  async function drain(delayMs: number): Promise<void> {
    inFlight.endConnections();
    if (!server.listening) return;
    const keptMs = Math.min(mostKeptMs, delayMs / 2);
    if (keptMs > 0) {
      await wait(delayMs - keptMs);
      inFlight.keepConnections();
      await wait(keptMs);
    }
    await untilNoneWaits(server);
    const closed = once(server, 'close');
    // Only the port: the server's own method also closes idle connections.
    NetServer.prototype.close.call(server);
    inFlight.endConnections();
    await Promise.race([closed, wait(lateRequestsMs)]);
  }

  return {
    hasBegun: () => drained !== undefined,
    begin: (delayMs) => (drained ??= drain(delayMs)),
  };
}

/**
 * Connections that wait to be accepted when the port closes would be reset. They wait until the end of a turn of the event
 * loop, so the port closes after a turn that had nothing to do: about 0.05 ms, where a turn with requests takes 1 to 20.
 */
async function untilNoneWaits(server: HttpServer): Promise<void> {
  let mayWait = true;
  const note = () => void (mayWait = true);
  const events = () => performance.nodeTiming.uvMetricsInfo.events;
  server.on('connection', note);
  for (let turn = 0; mayWait && turn < mostTurns; turn += 1) {
    const before = events();
    mayWait = false;
    await new Promise(setImmediate);
    if (events() !== before) mayWait = true;
  }
  server.off('connection', note);
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
