// Processor time of processes and of all their descendants, from /proc: it hardly depends on what else the machine does,
// so it compares two programs better than their rates. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of the kernel's sums for ended children. */
const ticksPerSecond = 100;

/** The time is in microseconds; each process counts once, however many of the roots it descends from. */
export function processorTimeUs(roots: readonly number[]): number {
  return [...familyOf(roots)].reduce((sum, pid) => sum + ofProcessUs(pid), 0);
}

/** Runs the work and answers what it cost the processes. */
export async function spentUs(
  roots: readonly number[],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = processorTimeUs(roots);
  await work();
  return processorTimeUs(roots) - before;
}

/** The processes and all their descendants. */
export function familyOf(roots: readonly number[]): Set<number> {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)?.[1]);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const family = new Set<number>();
  const waiting = [...roots];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (family.has(pid)) continue;
    family.add(pid);
    waiting.push(...(childrenOf.get(pid) ?? []));
  }
  return family;
}

/** Its live threads, to the nanosecond, and its children that have ended. */
function ofProcessUs(pid: number): number {
  let threadsUs = 0;
  for (const thread of list(`/proc/${pid}/task`)) {
    const schedstat = read(`/proc/${pid}/task/${thread}/schedstat`);
    threadsUs += Number(schedstat?.split(' ', 1)[0] ?? 0) / 1_000;
  }
  const stat = statOf(pid);
  const endedTicks = Number(stat?.[13] ?? 0) + Number(stat?.[14] ?? 0);
  return threadsUs + (endedTicks * 1_000_000) / ticksPerSecond;
}

/** The fields of /proc/<pid>/stat from the state on: the name before it may contain spaces. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Undefined, or nothing: the process has ended meanwhile. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
