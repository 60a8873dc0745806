// `operator audit archive` and `audit verify-archive`: the older part of the audit log in files, and its proof.
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { readArchived } from '../audit/archive.postgres.ts';
import { createArchiveReader } from '../audit/archive-reader.ts';
import { createVerifyChain, type ChainReport } from '../audit/verify-chain.ts';
import { withoutRest } from '../ground/turns.ts';
import { retentions } from '../ground/config/read-retention.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import { addDuration, durationOf, parseDuration, type Duration } from '../ground/duration.ts';
import { archiveActivity, type ArchiveReport } from './archive.ts';
import { brokenExitCode, readNoted, tenantsOf } from './audited-tenants.ts';
import { command, option, required } from './command.ts';

const ofTenant = option('--tenant <id>', 'only this tenant');
/** Failed deliveries can be replayed for 30 days, and readers of events need time to come back. */
const shortest = durationOf(retentions.activity.shortest);

export const archiveCommand = command({
  name: 'archive',
  summary: 'move older entries of the audit log with their seals into files, and remove them',
  options: [
    required('--to <directory>', 'the directory of the archive, always the same one'),
    option(
      '--older-than <duration>',
      'such as P2Y or P400D; at least P90D (default: activity of RETENTION)',
    ),
    ofTenant,
  ],
  json: true,
  help: 'Killed at any point, it continues with the next call. Nothing is removed before its file is on the disk and proved.',
  read: (options: { to: string; olderThan?: string; tenant?: string }) => ({
    directory: resolve(options.to),
    olderThan: options.olderThan === undefined ? undefined : readAge(options.olderThan),
    tenant: options.tenant,
  }),
  async run(deps, { directory, olderThan, tenant }) {
    const now = () => new Date(deps.clock.now());
    const age = olderThan ?? durationOf(deps.config.retention.activity);
    const before = addDuration(now(), age, -1);
    const tenantIds = await tenantsOf(deps, tenant, false);
    const reports = await deps.asOwner(async (owner) => {
      const made: ArchiveReport[] = [];
      for (const tenantId of tenantIds) {
        made.push(
          await archiveActivity(owner, { tenantId, before, directory, actor: deps.actor }, now),
        );
      }
      return made;
    });
    return { json: reports.map(archiveJson), text: reports.map(archiveText).join('\n') };
  },
});

export const verifyArchiveCommand = command({
  name: 'verify-archive',
  summary: 'prove the files of an archive, and that the database continues them',
  options: [
    required('--from <directory>', 'the directory of the archive'),
    ofTenant,
    option('--noted <position:hash>', 'an earlier head of the chain, which must be in the archive'),
  ],
  json: true,
  help: `Exit code ${brokenExitCode}: an archive is broken. The output names the first broken entry.`,
  read: (options: { from: string; tenant?: string; noted?: string }) => ({
    directory: resolve(options.from),
    tenant: options.tenant,
    noted: options.noted === undefined ? undefined : readNoted(options.noted),
  }),
  async run(deps, { directory, tenant, noted }) {
    const reader = createArchiveReader(directory);
    const tenantIds =
      tenant === undefined && noted === undefined
        ? await reader.tenants()
        : await tenantsOf(deps, tenant, noted !== undefined);
    const proofs: ArchiveProof[] = [];
    for (const tenantId of tenantIds) {
      const report = await createVerifyChain({ reader, rest: withoutRest })(tenantId, noted);
      const archived = await readArchived(deps.database, tenantId);
      const isContinued = archived?.hash.equals(report.head.hash) === true;
      proofs.push({ report, isContinued });
    }
    const isBroken = proofs.some(
      ({ report, isContinued }) => report.broken !== undefined || !isContinued,
    );
    return {
      json: proofs.map(proofJson),
      text: (stream) => proofs.map((proof) => proofText(proof, stream)).join('\n'),
      exitCode: isBroken ? brokenExitCode : 0,
    };
  },
});

interface ArchiveProof {
  readonly report: ChainReport;
  /** The database continues where the files end. */
  readonly isContinued: boolean;
}

function readAge(text: string): Duration {
  const duration = parseDuration(text);
  const now = new Date(0);
  if (duration !== undefined && addDuration(now, duration) >= addDuration(now, shortest)) {
    return duration;
  }
  throw new DomainError(
    'validation_failed',
    '--older-than must be a duration such as P2Y or P400D, and at least P90D.',
  );
}

function archiveJson({ tenantId, archived, head, heldBackAt }: ArchiveReport) {
  const archivedTo = head && { position: head.position, hash: head.hash.toString('hex') };
  return { tenantId, archived, archivedTo: archivedTo ?? null, heldBackAt: heldBackAt ?? null };
}

function archiveText({ tenantId, archived, head, heldBackAt }: ArchiveReport): string {
  const count = `${counted(archived, 'entry', 'entries')} archived`;
  const end =
    head === undefined ? '' : `, archive head ${head.position}:${head.hash.toString('hex')}`;
  const held =
    heldBackAt === undefined
      ? ''
      : `; webhooks have yet to deliver from position ${heldBackAt + 1}`;
  return `${tenantId}  ${count}${end}${held}`;
}

function proofJson({ report: { tenantId, head, broken }, isContinued }: ArchiveProof) {
  return {
    tenantId,
    whole: broken === undefined,
    provenTo: { position: head.position, hash: head.hash.toString('hex') },
    broken: broken ?? null,
    isContinued,
  };
}

function proofText(
  { report: { tenantId, head, broken }, isContinued }: ArchiveProof,
  stream: NodeJS.WritableStream,
): string {
  const mark = (color: 'green' | 'red', text: string) => styleText(color, text, { stream });
  const verified = `${counted(head.position, 'entry', 'entries')} verified`;
  if (broken !== undefined) {
    return `${tenantId}  ${mark('red', 'broken')}  ${broken.detail} (${broken.kind}; ${verified} before it)`;
  }
  if (!isContinued) {
    return `${tenantId}  ${mark('red', 'broken')}  The database does not continue at position ${head.position + 1}: files are missing, or the archive is another one's (${verified})`;
  }
  return `${tenantId}  ${mark('green', 'whole')}   ${verified}, archive head ${head.position}:${head.hash.toString('hex')}`;
}
