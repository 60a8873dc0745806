// Many reads of one kind, 20 to a request. Parts that were throttled or failed are asked again, and only those.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { GraphResponse } from './graph-response.ts';
import { partsPerBatch, type BatchPart, type GraphClient } from './graph-client.ts';
import type { CallName } from './graph-calls.ts';

/** Parts that were throttled or failed are asked again this often within one call. */
const rounds = 5;

/** @param what names the subjects in the sentence of a failure */
export async function readInBatches<T>(
  client: GraphClient,
  name: CallName,
  subjects: readonly T[],
  what: string,
  partOf: (subject: T) => BatchPart,
  onResponse: (subject: T, answer: GraphResponse) => void,
  context: CallContext,
): Promise<void> {
  let open = subjects;
  for (let round = 1; open.length > 0; round += 1) {
    const again: T[] = [];
    let last: GraphResponse | undefined;
    for (let start = 0; start < open.length; start += partsPerBatch) {
      const chunk = open.slice(start, start + partsPerBatch);
      const answers = await client.batch(name, chunk.map(partOf), context);
      for (const [index, answer] of answers.entries()) {
        const subject = chunk[index];
        if (subject === undefined) continue;
        if (answer.status === 429 || answer.status >= 500 || answer.status === 408) {
          again.push(subject);
          last = answer;
        } else {
          onResponse(subject, answer);
        }
      }
    }
    if (last !== undefined && round >= rounds) {
      const isThrottled = last.status === 429;
      throw new DirectoryError(
        isThrottled ? 'throttled' : 'unavailable',
        `Microsoft 365 did not answer for ${again.length} of ${subjects.length} ${what}.`,
        { retryAfterMs: Math.max(1000, client.rateLimiter.blockedForMs(name)) },
      );
    }
    open = again;
  }
}
