// Decisions and repairs that wait for someone, by cause: one list over questions to people, responsibility, comparison,
// rosters, failed creations and stopped rules. Every number of it that is shown comes from here.

export const toDoAreas = [
  'stopped',
  'approvals',
  'ownership',
  'differences',
  'rosters',
  'reviews',
  'questions',
  'creations',
] as const;
export type ToDoArea = (typeof toDoAreas)[number];

/** The areas whose items are groups: lists of groups filter by these. */
export const groupAreas = [
  'ownership',
  'differences',
  'rosters',
] as const satisfies readonly ToDoArea[];
export type GroupArea = (typeof groupAreas)[number];

/** The causes, and what each means. A group is under the first cause of its area that it has. */
export const causeMeanings = {
  mass_departure: 'so many people left within a week that nothing is handed over until a release',
  stopped_adoptions:
    'so many adoptions failed that the others wait until a release; id is the template',
  stopped_idle: 'so many groups are unused at once that nobody is asked about them until a release',
  concealed_reports:
    'the suite conceals the groups in its reports, so that their last use is unknown, until a report shows them',
  stopped_restores: 'so many groups differ at once that the templates restore none until a release',
  question: 'an open question to people; id is the kind of the task',
  unavailable: 'a person who answers for groups left or cannot sign in; id is the person',
  vacant: 'nobody is responsible',
  ownerless: 'no owner has an enabled account',
  too_few_owners: 'fewer owners have an enabled account than the template requires',
  unreachable: 'messages do not reach a person who answers for groups; id is the person',
  deputy_vacant: 'the deputy is missing',
  gone: 'the directory no longer has the group',
  contested: 'another tool writes back what the template restores',
  differs: 'the group differs from its record; id is the template',
  not_applied:
    'the group could not be brought in line with a roster, and its source has not sent it again',
  people_refused: 'a roster names people who cannot come in; id is the code of the reason',
  people_waiting:
    'a roster names people whom the directory has not known for a week; they are looked up for 30 days',
  unanswered: 'a review of the last 30 days that nobody answered',
  failed: 'a creation failed, and nobody tried it again; id is the problem code',
} as const;
export type ToDoCauseKind = keyof typeof causeMeanings;
export const causeKinds = Object.keys(causeMeanings) as readonly ToDoCauseKind[];

export interface ToDoCause {
  readonly area: ToDoArea;
  readonly cause: ToDoCauseKind;
  readonly id: string | null;
  /** Name of the person or the template. */
  readonly name: string | null;
  readonly email: string | null;
  /** Why the person is unavailable. */
  readonly reason: string | null;
  /** Number of its items; 1 of a stopped rule. */
  readonly count: number;
  /** The people or groups that a stopped rule would have handed over or restored. */
  readonly affected: number | null;
  /** The oldest waits since then; null: unknown. */
  readonly since: Date | null;
}

export interface ToDoSearch {
  readonly area: GroupArea;
  /** Undefined: every cause. */
  readonly cause?: { readonly kind: string; readonly id: string | null } | undefined;
}
