// A consistent copy of the running embedded server: PostgreSQL's own backup, file by file, with the write-ahead log
// from its begin to its end. The packages of the server have no pg_basebackup.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyDirectory, makeLike } from './copy-files.ts';

/** Directories whose content belongs to the running server. It makes it again. */
const emptied =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const leftOut =
  /^postmaster\.(?:pid|opts)$|(?:^|\/)pgsql_tmp|(?:^|\/)pg_internal\.init|^(?:backup_label|tablespace_map)(?:\.old)?$/;
const segment = /^[0-9A-F]{24}$/;

/**
 * Copies the cluster that the server runs on.
 * @param from its directory
 * @param to made by this
 */
export async function copyRunningCluster(
  url: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'groupwright backup' });
  await client.connect();
  try {
    // Keeps the log from here on until the session ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `groupwright_backup_${randomBytes(6).toString('hex')}`,
    ]);
    const first = await only<{ name: string }>(
      client,
      `select pg_walfile_name(pg_backup_start('groupwright', true)) as name`,
    );
    await copyDirectory(from, to, {
      signal,
      isCopied: (path) => !emptied.test(path) && !leftOut.test(path),
    });
    const end = await only<{ name: string; label: string; map: string }>(
      client,
      `select pg_walfile_name(lsn) as name, labelfile as label, spcmapfile as map
       from pg_backup_stop(false)`,
    );
    await copyDirectory(join(from, 'pg_wal'), join(to, 'pg_wal'), {
      signal,
      isCopied: (path) =>
        path.endsWith('.history') || (segment.test(path) && path >= first.name && path <= end.name),
    });
    requireSegment(join(to, 'pg_wal'), end.name);
    const owner = join(to, 'PG_VERSION');
    writeLike(owner, join(to, 'backup_label'), end.label);
    // It would lead out of the copy.
    if (end.map !== '')
      throw new Error('The database has tablespaces elsewhere, which no backup has.');
  } finally {
    await client.end();
  }
}

async function only<Row extends object>(client: Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${statement}`);
  return row;
}

function requireSegment(directory: string, name: string): void {
  if (!readdirSync(directory).includes(name)) {
    throw new Error(`The write-ahead log ${name} disappeared during the backup.`);
  }
}

/** Writes a file with the owner and the mode of another one. */
function writeLike(other: string, path: string, text: string): void {
  writeFileSync(path, text);
  makeLike(path, lstatSync(other));
}
