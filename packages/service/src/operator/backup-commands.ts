// `operator backup`, `restore` and `upgrade-database`: without the dependencies of the other commands, because a restore needs
// that no server runs.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../ground/config/config.ts';
import { counted } from '../ground/counted.ts';
import {
  backupKeyFile,
  type BackupContent,
  type BackupDeps,
  restoreBackup,
  takeBackup,
} from './backup.ts';
import { DomainError } from '../ground/errors.ts';
import { withFetchedBackup } from './scheduled-backups.ts';
import { option, required, type AddCommand } from './command.ts';
import { print } from './terminal.ts';
import { upgradeDatabase } from './upgrade-database.ts';

interface RestoreOptions {
  readonly from?: string;
  /** True: the newest one. */
  readonly fromS3?: string | true;
  readonly key?: string;
}

function describe({ tenants, groups, hasKey }: BackupContent): string {
  const counts = `${counted(tenants, 'tenant')} and ${counted(groups, 'group')}`;
  const key = hasKey ? 'and the key file' : 'without a key: keep GROUPWRIGHT_ENCRYPTION_KEY, too';
  return `${counts}, ${key}`;
}

export const backupCommands: AddCommand = (parent, { terminal: { env, stdout, signal } }) => {
  const deps = (): BackupDeps => ({
    config: readConfig(env),
    now: () => new Date(),
    randomBytes,
    signal,
  });
  parent
    .command('backup')
    .description(
      'copy the embedded database and the key file, whether or not the service runs, and start the copy once',
    )
    .addOption(required('--to <directory>', 'a directory that does not exist yet'))
    .action(async ({ to }: { to: string }) => {
      const content = await takeBackup(deps(), to);
      print(stdout, `The backup in ${to} has ${describe(content)}. PostgreSQL started on it.`);
      const key = join(readConfig(env).dataDir, backupKeyFile);
      print(stdout, `It is authentic by ${key}: keep a copy of this file away from the backups.`);
    });
  parent
    .command('restore')
    .description(
      'replace the embedded database and the key file by those of a backup; the service must be stopped',
    )
    .addOption(option('--from <directory>', 'a backup'))
    .addOption(
      option(
        '--from-s3 [name]',
        'in place of --from: the backup of BACKUP_S3_URL with this name, or the newest one',
      ),
    )
    .addOption(
      option('--key <file>', 'the backup key of another installation, if the backup is from there'),
    )
    .action(async ({ from, fromS3, key }: RestoreOptions) => {
      if ((from === undefined) === (fromS3 === undefined)) {
        throw new DomainError('validation_failed', 'Name the backup with --from or --from-s3.');
      }
      const restore = (directory: string) => restoreBackup(deps(), directory, key);
      const named = fromS3 === true ? undefined : fromS3;
      const { takenAt, kept, isAuthentic, ...content } = await (from === undefined
        ? withFetchedBackup(deps(), named, restore)
        : restore(from));
      print(stdout, `Restored the backup of ${takenAt}: ${describe(content)}.`);
      if (!isAuthentic) {
        print(
          stdout,
          `There is no ${backupKeyFile} here, so nothing shows that the backup is as it was taken. Trust it only if no other account can write to ${from ?? 'the bucket'}.`,
        );
      }
      for (const path of kept) print(stdout, `The previous data is in ${path}.`);
      print(
        stdout,
        'Start the service. It compares its records with each directory within 30 seconds.',
      );
    });
  parent
    .command('upgrade-database')
    .description(
      'bring the embedded database to the major version of this release; the service must be stopped',
    )
    .addOption(
      required('--programs <directory>', 'the PostgreSQL that wrote the data, with bin and lib'),
    )
    .action(async ({ programs }: { programs: string }) => {
      const { from, to, tables, rows, kept } = await upgradeDatabase(deps(), programs);
      const copied = `${counted(rows, 'row')} of ${counted(tables, 'table')}`;
      print(stdout, `Copied ${copied} from PostgreSQL ${from} to ${to}, and compared them.`);
      print(stdout, `The previous data is in ${kept}. Remove it when you no longer need it.`);
    });
};
