// The groups of a person: those whose owners and members include the person, and those that the person answers for.
import type { Brought } from '../../engine/creation.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { TeamSummary } from '../read/team.ts';
import type { HoldingEntry } from '../rosters/roster.ts';
import type { RecordWithPending } from './operation.ts';

export const personRoles = ['responsible', 'deputy', 'owner', 'member'] as const;
export type PersonRole = (typeof personRoles)[number];

export interface PersonGroup extends TeamSummary {
  /** They are in the order of `personRoles`. Responsible and deputy are owners, too. */
  readonly roles: readonly PersonRole[];
}

/** An entry of a roster that names the person, until when it does, and who decides about its removal if that is held. */
export type NamingEntry = HoldingEntry & {
  readonly until: string | null;
  readonly taskId: string | null;
};

/** A group with the place of a person in it. */
export type AnsweredGroup = Omit<RecordWithPending, 'rosterEntries'> & {
  /** It is there as far as the person does not answer for the group. */
  readonly heldRole?: 'owner' | 'member' | null;
  /** They name the person. */
  readonly rosterEntries?: readonly NamingEntry[] | null;
  /** The parts of the person's place that rosters gave; null: a hand gave all of it. */
  readonly brought?: Pick<Brought, 'joined' | 'owning'> | null;
};

export interface GroupsPage {
  readonly afterTeamId: string | undefined;
  readonly limit: number;
  readonly within: GroupLimit;
}

/** Lists are newest first, and begin after `afterTeamId` in that order. */
export interface PersonGroupStore {
  /** @param personId the directory's id */
  listGroups(
    tenantId: string,
    personId: string,
    page: GroupsPage & {
      /** Only groups in which this is the first role of the person. */
      readonly role?: PersonRole | undefined;
      /** Keys of the person's id and addresses: creations that are not finished have people by them. */
      readonly names?: readonly string[];
    },
  ): Promise<readonly PersonGroup[]>;
  /**
   * Records, without members, of the groups whose responsible or deputy the person is, or becomes by an operation or
   * creation that is not finished. Nobody answers for a group that was deleted or removed, unless it is being restored.
   * @param names keys of the person's id and addresses
   */
  listAnswered(
    tenantId: string,
    person: { readonly id: string; readonly names: readonly string[] },
    page: GroupsPage & {
      /** It is true if the groups are included of which the person is an owner or a member. */
      readonly all: boolean;
    },
  ): Promise<readonly AnsweredGroup[]>;
}
