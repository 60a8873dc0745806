// The operations by which Teams creates, archives and unarchives teams, and how they are polled.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { GraphClient } from './graph-client.ts';

/** The documentation asks for at least 30 seconds between two reads of an operation. */
export const betweenPollsMs = 30_000;
/** A look that was decided upon may have waited for its slot and for a token before it was made. */
export const minPollIntervalMs = 2 * betweenPollsMs;

const guid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const operationPath = new RegExp(
  `^/teams(?:/|\\(')(${guid})(?:'\\))?/operations(?:/|\\(')(${guid})(?:'\\))?$`,
);

export function isOperationPath(text: string): boolean {
  return operationPath.test(text);
}

export type OperationState =
  | { readonly status: 'succeeded' | 'at_work' | 'absent' }
  /** Proves nothing. */
  | { readonly status: 'unclear' }
  /** Graph's words, in brackets of a sentence. */
  | { readonly status: 'failed'; readonly said: string };

export async function readOperation(
  client: GraphClient,
  groupId: string,
  path: string,
  context: CallContext,
): Promise<OperationState> {
  const answer = await client.call(
    { name: 'teams.operation', method: 'GET', path, groupId, accept: [404] },
    context,
  );
  if (answer.status === 404) return { status: 'absent' };
  const { status, error } = (answer.body ?? {}) as {
    status?: string;
    error?: { message?: string } | null;
  };
  if (status === 'succeeded') return { status };
  if (status === 'failed') {
    return { status, said: error?.message ? `: “${error.message}”` : '' };
  }
  const isAtWork = status === 'notStarted' || status === 'inProgress';
  return { status: isAtWork ? 'at_work' : 'unclear' };
}

/** A read whose answer was lost counts, too: the next one comes as late as after any other. */
export async function betweenPolls<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DirectoryError) || error.permanent) throw error;
    throw new DirectoryError(error.code, error.message, {
      retryAfterMs: Math.max(betweenPollsMs, error.retryAfterMs ?? 0),
      cause: error,
      directoryRequestId: error.directoryRequestId,
    });
  }
}
