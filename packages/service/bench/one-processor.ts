// Servers and the load generator on one processor. Otherwise a server that is slower than the generator pays for waking it
// after each answer, which costs more on a virtual machine than many answers do, and a faster one, such as a bare floor,
// finds it awake. Linux only, by taskset and chrt of util-linux.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Does the work while this process, the load generator, and the servers share one processor. */
export async function onOneProcessor<T>(
  servers: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const pids = [process.pid, ...servers];
  const before = pids.map((pid) => ({ pid, processors: processorsOf(pid) }));
  const [one = '0'] = (before[0]?.processors ?? '').split(/[-,]/);
  try {
    for (const pid of pids) confine(pid, one);
    // It does not interrupt a server that has woken it.
    execFileSync('chrt', ['--all-tasks', '--batch', '--pid', '0', String(process.pid)]);
    return await work();
  } finally {
    execFileSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(process.pid)]);
    for (const { pid, processors } of before) confine(pid, processors);
  }
}

/** All their threads are confined, those of V8 that collect garbage, too. */
function confine(pid: number, processors: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], {
    stdio: 'ignore',
  });
}

/** A list such as 0-3,8. */
function processorsOf(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0';
}
