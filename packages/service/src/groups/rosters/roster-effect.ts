// How far the rosters of a group are after an operation: only what its steps have done counts, so that the rosters of a
// failed operation are still true.
import { personKey } from '../../directory/person-reference.ts';
import type { ActivityEntry } from '../../audit/activity.ts';
import type {
  Brought,
  ChangedPeople,
  Facts,
  RosterEntryResult,
  RosterOutcome,
  RosterSummary,
  StepName,
} from '../../engine/creation.ts';
import type { Operation } from '../change/operation.ts';
import type { RosterEntry } from './roster.ts';

export interface RosterEffect extends Omit<RosterOutcome, 'gone'> {
  readonly source: string;
  readonly version: number;
  /** The group is in line with this version. */
  readonly isApplied: boolean;
  readonly held: number;
  /** Guests who were invited, or perhaps: without an id, the outcome is unknown. */
  readonly invited: readonly InvitedGuest[];
  /** The activity log has it. */
  readonly events: readonly ActivityEntry[];
}

interface InvitedGuest {
  readonly key: string;
  readonly personId: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Most people that a directory takes in one call whose answer may be lost. */
const mostPerCall = 200;

/** Undefined: the operation is not about a roster, or it changes nothing. */
export function rosterEffectOf(operation: Operation, at: number): RosterEffect | undefined {
  const { change, facts, steps, status } = operation;
  // A repair adds people of every roster, and brings the group in line with none.
  const { roster = { source: '', version: 0 } } = change;
  const outcome = facts.changedPeople?.roster;
  const { source, version } = roster;
  const invited = invitedBy(facts);
  if (outcome === undefined || facts.roster?.isSuperseded === true) {
    if (invited.length === 0) return undefined;
    const nothing = { isApplied: false, held: 0, entries: [], brought: [], staying: [] };
    return { source, version, ...nothing, invited, events: guestEvents(operation, [], at) };
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
  const isApplied = status === 'succeeded' && change.roster !== undefined;
  return {
    source,
    version,
    isApplied,
    held: facts.roster?.held ?? 0,
    invited,
    entries: outcome.entries.flatMap((entry) => {
      if (entry.personId === null || !notAdded.has(entry.personId)) return [entry];
      return refused.has(entry.personId)
        ? [{ ...entry, result: 'refused' as const, code: 'member_refused', detail: null }]
        : [];
    }),
    brought: outcome.brought.filter(({ personId }) => !unchanged.has(personId)),
    staying: [...outcome.staying, ...notRemoved],
    events: [...guestEvents(operation, [...removed], at), ...eventsOf(operation, outcome, at)],
  };
}

/** The rule looked for people of a roster, and nothing came of it: no record changes, and there is no event. */
export function isVainLook({ actor, change, facts, rosters, status }: Operation): boolean {
  if (change.roster === undefined || actor.kind !== 'policy' || status !== 'succeeded')
    return false;
  const { roster, ...places } = facts.changedPeople ?? none;
  const moved = [
    places.addOwnerIds,
    places.addMemberIds,
    places.removeOwnerIds,
    places.removeMemberIds,
    roster?.brought ?? [],
    invitedBy(facts),
  ];
  const nameOf = ({ source, key }: Pick<RosterEntry, 'source' | 'key'>) => `${source} ${key}`;
  const before = new Map(rosters?.entries.map((entry) => [nameOf(entry), entry]));
  // A sentence may have a date, which moves on.
  const isAsBefore = (entry: RosterEntryResult) => {
    const was = before.get(nameOf(entry));
    const { personId, result, code } = entry;
    return was?.personId === personId && was.result === result && was.code === code;
  };
  return (
    moved.every((list) => list.length === 0) &&
    (roster?.entries.every(isAsBefore) ?? true) &&
    (facts.roster?.held ?? 0) === (rosters?.held ?? 0)
  );
}

function invitedBy({ invitations, inviting }: Facts): readonly InvitedGuest[] {
  const sent = Object.entries(invitations?.done ?? {}).flatMap(([key, outcome]) =>
    'personId' in outcome ? [{ key, ...outcome, at: new Date(outcome.at).toISOString() }] : [],
  );
  if (inviting === undefined) return sent;
  const { key, since } = inviting;
  return [...sent, { key, personId: null, at: new Date(since).toISOString() }];
}

const maxListed = 100;

type RosterAction = Extract<ActivityEntry['action'], `roster.${string}` | `guest.${string}`>;

function entryOf(
  { tenantId, teamId, operationId, actor, change }: Operation,
  occurredAt: number,
  action: RosterAction,
  data: object,
): ActivityEntry {
  return {
    tenantId,
    occurredAt,
    actor,
    action,
    subject: { kind: 'group', id: teamId },
    data: { source: change.roster?.source, operationId, ...data },
  };
}

/** @param removedIds people whom the operation took out of the group */
function guestEvents(
  operation: Operation,
  removedIds: readonly string[],
  at: number,
): readonly ActivityEntry[] {
  const { facts, rosters } = operation;
  const invited = invitedBy(facts).flatMap(({ key, personId }) => (personId === null ? [] : [key]));
  const removed = new Set(removedIds);
  const ended = (rosters?.entries ?? []).flatMap(({ key, guest, personId }) =>
    guest !== null && removed.has(personId ?? '') ? [key] : [],
  );
  return [
    ['guest.invited', invited] as const,
    ['guest.ended', [...new Set(ended)]] as const,
  ].flatMap(([action, people]) =>
    people.length === 0
      ? []
      : [
          entryOf(operation, at, action, {
            people: people.slice(0, maxListed),
            count: people.length,
          }),
        ],
  );
}

function eventsOf(
  operation: Operation,
  { entries }: RosterOutcome,
  occurredAt: number,
): ActivityEntry[] {
  const { facts, rosters, status } = operation;
  const entry = (action: 'roster.held' | 'roster.person_waiting', data: object) =>
    entryOf(operation, occurredAt, action, data);
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

const none: ChangedPeople = {
  addOwnerIds: [],
  addMemberIds: [],
  removeOwnerIds: [],
  removeMemberIds: [],
};

/** The numbers of a roster once its operation has ended. */
export function endedSummary({ roster, ...facts }: Facts): RosterSummary | undefined {
  if (roster === undefined) return undefined;
  const refused = new Set(facts.refusedPeople).size;
  const stayed = new Set([...(facts.stayed ?? []), ...(facts.membersStayed ?? [])]).size;
  const { counts } = roster;
  const invited = new Set(
    facts.changedPeople?.roster?.entries.flatMap(({ result, personId }) =>
      result === 'invited' && personId !== null ? [personId] : [],
    ),
  );
  const refusedGuests = new Set(facts.refusedPeople?.filter((id) => invited.has(id))).size;
  return {
    ...roster,
    counts: {
      ...counts,
      added: counts.added - (refused - refusedGuests),
      invited: counts.invited - refusedGuests,
      refused: counts.refused + refused,
      removed: counts.removed - stayed,
    },
  };
}

/** People whom a change added, so that they are there by a hand, and those who are it no longer. */
export interface ByHand {
  readonly memberIds: readonly string[];
  readonly ownerIds: readonly string[];
  readonly leftToRosters: readonly Brought[];
}

/** Undefined: the change is about nobody whom a roster may have brought. */
export function byHandOf({ rosters, change, facts, status }: Operation): ByHand | undefined {
  const { changedPeople } = facts;
  if (rosters === undefined || change.roster !== undefined || change.repair !== undefined) {
    return undefined;
  }
  if (changedPeople === undefined || status !== 'succeeded') return undefined;
  const { addMemberIds, addOwnerIds, leftToRosters = [] } = changedPeople;
  return {
    memberIds: addMemberIds.map(personKey),
    ownerIds: addOwnerIds.map(personKey),
    leftToRosters,
  };
}
