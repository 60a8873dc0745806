// One operation on several groups.
import { governanceOf, type BatchRequest, type OperationPlanRequest } from '@groupwright/client';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { printable } from '../output/printable.ts';
import { waitForBatch } from './batch.commands.ts';

interface Options {
  readonly plan?: boolean;
  readonly wait: boolean;
  readonly reason?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** One plan takes no more. */
const mostPlanned = 100;

interface PlannedGroup {
  readonly displayName: string;
  readonly changed: boolean;
  readonly error: { readonly detail: string } | null;
}

/** The groups are a batch, which continues if the command is interrupted. */
export async function operateOnMany(
  context: Context,
  options: Options,
  keys: readonly string[],
  asked: OperationPlanRequest,
): Promise<void> {
  const { reason, ifMatch, idempotencyKey } = options;
  const { signal, paint } = context;
  if (ifMatch !== undefined) {
    const detail = '--if-match is the etag of one group. Name one group, or leave it out.';
    throw new CommandError(exitCodes.usage, 'usage', detail);
  }
  const client = await context.client();
  const teamIds = new Set<string>();
  for (const key of keys) teamIds.add((await findTeamId(context, client, key)).toLowerCase());
  if (options.plan === true) {
    const items: PlannedGroup[] = [];
    for (const part of chunksOf([...teamIds], mostPlanned)) {
      const body = { ...asked, teamIds: part };
      const plan = client.request('POST', '/teams/operations/plan', { body, signal });
      items.push(...((await plan) as { items: readonly PlannedGroup[] }).items);
    }
    context.print(items, () => items.map((group) => plannedLine(paint, group)).join('\n'));
    if (items.some(({ error }) => error !== null)) context.endWith(exitCodes.refused);
    return;
  }
  const request = {
    ...asked,
    groups: [...teamIds].map((teamId) => ({ teamId })),
    ...(reason !== undefined && { reason }),
  } as BatchRequest;
  const { batchId } = await governanceOf(client).startBatch(request, {
    signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  if (options.wait) await waitForBatch(context, batchId);
  else context.print({ batchId }, () => `groupwright batch wait ${batchId}`);
}

function plannedLine(
  paint: Context['paint'],
  { displayName, changed, error }: PlannedGroup,
): string {
  const name = printable(displayName);
  if (error !== null) return paint.bad(`! ${name}: ${error.detail}`);
  return changed ? paint.good(`~ ${name}`) : paint.faint(`= ${name}`);
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
