// Executes creations. A failed one ends with the removal of what it made, and of nothing else; the removal is retried
// like a step.
import { DirectoryError } from '../directory/directory.ts';
import type { Creation } from './creation.ts';
import { createExecute, type EndFailed, type Execute, type ExecuteDeps } from './execute.ts';
import { incidentOf, isDefect, isRemovalOver, leftBehind } from './failed-attempt.ts';
import { fail, groupUncertainSince, postponeRemoval } from './ledger.ts';
import { creationSteps } from './steps.ts';

export function createExecuteCreation(
  deps: Omit<ExecuteDeps<Creation>, 'steps' | 'end' | 'parkedAs'>,
): Execute<Creation> {
  return createExecute({ ...deps, steps: creationSteps, end: endCreation, parkedAs: 'accepted' });
}

const endCreation: EndFailed<Creation> = async (failed) => {
  const { entry, call, retryDelayMs } = failed;
  const error = await removeGroup(failed);
  if (call.signal.aborted) return undefined;
  if (error === undefined) return { entry: fail(entry) };
  const attempts = (entry.facts.removalAttempts ?? 0) + 1;
  const incident = incidentOf('remove_group', attempts, error);
  if (isRemovalOver(error, attempts, entry)) {
    return { entry: fail(entry, [leftBehind(entry, incident.detail)]), incident };
  }
  const retryInMs = retryDelayMs(error, attempts);
  return {
    entry: postponeRemoval(entry, call.now, retryInMs),
    dueInMs: retryInMs,
    incident: { ...incident, retryInMs },
  };
};

/** Removes what this creation made: the directory checks the marker. Answers what went wrong. */
async function removeGroup({
  entry,
  open,
  call,
  onDefect,
}: Parameters<EndFailed<Creation>>[0]): Promise<unknown> {
  const since = groupUncertainSince(entry);
  const { adoption, adoptedMarker, groupId: presentId } = entry.facts;
  // A group that was adopted or taken over was there before this creation, and stays.
  if (adoption !== undefined) return undefined;
  const madeId = adoptedMarker === undefined ? presentId : undefined;
  if (madeId === undefined && since === undefined) return undefined;
  try {
    const directory = open();
    const groupId = madeId ?? (await directory.findGroupByMarker(entry.teamId, call))?.groupId;
    if (groupId !== undefined) {
      await directory.deleteGroup({ groupId, marker: entry.teamId }, call);
    } else requireReplicated(since ?? call.now, call.now, directory.limits.replicationMs);
    return undefined;
  } catch (error) {
    if (isDefect(error) && !call.signal.aborted) onDefect(error);
    return error;
  }
}

const minPollMs = 10_000;
const maxPollMs = 120_000;

/** An absent answer proves nothing before replication must have finished. */
function requireReplicated(since: number, now: number, replicationMs: number): void {
  const waitedMs = now - since;
  if (waitedMs >= replicationMs) return;
  const soon = Math.min(maxPollMs, Math.max(minPollMs, waitedMs / 2));
  throw new DirectoryError(
    'not_visible_yet',
    'The directory may have created the group but does not show it yet.',
    { retryAfterMs: Math.min(soon, replicationMs - waitedMs) },
  );
}
