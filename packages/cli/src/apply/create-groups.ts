// Creates what a plan says is missing, and follows each creation to its end. It may be killed at any moment
// and run again: a creation that was accepted is found, and its Idempotency-Key, which depends on nothing
// but the group itself, makes no second one even where it was not found.
import { createHash } from 'node:crypto';
import {
  CreationFailedError,
  ProblemError,
  type Client,
  type TeamStatus,
} from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';
import { failureOf } from '../context/failure.ts';
import { each } from './run-concurrently.ts';
import type { PlannedGroup } from './plan-groups.ts';

export type GroupResult = { readonly entry: GroupEntry } & (
  | { readonly outcome: 'created' | 'there'; readonly teamId: string }
  /** Accepted, and not followed to its end. */
  | { readonly outcome: 'accepted'; readonly teamId: string }
  | {
      readonly outcome: 'failed' | 'refused';
      readonly teamId?: string;
      readonly code: string;
      readonly detail: string;
    }
);

export interface CreateGroupsOptions {
  readonly concurrency: number;
  /** Wait until each group exists in the directory. */
  readonly wait: boolean;
  readonly signal: AbortSignal;
  readonly onAccepted?: () => void;
  readonly onResult?: (result: GroupResult) => void;
}

/** In the order of the plan. Requests that the plan refused are refused here without another request. */
export async function createGroups(
  client: Client,
  planned: readonly PlannedGroup[],
  options: CreateGroupsOptions,
): Promise<GroupResult[]> {
  const { concurrency, wait, signal, onAccepted, onResult } = options;
  const results: GroupResult[] = [];
  const settle = (index: number, result: GroupResult): void => {
    results[index] = result;
    onResult?.(result);
  };
  const queue: {
    index: number;
    entry: GroupEntry;
    teamId: string;
    outcome: 'created' | 'there';
  }[] = [];

  async function create(index: number): Promise<void> {
    const group = planned[index] as PlannedGroup;
    const { entry } = group;
    if (group.action === 'refuse') {
      const detail = group.faults.map((fault) => fault.detail).join(' ');
      settle(index, { entry, outcome: 'refused', code: 'validation_failed', detail });
      return;
    }
    if (group.action === 'keep') {
      const { teamId, status } = group.team;
      if (status === 'succeeded') settle(index, { entry, outcome: 'there', teamId });
      else queue.push({ index, entry, teamId, outcome: 'there' });
      return;
    }
    try {
      const idempotencyKey = idempotencyKeyOf(entry, group.failedBefore);
      const { teamId } = await client.createTeam(entry.request, { idempotencyKey, signal });
      queue.push({ index, entry, teamId, outcome: 'created' });
      onAccepted?.();
    } catch (error) {
      if (!isAboutThisGroup(error)) throw error;
      const { code, detail } = failureOf(error);
      settle(index, { entry, outcome: 'refused', code, detail });
    }
  }

  await each([...planned.keys()], concurrency, signal, create);
  if (!wait) {
    for (const { index, entry, teamId } of queue)
      settle(index, { entry, outcome: 'accepted', teamId });
    return results;
  }
  await each(queue, concurrency, signal, async ({ index, entry, teamId, outcome }) => {
    try {
      await lastStatus(client, teamId, signal);
      settle(index, { entry, outcome, teamId });
    } catch (error) {
      if (!(error instanceof CreationFailedError)) throw error;
      const { code, detail } = failureOf(error);
      settle(index, { entry, outcome: 'failed', teamId, code, detail });
    }
  });
  return results;
}

async function lastStatus(client: Client, teamId: string, signal: AbortSignal): Promise<void> {
  let last: TeamStatus | undefined;
  for await (const status of client.followTeam(teamId, { signal })) last = status;
  if (last !== undefined && last.status !== 'succeeded') throw new CreationFailedError(last);
}

/** The same for the same group, and another one after its creation failed permanently. */
function idempotencyKeyOf({ request }: GroupEntry, failedBefore: readonly string[]): string {
  const parts = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([parts, failedBefore]));
  return `apply-${hash.digest('base64url')}`;
}

/** A refusal of one group leaves the others alone; anything else would happen to them too. */
function isAboutThisGroup(error: unknown): boolean {
  return error instanceof ProblemError && [404, 409, 413, 422].includes(error.status);
}
