// People whom the directory refused. A refusal may be temporary, because of replication or load; if it remains after
// several attempts, it counts as final.
import type { AddedPeople } from '../directory/directory.ts';

export interface MemberErrors {
  /** @param isFinal whether the directory's own word is that another call cannot help */
  refuse(
    groupId: string,
    personId: string,
    said: string,
    isFinal: boolean,
  ): AddedPeople['refused'][number];
}

const maxTries = 8;
const maxCached = 20_000;

export function createMemberErrors(): MemberErrors {
  const tries = new Map<string, number>();
  return {
    refuse(groupId, personId, said, isFinal) {
      const key = `${groupId} ${personId}`;
      const count = (tries.get(key) ?? 0) + 1;
      if (tries.size >= maxCached) tries.clear();
      const permanent = isFinal || count >= maxTries;
      // A later operation on the same person counts again.
      if (permanent) tries.delete(key);
      else tries.set(key, count);
      return { personId, detail: `Microsoft 365 says “${said}”.`, permanent };
    },
  };
}
