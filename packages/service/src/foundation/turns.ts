// Long work in small pieces: after some milliseconds in one turn of the event loop everything else goes first.

/** Resolves in a later turn when the present one has lasted long enough; undefined while there is time. */
export type Rest = () => Promise<void> | undefined;

/** Made by whoever begins a piece of long work. */
export type StartTurns = () => Rest;

/** Others wait at most about so long, and the pauses cost little. */
const maxTurnMs = 10;

/**
 * @param deps.monotonicNow milliseconds that never go back
 * @param deps.yieldToOthers lets other work of the process go first
 */
export function createTurns(deps: {
  readonly monotonicNow: () => number;
  readonly yieldToOthers: () => Promise<void>;
}): StartTurns {
  const { monotonicNow, yieldToOthers } = deps;
  return () => {
    let startedAtMs = monotonicNow();
    async function nextTurn(): Promise<void> {
      await yieldToOthers();
      startedAtMs = monotonicNow();
    }
    return () => (monotonicNow() - startedAtMs < maxTurnMs ? undefined : nextTurn());
  };
}
