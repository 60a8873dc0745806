// A team as callers see it: the status of its creation, and the group. The records are the rows that the store reads
// and what the responses of the API and of the admin API are made from.
import type { UsageSource } from '../../directory/usage-reports.ts';
import type { ExternalKey } from '../../ground/schema/external-key.schema.ts';
import type {
  CreationFailure,
  CreationStatus,
  RequestedPeople,
  StepRecord,
  Warning,
} from '../../engine/creation.ts';
import type { ApprovalState } from '../../messages/tasks/task.ts';
import type { GroupState, RecordVersion } from '../../engine/group-state.ts';
import type { SummarizedRoster } from '../rosters/read-rosters.ts';
import type { AcceptanceState, ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { Finding, ObservedState, ShownDrift } from '../../engine/observed-state.ts';

export interface TeamStatus {
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly status: CreationStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  /** Null or absent where the creation needs none, or has not got so far. */
  readonly approval?: ApprovalState | null;
  /** They are in the order of the plan. */
  readonly steps: readonly StepRecord[];
  readonly error: CreationFailure | null;
  readonly warnings: readonly Warning[];
  /** Increases with every change: the id of the event stream. */
  readonly version: number;
  /** The `version` of the group. */
  readonly recordVersion: number;
}

export interface TeamSummary {
  readonly teamId: string;
  readonly status: CreationStatus;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly state: GroupState;
  readonly externalIds: readonly ExternalKey[];
  readonly properties: Readonly<Record<string, string>>;
}

export interface Team extends TeamSummary, RequestedPeople {
  /** `adopted`: others made the group, and it was taken into governance. */
  readonly origin: 'created' | 'adopted';
  /** Whether its names follow the patterns of its template; null once the template is deleted. */
  readonly conforms: boolean | null;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  /** Given by the template at the creation; null: none. */
  readonly classification: string | null;
  readonly preferredLanguage: string | null;
  /** The members that the last desired state of each source named, in order. */
  readonly managed: readonly { readonly source: string; readonly members: readonly string[] }[];
  /** Grows with every operation that is accepted and with every one that ends. */
  readonly version: number;
  /** The `version` of its status. */
  readonly creationVersion: number;
  /** The expiry that the request named. */
  readonly requestedExpiry: Date | null;
  /** The person for whom the request asked, as it named it, and why. */
  readonly requestedBy: string | null;
  readonly reason: string | null;
  readonly deletedAt: Date | null;
  readonly directory:
    | {
        readonly groupId: string;
        readonly mail: string | undefined;
        readonly webUrl: string | undefined;
        /** The time since which the group is missing in the directory. */
        readonly goneSince: Date | undefined;
        readonly goneBy: string | undefined;
      }
    | undefined;
  /** Null until the first reconciliation has seen the group. */
  readonly observed: ObservedTeam | null;
  /** Null until the present record has been compared with the directory. */
  readonly drift: readonly ShownDrift[] | null;
  readonly findings: readonly Finding[] | null;
  /** Null unless the group exists. */
  readonly responsibility: TeamResponsibility | null;
}

export interface TeamResponsibility {
  readonly state: ResponsibilityState;
  /** It is a time of the governance clock; null while the responsibility is held. */
  readonly since: Date | null;
  /** Null: a group that was adopted without one, until a person takes it over. */
  readonly responsible: AnsweringPerson | null;
  readonly deputy: AnsweringPerson | null;
  /** The open task that asks for a deputy or for a person who takes over. */
  readonly taskId: string | null;
}

export interface AnsweringPerson {
  /** The directory's id. */
  readonly id: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly available: boolean;
  /** Null: nobody asked the person. */
  readonly acceptance: RoleAcceptance | null;
}

/** Whether a person accepts to answer for the group. */
export interface RoleAcceptance {
  readonly state: AcceptanceState;
  /** It is a time of the governance clock. */
  readonly since: Date | null;
  /** The answer is awaited until then, by the same clock. */
  readonly dueAt: Date | null;
  /** The open task that asks. */
  readonly taskId: string | null;
}

/** The group as the directory last showed it. */
export interface ObservedTeam extends ObservedState {
  /** When names, description and visibility were seen. */
  readonly seenAt: Date;
  /** When owners, counts and the others were seen. */
  readonly detailsSeenAt: Date;
}

/** A failed attempt of a step. */
export interface Incident {
  readonly step: string;
  readonly attempt: number;
  readonly occurredAt: Date;
  readonly code: string;
  readonly detail: string;
  readonly directoryRequestId: string | null;
  readonly retryAt: Date | null;
}

export interface Attempt extends Pick<
  TeamSummary,
  'teamId' | 'displayName' | 'status' | 'createdAt'
> {
  /** Its place in the chain of retries: 1 if it repeats none. */
  readonly attempt: number;
  /** The failed creation that it repeats. */
  readonly retryOf: string | null;
  /** Code of the problem with which it failed. */
  readonly error: string | null;
}

/** The creation of a group and the groups that it has to do with, beside its record. */
export interface TeamDetails extends RecordVersion {
  /** Id of the API key, or `administrator:` and an e-mail address. */
  readonly createdBy: string;
  readonly requestId: string;
  /** Newest first, up to 200. */
  readonly incidents: readonly Incident[];
  /** The failed creation that this one repeats. */
  readonly retryOf: string | null;
  /** Its place in the chain of retries: 1 if it repeats none. */
  readonly attempt: number;
  /** This creation with all that it retries and all that retry it, oldest first, up to 50; empty without any. */
  readonly attempts: readonly Attempt[];
  /** A failed creation has it: its newest retry, or else the group that has its alias now. */
  readonly supersededBy: string | null;
  /** Another group that has the alias now: a retry, or an independent creation. */
  readonly aliasHolder: Pick<TeamSummary, 'teamId' | 'displayName' | 'status'> | null;
  /** Null: no review by policy is planned. */
  readonly nextReviewAt: Date | null;
  /** When the last comparison of all groups of the tenant ended; null before the first. */
  readonly allComparedAt: Date | null;
  /** Null: no report about its use was read. */
  readonly activity: TeamActivity | null;
  readonly rosters: readonly SummarizedRoster[];
}

/** The use of a group, by the reports of the suite. Days such as `2027-03-28`. */
export interface TeamActivity {
  /** Null: none since the first report. */
  readonly lastOn: string | null;
  readonly sources: readonly {
    readonly name: UsageSource;
    readonly on: string | null;
    readonly reportOn: string;
  }[];
  /** Null: it is not idle. */
  readonly idleSince: Date | null;
  readonly concealed: boolean;
}

export interface TeamStore {
  readStatus(tenantId: string, teamId: string): Promise<TeamStatus | undefined>;
  /** The number of the latest change of each status, in the order of the keys; undefined where there is no group. */
  readVersions(
    this: void,
    keys: readonly { readonly tenantId: string; readonly teamId: string }[],
  ): Promise<readonly (number | undefined)[]>;
  readTeam(tenantId: string, teamId: string): Promise<Team | undefined>;
  readDetails(tenantId: string, teamId: string): Promise<TeamDetails | undefined>;
}
