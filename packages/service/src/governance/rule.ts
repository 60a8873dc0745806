// A rule of governance: from a group, its policy and the time it derives what happens now, and when to look again. A rule is asked again at any time, and also when another rule's date has come, so it must ask for nothing twice.
import type { ActivityAction, Cause } from '../audit/activity.ts';
import type { GroupChange, OperationKind } from '../groups/change/operation.ts';
import type { GroupState } from '../engine/group-state.ts';
import type { Assignee, NewTask, TaskKind, TaskUpdate } from '../messages/tasks/task.ts';

/** A group as the rules see it. */
export interface GovernedGroup {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly properties: Readonly<Record<string, string>>;
  /** The expiry that its request named. */
  readonly requestedExpiry: Date | null;
  readonly state: GroupState;
  /** When its creation succeeded, and when it was archived and deleted; by the governance clock, as `now`. */
  readonly existsSince: Date;
  /** No date of an adopted group falls before; absent or null for every other one. */
  readonly graceUntil?: Date | null;
  readonly archivedAt: Date | null;
  readonly deletedAt: Date | null;
  /** Ids in the directory; null where the record does not say. */
  readonly responsibleId: string | null;
  readonly deputyId: string | null;
  /** The responsible first. */
  readonly ownerIds: readonly string[];
  /** It is a time of the governance clock, the same for the whole assessment. */
  readonly now: Date;
}

/** A consequence for the assessed group. */
export type Effect =
  | {
      readonly kind: 'open_task';
      readonly task: Omit<NewTask, 'tenantId' | 'teamId' | 'organisationId' | 'openedAt'>;
    }
  | {
      readonly kind: 'update_task';
      readonly taskKind: TaskKind;
      readonly update: TaskUpdate;
      readonly action: 'task.reminded' | 'task.escalated' | 'task.reassigned';
      readonly cause: Cause | null;
      /** These people get a message. */
      readonly informed: readonly Assignee[];
    }
  | {
      readonly kind: 'withdraw_tasks';
      readonly taskKinds: readonly TaskKind[];
      readonly reason: string;
      readonly cause: Cause | null;
    }
  | {
      /** The time of the open task is over. */
      readonly kind: 'lapse_task';
      readonly taskKind: TaskKind;
      readonly outcome: string;
      readonly cause: Cause | null;
    }
  | {
      readonly kind: 'operation';
      readonly operation: OperationKind;
      readonly change: GroupChange;
      readonly reason: string;
      readonly cause: Cause;
    }
  | {
      readonly kind: 'activity';
      readonly action: ActivityAction;
      readonly data: Readonly<Record<string, unknown>>;
      readonly cause: Cause | null;
    };

export interface Assessment {
  readonly effects: readonly Effect[];
  /** The next time to ask the rule, by the governance clock; null: when something about the group changes. */
  readonly dueAt: Date | null;
}
