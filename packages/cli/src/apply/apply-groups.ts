// Creates what a plan says is missing, changes what differs, and follows each creation and operation to its end. It may
// be killed at any moment and run again: an accepted creation is found, and its Idempotency-Key, which depends only on
// the group itself, prevents a second one even where it is not found. A change that was accepted is followed.
import { createHash } from 'node:crypto';
import {
  CreationFailedError,
  isFinal,
  OperationFailedError,
  ProblemError,
  type Client,
  type TeamStatus,
} from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';
import { failureOf } from '../context/failure.ts';
import { each } from './run-concurrently.ts';
import { isAcceptedAlready, type PlannedGroup } from './plan-groups.ts';

export type GroupResult = { readonly entry: GroupEntry } & (
  | { readonly outcome: 'created' | 'changed' | 'there'; readonly teamId: string }
  /** Accepted, and not followed to its end. */
  | { readonly outcome: 'accepted'; readonly teamId: string }
  | {
      readonly outcome: 'failed' | 'refused';
      readonly teamId?: string;
      readonly code: string;
      readonly detail: string;
    }
);

export interface ApplyGroupsOptions {
  readonly concurrency: number;
  /** Wait until each group exists in the directory. */
  readonly wait: boolean;
  readonly signal: AbortSignal;
  readonly onAccepted?: () => void;
  readonly onResult?: (result: GroupResult) => void;
}

/** In the order of the plan. Requests that the plan refused are refused here without another request. */
export async function applyGroups(
  client: Client,
  planned: readonly PlannedGroup[],
  options: ApplyGroupsOptions,
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
    outcome: 'created' | 'changed' | 'there';
    end: () => Promise<unknown>;
  }[] = [];

  async function start(index: number): Promise<void> {
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
      else {
        const end = () => lastStatus(client, teamId, signal);
        queue.push({ index, entry, teamId, outcome: 'there', end });
      }
      return;
    }
    try {
      if (group.action === 'change') {
        const { teamId } = group.team;
        const end = await startChange(client, group, signal);
        if (end === undefined) settle(index, { entry, outcome: 'there', teamId });
        else queue.push({ index, entry, teamId, outcome: 'changed', end });
      } else {
        const idempotencyKey = idempotencyKeyOf(entry, group.failedBefore);
        const { teamId } = await client.createTeam(entry.request, { idempotencyKey, signal });
        const end = () => lastStatus(client, teamId, signal);
        queue.push({ index, entry, teamId, outcome: 'created', end });
      }
      onAccepted?.();
    } catch (error) {
      if (!isAboutThisGroup(error)) throw error;
      const { code, detail, faults } = failureOf(error);
      settle(index, { entry, outcome: 'refused', code, detail: [detail, ...faults].join(' ') });
    }
  }

  await each([...planned.keys()], concurrency, signal, start);
  if (!wait) {
    for (const { index, entry, teamId } of queue)
      settle(index, { entry, outcome: 'accepted', teamId });
    return results;
  }
  await each(queue, concurrency, signal, async ({ index, entry, teamId, outcome, end }) => {
    try {
      await end();
      settle(index, { entry, outcome, teamId });
    } catch (error) {
      const isEnd = error instanceof CreationFailedError || error instanceof OperationFailedError;
      if (!isEnd) throw error;
      const { code, detail } = failureOf(error);
      settle(index, { entry, outcome: 'failed', teamId, code, detail });
    }
  });
  return results;
}

/** Waits for the end of the change; undefined if there was nothing to change after all. */
async function startChange(
  client: Client,
  { team, change }: Extract<PlannedGroup, { action: 'change' }>,
  signal: AbortSignal,
): Promise<(() => Promise<unknown>) | undefined> {
  const handle = client.team(team.teamId);
  try {
    // The change is refused if the group has changed since its difference was shown.
    const accepted = await handle.change(change, { ifMatch: team.etag, signal });
    return () => accepted.waitUntilDone({ signal });
  } catch (error) {
    const isKnown = error instanceof ProblemError && isAcceptedAlready(error.faults);
    if (!isKnown) throw error;
  }
  // The operation of an earlier run has not ended yet.
  for await (const operation of handle.operations({ signal })) {
    if (isFinal(operation)) return undefined;
    return async () => {
      let last = operation;
      for await (const state of handle.followOperation(operation.operationId, { signal })) {
        last = state;
      }
      if (last.status !== 'succeeded') throw new OperationFailedError(last);
    };
  }
  return undefined;
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
  return error instanceof ProblemError && [404, 409, 410, 412, 413, 422].includes(error.status);
}
