// Creates many groups with few requests. A run may be killed at any moment and repeated: the same requests have the same
// Idempotency-Key, and an alias that an earlier run took is found as the group that has it.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type BulkAnswer, type Client, type TeamRequest } from '@groupwright/client';
import { findHolder } from '../context/find-team.ts';

export interface WantedGroup {
  readonly request: TeamRequest;
  /** Earlier failed creations of the alias: the next one is another creation. */
  readonly failedBefore: readonly string[];
}

export type CreatedGroup =
  | {
      readonly teamId: string;
      readonly status: string;
      /** Another run created it. */
      readonly isKnown: boolean;
    }
  | { readonly refusal: ProblemError };

/** Small enough that an interruption leaves little open, and large enough that requests do not count. */
const groupsAtOnce = 50;
/** A service may accept no more groups for a moment. */
const retryAfterMs = [2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * @param onCreated called for each group, in their order
 * @throws ProblemError a refusal that would meet other groups, too
 */
export async function createGroups(
  client: Client,
  wanted: readonly WantedGroup[],
  {
    signal,
    onCreated,
  }: { signal: AbortSignal; onCreated: (at: number, made: CreatedGroup) => void },
): Promise<void> {
  for (let start = 0; start < wanted.length; start += groupsAtOnce) {
    const chunk = wanted.slice(start, start + groupsAtOnce);
    const items = await createChunk(client, chunk, signal);
    for (const [index, item] of items.entries()) {
      const group = chunk[index] as WantedGroup;
      onCreated(start + index, await createdOf(client, group, item, signal));
    }
  }
}

type BulkItem = BulkAnswer['items'][number];

async function createChunk(
  client: Client,
  chunk: readonly WantedGroup[],
  signal: AbortSignal,
): Promise<readonly BulkItem[]> {
  const requests = chunk.map(({ request }) => request);
  const idempotencyKey = keyOf(chunk);
  for (const waitMs of [...retryAfterMs, undefined]) {
    const { items } = await client.createTeams(requests, { idempotencyKey, signal });
    const busy = items.find(({ error }) => error !== null && isPassing(error.status));
    if (busy === undefined) return items;
    // With the same key, accepted entries stay as they are and the others are tried again.
    if (waitMs === undefined) throw problemOf(busy);
    await sleep(waitMs, undefined, { signal });
  }
  throw new TypeError('The last attempt returns or throws.');
}

async function createdOf(
  client: Client,
  { request }: WantedGroup,
  item: BulkItem,
  signal: AbortSignal,
): Promise<CreatedGroup> {
  if (item.teamId !== null) {
    return { teamId: item.teamId, status: item.status ?? 'accepted', isKnown: false };
  }
  const refusal = problemOf(item);
  const { mailNickName } = request;
  if (refusal.code === 'mail_nickname_taken' && mailNickName !== undefined) {
    const holder = await findHolder(client, mailNickName, signal);
    if (holder !== undefined) {
      return { teamId: holder.teamId, status: holder.status, isKnown: true };
    }
  }
  if (isAboutOneGroup(refusal)) return { refusal };
  throw refusal;
}

function problemOf({ error }: BulkItem): ProblemError {
  if (error === null) throw new TypeError('A refused entry has an error.');
  return new ProblemError(error as ConstructorParameters<typeof ProblemError>[0]);
}

/** Too many groups wait, or the service is not ready. */
function isPassing(status: number): boolean {
  return status === 429 || status === 503;
}

/** A refusal of one group leaves the others alone; anything else would happen to them too. */
export function isAboutOneGroup(error: unknown): error is ProblemError {
  return error instanceof ProblemError && [404, 409, 410, 412, 413, 422].includes(error.status);
}

/** The same for the same groups, and another one after a creation failed permanently. */
function keyOf(chunk: readonly WantedGroup[]): string {
  const parts = chunk.map(({ request, failedBefore }) => [
    Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1)),
    failedBefore,
  ]);
  return `apply-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
