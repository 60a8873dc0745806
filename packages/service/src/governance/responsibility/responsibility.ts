// The memory of the rules of responsibility about a group, from one assessment to the next.
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { TaskKind } from '../../messages/tasks/task.ts';

export interface ResponsibilityMemory {
  /** Ids in the record when it was assessed. */
  readonly responsibleId: string | null;
  readonly deputyId: string | null;
  /** A handover by policy left the deputy's place empty. */
  readonly isDeputyVacated: boolean;
  /** The person to whom a handover was requested; null once it has ended. */
  readonly successorId: string | null;
  /** People to whom the group could not be handed over. */
  readonly failedIds: readonly string[];
  /** People whose lasting absence is an event already. */
  readonly announcedIds: readonly string[];
  /** The question that a task asks, or has asked; null: none. */
  readonly asked: TaskKind | null;
  /** People who do not take the group over: the question goes to others. */
  readonly declinedIds?: readonly string[];
}

/** It belongs to a group whose responsibility is not held. */
export interface StoredResponsibility {
  readonly state: Exclude<ResponsibilityState, 'held'>;
  /** It is a time of the governance clock. */
  readonly since: Date;
  readonly memory: ResponsibilityMemory;
}
