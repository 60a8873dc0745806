// The faults beside the fields of a form. A submission finds all of them. In between, a field is checked when it is left
// after a change, and again while its fault is corrected: a fault stays until the service has answered, so that a screen
// reader reads it once.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/client.ts';
import type { Fault } from '../api/generated/admin-api.ts';
import type { BodyCheck } from './body-check.ts';
import type { CheckMemory } from './check-fields.ts';
import { isAt } from './form-problem.tsx';

export interface FieldChecks {
  readonly faults: readonly Fault[];
  /** A field has lost the focus. */
  readonly leave: () => void;
  /** An answer on its way no longer counts. */
  readonly stop: () => void;
  readonly clear: () => void;
  /** The faults at these pointers, of a form that is not checked in between. */
  readonly drop: (pointers: readonly string[]) => void;
}

const noFaults: readonly Fault[] = [];
const restMs = 300;

const newMemory = (): CheckMemory => ({ turn: 0, stops: 0, left: new Set(), asked: undefined });

export function useFieldChecks<Values>({
  values,
  stored,
  sent,
  error,
  check,
}: {
  values: Values;
  stored: Values;
  /** The body that was sent last. */
  sent: unknown;
  /** Why they were refused. */
  error: Error | null;
  /** Absent: only a submission finds faults. */
  check: ((values: Values) => BodyCheck) | undefined;
}): FieldChecks {
  const [faults, setFaults] = useState(noFaults);
  const [seen, setSeen] = useState(error);
  const refused = error instanceof ApiProblem ? error.faults : noFaults;
  if (seen !== error) {
    setSeen(error);
    setFaults(refused);
  }
  const memory = useRef<CheckMemory>(newMemory());
  const shownBody = useRef<() => unknown>(undefined);

  async function run(isLeaving: boolean): Promise<void> {
    if (check === undefined) return;
    const known = memory.current;
    const { stops } = known;
    const [now, before] = [check(values), check(stored).body];
    const { checkFields } = await import('./check-fields.ts');
    const next = await checkFields(known, {
      now,
      latest: () => shownBody.current?.(),
      before,
      sent,
      refused,
      isLeaving,
    });
    if (next !== undefined && stops === known.stops) setFaults(next);
  }

  // This effect runs before that of a frame that moves the focus to the first fault.
  const latest = useRef(run);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    latest.current = run;
    shownBody.current = () => check?.(values).body;
    isShown.current = faults.length > 0;
  });
  useEffect(() => {
    if (!isShown.current) return undefined;
    const timer = setTimeout(() => void latest.current(false), restMs);
    return () => clearTimeout(timer);
  }, [values]);

  const stop = () => {
    memory.current.stops += 1;
  };
  return {
    faults,
    leave: () => void latest.current(true),
    stop,
    clear() {
      stop();
      memory.current = newMemory();
      setFaults(noFaults);
    },
    drop(pointers) {
      if (check !== undefined || faults.length === 0) return;
      setFaults((shown) => shown.filter((fault) => !pointers.some((one) => isAt(fault, one))));
    },
  };
}
