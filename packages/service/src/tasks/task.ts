// A task: a decision that a person has to make about a group. A group has at most one open task of a kind. A task ends
// by a decision, by its due time, or because its question no longer applies.
import type { Actor, Cause } from '../activity/activity.ts';

/** The list may grow. */
export const taskKinds = [
  'renew',
  'attest',
  'approve',
  'name_deputy',
  'take_over',
  'add_owner',
] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskStates = ['open', 'done', 'lapsed', 'withdrawn'] as const;
export type TaskState = (typeof taskStates)[number];

/** A person who may decide the task. Any one of them decides it for all. */
export interface Assignee {
  /** Of the person in the directory. */
  readonly personId: string;
  readonly email: string | null;
  readonly displayName: string | null;
  /** Language tag of the person, such as `de` or `fr-CH`; null: unknown. */
  readonly language: string | null;
}

/** Facts about the group that the decision page shows, besides its names: `data.facts` of a task. */
export const factNames = [
  'responsible',
  'deputy',
  'former_responsible',
  'requested_by',
  /** `public` or `private`. */
  'visibility',
  'people',
  'description',
  /** These two in ISO 8601; the page shows the day. */
  'expires',
  'renewed_until',
  'stage',
  'reason',
] as const;
export type FactName = (typeof factNames)[number];

export interface Fact {
  readonly name: FactName;
  readonly value: string;
}

/** `link`: the link of a mail is enough. `signed_in`: its holder also signs in with the address of the assignee. */
export type DecisionsBy = 'link' | 'signed_in';

export interface NewTask {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly kind: TaskKind;
  readonly assignees: readonly Assignee[];
  /** Details that the kind needs for its question and its decisions; JSON, without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: Cause | null;
  readonly decisions: DecisionsBy;
  /** Both by the governance clock. */
  readonly openedAt: Date;
  readonly dueAt: Date | null;
}

export interface Task extends NewTask {
  readonly taskId: string;
  readonly state: TaskState;
  /** The decision; null unless the task is done. */
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly decidedBy: Pick<Actor, 'kind' | 'id'> | null;
  readonly decidedVia: DecidedVia | null;
  readonly decidedAt: Date | null;
  readonly version: number;
}

export type DecidedVia = 'link' | 'admin' | 'api';

/** A change of an open task; absent members stay as they are. */
export interface TaskUpdate {
  readonly assignees?: readonly Assignee[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly dueAt?: Date | null;
}

/** Of a task in the events and the activity log: the ids and addresses of its assignees, not more. */
export function loggedAssignees(assignees: readonly Assignee[]) {
  return assignees.map(({ personId, email }) => ({ personId, email }));
}
