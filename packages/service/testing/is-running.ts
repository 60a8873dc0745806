// Whether a process runs. One that has ended is listed until its parent has reaped it: where the parent is gone, that is
// the first process of the machine or the container, which may take its time or never do it.
import { readFileSync } from 'node:fs';

/** It is true for a process of another user, too, and while any thread lives: until then, the kernel keeps its sockets open. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // Behind the name, which may contain anything: the state (Z is a zombie, X is dead), and the number of threads as
    // the eighteenth field. A list of the threads may be cut short while some of them end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return !['Z', 'X'].includes(fields[0] ?? '') || Number(fields[17]) > 1;
  } catch {
    return false;
  }
}
