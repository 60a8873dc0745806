// People whom the directory refused. A refusal may be temporary, because of replication or load; if it remains after
// several attempts, it counts as final. The notes of the call have the numbers, so a restart does not begin again.
import type { CallContext } from '../directory/call-context.ts';
import type { AddedPeople } from '../directory/directory.ts';

const maxTries = 8;

/** @param isFinal whether the directory's own word is that another call cannot help */
export function refusePerson(
  { groupId, personId }: { readonly groupId: string; readonly personId: string },
  { said, isFinal }: { readonly said: string; readonly isFinal: boolean },
  { notes }: CallContext,
): AddedPeople['refused'][number] {
  const key = `refused ${groupId} ${personId}`;
  const count = (notes?.get(key) ?? 0) + 1;
  const permanent = isFinal || count >= maxTries;
  // A later batch with the same person counts again.
  if (permanent) notes?.delete(key);
  else notes?.set(key, count);
  return { personId, detail: `Microsoft 365 says “${said}”.`, permanent };
}
