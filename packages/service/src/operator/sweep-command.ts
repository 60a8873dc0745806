import type { Command } from 'commander';
import { systemClock } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import {
  createSweep,
  subjectOf,
  type Settlement,
  type SweepDeps,
} from '../reconciliation/sweep.ts';
import { reportOf, type SweepState } from '../reconciliation/sweep-report.ts';
import type { Finding } from '../reconciliation/sweep-search.ts';
import { createSweepStore } from '../reconciliation/sweep.postgres.ts';
import { openDirectory } from './open-directory.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

interface Options {
  readonly tenant?: string;
  readonly plan?: true;
  readonly last?: true;
  readonly template?: string;
}

export function addSweepCommand(program: Command, withDeps: WithDeps): void {
  program
    .command('sweep')
    .description(
      'compare the groups in the directory with the records, and settle where they differ',
    )
    .option('--tenant <id>', 'the tenant; may be left out when there is only one')
    .option('--plan', 'show what would be done, and change nothing')
    .option('--last', 'show when it was done last and what was found, and do nothing')
    .option(
      '--template <organisation/template>',
      'identifiers of the template to which groups are given whose names do not tell it',
    )
    .addHelpText(
      'after',
      '\nThe service does it by itself, soon after its start and then in intervals\n' +
        '(SWEEP_INTERVAL_MINUTES). After a restore from a backup, groups made since then have no record\n' +
        'any more: they are adopted and completed by the running service, never made twice and never\n' +
        'removed. Removed is only what a failed creation of this service made and left. A group that\n' +
        'somebody removed in the directory is noted on its record, and not made again.',
    )
    .action((options: Options) => withDeps((deps) => sweep(deps, options)));
}

/** The interval that is assumed while the service has never swept by itself. */
const defaultIntervalMs = 6 * 3_600_000;

async function sweep(deps: OperatorDeps, options: Options): Promise<void> {
  const tenant = await chooseTenant(deps, options.tenant);
  const { tenantId } = tenant;
  const reconciliations = createReconciliationStore(deps.database);
  if (options.last !== undefined) {
    printLast(await reconciliations.read(tenantId));
    return;
  }
  const directory = openDirectory(deps, tenant);
  const call = { signal: new AbortController().signal, teamId: 'sweep' };
  try {
    const organisations = await organisationsOf(deps, tenantId);
    const comparison = createSweep({
      tenantId,
      directory,
      store: createSweepStore(deps.database, deps.actor),
      organisations,
      fallback: fallbackOf(organisations, options.template),
      clock: systemClock,
    });
    if (options.plan !== undefined) {
      const findings = await comparison.find(call);
      print(findings.map((finding) => Object.assign(planOf(finding), subjectOf(finding))));
      return;
    }
    const startedAt = deps.clock.now();
    const settlements = await comparison.run(call);
    const now = deps.clock.now();
    await reconciliations.finish(
      tenantId,
      new Date(now),
      new Date(now + (deps.config.sweepIntervalMs ?? defaultIntervalMs)),
      reportOf(deps.actor, now - startedAt, settlements),
    );
    print(settlements);
  } finally {
    await directory.close();
  }
}

function planOf(finding: Finding): Pick<Settlement, 'kind' | 'outcome'> {
  const { kind } = finding;
  switch (kind) {
    case 'adopt': {
      const { organisation, template } = finding;
      return { kind, outcome: `${organisation.identifier}/${template.identifier}` };
    }
    case 'remove':
      return { kind, outcome: 'Its creation failed.' };
    case 'gone':
      return { kind, outcome: 'Somebody removed it in the directory.' };
    case 'returned':
      return { kind, outcome: 'It is in the directory again.' };
    case 'unclear':
      return { kind, outcome: finding.reason };
    default:
      return finding satisfies never;
  }
}

function print(
  lines: readonly Pick<Settlement, 'kind' | 'teamId' | 'mailNickname' | 'outcome'>[],
): void {
  if (lines.length === 0) {
    console.log('The records account for every group.');
    return;
  }
  const rows = lines.map(({ kind, teamId, mailNickname, outcome }) => [
    kind,
    teamId,
    mailNickname,
    outcome,
  ]);
  console.log(formatTable(['FINDING', 'GROUP', 'ALIAS', 'OUTCOME'], rows, process.stdout));
}

function printLast(state: SweepState | undefined): void {
  if (state === undefined) {
    console.log('This tenant has not been swept yet.');
    return;
  }
  const { last, error, dueAt } = state;
  if (error !== undefined) {
    console.log(`Tried at ${error.attemptedAt.toISOString()}, to no end: ${error.detail}`);
  }
  if (last !== undefined) {
    const { by, durationMs } = last.report;
    const seconds = (durationMs / 1000).toFixed(1);
    console.log(
      `Swept at ${last.finishedAt.toISOString()} by ${by.kind} ${by.id}, in ${seconds} s.`,
    );
    print(last.report.settlements);
    const more = sumOf(last.report.found) - last.report.settlements.length;
    if (more > 0) console.log(`${more} more are in the activity log.`);
  }
  console.log(`Due again at ${dueAt.toISOString()}.`);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function organisationsOf(deps: OperatorDeps, tenantId: string): Promise<Organisation[]> {
  return deps.change(async ({ stores }) => {
    const templates = await stores.templates.list(tenantId);
    const organisations = await stores.organisations.list(tenantId);
    return organisations.map(({ organisationId, name, identifier, version }) => ({
      tenantId,
      organisationId,
      name,
      identifier,
      version,
      templates: templates.filter((template) => template.organisationId === organisationId),
    }));
  });
}

function fallbackOf(
  organisations: readonly Organisation[],
  named: string | undefined,
): SweepDeps['fallback'] {
  if (named === undefined) return undefined;
  const [first, second] = named.toLowerCase().split('/');
  const organisation = organisations.find(({ identifier }) => identifier === first);
  const template = organisation?.templates.find(({ identifier }) => identifier === second);
  if (organisation === undefined || template === undefined) {
    throw new DomainError('validation_failed', `There is no template ${named}.`);
  }
  return { organisation, template };
}
