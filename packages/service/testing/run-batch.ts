// Runs a batch, for tests of what its groups get.
import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';

export interface BatchedGroup {
  /** Null for a group that was not adopted. */
  readonly teamId: string | null;
  readonly groupId: string | null;
  readonly status: string;
  readonly operationId: string | null;
  /** False if it was refused, or if the effect was there already. */
  readonly changed: boolean;
  readonly error: { readonly code: string; readonly errors?: readonly never[] } | null;
}

interface BatchState {
  readonly completedAt: string | null;
  readonly counts: { readonly waiting: number };
}

/** Waits until each group was accepted or refused, also where operations never end. */
export const beginBatch = (call: Call, request: object): Promise<readonly BatchedGroup[]> =>
  runBatch(call, request, '/', ({ counts }) => counts.waiting === 0);

type Call = (method: string, path: string, body?: object) => Promise<{ readonly body: unknown }>;

/** The session of an administrator sends it. */
export function runAdminBatch(
  client: { call(...given: Parameters<Call>): ReturnType<Call> },
  request: object,
): Promise<readonly BatchedGroup[]> {
  return runBatch((...given) => client.call(...given), request, '');
}

/**
 * Waits until the batch is complete.
 * @param root a slash where paths begin with one
 */
export async function runBatch(
  call: Call,
  request: object,
  root: '' | '/' = '/',
  isDone = (batch: BatchState) => batch.completedAt !== null,
): Promise<readonly BatchedGroup[]> {
  const { batchId } = (await call('POST', `${root}batches`, request)).body as { batchId?: string };
  assert.ok(batchId !== undefined, JSON.stringify(request).slice(0, 500));
  const path = `${root}batches/${batchId}`;
  await eventually(async () => {
    return isDone((await call('GET', path)).body as BatchState);
  }, 'the batch is complete');
  const { items } = (await call('GET', `${path}/groups?limit=200`)).body as {
    items: readonly Omit<BatchedGroup, 'changed'>[];
  };
  return items.map(({ teamId, groupId, status, operationId, error }) => {
    const changed = status !== 'refused' && status !== 'unchanged';
    return { teamId, groupId, status, operationId, changed, error };
  });
}
