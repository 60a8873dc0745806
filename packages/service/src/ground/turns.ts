// Long work in small pieces: all long work of the process together gets some milliseconds in each turn of the event
// loop, and everything else runs in between.

/** Resolves in a later turn when the present one has lasted long enough; undefined while there is time. */
export type Rest = () => Promise<void> | undefined;

/** Begins one long work of a caller, such as a plan, a bulk or an export: while callers press, it makes way for them. */
export type BeginWork = () => Rest;

/** It serves a process that does nothing else. */
export const withoutRest: Rest = () => undefined;

/** Others wait for about this time at most, and the pauses cost little. */
const maxTurnMs = 3;

/**
 * @param deps.monotonicNow milliseconds that never go back
 * @param deps.inNextTurn runs the function in the next turn of the event loop
 * @param deps.afterPromises runs the function in this turn, once no promise that is resolved has work left
 */
export function createRest(deps: {
  readonly monotonicNow: () => number;
  readonly inNextTurn: (run: () => void) => void;
  readonly afterPromises: (run: () => void) => void;
}): Rest {
  const { monotonicNow, inNextTurn, afterPromises } = deps;
  const waiting: (() => void)[] = [];
  /** When long work began in the present turn; undefined where it has not. */
  let startedAtMs: number | undefined;

  function startWork(): number {
    inNextTurn(startTurn);
    startedAtMs = monotonicNow();
    return startedAtMs;
  }

  function startTurn(): void {
    startedAtMs = undefined;
    resumeNext();
  }

  /** One after the other while there is time: pieces that resumed together would make one long turn. */
  function resumeNext(): void {
    if (waiting.length === 0 || isOver(startedAtMs ?? startWork())) return;
    waiting.shift()?.();
    afterPromises(resumeNext);
  }

  function isOver(sinceMs: number): boolean {
    return monotonicNow() - sinceMs >= maxTurnMs;
  }

  return () =>
    isOver(startedAtMs ?? startWork())
      ? new Promise((resolve) => waiting.push(resolve))
      : undefined;
}

/** Asking the time costs more than a small item. */
const itemsWithoutClock = 64;

/** Does the work for each item, a short one, and rests in between. */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  rest: Rest,
  work: (item: Item) => void,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % itemsWithoutClock === 0) await rest();
  }
}
