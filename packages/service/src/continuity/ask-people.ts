// The questions of responsibility: who becomes the deputy, and who takes over a group that nobody answers for. A
// question is asked once; its task is reminded of, escalated, and withdrawn when it no longer applies.
import type { Effect } from '../governance/rule.ts';
import type { Assignee, Task, TaskKind } from '../tasks/task.ts';
import type { ResponsibilityState } from '../provisioning/responsibility-state.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import { causeOf, isEligible, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import { candidates } from './succession.ts';
import type { WatchedPerson } from './watched-person.ts';

/** The kinds of tasks that the rules of responsibility open. */
export const questions = ['name_deputy', 'take_over'] as const satisfies readonly TaskKind[];
type Question = (typeof questions)[number];

export interface Asked {
  readonly effects: readonly Effect[];
  readonly memory: Pick<ResponsibilityMemory, 'asked' | 'reminders' | 'isEscalated'>;
  /** When the next reminder or the escalation is due. */
  readonly dates: readonly Date[];
}

const dayMs = 86_400_000;
const silence = { asked: null, reminders: 0, isEscalated: false } as const;

export function askPeople(
  facts: ResponsibilityFacts,
  state: ResponsibilityState,
  memory: ResponsibilityMemory,
): Asked {
  const question = questionOf(facts, state);
  const effects = withdrawals(facts, question);
  if (question === null) return { effects, memory: silence, dates: [] };
  const open = facts.openTasks.find(({ kind }) => kind === question);
  if (memory.asked !== question) {
    const opened = open === undefined ? [openingOf(facts, question)] : [];
    const openedAt = open?.openedAt ?? facts.group.now;
    const asked = { asked: question, reminders: 0, isEscalated: false };
    return {
      effects: [...effects, ...opened],
      memory: asked,
      dates: datesOf(facts, asked, openedAt),
    };
  }
  // It was decided, or ended otherwise, and nothing follows from that yet.
  if (open === undefined) return { effects, memory, dates: [] };
  const followed = followUp(facts, question, open, memory);
  return { ...followed, effects: [...effects, ...followed.effects] };
}

/** Without a policy nobody is asked. */
function questionOf({ policy }: ResponsibilityFacts, state: ResponsibilityState): Question | null {
  if (policy === undefined) return null;
  if (state === 'deputy_vacant') return 'name_deputy';
  return state === 'vacant' ? 'take_over' : null;
}

function withdrawals(facts: ResponsibilityFacts, question: Question | null): readonly Effect[] {
  const taskKinds = facts.openTasks.map(({ kind }) => kind).filter((kind) => kind !== question);
  if (taskKinds.length === 0) return [];
  const reason = 'The question no longer applies.';
  return [{ kind: 'withdraw_tasks', taskKinds, reason, cause: null }];
}

function openingOf(facts: ResponsibilityFacts, question: Question): Effect {
  const { policy, group } = facts;
  return {
    kind: 'open_task',
    task: {
      kind: question,
      assignees: assigneesOf(facts, question),
      data: {
        people: question === 'name_deputy' ? proposalsOf(facts) : [],
        ...(question === 'take_over' && { former: shortOf(facts, group.responsibleId) }),
      },
      cause: causeOf(facts, `responsibility.${question}`),
      decisions: policy?.decisions ?? 'link',
      dueAt: null,
    },
  };
}

/** Reassigns a task whose question is another person's now, reminds of it, and escalates it. */
function followUp(
  facts: ResponsibilityFacts,
  question: Question,
  open: Task,
  memory: ResponsibilityMemory,
): Asked {
  const { group, policy } = facts;
  const { remindDays = [], escalateDays = 0 } = policy ?? {};
  const after = (days: number) => open.openedAt.getTime() + days * dayMs <= group.now.getTime();
  const cause = causeOf(facts, `responsibility.${question}`);
  const reminders = remindDays.filter(after).length;
  const isEscalated = memory.isEscalated || after(escalateDays);
  const assignees = isEscalated ? escalatedTo(facts, question) : assigneesOf(facts, question);
  const isSame =
    assignees.map(({ personId }) => personId).join() ===
    open.assignees.map(({ personId }) => personId).join();
  const next = { asked: question, reminders, isEscalated };
  const dates = datesOf(facts, next, open.openedAt);
  const update = isSame ? {} : { assignees };
  const action =
    isEscalated && !memory.isEscalated
      ? 'task.escalated'
      : reminders > memory.reminders
        ? 'task.reminded'
        : 'task.reassigned';
  if (action === 'task.reassigned' && isSame) return { effects: [], memory: next, dates };
  const effect: Effect = { kind: 'update_task', taskKind: question, update, action, cause };
  return { effects: [effect], memory: next, dates };
}

function datesOf(
  { policy }: ResponsibilityFacts,
  { reminders, isEscalated }: Pick<ResponsibilityMemory, 'reminders' | 'isEscalated'>,
  openedAt: Date,
): readonly Date[] {
  const { remindDays = [], escalateDays = 0 } = policy ?? {};
  const days = [...remindDays.slice(reminders), ...(isEscalated ? [] : [escalateDays])];
  return days.map((one) => new Date(openedAt.getTime() + one * dayMs));
}

/** The first of these who can be asked; nobody: the administrators. */
function assigneesOf(facts: ResponsibilityFacts, question: Question): readonly Assignee[] {
  const groups =
    question === 'name_deputy'
      ? [[keyOf(facts.group.responsibleId)]]
      : (['owners', 'manager', 'steward'] as const).map((one) => candidates(facts, one));
  for (const ids of groups) {
    const found = eligible(facts, ids);
    if (found.length > 0) return found.map(assigneeOf);
  }
  return [];
}

/** With the manager of the responsible person and the steward. */
function escalatedTo(facts: ResponsibilityFacts, question: Question): readonly Assignee[] {
  const asked = assigneesOf(facts, question).map(({ personId }) => personId);
  const others = (['manager', 'steward'] as const).flatMap((one) => candidates(facts, one));
  return eligible(facts, [...new Set([...asked, ...others])]).map(assigneeOf);
}

/** People who may become the deputy: owners, then the manager of the responsible person. */
function proposalsOf(facts: ResponsibilityFacts) {
  const ids = (['owners', 'manager'] as const).flatMap((one) => candidates(facts, one));
  return eligible(facts, [...new Set(ids)]).map(({ personId, email, displayName }) => ({
    personId,
    email,
    displayName,
  }));
}

function eligible(facts: ResponsibilityFacts, ids: readonly string[]): readonly WatchedPerson[] {
  return ids.flatMap((id) => (isEligible(facts, id) ? (facts.people.get(id) ?? []) : []));
}

function assigneeOf({ personId, email, displayName, language }: WatchedPerson): Assignee {
  return { personId, email, displayName, language };
}

function shortOf({ people }: ResponsibilityFacts, id: string | null) {
  const person = people.get(keyOf(id));
  return { personId: id, email: person?.email ?? null, displayName: person?.displayName ?? null };
}
