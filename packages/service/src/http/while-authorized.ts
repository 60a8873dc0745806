import type { FastifyReply } from 'fastify';
import type { Rest } from '../ground/turns.ts';
import { createOpenResponses, type Subscriber } from './open-responses.ts';

type WhileAuthorized = <Batch>(
  batches: AsyncIterable<Batch>,
  holder: Subscriber,
  reply: FastifyReply,
) => AsyncGenerator<Batch>;

/**
 * A download may take minutes; it breaks off when the session ends meanwhile. One that nobody reads asks for no further
 * batch, but counts among those of the tenant: it ends too.
 */
/** @param rest between batches, so that others have their turns */
export function createWhileAuthorized(rest: Rest): WhileAuthorized {
  const openResponses = createOpenResponses();
  return async function* whileAuthorized(batches, holder, { raw }) {
    // A caller that has already hung up sends no `close`.
    if (raw.destroyed) return;
    const release = openResponses.subscribe(holder, () => raw.destroy());
    raw.once('close', release);
    for await (const batch of batches) {
      if (!(await holder.isStillAuthorized())) {
        throw new Error('The session ended during an export.');
      }
      await rest();
      yield batch;
    }
  };
}
