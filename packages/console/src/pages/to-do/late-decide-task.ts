// The dialog of a decision, which is loaded when it is first opened.
import { late } from '../../components/late.tsx';

export const DecideTask = late(async () => (await import('./decide-task.tsx')).DecideTask);
