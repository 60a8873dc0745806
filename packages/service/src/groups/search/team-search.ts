// A search for groups: everything that a list of them filters by, and its orders.
import type { ToDoSearch } from '../read/to-do.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import type { StateFilter } from '../../engine/group-state.ts';
import type { FindingFilter } from '../../engine/observed-state.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';

/** A word of a search, with the things of other rooms that it names: groups that have them are found by it. */
export interface SoughtWord {
  /** Folded. */
  readonly word: string;
  /** Names by id. */
  readonly organisations: ReadonlyMap<string, string>;
  readonly templates: ReadonlyMap<string, string>;
  /** Ids in the directory of people who answer for groups. */
  readonly people: readonly string[];
}

export interface TeamSearch {
  /**
   * Words of any field, in any order; or an id of the group, of its request, its mail address, or the beginning of one of
   * these. Without regard to case and accents.
   */
  readonly text?: string | undefined;
  /** The words of the text. Undefined: they are sought in the fields of the group alone. */
  readonly words?: readonly SoughtWord[] | undefined;
  /** The person whom the text names by e-mail address or id. */
  readonly textPerson?: SoughtPerson | undefined;
  readonly status?: CreationStatus | undefined;
  /** Undefined: all of the tenant. */
  readonly organisationIds?: readonly string[] | undefined;
  readonly templateIds?: readonly string[] | undefined;
  /** The limit of the caller: chains of retries are shown as far as they are within. */
  readonly within?: GroupLimit | undefined;
  /** The version that the template had when the group was requested. */
  readonly templateVersion?: number | undefined;
  /** Compared without regard to case. */
  readonly mailNickname?: string | undefined;
  readonly source?: string | undefined;
  readonly externalId?: string | undefined;
  /** All of them. */
  readonly properties?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly state?: StateFilter | undefined;
  /** All of them. */
  readonly people?: readonly SoughtPerson[] | undefined;
  /** It is a time of the governance clock. */
  readonly expiresBefore?: Date | undefined;
  /** A day: not used since. */
  readonly idleBefore?: string | undefined;
  readonly changedSince?: Date | undefined;
  readonly lifecycle?: LifecycleSearch | undefined;
  readonly responsibility?: ResponsibilityState | undefined;
  /** The last comparison with the directory found it. */
  readonly finding?: FindingFilter | undefined;
  /** The groups of an area of the to-do list, each of which is in it once. */
  readonly toDo?: ToDoSearch | undefined;
  /** Code of the problem with which the creation failed. */
  readonly error?: string | undefined;
  /** Id of an API key, or `administrator:` and an e-mail address. */
  readonly createdBy?: string | undefined;
  /** Requested at this time or later. */
  readonly from?: Date | undefined;
  /** Requested before this time. */
  readonly until?: Date | undefined;
  /** It lasts from the request to the end. */
  readonly durationFromMs?: number | undefined;
  /** Shorter than this. */
  readonly durationUntilMs?: number | undefined;
  /** True: only failed creations that were retried or whose alias another group has now. False: no such creation. */
  readonly isSuperseded?: boolean | undefined;
  /** True: only creations that people did not approve. False: no such creation. */
  readonly isDeclined?: boolean | undefined;
  /** It selects only the newest attempt of each chain of retries. Undefined: all attempts. */
  readonly isNewestAttempt?: true | undefined;
}

export const searchedRoles = ['responsible', 'deputy', 'owner', 'member'] as const;

export interface SoughtPerson {
  /** The directory's id. */
  readonly id: string;
  /**
   * As requests may name the person, in lower case: creations that are not complete are found by them. Without any, only
   * the records of groups are searched.
   */
  readonly references: readonly string[];
  /** Undefined: any role. */
  readonly role: (typeof searchedRoles)[number] | undefined;
}

/** Groups with a date of their lifecycle. */
export const lifecycleFilters = ['expiring', 'archived', 'deleting', 'on_hold'] as const;
export type LifecycleFilter = (typeof lifecycleFilters)[number];

export interface LifecycleSearch {
  readonly list: LifecycleFilter;
  /** It finds the groups that the calendar counts on a day. Groups on hold are not part of it. */
  readonly day?:
    | {
        /** An example is `2027-03-28`, in the time zone of the tenant. */
        readonly date: string;
        /** It is a name of IANA. */
        readonly timeZone: string;
        /** True: those that are archived then. False: the others. */
        readonly isArchiving?: boolean | undefined;
      }
    | undefined;
}

/** The dates that lists are sorted by, each with the filter that has it. */
export const datesOfFilters = {
  expiresAt: 'lifecycle=expiring',
  archivedAt: 'lifecycle=archived',
  deletesAt: 'lifecycle=deleting',
  heldAt: 'lifecycle=on_hold',
  responsibilitySince: 'responsibility=shaky, deputy_vacant or vacant',
} as const;
export type FilterDate = keyof typeof datesOfFilters;

const dateOfLifecycle = {
  expiring: 'expiresAt',
  archived: 'archivedAt',
  deleting: 'deletesAt',
  on_hold: 'heldAt',
} as const satisfies Record<LifecycleFilter, FilterDate>;

/** The dates by which the groups of the search can be sorted: all of them have these. */
export function datesOf({ lifecycle, responsibility }: TeamSearch): readonly FilterDate[] {
  return [
    ...(lifecycle === undefined ? [] : [dateOfLifecycle[lifecycle.list]]),
    ...(responsibility === undefined || responsibility === 'held'
      ? []
      : (['responsibilitySince'] as const)),
  ];
}

export const teamOrders = [
  'createdAt',
  'displayName',
  'mailNickName',
  'relevance',
  ...(Object.keys(datesOfFilters) as FilterDate[]),
] as const;

export interface TeamOrder {
  readonly by: (typeof teamOrders)[number];
  readonly isDescending: boolean;
}

export const isByDate = (by: string): by is FilterDate => by in datesOfFilters;

/**
 * The place of a group in an order: its id, behind its date or its rank where the order is by one, because it may lose that
 * before the next page is read. Its name is looked up.
 */
export type Position = readonly [teamId: string] | readonly [dateOrRank: string, teamId: string];

/** The order of a search by a text, best match first: docs/guide/search.md. */
export const byRelevance: TeamOrder = { by: 'relevance', isDescending: false };

export const newestFirst: TeamOrder = { by: 'createdAt', isDescending: true };
