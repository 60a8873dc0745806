// `operator audit`: proves that the activity of tenants is what was written, and prints the ends of the chains.
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { createChainReader } from '../activity/chain-reader.postgres.ts';
import { readChainHeads } from '../activity/seals.postgres.ts';
import { createVerifyChain, type ChainReport, type NotedHead } from '../activity/verify-chain.ts';
import { DomainError } from '../foundation/errors.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

const brokenExitCode = 4;

export function addAuditCommands(program: Command, withDeps: WithDeps): void {
  const audit = program.command('audit').description('the audit chain of tenants');

  audit
    .command('verify')
    .description('verify that no entry was changed, removed, inserted or reordered')
    .option('--tenant <id>', 'only this tenant')
    .option(
      '--noted <position:hash>',
      'an earlier head of the chain: also verifies that nothing was cut off',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExit code ${brokenExitCode}: a chain is broken. The output names the first broken entry.`,
    )
    .action(async (options: { tenant?: string; noted?: string; json?: true }) => {
      const noted = options.noted === undefined ? undefined : readNoted(options.noted);
      await withDeps(async (deps) => {
        const tenants = await tenantsOf(deps, options.tenant, noted !== undefined);
        const reports = await verifyAll(deps, tenants, noted);
        const isBroken = reports.some(({ broken }) => broken !== undefined);
        if (options.json) console.log(JSON.stringify(reports.map(reportJson)));
        else for (const report of reports) console.log(reportText(report));
        if (isBroken) process.exitCode = brokenExitCode;
      });
    });

  audit
    .command('head')
    .description('print the head of each chain, to store outside the database')
    .option('--tenant <id>', 'only this tenant')
    .option('--json', 'print JSON')
    .action(async (options: { tenant?: string; json?: true }) => {
      await withDeps(async (deps) => {
        const tenants = await tenantsOf(deps, options.tenant, false);
        const heads = await readChainHeads(deps.database, tenants);
        const shown = [...heads].map(([tenantId, { position, hash }]) => ({
          tenantId,
          position,
          hash: hash.toString('hex'),
        }));
        if (options.json) {
          console.log(JSON.stringify(shown));
          return;
        }
        const rows = shown.map((one) => [one.tenantId, `${one.position}:${one.hash}`]);
        console.log(formatTable(['TENANT', 'POSITION:HASH'], rows, process.stdout));
      });
    });
}

function readNoted(text: string): NotedHead {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text);
  if (found?.[1] !== undefined && found[2] !== undefined) {
    return { position: Number(found[1]), hash: found[2] };
  }
  throw new DomainError(
    'validation_failed',
    '--noted must be POSITION:HASH, as printed by operator audit head and the log.',
  );
}

async function tenantsOf(
  deps: OperatorDeps,
  named: string | undefined,
  onlyOne: boolean,
): Promise<readonly string[]> {
  if (named !== undefined || onlyOne) return [(await chooseTenant(deps, named)).tenantId];
  return await createChainReader(deps).tenants();
}

/** In one snapshot, without the limit of time that statements of the service have. */
async function verifyAll(
  { database }: OperatorDeps,
  tenants: readonly string[],
  noted: NotedHead | undefined,
): Promise<ChainReport[]> {
  return await database.transaction(async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read read only');
    await transaction.query('set local statement_timeout = 0');
    const verifyChain = createVerifyChain({ reader: createChainReader({ database: transaction }) });
    const reports: ChainReport[] = [];
    for (const tenantId of tenants) reports.push(await verifyChain(tenantId, noted));
    return reports;
  });
}

function reportJson({ tenantId, head, broken }: ChainReport) {
  return {
    tenantId,
    whole: broken === undefined,
    provenTo: { position: head.position, hash: head.hash.toString('hex') },
    broken: broken ?? null,
  };
}

function reportText({ tenantId, head, broken }: ChainReport): string {
  const verified = `${head.position} ${head.position === 1 ? 'entry' : 'entries'} verified`;
  if (broken === undefined) {
    const mark = styleText('green', 'whole', { stream: process.stdout });
    return `${tenantId}  ${mark}   ${verified}, head ${head.position}:${head.hash.toString('hex')}`;
  }
  const mark = styleText('red', 'broken', { stream: process.stdout });
  return `${tenantId}  ${mark}  ${broken.detail} (${broken.kind}; ${verified} before it)`;
}
