// team operations, team cancel: the operations of a group, one of them, and its cancellation.
import type { Command } from 'commander';
import { whileRead } from '../context/closed-output.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { followOperation, throwUnlessGood } from '../operations/follow-operation.ts';
import { differenceLines } from '../output/difference-text.ts';
import { statusText } from '../output/status-text.ts';
import { formatTable } from '../output/table.ts';

export function addOperationsCommands(team: Command, run: Run): void {
  team
    .command('operations')
    .summary('list the operations of a group, or follow one')
    .description('Lists the operations of a group, newest first, or shows one of them.')
    .argument('<team>', 'team id or alias')
    .argument('[operation]', 'operation id')
    .option('-f, --follow', 'wait until the operation is final')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(showOperations));
  team
    .command('cancel')
    .summary('cancel a creation or an operation that has not begun')
    .description(
      'Cancels a creation that has not begun or awaits an approval, or an operation that waits for another one or for an approval.',
    )
    .argument('<team>', 'team id or alias')
    .argument('[operation]', 'operation id; without it, the creation of the group is cancelled')
    .action(run(cancel));
}

async function cancel(
  context: Context,
  _options: unknown,
  key: string,
  operationId?: string,
): Promise<void> {
  const { signal, paint } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  const cancelled =
    operationId === undefined
      ? await named(`group ${key}`, client.cancelTeam(teamId, { signal }))
      : await named(
          `operation ${operationId} of the group ${key}`,
          client.team(teamId).cancelOperation(operationId, { signal }),
        );
  context.print(cancelled, () => statusText(paint, cancelled));
}

async function showOperations(
  context: Context,
  options: { readonly follow?: boolean; readonly limit: string },
  key: string,
  operationId?: string,
): Promise<void> {
  const limit = readLimit(options.limit);
  const { signal, paint } = context;
  if (operationId === undefined && options.follow === true) {
    throw new CommandError(exitCodes.usage, 'usage', '--follow needs the id of an operation.');
  }
  const client = await context.client();
  const team = client.team(await findTeamId(context, client, key));
  if (operationId !== undefined) {
    if (options.follow === true) {
      await whileRead(context.stdout, () =>
        followOperation(context, team, operationId, { each: true }),
      );
      return;
    }
    const search = team.getOperation(operationId, { signal });
    const found = await named(`operation ${operationId} of the group ${key}`, search);
    context.print(found, () =>
      [
        statusText(paint, found),
        ...differenceLines(paint, found.before ?? {}, found.after ?? {}),
      ].join('\n'),
    );
    throwUnlessGood(found);
    return;
  }
  const operations = firstOf(limit, team.operations({ signal }));
  const listed = await named(`group ${key}`, operations);
  context.print(listed, () =>
    formatTable(
      paint,
      ['OPERATION', 'STATUS', 'REQUESTED', 'BY', 'REASON', 'OPERATION ID'],
      listed.map(({ kind, status, createdAt, requestedBy, reason, operationId: id }) => [
        kind,
        paint.status(status),
        createdAt.slice(0, 16).replace('T', ' '),
        requestedBy.kind,
        reason ?? '',
        id,
      ]),
    ),
  );
}
