// The life of a group that is not created yet, from its creation to its deletion, if nobody answers any question. It follows
// from the rules themselves: each date is the one at which an assessment asks, archives or deletes.
import type { Assignee } from '../../messages/tasks/task.ts';
import {
  dayAfter,
  firstReviewAt,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import { lifecycleEvents } from '../../settings/organisations/lifecycle-policy.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import type { GovernedGroup } from '../rule.ts';
import type { WalkedLifecycle } from './life-step.ts';
import { distinct, peopleToAsk } from './people-to-ask.ts';
import { walkLife } from './walk-life.ts';

export const lifeEvents = ['created', 'acceptance', 'idle', ...lifecycleEvents] as const;

export const askedParts = ['responsible', 'deputy', 'steward', 'administrators'] as const;
export type AskedPart = (typeof askedParts)[number];

export interface LifeMoment {
  readonly at: Date;
  readonly event: (typeof lifeEvents)[number];
  /** These people are asked or get a message. */
  readonly asks: readonly AskedPart[];
  /** The end of the time for the answer; null: it has none. */
  readonly dueAt: Date | null;
}

export function plannedLife({
  policy,
  createdAt,
  properties,
  hasDeputy,
  hasSteward,
  days,
}: {
  readonly policy: TemplatePolicy;
  /** It is a time of the governance clock, as every date of the result is. */
  readonly createdAt: Date;
  readonly properties: Readonly<Record<string, string>>;
  readonly hasDeputy: boolean;
  readonly hasSteward: boolean;
  readonly days: TenantDays;
}): readonly LifeMoment[] {
  const people = {
    responsible: placeholder('responsible'),
    deputy: hasDeputy ? placeholder('deputy') : undefined,
    steward: hasSteward ? placeholder('steward') : undefined,
    administrators: [placeholder('administrators')],
  };
  const group: GovernedGroup = {
    ...nameless,
    properties,
    state: 'active',
    existsSince: createdAt,
    now: createdAt,
  };
  const facts: WalkedLifecycle = {
    ...people,
    ...untouched,
    days,
    policy: policy.lifecycle,
    hasTeam: policy.kind === 'team',
  };
  const { moments } = walkLife({ group, lifecycle: facts, review: undefined, ...unasked });
  const life = moments.flatMap(({ at, event: walked, asks, dueAt }): LifeMoment[] => {
    const event = lifecycleEvents.find((one) => one === walked);
    return event === undefined ? [] : [{ at, event, asks: partsOf(asks), dueAt }];
  });
  const end = life.find(({ event }) => event === 'archived' || event === 'deleted')?.at;
  const asked: LifeMoment[] = [
    { at: createdAt, event: 'created', asks: [], dueAt: null },
    ...acceptancesOf(),
    ...questionsOf().filter(({ at }) => end === undefined || at < end),
  ];
  return [...asked, ...life].sort((one, other) => Number(one.at) - Number(other.at));

  function acceptancesOf(): LifeMoment[] {
    const { acceptWithinDays } = policy.responsibility ?? {};
    if (acceptWithinDays === undefined) return [];
    const asks = partsOf(distinct([people.responsible, people.deputy]));
    const dueAt = new Date(createdAt.getTime() + acceptWithinDays * dayMs);
    return [{ at: createdAt, event: 'acceptance', asks, dueAt }];
  }

  /** The first review, and the first day on which an unused group is asked about. */
  function questionsOf(): LifeMoment[] {
    const { review, inactivity, graceForExisting } = policy.lifecycle ?? {};
    const found: LifeMoment[] = [];
    if (review != null && graceForExisting !== undefined) {
      const at = firstReviewAt(group, { every: review.every, graceForExisting }, days);
      const asks = partsOf(peopleToAsk(people, 0, false));
      found.push({ at, event: 'review', asks, dueAt: dayAfter(at, review.within, days) });
    }
    if (inactivity !== undefined) {
      const at = dayAfter(createdAt, inactivity.after, days);
      const asks = partsOf(distinct(inactivity.ask.map((role) => people[role])));
      found.push({ at, event: 'idle', asks, dueAt: dayAfter(at, inactivity.within, days) });
    }
    return found;
  }
}

const dayMs = 86_400_000;

/** A person who is known by the part only, and can be reached. */
function placeholder(part: AskedPart): Assignee {
  return { personId: part, email: part, displayName: null, language: null };
}

function partsOf(people: readonly Pick<Assignee, 'personId'>[] = []): AskedPart[] {
  return askedParts.filter((part) => people.some(({ personId }) => personId === part));
}

const nameless = {
  tenantId: '',
  teamId: '',
  organisationId: '',
  templateId: '',
  displayName: '',
  mailNickname: '',
  requestedExpiry: null,
  archivedAt: null,
  deletedAt: null,
  responsibleId: 'responsible',
  deputyId: null,
  ownerIds: [],
} as const;

/** The group is new. */
export const untouched = {
  policyVersion: 1,
  state: undefined,
  isOnHold: false,
  archiving: 'none',
  deleting: 'none',
  isUnarchiving: false,
  canNotify: true,
} as const;

/** Nobody was asked or got a message. */
export const unasked = { openTasks: [], messages: [] } as const;
