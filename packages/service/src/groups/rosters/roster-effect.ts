// How far the rosters of a group are after an operation: only what its steps have done counts, so that the rosters of a
// failed operation are still true.
import { personKey } from '../../directory/person-reference.ts';
import type { ActivityEntry } from '../../audit/activity.ts';
import type { Facts, RosterOutcome, RosterSummary, StepName } from '../../engine/creation.ts';
import type { Operation } from '../change/operation.ts';

export interface RosterEffect extends RosterOutcome {
  readonly source: string;
  readonly version: number;
  /** The group is in line with this version. */
  readonly isApplied: boolean;
  readonly held: number;
  /** For the activity log. */
  readonly events: readonly ActivityEntry[];
}

/** Most people that a directory takes in one call whose answer may be lost. */
const mostPerCall = 200;

/** Undefined: the operation is not about a roster, or it changes nothing. */
export function rosterEffectOf(operation: Operation, at: number): RosterEffect | undefined {
  const { change, facts, steps, status } = operation;
  const { roster } = change;
  const outcome = facts.changedPeople?.roster;
  if (roster === undefined || outcome === undefined || facts.roster?.isSuperseded === true) {
    return undefined;
  }
  const stepOf = (name: StepName) => steps.find((step) => step.name === name);
  const done = (name: StepName, ids: readonly string[], count = 0, unsure = 0) => {
    const step = stepOf(name);
    if (step?.status === 'succeeded') return ids;
    return ids.slice(0, count + (step?.status === 'failed' ? unsure : 0));
  };
  const { addOwnerIds, addMemberIds, removeOwnerIds, removeMemberIds } =
    facts.changedPeople ?? none;
  const refused = new Set(facts.refusedPeople);
  // The directory may have taken people whose call has no answer: rosters brought them.
  const added = new Set([
    ...done('add_owners', addOwnerIds, facts.ownersAdded, mostPerCall),
    ...done('add_members', addMemberIds, facts.membersAdded, mostPerCall),
  ]);
  const stayed = new Set([...(facts.stayed ?? []), ...(facts.membersStayed ?? [])]);
  const removed = new Set(
    [
      ...done('remove_owners', removeOwnerIds, facts.ownersRemoved),
      ...done('remove_members', removeMemberIds, facts.membersRemoved),
    ].filter((id) => !stayed.has(id)),
  );
  const notAdded = new Set(
    [...addOwnerIds, ...addMemberIds].filter((id) => !added.has(id) || refused.has(id)),
  );
  const notRemoved = [...removeOwnerIds, ...removeMemberIds].filter((id) => !removed.has(id));
  const unchanged = new Set([...notAdded, ...notRemoved]);
  const isApplied = status === 'succeeded';
  return {
    source: roster.source,
    version: roster.version,
    isApplied,
    held: facts.roster?.held ?? 0,
    entries: outcome.entries.flatMap((entry) => {
      if (entry.personId === null || !notAdded.has(entry.personId)) return [entry];
      return refused.has(entry.personId)
        ? [{ ...entry, result: 'refused' as const, code: 'member_refused' }]
        : [];
    }),
    brought: outcome.brought.filter(({ personId }) => !unchanged.has(personId)),
    staying: [...outcome.staying, ...notRemoved],
    events: eventsOf(operation, outcome, at),
  };
}

const maxListed = 100;

function eventsOf(
  { tenantId, teamId, operationId, actor, change, facts, rosters, status }: Operation,
  { entries }: RosterOutcome,
  occurredAt: number,
): ActivityEntry[] {
  const entry = (action: 'roster.held' | 'roster.person_waiting', data: object): ActivityEntry => ({
    tenantId,
    occurredAt,
    actor,
    action,
    subject: { kind: 'group', id: teamId },
    data: { source: change.roster?.source, operationId, ...data },
  });
  const waiting = (['waiting', 'given_up'] as const).flatMap((state) => {
    const isOne = ({ result, code }: (typeof entries)[number]) =>
      state === 'waiting' ? result === 'waiting' : code === 'person_not_found';
    const people = entries.filter(isOne).map(({ key }) => key);
    if (people.length === 0) return [];
    const data = { people: people.slice(0, maxListed), count: people.length, state };
    return [entry('roster.person_waiting', data)];
  });
  const held = status === 'succeeded' ? (facts.roster?.held ?? 0) : 0;
  const isNews = held > 0 && held !== rosters?.held;
  return [...waiting, ...(isNews ? [entry('roster.held', { held })] : [])];
}

const none = { addOwnerIds: [], addMemberIds: [], removeOwnerIds: [], removeMemberIds: [] };

/** The numbers of a roster once its operation has ended. */
export function endedSummary({ roster, ...facts }: Facts): RosterSummary | undefined {
  if (roster === undefined) return undefined;
  const refused = new Set(facts.refusedPeople).size;
  const stayed = new Set([...(facts.stayed ?? []), ...(facts.membersStayed ?? [])]).size;
  const { counts } = roster;
  return {
    ...roster,
    counts: {
      ...counts,
      added: counts.added - refused,
      refused: counts.refused + refused,
      removed: counts.removed - stayed,
    },
  };
}

/** People whom a change added, so that they are there by a hand. */
export interface ByHand {
  readonly memberIds: readonly string[];
  readonly ownerIds: readonly string[];
}

/** Undefined: the change added nobody whom a roster may have brought. */
export function byHandOf({ rosters, change, facts, status }: Operation): ByHand | undefined {
  const { changedPeople } = facts;
  if (rosters === undefined || change.roster !== undefined) return undefined;
  if (changedPeople === undefined || status !== 'succeeded') return undefined;
  const { presentIds = [], addMemberIds, addOwnerIds } = changedPeople;
  return {
    memberIds: [...presentIds, ...addMemberIds].map(personKey),
    ownerIds: addOwnerIds.map(personKey),
  };
}
