// The questions that follow from the state of responsibility: who becomes the deputy, and who takes over a group that nobody
// answers for. Each is asked once.
import type { TaskKind } from '../../messages/tasks/task.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import { ask, type Asked } from './ask.ts';
import { awaitsPeople, firstEligible, proposalsOf, withSuperiors } from './eligible-people.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import { keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import { candidates } from './succession.ts';

const questions = ['name_deputy', 'take_over'] as const satisfies readonly TaskKind[];
type Question = (typeof questions)[number];

export interface AskedOnce extends Asked {
  /** The question that a task asks, or has asked; null: none. */
  readonly asked: Question | null;
}

export function askPeople(
  facts: ResponsibilityFacts,
  state: ResponsibilityState,
  memory: Pick<ResponsibilityMemory, 'asked'>,
): AskedOnce {
  const question = questionOf(facts, state);
  const effects = questions.flatMap((kind) =>
    kind === question ? [] : ask(facts, kind, undefined, false).effects,
  );
  if (question === null) return { effects, dates: [], asked: null };
  const sets = setsOf(facts, question);
  const isOpen = facts.openTasks.some(({ kind }) => kind === question);
  const isNew = memory.asked !== question;
  // The people of the group are read first, and it is assessed again: the steward is not asked in place of an owner.
  if (isNew && !isOpen && awaitsPeople(facts, sets)) return { effects, dates: [], asked: null };
  const assignees = firstEligible(facts, sets);
  const escalatedTo = assignees && withSuperiors(facts, assignees);
  // A task that was decided, or ended otherwise, is not asked again while nothing follows from that.
  const asking = { assignees, escalatedTo, data: dataOf(facts, question) };
  const next = ask(facts, question, asking, isNew);
  const asked = assignees === undefined && isNew && !isOpen ? null : question;
  return { effects: [...effects, ...next.effects], dates: next.dates, asked };
}

/** Without a policy, nobody is asked. */
function questionOf({ policy }: ResponsibilityFacts, state: ResponsibilityState): Question | null {
  if (policy === undefined) return null;
  if (state === 'deputy_vacant') return 'name_deputy';
  return state === 'vacant' ? 'take_over' : null;
}

function dataOf(facts: ResponsibilityFacts, question: Question) {
  if (question === 'name_deputy') return { people: proposalsOf(facts, ['owners', 'manager']) };
  const id = facts.group.responsibleId;
  const { email = null, displayName = null } = facts.people.get(keyOf(id)) ?? {};
  return { people: [], former: { personId: id, email, displayName } };
}

/** The first of these in which someone can be asked. */
function setsOf(facts: ResponsibilityFacts, question: Question): readonly (readonly string[])[] {
  return question === 'name_deputy'
    ? [[keyOf(facts.group.responsibleId)]]
    : (['owners', 'manager', 'steward'] as const).map((one) => candidates(facts, one));
}
