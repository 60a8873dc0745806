// The entries of the activity log about the responsibility for a group: one for each change of its state, and one for
// each person whose absence lasts.
import type { ActivityAction } from '../../audit/activity.ts';
import type { Effect } from '../rule.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import { causeOf, endOfPlace, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import { isUnavailableFor, type UnavailableReason, type WatchedPerson } from './watched-person.ts';

interface Transition {
  readonly state: ResponsibilityState;
  readonly memory: ResponsibilityMemory;
  /** Id of the person who was responsible before a handover that has ended now. */
  readonly handed: string | undefined;
  readonly responsible: WatchedPerson | undefined;
  readonly deputy: WatchedPerson | undefined;
  readonly over: { readonly responsible: boolean; readonly deputy: boolean };
}

const actionOf: Readonly<Record<ResponsibilityState, ActivityAction>> = {
  held: 'responsibility.restored',
  shaky: 'responsibility.shaky',
  deputy_vacant: 'responsibility.deputy_vacant',
  vacant: 'responsibility.vacant',
};

/** The names of the existing events have two of these. */
const accountOf: Readonly<Record<UnavailableReason, string>> = {
  disabled: 'disabled',
  deleted: 'gone',
  guest: 'guest',
  unlicensed: 'unlicensed',
};

export function describeTransition(
  facts: ResponsibilityFacts,
  { state, memory, handed, responsible, deputy, over }: Transition,
): { readonly effects: readonly Effect[]; readonly announcedIds: readonly string[] } {
  const { group, stored, policy } = facts;
  const cause = policy === undefined ? null : causeOf(facts, 'responsibility');
  const effects: Effect[] = [];
  const record = (action: ActivityAction, data: Readonly<Record<string, unknown>>) => {
    const { displayName, mailNickname: mailNickName } = group;
    effects.push({ kind: 'activity', action, data: { displayName, mailNickName, ...data }, cause });
  };
  const people = {
    responsible: facts.responsible === null ? null : describe(facts, group.responsibleId),
    deputy: group.deputyId === null ? null : describe(facts, group.deputyId),
  };
  if (handed !== undefined) {
    record('responsibility.handed_over', { ...people, former: describe(facts, handed) });
  }
  if (state !== (stored?.state ?? 'held')) {
    const ends = [responsible, deputy].flatMap((person) => endOfPlace(facts, person) ?? []);
    const until = state === 'shaky' && ends.length > 0 && { until: earliest(ends) };
    record(actionOf[state], { state, ...people, ...until });
  }
  const absent = (
    [
      { role: 'responsible', person: responsible, name: facts.responsible },
      { role: 'deputy', person: deputy, name: facts.deputy },
    ] as const
  ).filter(
    ({ role, person }) =>
      over[role] && isUnavailableFor(facts.kind, person?.unavailableReason ?? null),
  );
  for (const { role, person, name } of absent) {
    if (person?.unavailableReason == null || memory.announcedIds.includes(person.personId))
      continue;
    const account = accountOf[person.unavailableReason];
    record(`group.${role}_unavailable`, { [role]: name, account });
  }
  return { effects, announcedIds: absent.flatMap(({ person }) => person?.personId ?? []) };
}

function describe({ people, kind }: ResponsibilityFacts, id: string | null) {
  const person = people.get(keyOf(id));
  const reason = person?.unavailableReason ?? null;
  const available = !isUnavailableFor(kind, reason);
  return {
    id,
    email: person?.email ?? null,
    displayName: person?.displayName ?? null,
    available,
    ...(!available && { reason }),
  };
}

function earliest(dates: readonly Date[]): Date {
  return new Date(Math.min(...dates.map(Number)));
}
