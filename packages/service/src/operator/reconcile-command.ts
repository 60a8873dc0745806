import { type Command, Option } from 'commander';
import { systemClock } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Organisation } from '../organisations/organisation.ts';
import {
  createDriftStore,
  createReconciliationStore,
} from '../reconciliation/reconciliation.postgres.ts';
import { reportOf, type Drift, type ReconciliationState } from '../reconciliation/report.ts';
import { createReconciler, type ReconcilerDeps } from '../reconciliation/resolve.ts';
import { openDirectory } from './open-directory.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

interface Options {
  readonly tenant?: string;
  readonly preview?: true;
  /** The name of `preview` in earlier releases. */
  readonly plan?: true;
  readonly last?: true;
  readonly template?: string;
}

export function addReconcileCommand(program: Command, withDeps: WithDeps): void {
  program
    .command('reconcile')
    .alias('sweep')
    .description('compare the groups in the directory with the records, and resolve the drift')
    .option('--tenant <id>', 'the tenant; optional if there is only one')
    .option('--preview', 'show the drift and change nothing (also --plan)')
    .addOption(new Option('--plan', 'same as --preview').hideHelp())
    .option('--last', 'show the result of the last reconciliation and do nothing')
    .option(
      '--template <organisation/template>',
      'identifiers of the template for groups whose names do not determine one',
    )
    .addHelpText(
      'after',
      '\nThe service reconciles automatically, soon after its start and then in intervals\n' +
        '(RECONCILIATION_INTERVAL_MINUTES). After a restore from a backup, groups that were created since\n' +
        'have no record. They are adopted, and the running service completes them; they are never created\n' +
        'twice and never removed. Only the leftover group of a failed creation is removed. If someone\n' +
        'removed a group in the directory, its record says so, and the group is not created again.',
    )
    .action((options: Options) => withDeps((deps) => reconcile(deps, options)));
}

/** The interval that is assumed if the service never reconciles automatically. */
const defaultIntervalMs = 6 * 3_600_000;

async function reconcile(deps: OperatorDeps, options: Options): Promise<void> {
  const tenant = await chooseTenant(deps, options.tenant);
  const { tenantId } = tenant;
  const reconciliations = createReconciliationStore(deps.database);
  if (options.last !== undefined) {
    printLast(await reconciliations.read(tenantId));
    return;
  }
  const directory = openDirectory(deps, tenant);
  const call = { signal: new AbortController().signal, teamId: 'reconciliation' };
  try {
    const organisations = await organisationsOf(deps, tenantId);
    const reconciler = createReconciler({
      tenantId,
      directory,
      store: createDriftStore(deps.database, deps.actor),
      organisations,
      fallback: fallbackOf(organisations, options.template),
      clock: systemClock,
    });
    if (options.preview ?? options.plan) {
      print(await reconciler.detect(call));
      return;
    }
    const startedAt = deps.clock.now();
    const drift = await reconciler.run(call);
    const now = deps.clock.now();
    await reconciliations.finish(
      tenantId,
      new Date(now),
      new Date(now + (deps.config.reconciliationIntervalMs ?? defaultIntervalMs)),
      reportOf(deps.actor, now - startedAt, drift),
    );
    print(drift);
  } finally {
    await directory.close();
  }
}

function print(drift: readonly Drift[]): void {
  if (drift.length === 0) {
    console.log('The records account for every group.');
    return;
  }
  const rows = drift.map(({ kind, teamId, mailNickname, outcome }) => [
    kind,
    teamId,
    mailNickname,
    outcome,
  ]);
  console.log(formatTable(['DRIFT', 'GROUP', 'ALIAS', 'OUTCOME'], rows, process.stdout));
}

function printLast(state: ReconciliationState | undefined): void {
  if (state === undefined) {
    console.log('This tenant has not been reconciled yet.');
    return;
  }
  const { last, error, dueAt } = state;
  if (error !== undefined) {
    console.log(`The attempt at ${error.attemptedAt.toISOString()} failed: ${error.detail}`);
  }
  if (last !== undefined) {
    const { by, durationMs, drift, found } = last.report;
    const seconds = (durationMs / 1000).toFixed(1);
    console.log(
      `Reconciled at ${last.finishedAt.toISOString()} by ${by.kind} ${by.id}, in ${seconds} s.`,
    );
    print(drift);
    const more = sumOf(found) - drift.length;
    if (more > 0) console.log(`The activity log has ${more} more.`);
  }
  console.log(`Next reconciliation at ${dueAt.toISOString()}.`);
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
): ReconcilerDeps['fallback'] {
  if (named === undefined) return undefined;
  const [first, second] = named.toLowerCase().split('/');
  const organisation = organisations.find(({ identifier }) => identifier === first);
  const template = organisation?.templates.find(({ identifier }) => identifier === second);
  if (organisation === undefined || template === undefined) {
    throw new DomainError('validation_failed', `There is no template ${named}.`);
  }
  return { organisation, template };
}
