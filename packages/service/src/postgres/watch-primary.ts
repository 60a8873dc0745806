// Leaves a primary that was replaced without closing its connections: one that was cut off, or that continues beside its
// successor. Only for several hosts; a single one has no successor to look for.
import type { HostList } from './host-list.ts';

const lookEveryMs = 1_000;
/** A statement that takes longer may wait for a server that is gone. */
const suspiciousAfterMs = 2_000;
/** Bounds how long a process stays with a primary that was replaced and answers. */
const searchEveryMs = 10_000;

/**
 * @param longestUseMs for how long the connection that was taken first is in use
 * @returns ends the watch
 */
export function watchPrimary(hosts: HostList, longestUseMs: () => number): () => void {
  if (hosts.count === 1) return () => undefined;
  let searchedAt = performance.now();
  const timer = setInterval(() => {
    const isDue = performance.now() - searchedAt >= searchEveryMs;
    if (!isDue && longestUseMs() < suspiciousAfterMs) return;
    searchedAt = performance.now();
    // Without an answer, the statements in progress decide.
    hosts.search().catch(() => undefined);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
