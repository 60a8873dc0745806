// A lane whose records are in memory, and whose worker is killed before or after a call to Graph or a record: nothing that it
// does from then on has an effect.
import { createMemoryLane } from './in-memory-lane-store.ts';
import { createMemoryOperations } from './in-memory-operations.ts';
import { type RunningLane, startLane } from './provisioning-run.ts';
import type { SimulatedGraph } from './simulated-graph.ts';

const never = new Promise<never>(() => undefined);

export function createKilledLane(graph: SimulatedGraph, tenantId: string) {
  const { clock } = graph;
  const worker = { isArmed: false, left: 0, isKilled: false };
  /** True when the armed worker dies here, or is dead. */
  const dies = (): boolean => {
    if (!worker.isArmed) return false;
    worker.left -= 1;
    worker.isKilled ||= worker.left <= 0;
    return worker.isKilled;
  };
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({
    tenantId,
    clock,
    creations: memory.creations,
    onWrite: () => !dies(),
    afterWrite: () => !dies(),
  });
  return {
    memory,
    operations,
    /** Starts a worker that nobody kills. */
    start: (seed: string): RunningLane =>
      startLane({ graph, memory, operations, directory: graph.connect(), seed }),
    /**
     * Lets a worker execute the operations until it dies.
     * @param boundary the call or record at which it dies, from 1
     * @returns whether it died before all operations had ended
     */
    async kill(boundary: number, seed: string): Promise<RunningLane & { isKilled: boolean }> {
      const directory = graph.connect(0, {
        before: () => (dies() ? never : undefined),
        after: () => (dies() ? never : undefined),
      });
      Object.assign(worker, { isArmed: true, isKilled: false, left: boundary });
      const running = startLane({ graph, memory, operations, directory, seed });
      await clock.run(
        (async () => {
          while (!worker.isKilled && operations.open() > 0) await clock.wait(500);
        })(),
      );
      worker.isArmed = false;
      // It would look for work as long as time passes; the calls in which it died never end.
      if (worker.isKilled) void running.lane.stop();
      return { ...running, isKilled: worker.isKilled };
    },
  };
}
