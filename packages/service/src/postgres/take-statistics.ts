// Takes the statistics of tables that have none, although they have rows: after a dump was restored, or the server was
// upgraded by a program that leaves them behind. PostgreSQL takes them by itself once enough rows have changed, which after an
// upgrade may be never. Until then, it plans each statement as if it knew nothing of the rows.
import type { Client } from 'pg';
import { cancelStatement } from './cancel.ts';
import { connectToPrimary } from './connect.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { createHostList } from './host-list.ts';
import type { Log } from './log.ts';

const connectTimeoutMs = 5_000;
/** A smaller table is read quickly by any plan. */
const leastBytes = 512 * 1024;

export interface StatisticsTaker {
  /** Resolves when all are taken, also after an error, which is logged. */
  readonly done: Promise<void>;
  stop(this: void): Promise<void>;
}

/** It runs in the background, because a table of a million rows takes seconds, and nothing waits for it. */
export function takeMissingStatistics(
  owner: ConnectionSettings,
  { log }: { readonly log: Log },
): StatisticsTaker {
  let connected: Client | undefined;
  let isStopping = false;

  async function take(): Promise<void> {
    const hosts = createHostList(owner.url, { log });
    const { client } = await connectToPrimary(owner, hosts, {
      applicationName: 'groupwright statistics',
      connectTimeoutMs,
      parameters: { client_min_messages: 'error' },
    });
    connected = client;
    const startedAt = performance.now();
    let tables = 0;
    const { rows } = await client.query<{ name: string }>(findTables, [leastBytes]);
    for (const { name } of rows) {
      if (isStopping) return;
      // Another process may be doing it.
      await client.query(`analyze (skip_locked) ${client.escapeIdentifier(name)}`);
      tables += 1;
    }
    if (tables === 0) return;
    const durationMs = Math.round(performance.now() - startedAt);
    log.info({ tables, durationMs }, 'took statistics of tables that had none');
  }

  async function takeAndEnd(): Promise<void> {
    try {
      await take();
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, 'could not take statistics of the tables');
    } finally {
      await connected?.end().catch(() => undefined);
    }
  }

  const done = takeAndEnd();

  return {
    done,
    async stop() {
      isStopping = true;
      if (connected !== undefined) {
        await cancelStatement(connected);
        await connected.end().catch(() => undefined);
      }
      await done;
    },
  };
}

/**
 * The smallest first. A table that was found empty has none either. The statistics that a new database begins with do not
 * count: they are expected, and know no correlation.
 */
const findTables = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples <> 0
    and pg_relation_size(c.oid) >= $1::bigint and not exists (
      select from pg_stats s
      where s.schemaname = 'public' and s.tablename = c.relname and s.correlation is not null
    )
  order by pg_relation_size(c.oid)`;
