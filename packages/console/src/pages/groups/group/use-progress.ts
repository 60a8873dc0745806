// The progress of a creation, pushed by the service until it is final.
import { useEffect, useState } from 'react';
import { followGroup } from '../../../api/follow.ts';
import type { GroupProgress } from '../../../api/types.ts';
import { isFinal } from '../../../api/use-group.ts';

/** @param onFinal called when the creation ends while the page is open */
export function useProgress(
  teamId: string,
  known: GroupProgress,
  onFinal: () => void,
): GroupProgress {
  const [pushed, setPushed] = useState<GroupProgress>();
  const isOver = isFinal(known.status);
  useEffect(() => {
    if (isOver) return undefined;
    const close = followGroup(teamId, (progress) => {
      setPushed(progress);
      if (!isFinal(progress.status)) return;
      close();
      onFinal();
    });
    return close;
    // `onFinal` is a new function at each render, but always does the same.
  }, [teamId, isOver]);
  return pushed !== undefined && pushed.version >= known.version ? pushed : known;
}
