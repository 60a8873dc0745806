// The life of a group that is not created yet, from its creation to its deletion, if nobody answers any question. It follows
// from the rules themselves: each date is the one at which an assessment asks, archives or deletes.
import type { Assignee } from '../../messages/tasks/task.ts';
import {
  dayAfter,
  firstReviewAt,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import type { Effect, GovernedGroup } from '../rule.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import type { LifecycleFacts } from './lifecycle-answer.ts';
import { distinct, peopleToAsk } from './people-to-ask.ts';

export const lifeEvents = [
  'created',
  'acceptance',
  'review',
  'idle',
  'renewal',
  'reminder',
  'expired',
  'archived',
  'warning',
  'deleted',
] as const;

export const askedParts = ['responsible', 'deputy', 'steward', 'administrators'] as const;
export type AskedPart = (typeof askedParts)[number];

export interface LifeMoment {
  readonly at: Date;
  readonly event: (typeof lifeEvents)[number];
  /** Those who are asked or get a message. */
  readonly asks: readonly AskedPart[];
  /** The end of the time for the answer; null: it has none. */
  readonly dueAt: Date | null;
}

/** An assessment may look again without a change; no life has more dates. */
const mostAssessments = 200;

export function plannedLife({
  policy,
  createdAt,
  properties,
  hasDeputy,
  hasSteward,
  days,
}: {
  readonly policy: TemplatePolicy;
  /** By the governance clock, as every date of the result. */
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
  const facts: LifecycleFacts = {
    ...people,
    ...untouched,
    days,
    policy: policy.lifecycle,
    hasTeam: policy.kind === 'team',
  };
  const life = lifecycleOf(group, facts);
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

/** Asks the rule again at each date that it names, as the tick does, while nobody answers. */
function lifecycleOf(first: GovernedGroup, before: LifecycleFacts): readonly LifeMoment[] {
  const moments: LifeMoment[] = [];
  let [group, facts] = [first, before];
  for (let count = 0; count < mostAssessments; count += 1) {
    const { effects, notices, state, dueAt } = assessLifecycle(group, facts);
    const at = group.now;
    moments.push(...effects.flatMap((effect) => momentOf(effect, at) ?? []));
    facts = effects.reduce((present, effect) => factsAfter(effect, present, at), facts);
    facts = Object.assign({}, facts, { state });
    const warned = notices.filter(({ kind }) => kind === 'deletes_soon').map(({ to }) => to);
    if (warned.length > 0) {
      const asks = partsOf(warned);
      moments.push({ at, event: 'warning', asks, dueAt: state?.deletesAt ?? null });
    }
    const operation = effects.find(({ kind }) => kind === 'operation');
    if (operation?.kind === 'operation' && operation.operation === 'delete') return moments;
    if (operation?.kind === 'operation')
      group = Object.assign({}, group, { state: 'archived', archivedAt: at });
    else if (dueAt === null) return moments;
    else
      group = Object.assign({}, group, { now: dueAt > at ? dueAt : new Date(Number(at) + dayMs) });
  }
  return moments;
}

function momentOf(effect: Effect, at: Date): LifeMoment | undefined {
  if (effect.kind === 'open_task') {
    const { assignees, dueAt } = effect.task;
    return { at, event: 'renewal', asks: partsOf(assignees), dueAt };
  }
  if (effect.kind === 'update_task') {
    const { dueAt = null } = effect.update;
    return { at, event: 'reminder', asks: partsOf(effect.informed), dueAt };
  }
  if (effect.kind === 'operation') {
    const event = effect.operation === 'delete' ? 'deleted' : 'archived';
    return { at, event, asks: [], dueAt: null };
  }
  // An archived group says so itself.
  return effect.kind === 'activity' &&
    effect.action === 'group.expired' &&
    effect.data['outcome'] !== 'archive_requested'
    ? { at, event: 'expired', asks: [], dueAt: null }
    : undefined;
}

/** The facts that the tick would read after the effect. */
function factsAfter(effect: Effect, facts: LifecycleFacts, at: Date): LifecycleFacts {
  const idsOf = (people: readonly Assignee[]) => people.map(({ personId }) => personId);
  switch (effect.kind) {
    case 'open_task':
      return {
        ...facts,
        hasOpenTask: true,
        askedIds: idsOf(effect.task.assignees),
        remindedAt: at,
      };
    case 'update_task': {
      const { assignees } = effect.update;
      const askedIds = assignees === undefined ? facts.askedIds : idsOf(assignees);
      return { ...facts, askedIds, remindedAt: at };
    }
    case 'lapse_task':
    case 'withdraw_tasks':
      return { ...facts, hasOpenTask: false, askedIds: [] };
    case 'operation':
      return { ...facts, archiving: 'succeeded' };
    case 'activity':
      return facts;
    default:
      return effect satisfies never;
  }
}

/** A person who is known by the part only. */
function placeholder(part: AskedPart): Assignee {
  return { personId: part, email: null, displayName: null, language: null };
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

/** Every message is sent, and the group is new. */
const untouched = {
  policyVersion: 1,
  state: undefined,
  isOnHold: false,
  hasOpenTask: false,
  askedIds: [],
  archiving: 'none',
  deleting: 'none',
  isUnarchiving: false,
  canNotify: true,
  isReminderWaiting: false,
  remindedAt: undefined,
  warningsSent: 2,
} as const;
