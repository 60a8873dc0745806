// Follows many creations to their ends by one held request for the events of the tenant, instead of one stream for each.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConnectionError,
  CreationFailedError,
  isFinal,
  ProblemError,
  UnexpectedAnswerError,
  type Client,
} from '@groupwright/client';

const ends = ['group.succeeded', 'group.failed', 'group.cancelled'] as const;
/** Maximum time for which the service may be unreachable. */
const maxAwayMs = 5 * 60_000;
const retryEveryMs = 2_000;

/** The end of the feed, read before the creations begin: their ends come after it. Undefined: nothing happened yet. */
export async function endOfFeed(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const { nextLink } = await client.request<{ nextLink: string }>('GET', '/events', {
    query: { after: 'latest', limit: 1 },
    signal,
  });
  return new URL(nextLink).searchParams.get('after') ?? undefined;
}

export interface FollowedCreation {
  readonly teamId: string;
  /** It may have ended before `after`. */
  readonly mayHaveEnded: boolean;
}

/** @param onEnd called once for each creation; with the failure, if it did not succeed */
export async function followCreations(
  client: Client,
  creations: readonly FollowedCreation[],
  options: {
    /** It comes from `endOfFeed`. */
    readonly after: string | undefined;
    readonly signal: AbortSignal;
    readonly onEnd: (teamId: string, failure: CreationFailedError | undefined) => void;
  },
): Promise<void> {
  const { signal, onEnd } = options;
  const open = new Set(creations.map(({ teamId }) => teamId));

  async function settle(teamId: string): Promise<void> {
    const status = await client.getTeamStatus(teamId, { signal });
    if (!isFinal(status) || !open.delete(teamId)) return;
    onEnd(teamId, status.status === 'succeeded' ? undefined : new CreationFailedError(status));
  }

  for (const { teamId, mayHaveEnded } of creations) {
    if (mayHaveEnded) await settle(teamId);
  }
  let { after } = options;
  let heardAt = performance.now();
  while (open.size > 0) {
    try {
      const feed = client.events({
        types: ends,
        follow: true,
        signal,
        ...(after !== undefined && { after }),
      });
      for await (const { id, type, subject } of feed) {
        heardAt = performance.now();
        after = id;
        if (!open.has(subject)) continue;
        if (type === 'group.succeeded') {
          open.delete(subject);
          onEnd(subject, undefined);
        } else await settle(subject);
        if (open.size === 0) return;
      }
    } catch (error) {
      if (!isAbsence(error) || performance.now() - heardAt > maxAwayMs) throw error;
      await sleep(retryEveryMs, undefined, { signal });
    }
  }
}

function isAbsence(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const isAnswer = error instanceof ProblemError || error instanceof UnexpectedAnswerError;
  return isAnswer && (error.status === 429 || error.status >= 500);
}
