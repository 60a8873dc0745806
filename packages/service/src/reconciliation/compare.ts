// Compares the record of a group with the group as the directory shows it.
import { shownOwners } from '../directory/group-facts.ts';
import type { ObservedGroup } from '../directory/group-life.ts';
import { type GroupSettings, namesIn } from '../directory/group-settings.ts';
import {
  type AccountState,
  type Finding,
  type ObservedState,
  peopleFindings,
  policyMemberOf,
  type PropertyDrift,
  type UnreachablePeople,
} from '../engine/observed-state.ts';
import { nestedSettings } from '../settings/organisations/settings-policy.ts';

export interface ComparedRecord {
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  readonly isArchived: boolean;
  /** The record names these people, and the directory has their ids. */
  readonly responsible: string | null;
  readonly responsibleId: string | null;
  readonly deputy: string | null;
  readonly deputyId: string | null;
  readonly minimumOwners: number;
  readonly unreachable: UnreachablePeople;
  /** The settings that it has to have; absent: its template decides none. */
  readonly settings?: GroupSettings;
  /** Rules of the template that ignore a difference, by their names. */
  readonly ignored?: readonly string[];
}

export interface Comparison {
  readonly observed: ObservedState;
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
}

export type ExistingGroup = Extract<ObservedGroup, { state: 'exists' }>;

/** @param accountOf of each owner and of the people in the record */
export function compareGroup(
  record: ComparedRecord,
  group: ExistingGroup,
  accountOf: (personId: string) => AccountState,
  shownSettings: GroupSettings = {},
): Comparison {
  const ownerIds = (group.ownerIds ?? []).map((id) => id.toLowerCase());
  // The person who answers for a group is an owner whom the service added, so such a list is complete.
  const isHidden = record.responsible === null && shownOwners(group, ownerIds) === null;
  const { responsibleId, deputyId } = record;
  const observed: ObservedState = {
    displayName: group.displayName,
    description: group.description,
    visibility: group.visibility,
    kind: group.hasTeam ? 'team' : 'group',
    archived: group.isArchived ?? null,
    ownerIds: isHidden ? null : ownerIds,
    memberCount: group.memberCount ?? null,
    guestCount: group.guestCount ?? null,
    responsible: responsibleId === null ? null : accountOf(responsibleId),
    deputy: deputyId === null ? null : accountOf(deputyId),
    ...(record.settings !== undefined && { settings: nestedSettings(shownSettings) }),
  };
  return {
    observed,
    drift: driftOf(record, observed, shownSettings),
    findings: findingsOf(record, observed, accountOf),
  };
}

function driftOf(
  record: ComparedRecord,
  observed: ObservedState,
  shownSettings: GroupSettings,
): PropertyDrift[] {
  const { displayName, visibility, isArchived, responsible, deputy, minimumOwners } = record;
  const owners = new Set(observed.ownerIds);
  const isOwner = (id: string | null) => id !== null && owners.has(id.toLowerCase());
  const drift: PropertyDrift[] = [];
  const differs = (property: PropertyDrift['property'], expected: Value, value: Value) =>
    drift.push({ property, expected, observed: value });

  if (displayName !== observed.displayName) {
    differs('displayName', displayName, observed.displayName);
  }
  if (!isSameDescription(record, observed)) {
    differs('description', record.description, observed.description);
  }
  if (visibility !== observed.visibility) differs('visibility', visibility, observed.visibility);
  if (observed.archived !== null && observed.archived !== isArchived) {
    differs('archived', isArchived, observed.archived);
  }
  if (responsible !== null && !isOwner(record.responsibleId)) {
    differs('responsible', responsible, null);
  }
  if (deputy !== null && !isOwner(record.deputyId)) differs('deputy', deputy, null);
  // Added owners are welcome: people may help. A group that nobody answers for has no owner that its record expects.
  if (responsible !== null && owners.size < minimumOwners)
    differs('owners', minimumOwners, owners.size);
  const { ignored = [], settings = {} } = record;
  for (const name of namesIn(settings)) {
    const [expected, shown] = [settings[name], shownSettings[name]];
    if (expected === undefined || shown === undefined || expected === shown) continue;
    differs(`settings.${name}`, expected, shown);
  }
  return drift.filter(({ property }) => !ignored.includes(policyMemberOf(property)));
}

type Value = PropertyDrift['expected'];

/** Suites trim descriptions, and fill an empty one with the name of the group. */
function isSameDescription(
  { description, displayName }: ComparedRecord,
  observed: ObservedState,
): boolean {
  const expected = description?.trim() ?? '';
  const seen = observed.description?.trim() ?? '';
  const isFilled = [displayName, observed.displayName].includes(seen);
  return seen === expected || (expected === '' && isFilled);
}

function findingsOf(
  { minimumOwners, unreachable }: ComparedRecord,
  { ownerIds, ...accounts }: ObservedState,
  accountOf: (personId: string) => AccountState,
): Finding[] {
  const able = new Set(ownerIds?.filter((id) => accountOf(id) === 'enabled')).size;
  const isShort = able > 0 && able < minimumOwners;
  return [
    ...(able === 0 && ownerIds !== null ? (['ownerless'] as const) : []),
    ...(isShort ? (['too_few_owners'] as const) : []),
    ...peopleFindings(accounts, unreachable),
  ];
}
