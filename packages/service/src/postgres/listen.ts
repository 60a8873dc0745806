// Notifications on a separate connection, which is renewed when it is lost. Notifications sent meanwhile are lost, so
// every listener also polls.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectToPrimary } from './connect.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { cutOff } from './connection-pool.ts';
import type { HostList } from './host-list.ts';
import type { Log } from './log.ts';
import { asUnavailable } from './unavailable.ts';

const maxPauseMs = 1000;

export async function listen(deps: {
  readonly settings: ConnectionSettings;
  readonly hosts: HostList;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** It belongs to a connection that is begun now. */
  readonly connectTimeoutMs: () => number;
  readonly log: Log;
}): Promise<{ close(): Promise<void> }> {
  const { settings, hosts, channel, onNotification, connectTimeoutMs, log } = deps;
  const closing = new AbortController();
  let current: Client | undefined;

  async function connect(): Promise<void> {
    let connected: Client | undefined;
    let renewing = false;
    try {
      const { client } = await connectToPrimary(settings, hosts, {
        applicationName: 'groupwright listener',
        connectTimeoutMs: connectTimeoutMs(),
        onClient(opened) {
          const onLoss = (error?: Error) => {
            if (renewing || closing.signal.aborted || current !== opened) return;
            renewing = true;
            log.warn({ err: error, channel }, 'the listening database connection was lost');
            void renew();
          };
          opened.on('error', onLoss);
          opened.on('end', () => onLoss());
          opened.on('notification', ({ payload }) => onNotification(payload ?? ''));
        },
      });
      connected = client;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await connected?.end().catch(() => undefined);
      throw asUnavailable(error);
    }
    current = connected;
    if (closing.signal.aborted) await connected.end();
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

  // The connection to a server that was cut off looks idle.
  hosts.onChange(() => current && cutOff(current));
  await connect();
  return {
    async close() {
      closing.abort();
      await current?.end().catch(() => undefined);
    },
  };
}
