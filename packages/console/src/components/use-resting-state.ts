import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A state that changes after a pause. Values that are replaced during the pause render nothing.
 * @param milliseconds of the pause
 */
export function useRestingState<Value>(
  initial: Value,
  milliseconds: number,
): readonly [Value, (next: Value) => void] {
  const [rested, setRested] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback(
    (next: Value) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setRested(next), milliseconds);
    },
    [milliseconds],
  );
  return [rested, set];
}
