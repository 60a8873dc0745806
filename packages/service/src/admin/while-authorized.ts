import type { Subscriber } from '../http/open-responses.ts';

/** A download may take minutes; it breaks off when the session ends meanwhile. */
export async function* whileAuthorized<Batch>(
  batches: AsyncIterable<Batch>,
  holder: Subscriber,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    if (!(await holder.isStillAuthorized())) throw new Error('The session ended during an export.');
    yield batch;
  }
}
