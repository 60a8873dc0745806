// A task: a decision that a person has to make about a group. A group has at most one open task of a kind. A task ends
// by a decision, by its due time, or because its question no longer applies.
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import type { Actor, Cause } from '../../audit/activity.ts';

/** The kinds, and what each asks. The list may grow. */
export const taskMeanings = {
  renew: 'whether a group is still needed',
  review: 'whether its owners and guests are right',
  approve: 'a requested group',
  // An operation on a group that exists: a separate kind, so that who decides about new groups decides no deletion.
  approve_change: 'a change of a group, which `request` names',
  approve_delete: 'the deletion of a group, which `request` names',
  approve_adoption: 'whether a group that others made is governed by a template',
  name_deputy: 'a new deputy',
  take_over: 'a new responsible person',
  add_owner: 'another owner, where there are too few',
  hand_back: 'whether the former responsible person, who is back, gets the group back',
  accept_responsibility: 'whether a person accepts to be responsible',
  accept_deputy_role: 'whether a person accepts to be the deputy',
  confirm_removals:
    'whether the people whom a roster names no longer leave the group (`remove`) or stay in it (`keep`)',
  still_needed:
    'whether a group that nobody uses is still needed (`needed`) or may expire (`not_needed`)',
  contested:
    'whether a value that another tool writes back is restored (`repair`) or becomes the one of the record (`accept`)',
} as const;
export type TaskKind = keyof typeof taskMeanings;
export const taskKinds = Object.keys(taskMeanings) as readonly TaskKind[];

export const taskStates = ['open', 'done', 'lapsed', 'withdrawn'] as const;
export type TaskState = (typeof taskStates)[number];

export const approvalKinds = [
  'approve',
  'approve_change',
  'approve_delete',
  'approve_adoption',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export function isApproval(kind: TaskKind): kind is ApprovalKind {
  return approvalKinds.some((approval) => approval === kind);
}

/** The questions about who answers for a group, which the rules of responsibility ask. */
export const responsibilityKinds = [
  'name_deputy',
  'take_over',
  'add_owner',
  'hand_back',
  'accept_responsibility',
  'accept_deputy_role',
] as const satisfies readonly TaskKind[];

/** The kinds that ask the people who answer for a group whether they accept that. */
export const acceptanceTasks = {
  responsible: 'accept_responsibility',
  deputy: 'accept_deputy_role',
} as const satisfies Readonly<Record<string, TaskKind>>;
export type AcceptanceRole = keyof typeof acceptanceTasks;

/** The operation that the task is about; undefined for a question about the group itself. */
export function operationIdOf({ data }: Pick<Task, 'data'>): string | undefined {
  return data['operationId'] as string | undefined;
}

/** A person who may decide the task. Any one of them decides it for all. */
export interface Assignee {
  /** It identifies the person in the directory; for an administrator, it is the e-mail address. */
  readonly personId: string;
  readonly email: string | null;
  readonly displayName: string | null;
  /** Language tag of the person, such as `de` or `fr-CH`; null: unknown. */
  readonly language: string | null;
}

/** The people of an open task: it always asks someone. */
export type Asked = readonly [Assignee, ...Assignee[]];

/** Undefined: nobody can be asked. */
export function asked(people: readonly Assignee[]): Asked | undefined {
  const [first, ...others] = people;
  return first === undefined ? undefined : [first, ...others];
}

/** @param task undefined: none is open */
export function idsOfAsked(task: Pick<Task, 'assignees'> | undefined): readonly string[] {
  return task?.assignees.map(({ personId }) => personId) ?? [];
}

/** A stage of an approval, with the people whom it asks. */
export interface AskedStage {
  readonly stage: number;
  readonly assignees: Asked;
  /** The approvers of the template, or who is asked in their place. */
  readonly as: 'approvers' | 'steward' | 'administrators';
  /** Number of people of the stage whom it does not ask, because they are too many. */
  readonly notAsked: number;
}

/** The task of an approval, for those who follow the request. */
export interface ApprovalTask {
  /** The open task of the stage; null while nobody was asked, and after the last decision. */
  readonly taskId: string | null;
  /** These people may decide now. */
  readonly assignees: readonly Pick<Assignee, 'personId' | 'email' | 'displayName'>[];
  /** When the stage lapses, by the real clock as the other times of a request. */
  readonly dueAt: Date | null;
}

/** How far the approval of a request is, with the task of its present stage. */
export type ApprovalState = Pick<Approval, 'stage' | 'of' | 'decisions'> & ApprovalTask;

/** Facts about the group that the decision page shows, besides its names: `data.facts` of a task. */
export const factNames = [
  'responsible',
  'deputy',
  'former_responsible',
  'requested_by',
  /** The name that a change gives the group. */
  'new_name',
  /** `public` or `private`. */
  'visibility',
  'people',
  'guests',
  /** The system whose roster it is. */
  'source',
  /** People by their names, separated by commas. */
  'added',
  'removed',
  /** Each with its value. */
  'properties',
  'description',
  /** These two in ISO 8601; the page shows the day. */
  'expires',
  'renewed_until',
  /** A day: no use is known since. */
  'unused_since',
  'stage',
  'reason',
] as const;
export type FactName = (typeof factNames)[number];

export interface Fact {
  readonly name: FactName;
  readonly value: string;
}

export function factsOf({ data }: Pick<Task, 'data'>): readonly Fact[] {
  return (data['facts'] as readonly Fact[] | undefined) ?? [];
}

/** `link`: the link of a mail is enough. `signed_in`: its holder also signs in with the address of the assignee. */
export type DecisionsBy = 'link' | 'signed_in';

export interface NewTask {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly kind: TaskKind;
  readonly assignees: Asked;
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
  readonly assignees?: Asked;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly dueAt?: Date | null;
}

/** A task has it in the events and the activity log: the ids and addresses of its assignees, not more. */
export function loggedAssignees(assignees: readonly Assignee[]) {
  return assignees.map(({ personId, email }) => ({ personId, email }));
}
