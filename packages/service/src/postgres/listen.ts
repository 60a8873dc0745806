// Notifications on a connection of their own, which is renewed when it is lost. What was sent meanwhile is
// not repeated: whoever listens also polls.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionString } from './connection-settings.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Log } from './log.ts';
import { asUnavailable } from './unavailable.ts';

const connectTimeoutMs = 2000;
const maxPauseMs = 1000;

export async function listen(
  settings: ConnectionSettings,
  channel: string,
  onNotification: (payload: string) => void,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  let current: Client | undefined;

  async function connect(): Promise<void> {
    const client = new Client({
      connectionString: connectionString(settings),
      application_name: 'groupwright listener',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    let renewing = false;
    const onLoss = (error?: Error) => {
      if (renewing || closing.signal.aborted || current !== client) return;
      renewing = true;
      log.warn({ err: error, channel }, 'the listening database connection was lost');
      void renew();
    };
    client.on('error', onLoss);
    client.on('end', () => onLoss());
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw asUnavailable(error);
    }
    current = client;
    if (closing.signal.aborted) await client.end();
  }

  async function renew(): Promise<void> {
    for (let pauseMs = 20; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        await connect();
        log.info({ channel }, 'the listening database connection is back');
        return;
      } catch {
        await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  await connect();
  return {
    async close() {
      closing.abort();
      await current?.end().catch(() => undefined);
    },
  };
}
