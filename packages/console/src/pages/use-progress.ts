// The progress of a creation, pushed by the service until it is final. Should the stream break, the browser
// comes back by itself and goes on where it was.
import { useEffect, useState } from 'react';
import { apiPath } from '../api/location.ts';
import type { GroupProgress } from '../api/types.ts';

const finals = new Set(['succeeded', 'failed', 'cancelled']);

export function isFinal(status: string): boolean {
  return finals.has(status);
}

/** @param onFinal called when the creation came to its end while somebody watched */
export function useProgress(
  teamId: string,
  known: GroupProgress,
  onFinal: () => void,
): GroupProgress {
  const [pushed, setPushed] = useState<GroupProgress>();
  const isOver = isFinal(known.status);
  useEffect(() => {
    if (isOver) return undefined;
    const source = new EventSource(`${apiPath}/groups/${teamId}/events`);
    source.addEventListener('status', (event) => {
      const progress = JSON.parse((event as MessageEvent<string>).data) as GroupProgress;
      setPushed(progress);
      if (!isFinal(progress.status)) return;
      source.close();
      onFinal();
    });
    return () => source.close();
    // `onFinal` is made anew at each render and does the same each time.
  }, [teamId, isOver]);
  return pushed !== undefined && pushed.version >= known.version ? pushed : known;
}
