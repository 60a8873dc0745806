// The differences of a group that the rule of its template puts right now. It waits after writes of the service, gives in to
// another tool after two rounds, and stops when too many groups differ at once.
import {
  type DriftProperty,
  policyMemberOf,
  type PropertyDrift,
} from '../../engine/observed-state.ts';
import type { GroupState } from '../../engine/group-state.ts';
import {
  type EnforcementPolicy,
  withinMs,
} from '../../settings/organisations/enforcement-policy.ts';

/** A repair that the rule asked for in the last seven days. */
export interface PastRestore {
  readonly properties: readonly DriftProperty[];
  readonly hasFailed: boolean;
}

export interface EnforcementFacts {
  readonly policy: EnforcementPolicy | null;
  readonly state: GroupState;
  /** Null while the group was not compared since its last change. */
  readonly drift: readonly PropertyDrift[] | null;
  /** An operation of the group is in progress. */
  readonly isChanging: boolean;
  /** When the creation or the last operation ended. */
  readonly wroteAt: Date | null;
  readonly restores: readonly PastRestore[];
  /** The rule has brought the group back in the last 30 days. */
  readonly wasBroughtBack: boolean;
  readonly now: Date;
}

export interface Enforcement {
  /** The properties to repair now. */
  readonly repair: readonly DriftProperty[];
  /** The deleted group is brought back now. */
  readonly bringsBack: boolean;
  /** Properties that another tool writes back. */
  readonly contested: readonly DriftProperty[];
  /** When to look again; null: at the next comparison. */
  readonly dueAt: Date | null;
}

export const quietMs = 30 * 60_000;
export const contestedAfter = 2;
const nothing: Enforcement = { repair: [], bringsBack: false, contested: [], dueAt: null };

export function enforcementOf(facts: EnforcementFacts): Enforcement {
  const { policy, state, isChanging, wasBroughtBack } = facts;
  if (policy === null || isChanging) return nothing;
  if (state === 'gone') {
    const bringsBack = policy.deletion === 'restore' && !wasBroughtBack;
    return bringsBack ? afterQuietTime(facts, { ...nothing, bringsBack }) : nothing;
  }
  if (state !== 'active' && state !== 'archived') return nothing;
  const restorable = (facts.drift ?? []).filter(
    ({ property }) => policy[policyMemberOf(property)] === 'restore',
  );
  const contested = restorable.filter((one) => isContested(one, facts));
  const due = restorable.filter((one) => !contested.includes(one) && !isGivenUp(one, facts));
  const found = {
    ...nothing,
    contested: contested.map(({ property }) => property),
    repair: due.map(({ property }) => property),
  };
  return due.length === 0 ? found : afterQuietTime(facts, found);
}

function isContested(
  { property, contested }: PropertyDrift,
  { restores }: Pick<EnforcementFacts, 'restores'>,
): boolean {
  const rounds = restores.filter(
    ({ properties, hasFailed }) => !hasFailed && properties.includes(property),
  );
  return contested === true || rounds.length >= contestedAfter;
}

/** A restore that fails for longer than the policy allows is for a person. */
function isGivenUp(
  { property, since }: PropertyDrift,
  { restores, policy, now }: Pick<EnforcementFacts, 'restores' | 'policy' | 'now'>,
): boolean {
  if (policy === null || since === undefined) return false;
  const hasFailed = restores.some(
    (restore) => restore.hasFailed && restore.properties.includes(property),
  );
  return hasFailed && now.getTime() > Date.parse(since) + withinMs(policy);
}

/** The directory may still show what was before a write, and another tool may need a while to see it. */
function afterQuietTime({ wroteAt, now }: EnforcementFacts, found: Enforcement): Enforcement {
  const quietUntil = (wroteAt?.getTime() ?? 0) + quietMs;
  if (now.getTime() >= quietUntil) return found;
  return { ...found, repair: [], bringsBack: false, dueAt: new Date(quietUntil) };
}

const fewRestores = 20;
const maxShare = 0.02;

/** How many groups of a tenant the rules restore in an hour at most. */
export function restoresPerHour(governed: number): number {
  return Math.max(fewRestores, Math.ceil(governed * maxShare));
}
