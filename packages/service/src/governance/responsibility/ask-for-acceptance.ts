// People who are named responsible or deputy are asked to accept that, or to pass it on, where the template says so. The
// group never waits for the answer: if there is none, or a no, the steward learns of it.
import type { Effect } from '../rule.ts';
import { type AcceptanceRole, acceptanceTasks, type TaskKind } from '../../messages/tasks/task.ts';
import type { NoticeFacts } from '../../messages/notices/notice.ts';
import { firstEligible } from './eligible-people.ts';
import {
  type Acceptance,
  isEligible,
  keyOf,
  type ResponsibilityFacts,
} from './responsibility-facts.ts';
import { ask } from './ask.ts';

export interface AskedForAcceptance {
  readonly effects: readonly Effect[];
  readonly dates: readonly Date[];
  /** Undefined: the template asks nobody. */
  readonly acceptance: Acceptance | undefined;
  /** News for the steward, else for the administrators. */
  readonly told: NoticeFacts | undefined;
  /** Nothing is known yet of the person to ask. */
  readonly needsPeople?: boolean;
}

/** A group that exists for longer got its people before the template asked. */
const newForMs = 2 * 86_400_000;

export function askForAcceptance(
  facts: ResponsibilityFacts,
  role: AcceptanceRole,
): AskedForAcceptance {
  const { group, policy, isChanging } = facts;
  const kind = acceptanceTasks[role];
  const stored = facts.acceptances.find((one) => one.role === role);
  const personId = keyOf(role === 'responsible' ? group.responsibleId : group.deputyId);
  const withinDays = policy?.acceptWithinDays ?? null;
  const silent = (acceptance: Acceptance | undefined): AskedForAcceptance => ({
    ...ask(facts, kind, undefined, false),
    acceptance,
    told: undefined,
  });
  if (withinDays === null) return silent(undefined);
  const fresh = { role, personId, reason: null, isTold: false } as const;
  if (stored === undefined) {
    // The people of an adopted group had it before.
    const isNew =
      group.graceUntil == null && group.now.getTime() - group.existsSince.getTime() < newForMs;
    if (!isNew || personId === '') return silent({ ...fresh, state: 'in_place' });
  }
  const isSame = stored?.personId === personId;
  if (stored !== undefined && isSame && stored.state !== 'asked') return tell(facts, stored, kind);
  if (personId === '') return silent({ ...fresh, state: 'in_place' });
  // One who is absent cannot answer.
  const isUnknown = !facts.people.has(personId);
  if (isUnknown) return { ...silent(stored), dates: [soonAfter(group.now)], needsPeople: true };
  const mayAnswer = group.state === 'active' && isEligible(facts, personId) === true;
  if (!mayAnswer) return silent(stored);
  // Another person may come, and the question stays as it is until then.
  if (isChanging) {
    const dates = [soonAfter(group.now)];
    return { effects: [], dates, acceptance: stored, told: undefined };
  }
  const question = {
    assignees: firstEligible(facts, [[personId]]),
    data: { personId, role },
    dueDays: withinDays,
    unanswered: 'unanswered',
  };
  const open = facts.openTasks.find((task) => task.kind === kind);
  const isOfAnother = open !== undefined && open.data['personId'] !== personId;
  const asked = isOfAnother ? ask(facts, kind, undefined, false) : ask(facts, kind, question, true);
  if (asked.hasLapsed === true) {
    const unanswered = tell(facts, { ...fresh, state: 'unanswered' }, kind);
    return { ...unanswered, effects: asked.effects };
  }
  // The task of the person before ends first; the next assessment asks.
  const dates = isOfAnother ? [soonAfter(group.now)] : asked.dates;
  const acceptance = isOfAnother ? stored : { ...fresh, state: 'asked' as const };
  return { effects: asked.effects, dates, acceptance, told: undefined };
}

function soonAfter(now: Date): Date {
  return new Date(now.getTime() + 60_000);
}

function tell(facts: ResponsibilityFacts, stored: Acceptance, kind: TaskKind): AskedForAcceptance {
  const { effects, dates } = ask(facts, kind, undefined, false);
  const isNews = (stored.state === 'declined' || stored.state === 'unanswered') && !stored.isTold;
  if (!isNews) return { effects, dates, acceptance: stored, told: undefined };
  const person = facts.people.get(stored.personId);
  const told = {
    person: person?.displayName ?? person?.email ?? stored.personId,
    isDeputy: stored.role === 'deputy',
    ...(stored.reason !== null && { reason: stored.reason }),
  };
  return { effects, dates, acceptance: { ...stored, isTold: true }, told };
}
