// The description of the API as the service with its default configuration answers it, without a
// database: composing the service connects to nothing.
import { randomBytes } from 'node:crypto';
import { systemClock } from '../src/ground/clock.ts';
import { compose } from '../src/app/compose/service.ts';
import { readConfig } from '../src/ground/config/config.ts';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import type { Server } from '../src/http/server.ts';
import { createLog } from '../src/ground/log.ts';
import type { Database } from '../src/postgres/database.ts';

function refuse(): never {
  throw new Error('Nothing here may reach a database.');
}

const noDatabase: Database = {
  query: refuse,
  transaction: refuse,
  listen: refuse,
  close: refuse,
};

/** Every route of the service, on a server that is not listening. */
export function composeServer(): Server {
  const { server } = compose({
    config: readConfig({}),
    log: createLog('silent', { write: () => undefined }),
    database: noDatabase,
    encryption: createEncryption([randomBytes(32)], randomBytes),
    clock: systemClock,
    monotonicNow: () => performance.now(),
    randomBytes,
    random: Math.random,
    eventLoopUtilization: () => 0,
  });
  if (server === undefined) throw new Error('The default roles include api.');
  return server;
}

/** The answer of the address: /openapi.json, its copy, or the description of the admin API. */
export async function describeService(address = '/openapi.json'): Promise<string> {
  const server = composeServer();
  const { body } = await server.inject(address);
  await server.close();
  return body;
}
