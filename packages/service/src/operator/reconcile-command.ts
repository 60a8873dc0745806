// `operator reconcile`: compares the directory of a tenant with the records, and resolves the drift.
import { systemClock } from '../ground/clock.ts';
import { counted } from '../ground/counted.ts';
import { DomainError } from '../ground/errors.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import { noLimit } from '../ground/group-limit.ts';
import type { Comparison } from '../groups/read/comparison.ts';
import { createReadComparison } from '../groups/read/comparison.postgres.ts';
import {
  createDriftStore,
  createReconciliationStore,
} from '../reconciliation/reconciliation.postgres.ts';
import { reportOf, type Drift, type ReconciliationState } from '../reconciliation/report.ts';
import { createReconciler, type ReconcilerDeps } from '../reconciliation/resolve.ts';
import { option, table, tenantCommand } from './command.ts';
import { openDirectory } from './open-directory.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { textFor, type Text } from './terminal.ts';

interface Options {
  readonly preview?: true;
  readonly last?: true;
  readonly template?: string;
}

/** The interval that is assumed if the service never reconciles automatically. */
const defaultIntervalMs = 6 * 3_600_000;

export const reconcileCommand = tenantCommand({
  name: 'reconcile',
  summary: 'compare the groups in the directory with the records, and resolve the drift',
  options: [
    option('--preview', 'show the drift and change nothing'),
    option('--last', 'show the result of the last reconciliation and do nothing'),
    option(
      '--template <organisation/template>',
      'identifiers of the template for groups whose names do not determine one',
    ),
  ],
  help:
    'The service reconciles automatically, soon after its start and then in intervals\n' +
    '(RECONCILIATION_INTERVAL_MINUTES). After a restore from a backup, groups that were created since\n' +
    'have no record. They are adopted, and the running service completes them; they are never created\n' +
    'twice and never removed. Only the leftover group of a failed creation is removed. If someone\n' +
    'removed a group in the directory, its record says so, and the group is not created again.',
  async run(deps, options: Options) {
    const { tenantId, clock } = deps;
    const reconciliations = createReconciliationStore(deps.database);
    const comparison = () => createReadComparison(deps.database)(tenantId, noLimit);
    if (options.last) {
      const state = await reconciliations.read(tenantId);
      const compared = await comparison();
      return { text: (stream) => lastText(state, compared, stream) };
    }
    const directory = openDirectory(deps, deps.tenant);
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
        observesAll: true,
      });
      if (options.preview)
        return { text: driftText(await reconciler.preview(call), await comparison()) };
      const startedAt = clock.now();
      const drift = await reconciler.run(call);
      const now = clock.now();
      await reconciliations.finish(
        tenantId,
        new Date(now),
        new Date(now + (deps.config.reconciliationIntervalMs ?? defaultIntervalMs)),
        reportOf(deps.actor, now - startedAt, drift),
      );
      return { text: driftText(drift, await comparison()) };
    } finally {
      await directory.close();
    }
  },
});

/** No all-clear for groups that were not compared. */
function driftText(drift: readonly Drift[], { groups, notCompared }: Comparison): Text {
  const rest =
    notCompared === 0
      ? undefined
      : `${notCompared} of ${counted(groups, 'group')} not compared since the last change, about which nothing is known.`;
  if (drift.length === 0) {
    return rest === undefined
      ? 'The records account for every group.'
      : `The records account for every group that was compared.\n${rest}`;
  }
  const { text } = table(drift, {
    DRIFT: ({ kind }) => kind,
    GROUP: ({ teamId }) => teamId,
    ALIAS: ({ mailNickname }) => mailNickname,
    OUTCOME: ({ outcome }) => outcome,
  });
  return rest === undefined ? text : (stream) => `${textFor(stream, text)}\n${rest}`;
}

function lastText(
  state: ReconciliationState | undefined,
  comparison: Comparison,
  stream: NodeJS.WritableStream,
): string {
  if (state === undefined) return 'This tenant has not been reconciled yet.';
  const { last, error, dueAt } = state;
  const lines: string[] = [];
  if (error !== undefined) {
    lines.push(`The attempt at ${error.attemptedAt.toISOString()} failed: ${error.detail}`);
  }
  if (last !== undefined) {
    const { by, durationMs, drift, found } = last.report;
    const seconds = (durationMs / 1000).toFixed(1);
    const at = last.finishedAt.toISOString();
    lines.push(`Reconciled at ${at} by ${by.kind} ${by.id}, in ${seconds} s.`);
    lines.push(textFor(stream, driftText(drift, comparison)));
    const more = sumOf(found) - drift.length;
    if (more > 0) lines.push(`The activity log has ${more} more.`);
  }
  return [...lines, `Next reconciliation at ${dueAt.toISOString()}.`].join('\n');
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function organisationsOf(deps: OperatorDeps, tenantId: string): Promise<Organisation[]> {
  return deps.change(async ({ stores }) => {
    const templates = await stores.templates.list(tenantId);
    const organisations = await stores.organisations.list(tenantId);
    return organisations.map(({ organisationId, name, identifier, steward, version }) => ({
      tenantId,
      organisationId,
      name,
      identifier,
      steward,
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
