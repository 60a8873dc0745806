// The questions of responsibility: who becomes the deputy, and who takes over a group that nobody answers for. A
// question is asked once; its task is reminded of, escalated, and withdrawn when it no longer applies.
import type { Effect } from '../rule.ts';
import type { Asked as AskedPeople, TaskKind } from '../../messages/tasks/task.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import { awaitsPeople, firstEligible, proposalsOf, withSuperiors } from './eligible-people.ts';
import { datesOf, followQuestion, noProgress, ruleOf, tomorrow } from './follow-question.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import { causeOf, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import { candidates } from './succession.ts';

/** The questions that follow from the state of responsibility. */
export const questions = ['name_deputy', 'take_over'] as const satisfies readonly TaskKind[];
type Question = (typeof questions)[number];

export interface Asked {
  readonly effects: readonly Effect[];
  readonly memory: Pick<ResponsibilityMemory, 'asked' | 'reminders' | 'isEscalated'>;
  /** When the next reminder or the escalation is due. */
  readonly dates: readonly Date[];
}

const silence = { asked: null, ...noProgress } as const;

export function askPeople(
  facts: ResponsibilityFacts,
  state: ResponsibilityState,
  memory: ResponsibilityMemory,
): Asked {
  const question = questionOf(facts, state);
  const effects = withdrawals(facts, question);
  if (question === null) return { effects, memory: silence, dates: [] };
  const sets = setsOf(facts, question);
  const open = facts.openTasks.find(({ kind }) => kind === question);
  const assignees = firstEligible(facts, sets);
  if (assignees === undefined) {
    return { effects, memory: open === undefined ? silence : memory, dates: [tomorrow(facts)] };
  }
  const asking = { kind: question, assignees, escalatedTo: withSuperiors(facts, assignees) };
  if (memory.asked !== question) {
    // The people of the group are read first, and it is assessed again: the steward is not asked in place of an owner.
    if (open === undefined && awaitsPeople(facts, sets))
      return { effects, memory: silence, dates: [] };
    const opened = open === undefined ? [openingOf(facts, question, assignees)] : [];
    const openedAt = open?.openedAt ?? facts.group.now;
    const asked = { asked: question, ...noProgress };
    return {
      effects: [...effects, ...opened],
      memory: asked,
      dates: datesOf(facts, asking, asked, openedAt),
    };
  }
  // It was decided, or ended otherwise, and nothing follows from that yet.
  if (open === undefined) return { effects, memory, dates: [] };
  const followed = followQuestion(facts, asking, open, memory);
  return {
    effects: [...effects, ...followed.effects],
    memory: { asked: question, ...followed.progress },
    dates: followed.dates,
  };
}

/** Without a policy nobody is asked. */
function questionOf({ policy }: ResponsibilityFacts, state: ResponsibilityState): Question | null {
  if (policy === undefined) return null;
  if (state === 'deputy_vacant') return 'name_deputy';
  return state === 'vacant' ? 'take_over' : null;
}

function withdrawals(facts: ResponsibilityFacts, question: Question | null): readonly Effect[] {
  const taskKinds = facts.openTasks.flatMap(({ kind }) =>
    kind !== question && questions.some((one) => one === kind) ? [kind] : [],
  );
  if (taskKinds.length === 0) return [];
  const reason = 'The question no longer applies.';
  return [{ kind: 'withdraw_tasks', taskKinds, reason, cause: null }];
}

function openingOf(facts: ResponsibilityFacts, question: Question, assignees: AskedPeople): Effect {
  const { policy, group } = facts;
  return {
    kind: 'open_task',
    task: {
      kind: question,
      assignees,
      data: {
        people: question === 'name_deputy' ? proposalsOf(facts, ['owners', 'manager']) : [],
        ...(question === 'take_over' && { former: shortOf(facts, group.responsibleId) }),
      },
      cause: causeOf(facts, ruleOf({ kind: question })),
      decisions: policy?.decisions ?? 'link',
      dueAt: null,
    },
  };
}

/** The first of these in which someone can be asked. */
function setsOf(facts: ResponsibilityFacts, question: Question): readonly (readonly string[])[] {
  return question === 'name_deputy'
    ? [[keyOf(facts.group.responsibleId)]]
    : (['owners', 'manager', 'steward'] as const).map((one) => candidates(facts, one));
}

function shortOf({ people }: ResponsibilityFacts, id: string | null) {
  const person = people.get(keyOf(id));
  return { personId: id, email: person?.email ?? null, displayName: person?.displayName ?? null };
}
