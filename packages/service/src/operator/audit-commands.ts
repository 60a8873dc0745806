// `operator audit`: verifies that the activity of tenants is what was written, and prints the heads of the chains.
import { styleText } from 'node:util';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { withoutTimeLimits } from '../postgres/database.ts';
import { readChainHeads } from '../audit/chain-appender.postgres.ts';
import { createVerifyChain, type ChainReport, type NotedHead } from '../audit/verify-chain.ts';
import { withoutRest } from '../ground/turns.ts';
import { counted } from '../ground/counted.ts';
import { archiveCommand, verifyArchiveCommand } from './archive-commands.ts';
import { brokenExitCode, readNoted, tenantsOf } from './audited-tenants.ts';
import { command, commandGroup, option, table } from './command.ts';
import type { OperatorDeps } from './operator-deps.ts';

const ofTenant = option('--tenant <id>', 'only this tenant');

export const auditCommands = commandGroup('audit', 'the audit chain of tenants', [
  command({
    name: 'verify',
    summary: 'verify that no entry was changed, removed, inserted or reordered',
    options: [
      ofTenant,
      option(
        '--noted <position:hash>',
        'an earlier head of the chain: also verifies that nothing was cut off',
      ),
    ],
    json: true,
    help: `Exit code ${brokenExitCode}: a chain is broken. The output names the first broken entry.`,
    read: (options: { tenant?: string; noted?: string }) => ({
      tenant: options.tenant,
      noted: options.noted === undefined ? undefined : readNoted(options.noted),
    }),
    async run(deps, { tenant, noted }) {
      const tenants = await tenantsOf(deps, tenant, noted !== undefined);
      const reports = await verifyAll(deps, tenants, noted);
      return {
        json: reports.map(reportJson),
        text: (stream) => reports.map((report) => reportText(report, stream)).join('\n'),
        exitCode: reports.some(({ broken }) => broken !== undefined) ? brokenExitCode : 0,
      };
    },
  }),
  command({
    name: 'head',
    summary: 'print the head of each chain, to store outside the database',
    options: [ofTenant],
    json: true,
    async run(deps, { tenant }: { tenant?: string }) {
      const heads = await readChainHeads(deps.database, await tenantsOf(deps, tenant, false));
      const rows = [...heads].map(([tenantId, { position, hash }]) => {
        return { tenantId, position, hash: hash.toString('hex') };
      });
      return table(rows, {
        TENANT: ({ tenantId }) => tenantId,
        'POSITION:HASH': ({ position, hash }) => `${position}:${hash}`,
      });
    },
  }),
  archiveCommand,
  verifyArchiveCommand,
]);

/** The reads have one snapshot, and no limit of time as statements of the service have it. */
async function verifyAll(
  { database }: OperatorDeps,
  tenants: readonly string[],
  noted: NotedHead | undefined,
): Promise<ChainReport[]> {
  return await database.transaction(async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read read only');
    await withoutTimeLimits(transaction);
    const verifyChain = createVerifyChain({
      reader: createChainReader({ database: transaction }),
      rest: withoutRest,
    });
    const reports: ChainReport[] = [];
    for (const tenantId of tenants) reports.push(await verifyChain(tenantId, noted));
    return reports;
  });
}

function reportJson({ tenantId, start, head, broken }: ChainReport) {
  return {
    tenantId,
    whole: broken === undefined,
    archivedTo: start,
    provenTo: { position: head.position, hash: head.hash.toString('hex') },
    broken: broken ?? null,
  };
}

function reportText(
  { tenantId, start, head, broken }: ChainReport,
  stream: NodeJS.WritableStream,
): string {
  const count = head.position - start;
  const archived = start === 0 ? '' : ` after ${start} archived ones`;
  const verified = `${counted(count, 'entry', 'entries')} verified${archived}`;
  if (broken === undefined) {
    const mark = styleText('green', 'whole', { stream });
    return `${tenantId}  ${mark}   ${verified}, head ${head.position}:${head.hash.toString('hex')}`;
  }
  const mark = styleText('red', 'broken', { stream });
  return `${tenantId}  ${mark}  ${broken.detail} (${broken.kind}; ${verified} before it)`;
}
