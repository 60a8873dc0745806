// Processor time, compared with a known piece of work: a slow processor, or one whose caches others use too, needs more
// for the same. `contention.ts` is for budgets of time as a person sees it.

/** It belongs to the known piece of work, on a machine with nothing else to do. */
const quietMs = 35;
/** So that a budget that is missed by far is noticed on any machine. */
const maxSlowness = 20;

const entries = Array.from({ length: 20_000 }, (_, index) => ({ name: `entry ${index}`, index }));

/** The result is from 1 to 20. */
export function slowness(): number {
  const measuredMs = processorMsOf(() => {
    for (let time = 0; time < 5; time += 1) JSON.parse(JSON.stringify(entries));
  });
  return Math.min(Math.max(1, measuredMs / quietMs), maxSlowness);
}

export function processorMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The processor times of some runs, in milliseconds of a quiet machine. No more runs than it takes to get below `enoughMs`:
 * the first ones are slower, because the code is not compiled yet.
 */
export function quietProcessorMs(
  work: () => void,
  { runs, enoughMs }: { readonly runs: number; readonly enoughMs: number },
): readonly number[] {
  const costs: number[] = [];
  while (costs.length < runs && costs.every((cost) => cost >= enoughMs)) {
    const before = slowness();
    const measuredMs = processorMsOf(work);
    costs.push(measuredMs / Math.max(before, slowness()));
  }
  return costs;
}
