// How much longer work takes than the processor needs for it, because other programs want the processors too. Budgets
// of time as a person sees it are judged by it: on a quiet machine it is 1.

const sampleMs = 100;
/** So that a budget that is missed by far is noticed on any machine. */
const maxContention = 20;

/** From 1 to 20, over a tenth of a second of processor time. */
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

/** The least time of some measurements, in milliseconds of a quiet machine. No more of them than it takes to get to `enoughMs`. */
export async function leastQuietMs(
  measure: () => Promise<number>,
  options: { readonly runs: number; readonly enoughMs: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < options.runs && least > options.enoughMs; run += 1) {
    const before = contention();
    const measuredMs = await measure();
    least = Math.min(least, measuredMs / Math.max(before, contention()));
  }
  return Math.round(least);
}
