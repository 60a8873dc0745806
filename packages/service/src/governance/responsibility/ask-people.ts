// The questions that follow from the state of responsibility: who becomes the deputy, and who takes over a group that nobody
// answers for. Each is asked once.
import type { TaskKind } from '../../messages/tasks/task.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import { ask, type Asked } from './ask.ts';
import { awaitsPeople, firstEligible, proposalsOf, withSuperiors } from './eligible-people.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import { isEligible, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import { candidates } from './succession.ts';

/** No more members are asked to take over a group. */
const membersToAsk = 5;
/** The rule waits for people who are being read. */
const waitMs = 60_000;

const questions = ['name_deputy', 'take_over'] as const satisfies readonly TaskKind[];
type Question = (typeof questions)[number];

export interface AskedOnce extends Asked {
  /** The question that a task asks, or has asked; null: none. */
  readonly asked: Question | null;
  /** Nothing is known yet of people who may be asked. */
  readonly needsPeople?: boolean;
}

export function askPeople(
  facts: ResponsibilityFacts,
  state: ResponsibilityState,
  memory: Pick<ResponsibilityMemory, 'asked' | 'declinedIds'>,
): AskedOnce {
  const question = questionOf(facts, state);
  const effects = questions.flatMap((kind) =>
    kind === question ? [] : ask(facts, kind, undefined, false).effects,
  );
  if (question === null) return { effects, dates: [], asked: null };
  const { declinedIds = [] } = memory;
  const sets = setsOf(facts, question, declinedIds);
  const isOpen = facts.openTasks.some(({ kind }) => kind === question);
  const isNew = memory.asked !== question;
  // The people of the group are read first, and it is assessed again: the steward is not asked in place of an owner.
  if (isNew && !isOpen && awaitsPeople(facts, sets)) {
    const soon = new Date(facts.group.now.getTime() + waitMs);
    return { effects, dates: [soon], asked: null, needsPeople: true };
  }
  const assignees = firstEligible(facts, sets, declinedIds);
  const escalatedTo = assignees && withSuperiors(facts, assignees);
  // A task that was decided, or ended otherwise, is not asked again while nothing follows from that.
  const asking = { assignees, escalatedTo, data: dataOf(facts, question) };
  const next = ask(facts, question, asking, isNew);
  const asked = assignees === undefined && isNew && !isOpen ? null : question;
  return { effects: [...effects, ...next.effects], dates: next.dates, asked };
}

/** Without a policy, nobody is asked. */
function questionOf(
  { policy, responsible, asksOfVacant }: ResponsibilityFacts,
  state: ResponsibilityState,
): Question | null {
  if (policy === undefined) return null;
  if (state === 'deputy_vacant') return 'name_deputy';
  if (state !== 'vacant') return null;
  return responsible === null && asksOfVacant === 'nobody' ? null : 'take_over';
}

function dataOf(facts: ResponsibilityFacts, question: Question) {
  if (question === 'name_deputy') return { people: proposalsOf(facts, ['owners', 'manager']) };
  const id = facts.group.responsibleId;
  if (id === null) return { people: [] };
  const { email = null, displayName = null } = facts.people.get(keyOf(id)) ?? {};
  return { people: [], former: { personId: id, email, displayName } };
}

/** The first of these in which someone can be asked. */
function setsOf(
  facts: ResponsibilityFacts,
  question: Question,
  declinedIds: readonly string[],
): readonly (readonly string[])[] {
  if (question === 'name_deputy') return [[keyOf(facts.group.responsibleId)]];
  const [owners, manager, steward] = (['owners', 'manager', 'steward'] as const).map((one) =>
    candidates(facts, one),
  );
  const members = facts.memberIds
    .filter((id) => isEligible(facts, id) !== false && !declinedIds.includes(id))
    .slice(0, membersToAsk);
  const others =
    facts.responsible === null && facts.asksOfVacant === 'members'
      ? [members, steward]
      : [steward, members];
  return [owners, manager, ...others].map((ids = []) =>
    ids.filter((id) => !declinedIds.includes(id)),
  );
}
