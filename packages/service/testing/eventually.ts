// Tests wait for results, never for times: nothing depends on how fast the machine is.
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 10;
/** Long waits look less often: each look is a request or a statement, which costs processor time that other tests lack. */
const longestPauseMs = 50;
/** A machine that does much else takes as long. */
const patienceMs = 120_000;

/** @param what completes the sentence "It never came that …" */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs = patienceMs,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`It never came that ${what}.`);
    await pause(Math.min(Math.max(lookEveryMs, waitedMs / 10), longestPauseMs));
  }
}
