// Ends a connection without a word to the server, which may be gone.
import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Fails the statement in progress, as a lost connection does. */
export function cutOff(client: ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}
