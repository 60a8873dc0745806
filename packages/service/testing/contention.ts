// How much longer work takes than the processor needs for it, because other programs want the processors too. Budgets
// of time as a person sees it are judged by it: on a quiet machine it is 1.

const sampleMs = 100;
/** So that a budget that is missed by far is noticed on any machine. */
const maxContention = 20;

/** The result is from 1 to 20, over a tenth of a second of processor time. */
export function contention(): number {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  while (usedMs() < sampleMs);
  const ratio = (performance.now() - startedAt) / usedMs();
  return Math.min(Math.max(1, ratio), maxContention);
}

interface Measurements {
  readonly runs: number;
  /** No more runs than it takes to get to it. */
  readonly enoughMs: number;
}

/** The least time of some measurements, in whole milliseconds. */
export async function leastMs(
  measure: () => Promise<number>,
  { runs, enoughMs }: Measurements,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > enoughMs; run += 1) {
    least = Math.min(least, await measure());
  }
  return Math.round(least);
}

/** The least time of some measurements, in whole milliseconds of a quiet machine. */
export async function leastQuietMs(
  measure: () => Promise<number>,
  measurements: Measurements,
): Promise<number> {
  return leastMs(async () => {
    const before = contention();
    const measuredMs = await measure();
    return measuredMs / Math.max(before, contention());
  }, measurements);
}
