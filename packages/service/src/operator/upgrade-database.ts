// Brings the data of the embedded server to the major version of this release: a logical copy, compared row by row. The
// old data is not touched before the new server has started on the copy, and it is kept.
import { rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { createVerifyChain } from '../audit/verify-chain.ts';
import { withoutRest } from '../ground/turns.ts';
import { openEncryption, readKeyProbe } from '../postgres/key-probe.postgres.ts';
import { DomainError } from '../ground/errors.ts';
import { type CopiedDatabase, copyDatabase } from '../postgres/copy-database.ts';
import type { ConnectionSettings } from '../postgres/connection-settings.ts';
import { type Account, makeDirectory, otherAccount } from '../embedded/account.ts';
import { locateCluster, readVersion } from '../embedded/cluster.ts';
import { copyDirectory, syncFileSystem, syncToDisk } from '../embedded/copy-files.ts';
import { startEmbeddedPostgres } from '../embedded/embedded.ts';
import {
  findProgram,
  majorVersion,
  type OtherProgram,
  reportedVersion,
} from '../embedded/program.ts';
import { silentLog } from '../postgres/log.ts';
import { migrate } from '../postgres/migrate.ts';
import { openDatabase } from '../postgres/pool.ts';
import { asideName, type BackupDeps, requireEmbedded, requireUnused } from './backup.ts';

export interface Upgraded extends CopiedDatabase {
  readonly from: string;
  readonly to: string;
  /** The place to which the previous data was moved. */
  readonly kept: string;
}

/**
 * @param programs the directory of the programs that wrote the data, with bin, lib and share
 * @throws DomainError if a server runs on the data, or the programs are of another version
 */
export async function upgradeDatabase(deps: BackupDeps, programs: string): Promise<Upgraded> {
  const { config, now, signal } = deps;
  requireEmbedded(config);
  const cluster = await locateCluster(config.dataDir);
  const from = await readVersion(cluster.directory);
  if (from === undefined) {
    throw new DomainError('not_found', `There is no database in ${config.dataDir}.`);
  }
  if (from === majorVersion) {
    throw new DomainError('in_use', `The data is of PostgreSQL ${from} already.`);
  }
  await requireUnused(config);
  const program = { installed: resolve(programs), majorVersion: from };
  const account = await otherAccount(cluster.directory);
  const draft = join(config.dataDir, `upgrade-${randomBytes(6).toString('hex')}`);
  const [older, newer] = [join(draft, 'older'), join(draft, 'newer')];
  try {
    for (const directory of [older, newer]) {
      await makeDirectory(directory, account);
    }
    await checkProgram(program, older, account);
    await copyDirectory(cluster.directory, join(older, 'postgresql'), { signal });
    const copied = await copyBetween(deps, { older, newer, program });
    syncFileSystem(draft);
    signal.throwIfAborted();
    const kept = asideName(cluster.directory, `before-upgrade-from-${from}`, now());
    await rename(cluster.directory, kept);
    await rename(join(newer, 'postgresql'), cluster.directory);
    syncToDisk(config.dataDir);
    return { ...copied, from, to: majorVersion, kept };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** @param workDirectory where links to libraries may be kept */
async function checkProgram(
  program: OtherProgram,
  workDirectory: string,
  account: Account | undefined,
): Promise<void> {
  let found: string | undefined;
  try {
    found = reportedVersion(await findProgram(workDirectory, account, program));
  } catch (error) {
    throw new DomainError(
      'validation_failed',
      `${program.installed} has no PostgreSQL that runs: it must have the directories bin, lib and share.`,
      { cause: error },
    );
  }
  if (found === program.majorVersion) return;
  throw new DomainError(
    'validation_failed',
    `${program.installed} is PostgreSQL ${found ?? 'of an unknown version'}. The data needs PostgreSQL ${program.majorVersion}.`,
  );
}

/** Both servers run at once, each on a directory of the draft. */
async function copyBetween(
  deps: BackupDeps,
  { older, newer, program }: { older: string; newer: string; program: OtherProgram },
): Promise<CopiedDatabase> {
  const source = await startEmbeddedPostgres({ dataDirectory: older, log: silentLog, program });
  try {
    const target = await startEmbeddedPostgres({ dataDirectory: newer, log: silentLog });
    try {
      for (const { owner } of [source, target]) await migrate(owner, { log: silentLog });
      deps.signal.throwIfAborted();
      const copied = await copyDatabase(source.owner.url, target.owner.url);
      deps.signal.throwIfAborted();
      await verifyCopy(deps, target.application);
      return copied;
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
}

/** The key opens the copy, and the chain of each tenant is whole. */
async function verifyCopy(
  { config, randomBytes: random }: BackupDeps,
  application: ConnectionSettings,
): Promise<void> {
  const database = openDatabase(application, { log: silentLog, maxConnections: 1 });
  try {
    openEncryption(config, await readKeyProbe(database), random);
    const reader = createChainReader({ database });
    for (const tenantId of await reader.tenants()) {
      const { broken } = await createVerifyChain({ reader, rest: withoutRest })(tenantId);
      if (broken === undefined) continue;
      throw new DomainError(
        'internal_error',
        `The audit log of ${tenantId} is broken. ${broken.detail} Run audit verify with the release that wrote the data.`,
      );
    }
  } finally {
    await database.close();
  }
}
