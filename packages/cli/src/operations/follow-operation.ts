// Follows an operation to its end and prints how it went.
import {
  isFinal,
  OperationFailedError,
  type Operation,
  type TeamHandle,
} from '@groupwright/client';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { differenceLines } from '../output/difference-text.ts';
import { createStatusPrinter } from '../output/status-text.ts';

/** Prints each change for people, and for machines the last one, or with `each` all; then what the operation changed. */
export async function followOperation(
  context: Context,
  team: TeamHandle,
  operationId: string,
  printing?: { readonly each: boolean },
): Promise<void> {
  const printer = createStatusPrinter(context, printing);
  const { signal, json } = context;
  let last: Operation | undefined;
  try {
    for await (const operation of team.followOperation(operationId, { signal })) {
      last = operation;
      printer.print(operation);
    }
  } catch (error) {
    if (!signal.aborted)
      return await named(`operation ${operationId}`, Promise.reject(error as Error));
    const detail = `Interrupted. The operation continues: ${followCommand(team.teamId, operationId)}`;
    throw new CommandError(exitCodes.interrupted, 'interrupted', detail, { cause: error });
  }
  if (last === undefined) return;
  if (!json) printDifference(context, last);
  throwUnlessGood(last);
}

export function followCommand(teamId: string, operationId: string): string {
  return `groupwright team operations --follow ${teamId} ${operationId}`;
}

function printDifference(context: Context, { before, after }: Operation): void {
  const lines = differenceLines(context.paint, before ?? {}, after ?? {});
  if (lines.length > 0) context.print(undefined, () => lines.join('\n'));
}

export function throwUnlessGood(operation: Operation): void {
  if (isFinal(operation) && operation.status !== 'succeeded')
    throw new OperationFailedError(operation);
}
