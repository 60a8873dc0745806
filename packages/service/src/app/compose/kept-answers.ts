// Answers that are kept with an Idempotency-Key, on the routes that declare it.
import { makeIdempotent } from '../../access/admin-responses/keep-answers.routes.ts';
import { createKeptResponseStore } from '../../access/admin-responses/kept-responses.postgres.ts';
import { createRespondOnce } from '../../access/admin-responses/kept-responses.ts';
import type { Server } from '../../http/server.ts';
import type { Base } from './base.ts';

/** Call it before the routes are declared. */
export function keepAnswers(server: Server, base: Base): void {
  const { database, encryption, randomBytes, clock } = base;
  const respondOnce = createRespondOnce({
    store: createKeptResponseStore(database),
    together: base.transactions.together,
    encryption,
    randomBytes,
    clock,
  });
  server.addHook('onRoute', (route) => makeIdempotent(route, respondOnce));
}
