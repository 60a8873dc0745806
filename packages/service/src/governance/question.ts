// A question about a group, whatever it asks: whom it asks, and whom in their place. It always asks someone: first the
// people of the question, then the steward of the organisation, then its administrators.
import { type Asked, asked, type Assignee } from '../messages/tasks/task.ts';

/** The people who are asked where nobody of the question can be. */
export interface Fallback {
  readonly steward: Assignee | undefined;
  readonly administrators: readonly Assignee[];
}

/** The first set that has someone. Undefined: nobody can be asked, not even an administrator. */
export function whomToAsk(
  sets: readonly (readonly Assignee[])[],
  { steward, administrators }: Fallback,
): Asked | undefined {
  const all = [...sets, steward === undefined ? [] : [steward], administrators];
  return asked(all.find((people) => people.length > 0) ?? []);
}
