// Creates what a plan says is missing, changes what differs, and follows each creation and operation to its end. It may
// be killed at any moment and run again: an accepted creation is found, and its alias prevents a second one even where it
// is not found. A change that was accepted is followed.
import { OperationFailedError, type Client } from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';
import { failureOf } from '../context/failure.ts';
import { createGroups, isAboutOneGroup, type WantedGroup } from './create-groups.ts';
import { endOfFeed, followCreations } from './follow-creations.ts';
import { each } from './run-concurrently.ts';
import type { PlannedGroup } from './plan-groups.ts';

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

/** The groups are applied in the order of the plan. Requests that the plan refused are refused here without another request. */
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
  const refuse = (index: number, entry: GroupEntry, error: unknown): void => {
    const { code, detail, faults } = failureOf(error);
    settle(index, { entry, outcome: 'refused', code, detail: [detail, ...faults].join(' ') });
  };
  const fail = (index: number, entry: GroupEntry, teamId: string, error: unknown): void => {
    const { code, detail } = failureOf(error);
    settle(index, { entry, outcome: 'failed', teamId, code, detail });
  };

  const creating = new Map<string, Followed>();
  const changing: (Followed & { readonly teamId: string; end: () => Promise<unknown> })[] = [];
  const wanted: (WantedGroup & { readonly index: number; readonly entry: GroupEntry })[] = [];
  const changes: (Extract<PlannedGroup, { action: 'change' }> & { readonly index: number })[] = [];
  for (const [index, group] of planned.entries()) {
    const { entry } = group;
    if (group.action === 'refuse') {
      const detail = group.faults.map((fault) => fault.detail).join(' ');
      settle(index, { entry, outcome: 'refused', code: 'validation_failed', detail });
    } else if (group.action === 'change') changes.push({ ...group, index });
    else if (group.action === 'create') {
      const { request } = entry;
      wanted.push({ index, entry, request, failedBefore: group.failedBefore });
    } else {
      const { teamId, status } = group.team;
      if (status === 'succeeded') settle(index, { entry, outcome: 'there', teamId });
      else creating.set(teamId, { index, entry, outcome: 'there', mayHaveEnded: true });
    }
  }

  const isFollowing = wait && (wanted.length > 0 || creating.size > 0);
  const after = isFollowing ? await endOfFeed(client, signal) : undefined;
  await createGroups(client, wanted, {
    signal,
    onCreated(at, made) {
      const { index, entry } = wanted[at] as (typeof wanted)[number];
      if ('refusal' in made) {
        refuse(index, entry, made.refusal);
        return;
      }
      const { teamId, status, isKnown } = made;
      const outcome = isKnown ? 'there' : 'created';
      const mayHaveEnded = isKnown || status !== 'accepted';
      creating.set(teamId, { index, entry, outcome, mayHaveEnded });
      onAccepted?.();
    },
  });
  await each(changes, concurrency, signal, async (group) => {
    const { index, entry, team } = group;
    const { teamId } = team;
    try {
      // The change is refused if the group has changed since its difference was shown.
      const options = { ifMatch: team.etag, signal };
      const accepted = await client.team(teamId).change(group.change, options);
      const outcome = accepted.changed ? 'changed' : 'there';
      const end = () => accepted.waitUntilDone({ signal });
      changing.push({ index, entry, teamId, outcome, mayHaveEnded: true, end });
      onAccepted?.();
    } catch (error) {
      if (!isAboutOneGroup(error)) throw error;
      refuse(index, entry, error);
    }
  });
  if (!wait) {
    const accepted = [...creating].map(([teamId, of]) => Object.assign(of, { teamId }));
    for (const { index, entry, teamId } of [...accepted, ...changing])
      settle(index, { entry, outcome: 'accepted', teamId });
    return results;
  }
  await followCreations(
    client,
    [...creating].map(([teamId, { mayHaveEnded }]) => ({ teamId, mayHaveEnded })),
    {
      after,
      signal,
      onEnd(teamId, failure) {
        const { index, entry, outcome } = creating.get(teamId) as Followed;
        if (failure === undefined) settle(index, { entry, outcome, teamId });
        else fail(index, entry, teamId, failure);
      },
    },
  );
  await each(changing, concurrency, signal, async ({ index, entry, teamId, outcome, end }) => {
    try {
      await end();
      settle(index, { entry, outcome, teamId });
    } catch (error) {
      if (!(error instanceof OperationFailedError)) throw error;
      fail(index, entry, teamId, error);
    }
  });
  return results;
}

interface Followed {
  readonly index: number;
  readonly entry: GroupEntry;
  readonly outcome: 'created' | 'changed' | 'there';
  /** The group may have ended before it is followed. */
  readonly mayHaveEnded: boolean;
}
