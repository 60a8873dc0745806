import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../errors.ts';
import { applyTenantFile } from './apply.ts';
import { formatPlan } from './print-plan.ts';
import type { WithWorld } from './tenant-commands.ts';
import { parseTenantFile } from './tenant-file.ts';
import type { TenantFile } from './tenant-file.schema.ts';

interface Options {
  readonly file: string;
  readonly tenant?: string;
  readonly plan?: true;
  readonly prune?: true;
}

export function addApplyCommand(program: Command, withWorld: WithWorld): void {
  program
    .command('apply')
    .description('make a tenant what a file says: show the difference, then carry it out')
    .requiredOption('-f, --file <path>', 'the file, see docs/operator.md')
    .option('--tenant <id>', 'the tenant, where the file names none')
    .option('--plan', 'show the difference and change nothing')
    .option('--prune', 'delete what the file does not name')
    .action(async (options: Options) => {
      const file = parseTenantFile(readText(options.file), options.file, systemClock.now());
      checkTenant(file, options.tenant);
      const secret = readSecret(file, options.file);
      await withWorld(async (world) => {
        const plan = await applyTenantFile(world, {
          file,
          secret,
          tenantId: options.tenant,
          actor: world.actor,
          prune: options.prune === true,
          planOnly: options.plan === true,
          onPlan: (made) => console.log(formatPlan(made, process.stdout)),
        });
        if (plan.changes.length === 0) return;
        console.log(options.plan ? 'A plan only: nothing was changed.' : 'Done.');
      });
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new DomainError('validation_failed', `Cannot read ${path}: ${(error as Error).message}.`);
  }
}

function checkTenant(file: TenantFile, option: string | undefined): void {
  const wrong = (detail: string) => new DomainError('validation_failed', detail);
  if (option !== undefined && !isGuid(option)) throw wrong('--tenant must be a GUID.');
  const { id } = file.tenant;
  if (id === undefined && option === undefined) {
    throw wrong(
      'Which tenant? Give tenant.id in the file, or --tenant. (`tenant create` makes one, `tenant list` shows them.)',
    );
  }
  if (id !== undefined && option !== undefined && id.toLowerCase() !== option.toLowerCase()) {
    throw wrong(`The file is of tenant ${id}, but --tenant names ${option}.`);
  }
}

/** The credential of the connection, from where the file says; without the line's end that editors add. */
function readSecret(file: TenantFile, path: string): string | undefined {
  const { directory } = file.tenant;
  if (directory.kind !== 'microsoft365' || directory.secret === undefined) return undefined;
  const { env, file: secretFile } = directory.secret;
  const secret =
    secretFile === undefined
      ? process.env[env ?? '']
      : readText(resolve(dirname(path), secretFile));
  const trimmed = secret?.trim() ?? '';
  if (trimmed === '') {
    throw new DomainError(
      'validation_failed',
      `The connection's secret is empty: ${secretFile ?? `the variable ${env ?? ''}`} holds nothing.`,
    );
  }
  return trimmed;
}
