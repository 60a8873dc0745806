// batch list, show, wait, cancel, undo: requests for many groups, with the result of each group.
import {
  type Batch,
  type BatchFilter,
  type BatchGroup,
  governanceOf,
  type Governance,
  type UndoneGroup,
} from '@groupwright/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { createProgress } from '../output/progress.ts';
import { formatFacts, formatTable } from '../output/table.ts';

interface ListOptions {
  readonly status?: NonNullable<BatchFilter['status']>;
  readonly limit: string;
}

interface UndoOptions {
  readonly plan?: boolean;
  readonly reason?: string;
  readonly rule?: string;
  readonly by?: string;
  readonly key?: string;
  readonly organisation?: string;
  readonly template?: string;
  readonly from?: string;
  readonly until?: string;
}

interface ShowOptions {
  readonly problems?: boolean;
}

const askEveryMs = 1_000;
const problems = 'refused,failed';

export function addBatchCommands(program: Command, run: Run): void {
  const batch = program
    .command('batch')
    .alias('batches')
    .summary('follow requests for many groups')
    .description('Batches: requests for many groups, with the result of each group.');
  batch
    .command('list')
    .description('List batches, newest first.')
    .addOption(
      new Option('--status <status>', 'only batches with this status').choices([
        'running',
        'completed',
      ]),
    )
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(list));
  batch
    .command('show')
    .description('Show a batch with the result of each group.')
    .argument('<batch>', 'batch id')
    .option('--problems', 'only groups that were refused, or whose operation failed')
    .action(run(show));
  batch
    .command('wait')
    .summary('wait until all groups of a batch are final')
    .description(
      'Waits until all groups of a batch are final. The command fails if a group was refused, failed or cancelled.',
    )
    .argument('<batch>', 'batch id')
    .action(run(wait));
  batch
    .command('cancel')
    .summary('cancel what a batch has not begun')
    .description('Cancels what a batch has not begun. The other operations end as ever.')
    .argument('<batch>', 'batch id')
    .action(run(cancel));
  batch
    .command('undo')
    .summary('take back what a batch, a rule or a person did')
    .description(
      `Takes back what a batch did, or what a rule, a person or an API key did in a span of time, by another batch: what was
archived is unarchived, what was deleted is restored, what was released is on hold again, what was adopted is given back, and
people, names, settings and visibility are as before. Nobody’s later change is overwritten.`,
    )
    .argument('[batch]', 'batch id')
    .option(
      '--rule <rule>',
      'rule of a policy, such as lifecycle.expires, or lifecycle for all of it',
    )
    .option('--by <person>', 'e-mail address of an administrator, or of a person who decided')
    .option('--key <key>', 'id of an API key')
    .option('--organisation <id>', 'only groups of this organisation')
    .option('--template <id>', 'only groups of this template')
    .option('--from <time>', 'beginning of the span, such as 2027-03-01T08:00:00Z')
    .option('--until <time>', 'end of the span; now by default')
    .option('--plan', 'show what would go back and what cannot, and change nothing')
    .option('--reason <text>', 'reason, for the audit log')
    .action(run(undo));
}

async function list(context: Context, { status, limit: given }: ListOptions): Promise<void> {
  const limit = readLimit(given);
  const { signal, paint } = context;
  const governance = governanceOf(await context.client());
  const batches = governance.listBatches({ signal, ...(status && { status }) });
  const found = await firstOf(limit, batches);
  context.print(found, () =>
    formatTable(
      paint,
      ['KIND', 'GROUPS', 'STATUS', 'RESULT', 'REQUESTED BY', 'BATCH ID'],
      found.map((batch) => [
        batch.kind,
        String(batch.size),
        batch.status,
        resultText(batch),
        batch.requestedBy.name,
        batch.batchId,
      ]),
    ),
  );
}

async function show(
  context: Context,
  { problems: isOfProblems = false }: ShowOptions,
  batchId: string,
): Promise<void> {
  const { signal, paint } = context;
  const governance = governanceOf(await context.client());
  const batch = await named(`batch ${batchId}`, governance.getBatch(batchId, { signal }));
  const groups: BatchGroup[] = [];
  const filter = { signal, ...(isOfProblems && { status: problems }) };
  for await (const group of governance.listBatchGroups(batchId, filter)) groups.push(group);
  context.print({ ...batch, groups }, () => {
    const facts = formatFacts(paint, [
      ['Kind', batch.kind],
      ['Status', batch.status],
      ['Result', resultText(batch)],
      ['Requested by', batch.requestedBy.name],
      ['Reason', batch.reason],
      ['Batch id', batch.batchId],
    ]);
    if (groups.length === 0) return facts;
    const table = formatTable(
      paint,
      ['GROUP', 'STATUS', 'TEAM ID', 'REASON'],
      groups.map(({ displayName, status, teamId, groupId, error }) => [
        displayName ?? groupId ?? '',
        status,
        teamId ?? '',
        error?.detail ?? '',
      ]),
    );
    return `${facts}\n\n${table}`;
  });
}

/** Shows its progress, and answers it once all of its groups are final. */
export async function followBatch(context: Context, batchId: string): Promise<Batch> {
  const { signal } = context;
  const governance = governanceOf(await context.client());
  const read = () => named(`batch ${batchId}`, governance.getBatch(batchId, { signal }));
  let batch = await read();
  const progress = createProgress(context.stderr, context.paint, batch.kind, batch.size);
  while (batch.completedAt === null) {
    progress.update(finalOf(batch));
    await sleep(askEveryMs, undefined, { signal });
    batch = await read();
  }
  progress.update(batch.size);
  progress.end();
  return batch;
}

function wait(context: Context, _options: unknown, batchId: string): Promise<void> {
  return waitForBatch(context, batchId);
}

/** @throws CommandError if something was not done */
export async function waitForBatch(context: Context, batchId: string): Promise<void> {
  const batch = await followBatch(context, batchId);
  print(context, batch);
  if (doneOf(batch) === batch.size) return;
  const detail = `${resultText(batch)}. Show the reasons: groupwright batch show --problems ${batchId}`;
  throw new CommandError(exitCodes.creationFailed, 'batch_incomplete', detail);
}

async function cancel(context: Context, _options: unknown, batchId: string): Promise<void> {
  const governance: Governance = governanceOf(await context.client());
  const { signal } = context;
  print(context, await named(`batch ${batchId}`, governance.cancelBatch(batchId, { signal })));
}

async function undo(
  context: Context,
  { plan: isPlan = false, reason, ...given }: UndoOptions,
  batchId: string | undefined,
): Promise<void> {
  const governance: Governance = governanceOf(await context.client());
  const { signal, paint } = context;
  const selection = selectionOf(given);
  if ((batchId === undefined) === (selection === undefined)) {
    const detail = 'Name a batch, or --from with one of --rule, --by and --key.';
    throw new CommandError(exitCodes.usage, 'usage', detail);
  }
  if (!isPlan) {
    const options = { signal, ...(reason !== undefined && { reason }) };
    const started =
      selection === undefined
        ? await named(`batch ${batchId}`, governance.undoBatch(batchId ?? '', options))
        : await governance.undoSelected({ ...selection, ...(reason && { reason }) }, { signal });
    context.print(
      started,
      () => `${resultText(started)}: groupwright batch wait ${started.batchId}`,
    );
    return;
  }
  const planned =
    selection === undefined
      ? governance.planUndo(batchId ?? '', { signal })
      : governance.planSelectedUndo(selection, { signal });
  const groups: UndoneGroup[] = [];
  for await (const group of planned) groups.push(group);
  context.print(groups, () =>
    formatTable(
      paint,
      ['GROUP', 'GOES BACK BY', 'CANNOT GO BACK', 'TEAM ID'],
      groups.map(({ displayName, kinds, changed, stays, error, teamId }) => [
        displayName ?? '',
        changed ? kinds.join(', ') : '',
        [
          ...(error === null ? [] : [error.detail]),
          ...stays.map(({ property, code, by, detail }) => {
            const why = detail ?? (by === null ? code : `${code} by ${by.name}`);
            return `${property} (${why})`;
          }),
        ].join(', '),
        teamId,
      ]),
    ),
  );
}

/** Undefined: the options name none. */
function selectionOf({ rule, by, key, organisation, template, from, until }: UndoOptions) {
  const hasAny = [rule, by, key, organisation, template, from, until].some(Boolean);
  if (!hasAny) return undefined;
  return {
    ...(rule && { rule }),
    ...(by && { person: by }),
    ...(key && { apiKeyId: key }),
    ...(organisation && { organisationId: organisation }),
    ...(template && { templateId: template }),
    from: from ?? '',
    ...(until && { until }),
  };
}

function print(context: Context, batch: Batch): void {
  context.print(batch, () => resultText(batch));
}

const doneOf = ({ counts }: Batch) => counts.succeeded + counts.unchanged;
const finalOf = (batch: Batch) =>
  doneOf(batch) + batch.counts.refused + batch.counts.failed + batch.counts.cancelled;

/** Such as `399 of 402 done, 3 refused`. */
function resultText(batch: Batch): string {
  const { counts, size } = batch;
  const others = [
    ['refused', counts.refused],
    ['failed', counts.failed],
    ['cancelled', counts.cancelled],
    ['awaiting approval', counts.awaiting_approval],
  ] as const;
  return [
    `${doneOf(batch)} of ${size} done`,
    ...others.flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`])),
  ].join(', ');
}
