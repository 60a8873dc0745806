// A question about a group, whatever it asks. It always asks someone: its people, then the steward of the organisation, then
// its administrators. Until it is answered, lapses or no longer applies, its people are reminded, it is escalated, and it
// goes to others when its people change. A kind of question gives the dates and the people; the rest is here.
import type { Cause } from '../audit/activity.ts';
import {
  type Addressee,
  type NewNotice,
  type NoticeFacts,
  type NoticeKind,
  noticesTo,
} from '../messages/notices/notice.ts';
import {
  type Asked,
  asked,
  type Assignee,
  type DecisionsBy,
  type Task,
  type TaskKind,
} from '../messages/tasks/task.ts';
import { endAfterReminder, type TenantDays } from '../settings/organisations/lifecycle-dates.ts';
import type { Effect } from './rule.ts';

/** The people who are asked where nobody of the question can be. */
export interface Fallback {
  readonly steward: Assignee | undefined;
  readonly administrators: readonly Assignee[];
}

/**
 * The first set in which someone has an address, and so hears of the question; without any, the first that has someone.
 * Undefined: nobody can be asked, not even an administrator.
 */
export function whomToAsk(
  sets: readonly (readonly Assignee[])[],
  { steward, administrators }: Fallback,
): Asked | undefined {
  const all = [...sets, steward === undefined ? [] : [steward], administrators];
  const told = all.find((people) => people.some(({ email }) => email !== null));
  return asked(told ?? all.find((people) => people.length > 0) ?? []);
}

/** How far an open question is. */
export interface Progress {
  readonly reminders: number;
  readonly isEscalated: boolean;
}

export const noProgress: Progress = { reminders: 0, isEscalated: false };

/** The task remembers the progress of its question. */
export function progressOf({ data }: Pick<Task, 'data'>): Progress {
  return { reminders: Number(data['reminders'] ?? 0), isEscalated: data['isEscalated'] === true };
}

/** The dates and the people of a question, as its kind gives them now. */
export interface Following {
  /** These people can answer now. */
  readonly assignees: Asked;
  /** They may keep an open question, and it must ask the first of them; absent: the assignees and no other. */
  readonly mayKeep?: readonly Assignee[] | undefined;
  /** The earliest is first. */
  readonly remindAt: readonly Date[];
  /** The people whom it asks from then on; absent: it is never escalated. */
  readonly escalation?: { readonly at: Date; readonly to: Asked } | undefined;
}

export interface Question extends Omit<Following, 'assignees'> {
  readonly kind: TaskKind;
  readonly cause: Cause | null;
  readonly decisions: DecisionsBy;
  /** Undefined: nobody can be asked at present. */
  readonly assignees: Asked | undefined;
  /** Null: there is no limit. */
  readonly dueAt: Date | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OpenQuestion {
  readonly assignees: readonly Pick<Assignee, 'personId'>[];
  readonly progress: Progress;
}

export interface Asking {
  readonly effects: readonly Effect[];
  readonly progress: Progress;
  /** When to look again. */
  readonly dates: readonly Date[];
}

/**
 * Asks a question, or follows it if it is open. Where nobody can be asked, the next day tries again.
 * @param open undefined: it is asked now
 */
export function askQuestion(
  { kind, cause, decisions, assignees, dueAt, data, ...dates }: Question,
  open: OpenQuestion | undefined,
  now: Date,
): Asking {
  const { progress: before = noProgress } = open ?? {};
  if (assignees === undefined) {
    return { effects: [], progress: before, dates: daysAfter(now, [1]) };
  }
  const next = followQuestion({ ...dates, assignees }, open?.assignees ?? [], before, now);
  const { action, progress, informed } = next;
  const result = { progress, dates: [...next.dates, ...(dueAt === null ? [] : [dueAt])] };
  if (open === undefined) {
    const people = next.assignees ?? assignees;
    const task = { kind, assignees: people, data, cause, decisions, dueAt };
    return { ...result, effects: [{ kind: 'open_task', task }] };
  }
  if (action === undefined) return { ...result, effects: [] };
  const update = {
    ...(next.assignees !== undefined && { assignees: next.assignees }),
    data: { ...data, ...progress },
    dueAt,
  };
  return {
    ...result,
    effects: [{ kind: 'update_task', taskKind: kind, update, action, cause, informed }],
  };
}

export function withdrawQuestion(kind: TaskKind, reason: string, cause: Cause | null): Effect {
  return { kind: 'withdraw_tasks', taskKinds: [kind], reason, cause };
}

/** Null: there is none. */
export function earliestOf(dates: readonly Date[]): Date | null {
  return dates.length === 0 ? null : new Date(Math.min(...dates.map(Number)));
}

export function isOver({ dueAt }: Pick<Task, 'dueAt'>, now: Date): boolean {
  return dueAt !== null && dueAt <= now;
}

/** @param outcome what follows from the silence */
export function lapseQuestion(kind: TaskKind, outcome: string, cause: Cause | null): Effect {
  return { kind: 'lapse_task', taskKind: kind, outcome, cause };
}

/** An effect that is about a question. */
export type QuestionEffect = Extract<
  Effect,
  { readonly kind: 'open_task' | 'update_task' | 'withdraw_tasks' | 'lapse_task' }
>;

export function isQuestionEffect(effect: Effect): effect is QuestionEffect {
  return effect.kind !== 'operation' && effect.kind !== 'activity';
}

/** A question ends before it is asked again. */
export const questionOrder = [
  'withdraw_tasks',
  'lapse_task',
  'open_task',
  'update_task',
] as const satisfies readonly QuestionEffect['kind'][];

/** A notice to be written, without the group. */
export interface PlannedNotice {
  readonly to: Addressee;
  readonly kind: NoticeKind;
  readonly data: NoticeFacts;
  readonly cause: Cause | null;
}

/** The same notices about a group. */
export function noticesAbout(
  { tenantId, teamId, at }: Pick<NewNotice, 'tenantId' | 'teamId' | 'at'>,
  planned: readonly PlannedNotice[],
): readonly NewNotice[] {
  return planned.flatMap(({ to, kind, data, cause }) =>
    noticesTo([to], { tenantId, teamId, kind, data, cause, at }),
  );
}

/** The messages to the people whom the effect asks or reminds. */
export function noticesOfQuestion(effect: QuestionEffect): readonly PlannedNotice[] {
  if (effect.kind === 'open_task') {
    const { kind, assignees, data, dueAt, cause } = effect.task;
    return assignees.map((to) => ({ to, kind, data: factsOf(data, dueAt), cause }));
  }
  if (effect.kind !== 'update_task') return [];
  const { taskKind: kind, informed, update, cause } = effect;
  const data = factsOf(update.data ?? {}, update.dueAt ?? null);
  return informed.map((to) => ({ to, kind, data, cause }));
}

function factsOf(data: Readonly<Record<string, unknown>>, dueAt: Date | null): NoticeFacts {
  const { person, unanswered } = data;
  return {
    reminder: progressOf({ data }).reminders,
    ...(typeof person === 'string' && { person }),
    ...(unanswered !== undefined && {
      unanswered: unanswered as NonNullable<NoticeFacts['unanswered']>,
    }),
    ...(dueAt !== null && { dueAt: dueAt.toISOString() }),
  };
}

/** How the last question of the people of a group reached them, in messages. */
export interface LastMessage {
  /** It has not been sent or given up. */
  readonly isReminderWaiting: boolean;
  /** When it was sent to the first of its people; undefined: to none. */
  readonly remindedAt: Date | undefined;
}

export type Silence =
  /** Its people heard of the question in time. */
  | { readonly kind: 'over' }
  /** Its last message reached nobody. */
  | { readonly kind: 'unheard' }
  /** The message has not left: look again then. */
  | { readonly kind: 'on_its_way'; readonly until: Date }
  /** The message came late: people have until then. */
  | { readonly kind: 'late'; readonly until: Date };

const hourMs = 3_600_000;

/** The meaning of the silence at the end of a question: nothing ends that its people have not heard of in time. */
export function silenceOf(
  { isReminderWaiting, remindedAt }: LastMessage,
  { dueAt, now, days }: { readonly dueAt: Date; readonly now: Date; readonly days: TenantDays },
): Silence {
  if (isReminderWaiting) return { kind: 'on_its_way', until: new Date(now.getTime() + hourMs) };
  if (remindedAt === undefined) return { kind: 'unheard' };
  const until = endAfterReminder(dueAt, remindedAt, days);
  return now < until ? { kind: 'late', until } : { kind: 'over' };
}

export interface Followed {
  /** Undefined: everything stays as it is. */
  readonly action: 'task.reminded' | 'task.escalated' | 'task.reassigned' | undefined;
  /** Absent: as before. */
  readonly assignees?: Asked;
  /** They get a message: everyone at a reminder or an escalation, otherwise the new ones. */
  readonly informed: readonly Assignee[];
  readonly progress: Progress;
  /** When to look again. */
  readonly dates: readonly Date[];
}

/** @param asks the people whom the open question asks */
export function followQuestion(
  { assignees: present, mayKeep, remindAt, escalation }: Following,
  asks: readonly Pick<Assignee, 'personId'>[],
  before: Progress,
  now: Date,
): Followed {
  const passed = remindAt.filter((date) => date <= now).length;
  const reminders = Math.max(before.reminders, passed);
  const isEscalated = escalation !== undefined && (before.isEscalated || escalation.at <= now);
  const assignees = isEscalated ? escalation.to : present;
  const known = new Set(asks.map(({ personId }) => personId));
  const newcomers = assignees.filter(({ personId }) => !known.has(personId));
  const isSame = newcomers.length === 0 && assignees.length === known.size;
  const isKept = mayKeep === undefined ? isSame : isAskedOf(mayKeep, known);
  const action =
    isEscalated && !before.isEscalated
      ? 'task.escalated'
      : reminders > before.reminders
        ? 'task.reminded'
        : isKept
          ? undefined
          : 'task.reassigned';
  return {
    action,
    ...(action !== undefined && !isSame && { assignees }),
    informed: action === 'task.reassigned' ? newcomers : action === undefined ? [] : assignees,
    progress: { reminders, isEscalated },
    dates: [
      ...remindAt.filter((date) => date > now),
      ...(isEscalated || escalation === undefined ? [] : [escalation.at]),
    ],
  };
}

/** Whether the question asks the first who can answer, and nobody who cannot. */
function isAskedOf(people: readonly Assignee[], asks: ReadonlySet<string>): boolean {
  const [first] = people;
  if (first === undefined) return true;
  const ids = new Set(people.map(({ personId }) => personId));
  return asks.has(first.personId) && [...asks].every((id) => ids.has(id));
}

const dayMs = 86_400_000;

/** Dates that count from the opening. */
export function daysAfter(openedAt: Date, days: readonly number[]): readonly Date[] {
  return days.map((count) => new Date(openedAt.getTime() + count * dayMs));
}
