// The rosters of groups in memory, beside the ledger of operations there (in-memory-operations.ts). A test sends the same
// random rosters to it and to PostgreSQL (in-memory-rosters.test.ts).
import type { Clock } from '../src/ground/clock.ts';
import type { Operation } from '../src/groups/change/operation.ts';
import type { ReceivedRoster } from '../src/groups/rosters/receive-roster.ts';
import {
  type ByHand,
  byHandOf,
  type RosterEffect,
  rosterEffectOf,
} from '../src/groups/rosters/roster-effect.ts';
import {
  type GroupRosters,
  passingCodes,
  type RecentWrite,
  type RosterEntry,
} from '../src/groups/rosters/roster.ts';

export interface NewRoster {
  readonly received: Pick<ReceivedRoster, 'members' | 'hash'> | undefined;
  readonly allowsRemovals: boolean;
}

export interface MemoryRoster {
  readonly version: number;
  readonly hash: string;
  readonly isEnded: boolean;
  readonly allowsRemovals: boolean;
  readonly appliedVersion: number;
  readonly held: number;
}

export interface MemoryRosters {
  roster(source: string): MemoryRoster | undefined;
  /** Takes the next version of a roster. @returns its number */
  write(source: string, roster: NewRoster): number;
  /** A run of an operation begins with it; undefined: the group has no rosters. */
  read(source: string | undefined): GroupRosters | undefined;
  /** An operation of the group has ended. */
  end(operation: Operation): void;
  apply(effect: RosterEffect): void;
  takeOver(byHand: ByHand): void;
}

type Gift = GroupRosters['brought'][number];

const latelyForMs = 30 * 60_000;

/** The rosters of one group. */
export function createMemoryRosters(clock: Clock): MemoryRosters {
  const rosters = new Map<string, MemoryRoster>();
  /** The keys have source and key. */
  const entries = new Map<string, Omit<RosterEntry, 'isHeld'>>();
  const brought = new Map<string, Gift>();
  const writes: RecentWrite[] = [];
  const nameOf = (source: string, key: string) => `${source} ${key}`;
  const now = () => new Date(clock.now()).toISOString();

  function apply(effect: RosterEffect): void {
    const { source, version, isApplied, held, staying, invited } = effect;
    for (const { key, personId, at } of invited) {
      for (const [name, entry] of entries) {
        if (entry.key !== key || entry.guest === null) continue;
        entries.set(name, { ...entry, personId: personId ?? entry.personId, invitedAt: at });
      }
    }
    for (const { source: of, key, personId, result, code, detail } of effect.entries) {
      const entry = entries.get(nameOf(of, key));
      if (entry === undefined) continue;
      const waits =
        result === 'waiting' || result === 'invited' || passingCodes.some((one) => one === code);
      const waitingSince = waits
        ? (entry.waitingSince ?? now())
        : code === 'person_not_found'
          ? entry.waitingSince
          : null;
      entries.set(nameOf(of, key), { ...entry, personId, result, code, detail, waitingSince });
    }
    for (const gift of effect.brought) {
      if (gift.joined || gift.owning) brought.set(gift.personId, gift);
      else brought.delete(gift.personId);
    }
    const roster = rosters.get(source);
    if (!isApplied || roster === undefined) return;
    if (held === 0) {
      for (const [name, entry] of entries) {
        const { personId, leftVersion } = entry;
        if (entry.source !== source || leftVersion === null || leftVersion > version) continue;
        if (personId === null || !staying.includes(personId)) entries.delete(name);
      }
    }
    if (roster.appliedVersion <= version) {
      rosters.set(source, { ...roster, appliedVersion: version, held });
    }
  }

  function takeOver({ memberIds, ownerIds, leftToRosters }: ByHand): void {
    for (const id of [...memberIds, ...ownerIds]) {
      const gift = brought.get(id);
      if (gift === undefined) continue;
      if (gift.owning && !ownerIds.includes(id)) brought.set(id, { ...gift, joined: false });
      else brought.delete(id);
    }
    for (const { personId, joined, owning } of leftToRosters) {
      const id = personId.toLowerCase();
      const before = brought.get(id) ?? { personId: id, joined: false, owning: false };
      brought.set(id, {
        ...before,
        joined: before.joined || joined,
        owning: before.owning || owning,
      });
    }
  }

  return {
    roster: (source) => rosters.get(source),
    write(source, { received, allowsRemovals }) {
      const before = rosters.get(source);
      const version = (before?.version ?? 0) + 1;
      const members = received?.members ?? [];
      rosters.set(source, {
        version,
        hash: received?.hash ?? '',
        isEnded: received === undefined,
        allowsRemovals,
        appliedVersion: before?.appliedVersion ?? 0,
        held: before?.held ?? 0,
      });
      const named = new Set(members.map(({ key }) => key));
      for (const [name, entry] of entries) {
        if (entry.source !== source || entry.leftVersion !== null || named.has(entry.key)) continue;
        entries.set(name, { ...entry, leftVersion: version });
      }
      for (const { key, person, role, until, guest } of members) {
        const fresh = {
          personId: null,
          result: null,
          code: null,
          detail: null,
          waitingSince: null,
          invitedAt: null,
        };
        const kept = entries.get(nameOf(source, key)) ?? fresh;
        const member = { source, key, person, role, until, guest, leftVersion: null };
        entries.set(nameOf(source, key), { ...kept, ...member });
      }
      return version;
    },
    read(source) {
      if (rosters.size === 0) return undefined;
      const roster = source === undefined ? undefined : rosters.get(source);
      const isHeld = ({ leftVersion, source: of }: Omit<RosterEntry, 'isHeld'>) =>
        leftVersion !== null && (rosters.get(of)?.held ?? 0) > 0;
      return {
        version: roster?.version ?? 0,
        allowsRemovals: roster?.allowsRemovals ?? false,
        isEnded: roster?.isEnded ?? false,
        held: roster?.held ?? 0,
        now: now(),
        entries: [...entries.values()].map((entry) =>
          Object.assign({}, entry, { isHeld: isHeld(entry) }),
        ),
        brought: [...brought.values()],
        lately: writes.filter(({ at }) => Date.parse(at) > clock.now() - latelyForMs),
      };
    },
    end(operation) {
      const effect = rosterEffectOf(operation, clock.now());
      const byHand = byHandOf(operation);
      if (effect !== undefined) apply(effect);
      if (byHand !== undefined) takeOver(byHand);
      const { status, facts } = operation;
      if (facts.changedPeople === undefined) return;
      const { addOwnerIds, addMemberIds, removeOwnerIds, removeMemberIds } = facts.changedPeople;
      const written = (ids: readonly string[], count = 0) =>
        status === 'succeeded' ? ids : ids.slice(0, count);
      writes.push({
        at: now(),
        addOwnerIds: written(addOwnerIds, facts.ownersAdded),
        addMemberIds: written(addMemberIds, facts.membersAdded),
        removeOwnerIds: written(removeOwnerIds, facts.ownersRemoved),
        removeMemberIds: written(removeMemberIds, facts.membersRemoved),
      });
    },
    apply,
    takeOver,
  };
}
