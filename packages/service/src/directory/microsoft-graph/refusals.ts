// People whom the directory would not let in. A refusal may pass, by replication or load; one that stays
// after several tries is taken for final.
import type { AddedPeople } from '../directory.ts';

export interface Refusals {
  /** @param isFinal whether the directory's own word is that another call cannot help */
  refuse(
    groupId: string,
    personId: string,
    said: string,
    isFinal: boolean,
  ): AddedPeople['refused'][number];
}

const triesAtMost = 8;
const rememberedAtMost = 20_000;

export function createRefusals(): Refusals {
  const tries = new Map<string, number>();
  return {
    refuse(groupId, personId, said, isFinal) {
      const key = `${groupId} ${personId}`;
      const count = (tries.get(key) ?? 0) + 1;
      if (tries.size >= rememberedAtMost) tries.clear();
      tries.set(key, count);
      return {
        personId,
        detail: `Microsoft 365 says “${said}”.`,
        permanent: isFinal || count >= triesAtMost,
      };
    },
  };
}
