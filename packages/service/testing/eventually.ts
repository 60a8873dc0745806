// Tests wait for results, never for times: nothing depends on how fast the machine is.
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 10;
/** A machine that does much else takes as long. */
const patienceMs = 120_000;

/** @param what completes the sentence "It never came that …" */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs = patienceMs,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`It never came that ${what}.`);
    await pause(lookEveryMs);
  }
}
