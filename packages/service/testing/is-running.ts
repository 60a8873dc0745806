// Whether a process runs. One that has ended is listed until its parent has reaped it: where the parent is gone, that is
// the first process of the machine or the container, which may take its time or never do it.
import { readdirSync, readFileSync } from 'node:fs';

/** Also true for a process of another user, and while any thread lives: until then, the kernel keeps its sockets open. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // Behind the name, which may contain anything: Z is a zombie, X is dead.
    if (!/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))) return true;
    return readdirSync(`/proc/${processId}/task`).length > 1;
  } catch {
    return false;
  }
}
