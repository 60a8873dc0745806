// Written by scripts/client-types.ts from docs/api/openapi.json; do not edit.

import type * as sdk from '../../../../client/src/generated/api.ts';

type Closed<T> = T extends string
  ? keyof sdk.Open<never> extends keyof T
    ? never
    : T
  : T extends readonly (infer Item)[]
    ? readonly Closed<Item>[]
    : T extends object
      ? { [Name in keyof T]: Closed<T[Name]> }
      : T;

/** One fault of the input, with either pointer or parameter. */
export type Fault = Closed<sdk.Fault>;

export type TeamActivity = Closed<sdk.TeamActivity>;

/** Decisions and repairs that wait for someone, by cause. A group is once in an area, so that the counts add up. */
export type ToDo = Closed<sdk.ToDo>;

export type Lifecycle = Closed<sdk.Lifecycle>;

/** When the groups were compared with the directory, and how many were not. That nothing differs is true only of the groups that were compared. */
export type Comparison = Closed<sdk.Comparison>;

/** Groups by the kind of their differences and findings. */
export type FindingCounts = Closed<sdk.FindingCounts>;

/** A group as the directory last showed it. */
export type ObservedTeam = Closed<sdk.ObservedTeam>;

/** A difference between the record of a group and the directory. */
export type PropertyDrift = Closed<sdk.PropertyDrift>;

export type TeamRequest = Closed<sdk.TeamRequest>;

export type TeamAcceptance = Closed<sdk.TeamAcceptance>;

export type Step = Closed<sdk.Step>;

/** The cause of a failed creation, and its remedy. */
export type CreationProblem = Closed<sdk.CreationProblem>;

export type ApprovalDecision = Closed<sdk.ApprovalDecision>;

/** How far the approval of a request is. */
export type Approval = Closed<sdk.Approval>;

export type TeamStatus = Closed<sdk.TeamStatus>;

/** Whether a person has accepted to answer for the group. */
export type RoleAcceptance = Closed<sdk.RoleAcceptance>;

/** A person who answers for a group. E-mail address and name are null until the directory was asked. */
export type AnsweringPerson = Closed<sdk.AnsweringPerson>;

/** The availability of the people who answer for a group. */
export type TeamResponsibility = Closed<sdk.TeamResponsibility>;

/** A failed attempt of a step. */
export type Incident = Closed<sdk.Incident>;

/** A creation in a chain of retries. */
export type Attempt = Closed<sdk.Attempt>;

export type RosterSummary = Closed<sdk.RosterSummary>;

/** The record of a team: its request, as its operations have changed it since, and beside it the group as the directory last showed it. */
export type Team = Closed<sdk.Team>;

/** Why a search by a text found a team. */
export type TeamMatch = Closed<sdk.TeamMatch>;

/** A team in a list. */
export type TeamSummary = Closed<sdk.TeamSummary>;

/** A list by `finding` has comparison: how far the filtered groups were compared; and with `total` also counts: the number of groups of each kind, whichever kind the list is of. */
export type TeamPage = Closed<sdk.TeamPage>;

/** The state that the group should have. For a group that exists, every member may be absent, and an absent member is not managed: it stays as it is. Like mailNickName, organisation and template, requestedBy is that of the creation: another one is refused. Null clears a description, a deputy, a property or an expiry. The lists of owners and members are whole, but for people on rosters: people of the record who are not in them leave. People whom others added in Microsoft 365 stay. */
export type DesiredGroup = Closed<sdk.DesiredGroup>;

export type DesiredGroupAnswer = Closed<sdk.DesiredGroupAnswer>;

export type DesiredGroupPlan = Closed<sdk.DesiredGroupPlan>;

/** The body of PUT /teams/external/{source}/{externalId}, with its externalId. */
export type AppliedGroup = Closed<sdk.AppliedGroup>;

export type MissingGroup = Closed<sdk.MissingGroup>;

export type ApplyAnswer = Closed<sdk.ApplyAnswer>;

export type ApplyPlan = Closed<sdk.ApplyPlan>;

/** 1 to 1000 groups, in any order. */
export type AppliedGroups = Closed<sdk.AppliedGroups>;

export type PlannedPerson = Closed<sdk.PlannedPerson>;

/** The people whom an approval would ask. */
export type PlannedApproval = Closed<sdk.PlannedApproval>;

export type TeamPlan = Closed<sdk.TeamPlan>;

export type BulkEntry = Closed<sdk.BulkEntry>;

export type BulkAnswer = Closed<sdk.BulkAnswer>;

/** 1 to 1000 bodies of POST /teams. */
export type BulkRequest = Closed<sdk.BulkRequest>;

export type AdoptionRequest = Closed<sdk.AdoptionRequest>;

export type AdoptionPlan = Closed<sdk.AdoptionPlan>;

export type AdoptionPlans = Closed<sdk.AdoptionPlans>;

/** 1 to 1000 bodies of POST /teams/adoption. */
export type BulkAdoptionRequest = Closed<sdk.BulkAdoptionRequest>;

export type FoundPeople = Closed<sdk.FoundPeople>;

export type PeopleByReference = Closed<sdk.PeopleByReference>;

export type PersonGroup = Closed<sdk.PersonGroup>;

export type TemplateRole = Closed<sdk.TemplateRole>;

export type PersonGroupPage = Closed<sdk.PersonGroupPage>;

export type Departure = Closed<sdk.Departure>;

export type PersonHandover = Closed<sdk.PersonHandover>;

export type PlannedDeparture = Closed<sdk.PlannedDeparture>;

export type DeparturePlan = Closed<sdk.DeparturePlan>;

/** Has status, operationId and statusUrl, or the error for which it was refused. It has none of these if rosters alone keep the person in the group. */
export type HandedOver = Closed<sdk.HandedOver>;

export type PersonHandoverResult = Closed<sdk.PersonHandoverResult>;

export type RosterBody = Closed<sdk.RosterBody>;

export type RosterPlan = Closed<sdk.RosterPlan>;

export type ListedRoster = Closed<sdk.ListedRoster>;

export type RosterList = Closed<sdk.RosterList>;

export type RosterMember = Closed<sdk.RosterMember>;

export type Roster = Closed<sdk.Roster>;

/** The members of a group to change. Absent members stay as they are. */
export type GroupChange = Closed<sdk.GroupChange>;

export type OperationReason = Closed<sdk.OperationReason>;

export type Repair = Closed<sdk.Repair>;

export type DriftAcceptance = Closed<sdk.DriftAcceptance>;

export type OperationAcceptance = Closed<sdk.OperationAcceptance>;

export type Operation = Closed<sdk.Operation>;

export type OperationPage = Closed<sdk.OperationPage>;

/** The operation to try: its kind (change by default) and, for a change, the body of PATCH /teams/{teamId}; for a repair or an acceptance of differences, its properties. */
export type OperationPlanRequest = Closed<sdk.OperationPlanRequest>;

export type OperationPlan = Closed<sdk.OperationPlan>;

export type SelectedUndoRequest = Closed<sdk.SelectedUndoRequest>;

export type UndoSelection = Closed<sdk.UndoSelection>;

export type UndoneGroup = Closed<sdk.UndoneGroup>;

export type UndoPlan = Closed<sdk.UndoPlan>;

export type BatchRequest = Closed<sdk.BatchRequest>;

/** Number of groups by their status. */
export type BatchCounts = Closed<sdk.BatchCounts>;

export type Batch = Closed<sdk.Batch>;

export type BatchPage = Closed<sdk.BatchPage>;

export type BatchGroup = Closed<sdk.BatchGroup>;

export type BatchGroupPage = Closed<sdk.BatchGroupPage>;

export type BulkOperationPlan = Closed<sdk.BulkOperationPlan>;

export type TeamNotice = Closed<sdk.TeamNotice>;

export type TeamNoticePage = Closed<sdk.TeamNoticePage>;

export type ComparedTeams = Closed<sdk.ComparedTeams>;

export type TeamChannelPage = Closed<sdk.TeamChannelPage>;

export type TeamSite = Closed<sdk.TeamSite>;

export type TeamPeoplePage = Closed<sdk.TeamPeoplePage>;

export type ComparedPeoplePage = Closed<sdk.ComparedPeoplePage>;

/** The people who answered for a group on a day. */
export type AnsweredGroup = Closed<sdk.AnsweredGroup>;

export type AnsweredGroupPage = Closed<sdk.AnsweredGroupPage>;

/** A role that a person has or had in a group. */
export type HeldRole = Closed<sdk.HeldRole>;

export type HeldRolePage = Closed<sdk.HeldRolePage>;

/** An entry of the audit log that changed who answers for a group, or by which a person accepted that. */
export type ResponsibilityEntry = Closed<sdk.ResponsibilityEntry>;

/** A person who answered for a group on a day. */
export type AnsweredBy = Closed<sdk.AnsweredBy>;

/** The people who answered for a group on a day, with the entries of the audit log that prove it. */
export type ResponsibilityOnDay = Closed<sdk.ResponsibilityOnDay>;

/** An entry of the audit log that led to a fact. */
export type ExplanationEntry = Closed<sdk.ExplanationEntry>;

/** Why a fact about a group is as it is. */
export type Explanation = Closed<sdk.Explanation>;

/** The request that the task approves, with the group as it will be. Absent for other tasks. */
export type TaskRequest = Closed<sdk.TaskRequest>;

/** A decision that someone has to make about a group. */
export type Task = Closed<sdk.Task>;

export type TaskPage = Closed<sdk.TaskPage>;

export type Decision = Closed<sdk.Decision>;

export type Renewal = Closed<sdk.Renewal>;

export type RenewalResult = Closed<sdk.RenewalResult>;

export type Hold = Closed<sdk.Hold>;

export type HoldInput = Closed<sdk.HoldInput>;

export type ReviewSummary = Closed<sdk.ReviewSummary>;

/** The decisions about the owners and guests of a group. */
export type Review = Closed<sdk.Review>;

export type ReviewPage = Closed<sdk.ReviewPage>;

export type ReviewRequest = Closed<sdk.ReviewRequest>;

export type ReviewDecisions = Closed<sdk.ReviewDecisions>;

export type DirectoryGroup = Closed<sdk.DirectoryGroup>;

export type DirectoryGroupPage = Closed<sdk.DirectoryGroupPage>;

export type Probes = Closed<sdk.Probes>;

export type LifecycleMonths = {
  /** By the governance clock, as every date of it. */
  readonly from: string;
  /** Twelve months later. */
  readonly until: string;
  /** Groups whose life was derived: all, or the first 100,000 of more. */
  readonly groups: number;
  /** There are more than 100,000 groups. The others are in no count. */
  readonly isCut: boolean;
  /** Groups that began before the oldest entry of the audit log, so that their past cannot be derived. */
  readonly unknown: number;
  /** Questions whether to renew a group or whether it is still needed, and who answers for it, and reviews of its people. */
  readonly questions: number;
  readonly reminders: number;
  /** Groups that expire and stay as they are. */
  readonly expired: number;
  readonly archived: number;
  readonly deleted: number;
  /** Handovers by rule, because a responsible person is no longer available or leaves. */
  readonly handedOver: number;
  /** Groups in which something that differs from the record is put back. */
  readonly restored: number;
  /** Groups that end the months without a responsible person or deputy who can sign in, as far as leave dates are known, after the handovers that are counted. */
  readonly withoutOwner: number;
  /** Groups with something of these, or with something that the change takes away. */
  readonly concerned: number;
  /** Groups in which something happens at another time, to other people or not at all, compared with what is saved now. */
  readonly different: number;
  /** The first groups of `concerned`: those that are different, then the others, each in the order in which they feel it. The export has all of them. */
  readonly named: readonly {
    readonly teamId: string;
    readonly displayName: string;
    readonly mailNickname: string;
    readonly isWithoutOwner: boolean;
    /** It is one of `different`. */
    readonly isDifferent: boolean;
    /** In their order. None: the change takes away what there was. */
    readonly events: readonly {
      /** When it happens. */
      readonly at: string;
      readonly event:
        | 'review'
        | 'renewal'
        | 'reminder'
        | 'expired'
        | 'archived'
        | 'warning'
        | 'deleted'
        | 'idle'
        | 'responsibility'
        | 'handover'
        | 'restored';
    }[];
  }[];
};

export type UndoRequest = Closed<sdk.UndoRequest>;

/** The ways to sign in to the tenant. */
export type SignInOptions = {
  readonly provider: {
    /** Host name of the provider. */
    readonly host: string;
  } | null;
};

export type LinkSignIn = {
  /** The part of the link after the #. */
  readonly token: string;
};

/** The choices of an administrator for the page. */
export type Preferences = {
  readonly language: string | null;
  readonly timeZone: string | null;
  /** Topics of messages to owners and administrators that the caller does not get: webhooks that fail, work again or were turned off; the credential of the connection; many departures at once. Messages about groups for which the caller answers cannot be muted. */
  readonly mutedNotices: readonly ('webhooks' | 'connection' | 'departures')[];
};

/** The person who is signed in. */
export type SignedIn = {
  readonly tenant: {
    readonly tenantId: string;
    readonly name: string;
    readonly directory: 'sandbox' | 'microsoft365' | null;
    /** IANA name. Days of the tenant count in it. */
    readonly timeZone: string;
    /** Hour of the day at which dates of the tenant count. */
    readonly hour: number;
    /** By how much the clock of governance is ahead of the present time: 0, unless the clock of a sandbox was advanced. Expiries, tasks, reviews and notices have times of this clock. */
    readonly aheadMs: number;
  };
  readonly administrator: {
    readonly administratorId: string;
    readonly email: string;
    readonly name: string | null;
    /** Owners and administrators change everything, but only owners change owners. An operator retries and cancels, a template editor changes templates and naming rules, and a reader changes nothing. Each sees everything, unless it is limited to organisations. */
    readonly role: 'owner' | 'administrator' | 'operator' | 'template_editor' | 'reader';
    readonly organisationIds: readonly string[] | null;
    /** The permissions of the role, without those that a limit takes away. */
    readonly permissions: readonly (
      | 'view'
      | 'groups:intervene'
      | 'groups:manage'
      | 'templates:manage'
      | 'settings:manage'
      | 'administrators:manage'
    )[];
    readonly preferences: Preferences | null;
  };
  /** Send it as X-CSRF-Token with every change. */
  readonly csrfToken: string;
  /** Latest end of the session. */
  readonly expiresAt: string;
};

export type SignOut = {
  /** Also ends the sessions in other browsers. */
  readonly everywhere: boolean;
};

export type Overview = {
  /** Each day of the range in UTC, oldest first. The overview has the last 30 days. */
  readonly days: readonly {
    readonly date: string;
    readonly open: number;
    readonly succeeded: number;
    readonly failed: number;
    /** Requests that people rejected, or did not approve in time. */
    readonly declined: number;
    readonly cancelled: number;
  }[];
  /** The times from request to finished group: of the creations that succeeded, or of the newest 10,000 of them. The sum of the classes is their number. */
  readonly finish: {
    readonly medianMs: number | null;
    readonly p95Ms: number | null;
    readonly classes: readonly {
      readonly upToMs: number | null;
      readonly count: number;
    }[];
  };
  /** The most frequent reasons of failures. */
  readonly failures: readonly {
    readonly code: string;
    readonly count: number;
  }[];
  readonly waiting: {
    readonly accepted: number;
    readonly running: number;
    readonly oldestSince: string | null;
  };
  readonly groups: number;
  /** Things of the service that a person has to look after. Those of groups: `GET /to-do`. */
  readonly attention: {
    readonly failingWebhooks: number;
    /** Webhook endpoints that the service turned off, and nobody has enabled since. */
    readonly disabledWebhooks: number;
    /** Messages given up in the last 30 days. */
    readonly failedMessages: number;
    readonly messagesFailingSince: string | null;
    /** Groups that expire within 30 days, without groups on hold. */
    readonly expiring: number;
    /** Up to ten of the failing webhooks. */
    readonly failingEndpoints: readonly {
      readonly endpointId: string;
      readonly url: string;
      readonly failingSince: string;
    }[];
    readonly credentialExpiresAt: string | null;
    readonly sharePointCredentialExpiresAt: string | null;
    readonly connection: {
      /** failing: the last comparison with the directory did not complete. untested: there was none yet. */
      readonly state: 'failing' | 'untested';
      readonly attemptedAt: string | null;
    } | null;
    /** Assumptions about Microsoft 365 that are no longer true, by the last probe of the connection that saw them. */
    readonly changedAssumptions: readonly {
      readonly name: string;
      readonly since: string;
    }[];
    /** Up to ten active API keys that expire within 30 days. */
    readonly expiringKeys: readonly {
      readonly keyId: string;
      readonly name: string;
      readonly createdAt: string;
      readonly expiresAt: string | null;
    }[];
    /** Up to ten active API keys, older than a week, that were never used. */
    readonly unusedKeys: readonly {
      readonly keyId: string;
      readonly name: string;
      readonly createdAt: string;
      readonly expiresAt: string | null;
    }[];
  };
  readonly organisations: number;
  readonly templates: number;
};

/** At most six of each kind: those whose name or id is the text, those that begin with it, then those that have its words. People are null if the directory did not answer within two seconds. */
export type SearchResults = {
  readonly groups: readonly {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly displayName: string;
    readonly mailNickName: string;
    /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
    readonly status:
      | 'accepted'
      | 'awaiting_approval'
      | 'running'
      | 'succeeded'
      | 'failed'
      | 'cancelled';
    /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
    readonly state:
      | 'being_created'
      | 'active'
      | 'archived'
      | 'deleted'
      | 'gone'
      | 'ended'
      | 'failed';
    readonly match?: TeamMatch;
  }[];
  readonly people:
    | readonly {
        /** E-mail address, or the user ID without one. */
        readonly reference: string;
        readonly displayName: string;
      }[]
    | null;
  readonly templates: readonly {
    readonly templateId: string;
    readonly name: string;
    readonly organisation: string;
  }[];
  readonly apiKeys: readonly {
    readonly keyId: string;
    readonly name: string;
  }[];
  readonly webhooks: readonly {
    readonly endpointId: string;
    readonly url: string;
  }[];
  readonly administrators: readonly {
    readonly email: string;
    readonly name: string | null;
  }[];
  readonly problems: readonly {
    readonly code: string;
    readonly title: string;
  }[];
  readonly help: readonly {
    /** Path below /docs. */
    readonly path: string;
    readonly title: string;
  }[];
};

export type ApiKey = {
  readonly keyId: string;
  readonly name: string;
  readonly owner: string | null;
  readonly purpose: string | null;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly createdBy: {
    /** administrator, operator, service or api_key. */
    readonly kind: string;
    readonly id: string;
  };
  readonly scopes: readonly (
    | 'groups:create'
    | 'groups:read'
    | 'groups:adopt'
    | 'groups:change'
    | 'groups:roster'
    | 'groups:delete'
    | 'responsibility:change'
    | 'people:search'
    | 'tasks:read'
    | 'tasks:decide'
    | 'approvals:decide'
    | 'organisations:manage'
    | 'templates:manage'
    | 'api-keys:manage'
    | 'webhooks:manage'
    | 'groups:intervene'
    | 'activity:read'
    | 'connection:probe'
  )[];
  readonly organisationIds: readonly string[] | null;
  readonly templateIds: readonly string[] | null;
  readonly ipRanges: readonly string[] | null;
  readonly source: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  /** One entry, or two during a rotation. The service does not store the secrets themselves. */
  readonly secrets: readonly {
    readonly secretId: string;
    readonly createdAt: string;
  }[];
  /** Value for If-Match. */
  readonly etag: string;
};

export type ApiKeyPage = {
  readonly items: readonly ApiKey[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type NewApiKeySecret = {
  readonly key: ApiKey;
  /** Shown only once. */
  readonly secret: string;
  /** Address of the API at which the key is used. */
  readonly baseUrl: string;
};

export type ApiKeyUse = {
  /** The last use of each secret of the key that was used. */
  readonly secrets: readonly {
    readonly secretId: string;
    /** Accurate to about ten seconds. */
    readonly lastUsedAt: string;
    readonly address: string;
    readonly userAgent: string | null;
  }[];
  /** Calls on each of the last 30 days in UTC, oldest first. */
  readonly days: readonly {
    readonly date: string;
    /** All calls of the day, refused ones included. */
    readonly calls: number;
    readonly refused: number;
  }[];
};

export type AdminOrganisation = {
  readonly organisationId: string;
  readonly name: string;
  readonly identifier: string;
  readonly steward: string | null;
  readonly templates: readonly {
    readonly templateId: string;
    readonly name: string;
    readonly identifier: string;
    readonly mailNicknamePattern: string;
    readonly displayNamePattern: string;
    /** Names of the declared properties, in their order. */
    readonly declared: readonly string[];
    readonly kind: 'team' | 'group';
  }[];
  /** Value for If-Match. */
  readonly etag: string;
};

export type AdminOrganisationPage = {
  readonly items: readonly AdminOrganisation[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type TriedPlan = {
  /** Existing groups that the change reaches. */
  readonly groups: number;
  /** The next twelve months by the rules of the service, if nobody answers a question: messages are sent, archivings, deletions and handovers succeed, and people, holds and policies stay as they are. Closed accounts and leave dates count as they are known now, the use of a group as the last reports have it, and differences as the last comparison saw them. Null: the request did not ask for it, or there are no groups. */
  readonly forecast: LifecycleMonths | null;
  /** The last twelve months, as if the change had been in force: each group lives again from its creation by the policies and the settings of that time, by renewals, holds, archivings, deletions and answers of people as the audit log has them, and by the change in these months. Questions about the use of a group and about who answers for it, handovers and restores are those of the log. The people, their roles and the properties of groups are those of today, and every message counts as sent. Null: as `forecast`. */
  readonly backtest: LifecycleMonths | null;
  /** Rules whose effect under this change is in no count, because records do not say what they would follow from. */
  readonly notDerived: readonly {
    readonly rule: 'review' | 'idle' | 'responsibility' | 'enforcement' | 'new_groups';
    /** Why, in a sentence. */
    readonly detail: string;
  }[];
};

export type AdminTemplate = {
  readonly templateId: string;
  readonly organisationId: string;
  readonly organisation: {
    readonly name: string;
    readonly identifier: string;
  };
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
  /** Declared properties, by the names of their placeholders. */
  readonly properties: Readonly<
    Record<
      string,
      {
        /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
        readonly type?: 'text' | 'number' | 'date' | 'choice';
        /** Description for callers. */
        readonly description?: string;
        /** True if every group must have a value. Default: false. */
        readonly required?: boolean;
        /** Value if the request has none. */
        readonly default?: string;
        /** Minimum length of a text, or minimum value of a number. */
        readonly minimum?: number;
        /** Maximum length of a text, or maximum value of a number. */
        readonly maximum?: number;
        /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
        readonly pattern?: string;
        /** Permitted values of a choice. */
        readonly choices?: readonly string[];
      }
    >
  >;
  readonly counter: {
    /** Minimum number of digits, filled with zeros. Default: 4. */
    readonly width: number;
    /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
    readonly per: 'template' | 'organisation' | 'year';
    /** First number. Default: 1. A higher start makes an existing sequence continue there. */
    readonly start: number;
  } | null;
  /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
  readonly transliteration: 'default' | 'de';
  readonly policy: {
    readonly kind: 'team' | 'group';
    readonly visibility: 'private' | 'public';
    readonly minimumOwners: number;
    readonly guestsAllowed: boolean;
    readonly welcomeMail: boolean;
    readonly classification?: string;
    readonly preferredLanguage?: string;
    readonly defaultOwners: readonly string[];
    readonly defaultMembers: readonly string[];
    readonly channels: readonly {
      readonly displayName: string;
      readonly description: string | null;
    }[];
    /** Approval of requests. Absent: none. */
    readonly approval?: {
      /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
      readonly when:
        | 'always'
        | 'never'
        | 'public'
        | 'guests'
        | {
            readonly peopleOver: number;
          }
        | readonly (
            | 'always'
            | 'never'
            | 'public'
            | 'guests'
            | {
                readonly peopleOver: number;
              }
          )[];
      /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
      readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
      readonly stages: readonly {
        /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
        readonly by: readonly string[];
      }[];
      /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
      readonly remindDays?: readonly number[];
      readonly lapse: {
        /** Time limit of a stage, in ISO 8601. Default: P14D. */
        readonly after: string;
        /** The outcome of a stage that is not decided in time. Default: rejected. */
        readonly as: 'rejected' | 'approved';
      };
      /** Whether the responsible person of the group may approve it. Default: false. */
      readonly selfApproval: boolean;
      /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
      readonly decisions: 'link' | 'signed_in';
    };
    /** Changes that API keys may make to the groups of the template. */
    readonly changes: {
      /** Rename the group. */
      readonly displayName: boolean;
      /** Change the description. */
      readonly description: boolean;
      /** Make the group public or private. */
      readonly visibility: boolean;
      /** Name another responsible or deputy. */
      readonly responsible: boolean;
      /** Add and remove owners. */
      readonly owners: boolean;
      /** Add and remove members. */
      readonly members: boolean;
      /** Change properties, and with them the name that follows from them. */
      readonly properties: boolean;
      /** Archive the group, and make it writable again. */
      readonly archive: boolean;
      /** Delete the group, and restore it. */
      readonly delete: boolean;
    };
    readonly responsibility?: {
      /** True if a creation without a deputy is refused as deputy_required. */
      readonly deputyRequired: boolean;
      /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
      readonly succession: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
      /** Days for which an unavailable person keeps the place. Default: 3. */
      readonly graceDays: number;
      /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
      readonly remindDays: readonly number[];
      /** Days after which a task goes to the steward too. Default: 21. */
      readonly escalateDays: number;
      /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
      readonly formerResponsible: 'keep' | 'member' | 'remove';
      /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
      readonly beforeLeaveDays: number | null;
      /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
      readonly acceptWithinDays: number | null;
      /** Whether a decision by a link also needs a sign-in. Default: link. */
      readonly decisions: 'link' | 'signed_in';
    };
    /** When groups expire, and what follows. Applies at once, also to existing groups. */
    readonly lifecycle?: {
      /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
      readonly expires?: {
        readonly after?: string | null;
        /** On that day, such as 2027-12-31. */
        readonly on?: string | null;
        readonly property?: string | null;
        readonly plus?: string | null;
      } | null;
      /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
      readonly callerMaySet?: boolean;
      readonly longest?: string | null;
      /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
      readonly remindBefore?: readonly string[];
      readonly renew?: {
        /** Length of a renewal. Default: P1Y. */
        readonly for?: string;
        readonly atMost?: number | null;
      };
      /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
      readonly unanswered?: 'archive' | 'delete' | 'keep';
      readonly deleteAfterArchived?: string | null;
      /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
      readonly decisions?: 'link' | 'signed_in';
      /** Reviews of the people in the group. Absent: none by policy. */
      readonly review?: {
        /** From one review to the next, and from the creation to the first. */
        readonly every: string;
        /** Time for the answer. Default: P30D. */
        readonly within?: string;
        /** The people to decide about. Default: owners and guests. */
        readonly subjects?: readonly ('owners' | 'guests')[];
        /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
        readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
      } | null;
      /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
      readonly inactivity?: {
        /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
        readonly after?: string;
        /** The people who are asked. Default: responsible and deputy. */
        readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
        /** Time for the answer. At least P7D. Default: P30D. */
        readonly within?: string;
        /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
        readonly unanswered?: 'keep' | 'expire';
        /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
        readonly quietFor?: string;
      } | null;
      /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
      readonly graceForExisting?: string;
      readonly spreadExisting?: string | null;
    };
    /** Messages besides those of the lifecycle and of the responsibility. */
    readonly notices?: {
      /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
      readonly created?: readonly ('responsible' | 'deputy')[];
      /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
      readonly failed?: readonly 'steward'[];
    };
    readonly enforce?: {
      /** Another display name. Default: report. */
      readonly displayName: 'ignore' | 'report' | 'restore';
      /** Another description. Default: report. */
      readonly description: 'ignore' | 'report' | 'restore';
      /** Another visibility. Default: report. */
      readonly visibility: 'ignore' | 'report' | 'restore';
      /** A team that was archived or unarchived. Default: report. */
      readonly archived: 'ignore' | 'report' | 'restore';
      /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
      readonly owners: 'ignore' | 'report' | 'restore';
      /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
      readonly settings: 'ignore' | 'report' | 'restore';
      /** Another sensitivity label than the one of the template, or none. Default: report. */
      readonly label: 'ignore' | 'report' | 'restore';
      /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
      readonly deletion: 'ignore' | 'report' | 'restore';
      /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
      readonly within: string;
    };
    readonly adoption?: {
      /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
      readonly match: 'names' | 'none';
      /** The names of an adoption whose request does not say it. Default: keep. */
      readonly names: 'keep' | 'conform';
      /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
      readonly graceDays: number;
      /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
      readonly perDay: number;
      /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
      readonly ask: 'owners' | 'members' | 'nobody';
    };
    /** Settings of the groups in Microsoft 365. They are written after the creation or adoption and before people are added, and compared since. Absent ones stay as they are. */
    readonly settings?: {
      /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
      readonly guests?: 'deny' | 'allow' | 'leave';
      readonly members?: {
        /** Members create and change channels. */
        readonly createChannels?: boolean;
        /** Members create private channels. */
        readonly createPrivateChannels?: boolean;
        /** Members delete and restore channels. */
        readonly deleteChannels?: boolean;
        /** Members add and remove apps. */
        readonly addApps?: boolean;
        /** Members create, change and remove tabs. */
        readonly tabs?: boolean;
        /** Members create, change and remove connectors. */
        readonly connectors?: boolean;
      };
      readonly guestMembers?: {
        /** Guests create and change channels. */
        readonly createChannels?: boolean;
        /** Guests delete channels. */
        readonly deleteChannels?: boolean;
      };
      readonly messages?: {
        /** Members edit their messages. */
        readonly edit?: boolean;
        /** Members delete their messages. */
        readonly delete?: boolean;
        /** Owners delete any message. */
        readonly ownerDelete?: boolean;
        /** Messages mention the whole team. */
        readonly teamMentions?: boolean;
        /** Messages mention a whole channel. */
        readonly channelMentions?: boolean;
      };
      readonly fun?: {
        /** Animated pictures from Giphy, by their rating. */
        readonly giphy?: 'off' | 'strict' | 'moderate';
        /** Stickers and memes. */
        readonly stickers?: boolean;
        /** Memes that people make themselves. */
        readonly memes?: boolean;
      };
      /** Outlook does not show the group. */
      readonly hideFromOutlook?: boolean;
      /** Address lists do not show the group. */
      readonly hideFromAddressLists?: boolean;
      /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
      readonly sensitivityLabel?: string;
    };
    /** The consequence if a setting of the template cannot be written. */
    readonly protection?: {
      /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
      readonly required: boolean;
    };
    /** Guests whom rosters bring. Absent: rosters invite nobody. */
    readonly guests?: {
      /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
      readonly invite: boolean;
      /** The domains whose people may be invited. Absent: every domain. */
      readonly domains?: readonly string[];
      /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
      readonly longest?: string;
    };
  };
  /** Value for If-Match. */
  readonly etag: string;
};

export type LifecyclePlan = {
  /** Existing groups of the template. */
  readonly groups: number;
  /** Groups that would expire some day, or be deleted. */
  readonly concerned: number;
  readonly expireWithin30Days: number;
  /** Groups whose people would be reviewed. */
  readonly reviewed: number;
  readonly firstReviewAt: string | null;
  /** Groups that nobody uses by the reports of the suite, and whose people would be asked. */
  readonly unused: number;
  readonly firstAt: string | null;
  /** The effect of the approval: existing groups in which an operation would await an approval, by its reason, and the groups whose members approve. */
  readonly approval: {
    /** Groups with operations that would await an approval from now on. */
    readonly concerned: number;
    /** Groups that a change could make public. */
    readonly public: number;
    /** Groups to which a change could add guests. */
    readonly guests: number;
    /** Groups whose properties could change. */
    readonly properties: number;
    /** Groups that could be deleted. */
    readonly delete: number;
    /** The directory groups whose members approve, with the number of people in each. */
    readonly approverGroups: readonly {
      readonly group: string;
      readonly people: number | null;
    }[];
    /** A stage asks at most as many people. The others cannot decide. */
    readonly asksAtMost: number;
  };
  /** The effect of the settings on existing groups, by the last comparisons. */
  readonly settings: {
    /** Groups in which a setting has to be written, or was not read yet. */
    readonly concerned: number;
    /** The settings whose value in the template changes. Null: the template does not decide it, and groups keep what they have. */
    readonly changes: readonly {
      readonly property: string;
      readonly before: string | boolean | null;
      readonly after: string | boolean | null;
      /** Groups in which it has to be written, or was not read yet. */
      readonly groups: number;
      /** Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written. */
      readonly mayAlsoChange?: readonly ('visibility' | 'settings.guests')[];
    }[];
    readonly restoresPerHour: number | null;
  };
  /** The effect on the guests whom rosters of existing groups name to be invited, by `policy.guests`, `policy.guestsAllowed` and `policy.settings.guests`. */
  readonly guests: {
    /** Guests whom the present template refuses, and whom the changed one invites within a day. */
    readonly invited: {
      /** Guests, once for each roster that names them. */
      readonly guests: number;
      /** Groups of these rosters. */
      readonly groups: number;
    };
    /** Guests whom the changed template refuses: those in a group stay until their end, the others are not invited, and the next list that names them is refused. */
    readonly refused: {
      /** Guests, once for each roster that names them. */
      readonly guests: number;
      /** Groups of these rosters. */
      readonly groups: number;
    };
  };
  readonly firstExpiryAt: string | null;
  readonly lastExpiryAt: string | null;
  /** The next twelve months by the rules of the service, if nobody answers a question: messages are sent, archivings, deletions and handovers succeed, and people, holds and policies stay as they are. Closed accounts and leave dates count as they are known now, the use of a group as the last reports have it, and differences as the last comparison saw them. Null: the request did not ask for it, or there are no groups. */
  readonly forecast: LifecycleMonths | null;
  /** The last twelve months, as if the change had been in force: each group lives again from its creation by the policies and the settings of that time, by renewals, holds, archivings, deletions and answers of people as the audit log has them, and by the change in these months. Questions about the use of a group and about who answers for it, handovers and restores are those of the log. The people, their roles and the properties of groups are those of today, and every message counts as sent. Null: as `forecast`. */
  readonly backtest: LifecycleMonths | null;
  /** Rules whose effect under this change is in no count, because records do not say what they would follow from. */
  readonly notDerived: readonly {
    readonly rule: 'review' | 'idle' | 'responsibility' | 'enforcement' | 'new_groups';
    /** Why, in a sentence. */
    readonly detail: string;
  }[];
};

export type TemplateUse = {
  /** Groups of the template that exist in the directory or are in creation. */
  readonly groups: number;
};

export type NamingPreviewRequest = {
  readonly organisationId: string;
  /** The template's identifier, which replaces {{template}}. */
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
  /** Declared properties, by the names of their placeholders. */
  readonly properties?: Readonly<
    Record<
      string,
      {
        /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
        readonly type?: 'text' | 'number' | 'date' | 'choice';
        /** Description for callers. */
        readonly description?: string;
        /** True if every group must have a value. Default: false. */
        readonly required?: boolean;
        /** Value if the request has none. */
        readonly default?: string;
        /** Minimum length of a text, or minimum value of a number. */
        readonly minimum?: number;
        /** Maximum length of a text, or maximum value of a number. */
        readonly maximum?: number;
        /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
        readonly pattern?: string;
        /** Permitted values of a choice. */
        readonly choices?: readonly string[];
      }
    >
  >;
  readonly counter?: {
    /** Minimum number of digits, filled with zeros. Default: 4. */
    readonly width?: number;
    /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
    readonly per?: 'template' | 'organisation' | 'year';
    /** First number. Default: 1. A higher start makes an existing sequence continue there. */
    readonly start?: number;
  } | null;
  /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
  readonly transliteration?: 'default' | 'de';
  readonly mailNickName: string;
  readonly displayName: string;
  /** Values of placeholders, from which names are made. A sample takes the place of a value that is empty or absent. */
  readonly values?: Readonly<Record<string, string>>;
};

export type NameFault = {
  /** Start of the fault, in UTF-16 code units. */
  readonly index: number;
  readonly length: number;
  readonly code: string;
  readonly detail: string;
  /** The values in the detail, for programs that say it in other words or another language. The service may add members. */
  readonly values?: {
    /** The rule that the value breaks, where the code alone says too little: address_base, address_fragment, address_scheme, address_user, address_version, sharepoint_admin, archived_day, blocked_word_letters, certificate, channel_ends, credential_of_operator, credential_without_secret, date, duration, email, expiry_of_request, filled_in, host, https_address, identifier, identifier_guid, invites_guests, later_than_expiry, lists_with_days, longest_needs_caller, mailbox, moment, one_expiry, outside_own_ranges, owner_unlimited, password_without_user, person, plus_needs_property, probe_of_sandbox, probe_owner, property_member, property_name, property_pattern, range_length, range_order, reminders_escalation, reminders_order, reserved_word, secret_day, secret_spaces, sender_address, sender_graph, sender_member, sender_outbox, sort_of_filter, sort_of_search, team_channels, team_settings, text_length, time_zone. The service may add rules. */
    readonly rule?: string;
    /** The least that is allowed: characters of a text, entries of a list, people, or the number itself. */
    readonly minimum?: number;
    /** The most that is allowed. */
    readonly maximum?: number;
    /** The count that the input has, in the unit of the bound. */
    readonly actual?: number;
    /** Allowed values; a long list is cut. */
    readonly choices?: readonly string[];
    /** Allowed types: those of JSON, such as integer or null, and date. */
    readonly types?: readonly string[];
    /** The person as the input names them. */
    readonly person?: string;
    /** The member, property, word, filter, placeholder, range, alias or channel that the fault is about. */
    readonly name?: string;
    /** The value that may be meant. */
    readonly suggestion?: string;
    /** Characters or scopes that are not allowed. */
    readonly refused?: readonly string[];
    /** The pattern that the text must follow. */
    readonly pattern?: string;
    /** Where the text is wrong, in characters from 1. */
    readonly position?: number;
    /** The last moment that is allowed, ISO 8601. */
    readonly latest?: string;
    /** The other group that has what the input asks for. Absent if the caller may not read it. */
    readonly teamId?: string;
  };
};

export type NamePreview = {
  readonly pattern: {
    readonly pieces: readonly {
      readonly kind: 'text' | 'placeholder';
      readonly text: string;
    }[];
    readonly faults: readonly NameFault[];
  };
  readonly name: {
    readonly conforms: boolean;
    readonly faults: readonly NameFault[];
    readonly example: string | null;
  };
};

export type MadeName = {
  readonly text: string;
  /** Number of its characters. */
  readonly length: number;
  readonly maximum: number;
};

export type NamingPreview = {
  readonly mailNickName: NamePreview;
  readonly displayName: NamePreview;
  /** Value of each placeholder. */
  readonly properties: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly filledByService: boolean;
  }[];
  readonly made: {
    readonly mailNickName: MadeName | null;
    readonly displayName: MadeName | null;
    /** The values that were used, samples included. */
    readonly values: Readonly<Record<string, string>>;
    readonly faults: readonly {
      readonly pointer: string;
      readonly code: string;
      readonly detail: string;
    }[];
  } | null;
};

export type TemplateVersionPage = {
  readonly items: readonly {
    /** From 1; increases by one with each change. */
    readonly version: number;
    /** When the template was created or changed. */
    readonly occurredAt: string;
    readonly actor: {
      readonly kind: string;
      readonly id: string;
      readonly name: string;
    };
    readonly action: 'created' | 'changed';
    /** The settings that differ from the version before. Objects are compared member by member, lists as a whole. */
    readonly changes: readonly {
      /** The setting in the template, as a JSON Pointer (RFC 6901). */
      readonly pointer: string;
      /** Null: absent. */
      readonly before: unknown;
      /** Null: absent. */
      readonly after: unknown;
    }[];
    /** Number of groups that were requested with this version. */
    readonly groups: number;
  }[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** Number of groups whose version is not recorded: requested before the service recorded it, or adopted from the directory. */
  readonly groupsWithoutVersion: number;
};

export type TemplateTrial = {
  readonly organisationId: string;
  /** The stored template that the tried one would replace. Absent: a new template. */
  readonly templateId?: string;
  readonly template: {
    /** Name of the template. */
    readonly name: string;
    /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
    readonly identifier: string;
    /** Pattern of the alias, with placeholders in double curly braces. Empty: no pattern. */
    readonly mailNicknamePattern: string;
    /** Pattern of the display name. Empty: no pattern. */
    readonly displayNamePattern: string;
    /** Declared properties, by the names of their placeholders. */
    readonly properties?: Readonly<
      Record<
        string,
        {
          /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
          readonly type?: 'text' | 'number' | 'date' | 'choice';
          /** Description for callers. */
          readonly description?: string;
          /** True if every group must have a value. Default: false. */
          readonly required?: boolean;
          /** Value if the request has none. */
          readonly default?: string;
          /** Minimum length of a text, or minimum value of a number. */
          readonly minimum?: number;
          /** Maximum length of a text, or maximum value of a number. */
          readonly maximum?: number;
          /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
          readonly pattern?: string;
          /** Permitted values of a choice. */
          readonly choices?: readonly string[];
        }
      >
    >;
    /** The numbers that the service assigns to {{counter}}. Null: none. */
    readonly counter?: {
      /** Minimum number of digits, filled with zeros. Default: 4. */
      readonly width?: number;
      /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
      readonly per?: 'template' | 'organisation' | 'year';
      /** First number. Default: 1. A higher start makes an existing sequence continue there. */
      readonly start?: number;
    } | null;
    /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
    readonly transliteration?: 'default' | 'de';
    readonly policy?: {
      /** A team, or a group only. */
      readonly kind?: 'team' | 'group';
      readonly visibility?: 'private' | 'public';
      /** Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before. */
      readonly approval?: {
        /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
        readonly when?:
          | 'always'
          | 'never'
          | 'public'
          | 'guests'
          | {
              readonly peopleOver: number;
            }
          | readonly (
              | 'always'
              | 'never'
              | 'public'
              | 'guests'
              | {
                  readonly peopleOver: number;
                }
            )[];
        /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
        readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
        readonly stages: readonly {
          /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
          readonly by: readonly string[];
        }[];
        /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
        readonly remindDays?: readonly number[];
        readonly lapse?: {
          /** Time limit of a stage, in ISO 8601. Default: P14D. */
          readonly after?: string;
          /** The outcome of a stage that is not decided in time. Default: rejected. */
          readonly as?: 'rejected' | 'approved';
        };
        /** Whether the responsible person of the group may approve it. Default: false. */
        readonly selfApproval?: boolean;
        /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
        readonly decisions?: 'link' | 'signed_in';
      } | null;
      /** Minimum number of different owners, including responsible and deputy. */
      readonly minimumOwners?: number;
      readonly guestsAllowed?: boolean;
      /** True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on. */
      readonly welcomeMail?: boolean;
      /** Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications. */
      readonly classification?: string | null;
      /** Language of new groups in Microsoft 365, such as en-US. Null: none. */
      readonly preferredLanguage?: string | null;
      /** Owners of every group of the template. */
      readonly defaultOwners?: readonly string[];
      /** Members of every group of the template. */
      readonly defaultMembers?: readonly string[];
      /** Initial channels of the team, besides the general channel. */
      readonly channels?: readonly {
        /** Name of the channel. */
        readonly displayName: string;
        /** Purpose of the channel. */
        readonly description?: string | null;
      }[];
      /** Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change. */
      readonly changes?: {
        /** Rename the group. */
        readonly displayName?: boolean;
        /** Change the description. */
        readonly description?: boolean;
        /** Make the group public or private. */
        readonly visibility?: boolean;
        /** Name another responsible or deputy. */
        readonly responsible?: boolean;
        /** Add and remove owners. */
        readonly owners?: boolean;
        /** Add and remove members. */
        readonly members?: boolean;
        /** Change properties, and with them the name that follows from them. */
        readonly properties?: boolean;
        /** Archive the group, and make it writable again. */
        readonly archive?: boolean;
        /** Delete the group, and restore it. */
        readonly delete?: boolean;
      };
      readonly responsibility?: {
        /** True if a creation without a deputy is refused as deputy_required. */
        readonly deputyRequired?: boolean;
        /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
        readonly succession?: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
        /** Days for which an unavailable person keeps the place. Default: 3. */
        readonly graceDays?: number;
        /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
        readonly remindDays?: readonly number[];
        /** Days after which a task goes to the steward too. Default: 21. */
        readonly escalateDays?: number;
        /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
        readonly formerResponsible?: 'keep' | 'member' | 'remove';
        /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
        readonly beforeLeaveDays?: number | null;
        /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
        readonly acceptWithinDays?: number | null;
        /** Whether a decision by a link also needs a sign-in. Default: link. */
        readonly decisions?: 'link' | 'signed_in';
      } | null;
      readonly lifecycle?: {
        /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
        readonly expires?: {
          readonly after?: string | null;
          /** On that day, such as 2027-12-31. */
          readonly on?: string | null;
          readonly property?: string | null;
          readonly plus?: string | null;
        } | null;
        /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
        readonly callerMaySet?: boolean;
        readonly longest?: string | null;
        /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
        readonly remindBefore?: readonly string[];
        readonly renew?: {
          /** Length of a renewal. Default: P1Y. */
          readonly for?: string;
          readonly atMost?: number | null;
        };
        /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
        readonly unanswered?: 'archive' | 'delete' | 'keep';
        readonly deleteAfterArchived?: string | null;
        /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
        readonly decisions?: 'link' | 'signed_in';
        /** Reviews of the people in the group. Absent: none by policy. */
        readonly review?: {
          /** From one review to the next, and from the creation to the first. */
          readonly every: string;
          /** Time for the answer. Default: P30D. */
          readonly within?: string;
          /** The people to decide about. Default: owners and guests. */
          readonly subjects?: readonly ('owners' | 'guests')[];
          /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
          readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
        } | null;
        /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
        readonly inactivity?: {
          /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
          readonly after?: string;
          /** The people who are asked. Default: responsible and deputy. */
          readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
          /** Time for the answer. At least P7D. Default: P30D. */
          readonly within?: string;
          /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
          readonly unanswered?: 'keep' | 'expire';
          /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
          readonly quietFor?: string;
        } | null;
        /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
        readonly graceForExisting?: string;
        readonly spreadExisting?: string | null;
      } | null;
      readonly notices?: {
        /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
        readonly created?: readonly ('responsible' | 'deputy')[];
        /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
        readonly failed?: readonly 'steward'[];
      } | null;
      readonly enforce?: {
        /** Another display name. Default: report. */
        readonly displayName?: 'ignore' | 'report' | 'restore';
        /** Another description. Default: report. */
        readonly description?: 'ignore' | 'report' | 'restore';
        /** Another visibility. Default: report. */
        readonly visibility?: 'ignore' | 'report' | 'restore';
        /** A team that was archived or unarchived. Default: report. */
        readonly archived?: 'ignore' | 'report' | 'restore';
        /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
        readonly owners?: 'ignore' | 'report' | 'restore';
        /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
        readonly settings?: 'ignore' | 'report' | 'restore';
        /** Another sensitivity label than the one of the template, or none. Default: report. */
        readonly label?: 'ignore' | 'report' | 'restore';
        /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
        readonly deletion?: 'ignore' | 'report' | 'restore';
        /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
        readonly within?: string;
      } | null;
      readonly adoption?: {
        /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
        readonly match?: 'names' | 'none';
        /** The names of an adoption whose request does not say it. Default: keep. */
        readonly names?: 'keep' | 'conform';
        /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
        readonly graceDays?: number;
        /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
        readonly perDay?: number;
        /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
        readonly ask?: 'owners' | 'members' | 'nobody';
      } | null;
      readonly settings?: {
        /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
        readonly guests?: 'deny' | 'allow' | 'leave';
        readonly members?: {
          /** Members create and change channels. */
          readonly createChannels?: boolean;
          /** Members create private channels. */
          readonly createPrivateChannels?: boolean;
          /** Members delete and restore channels. */
          readonly deleteChannels?: boolean;
          /** Members add and remove apps. */
          readonly addApps?: boolean;
          /** Members create, change and remove tabs. */
          readonly tabs?: boolean;
          /** Members create, change and remove connectors. */
          readonly connectors?: boolean;
        };
        readonly guestMembers?: {
          /** Guests create and change channels. */
          readonly createChannels?: boolean;
          /** Guests delete channels. */
          readonly deleteChannels?: boolean;
        };
        readonly messages?: {
          /** Members edit their messages. */
          readonly edit?: boolean;
          /** Members delete their messages. */
          readonly delete?: boolean;
          /** Owners delete any message. */
          readonly ownerDelete?: boolean;
          /** Messages mention the whole team. */
          readonly teamMentions?: boolean;
          /** Messages mention a whole channel. */
          readonly channelMentions?: boolean;
        };
        readonly fun?: {
          /** Animated pictures from Giphy, by their rating. */
          readonly giphy?: 'off' | 'strict' | 'moderate';
          /** Stickers and memes. */
          readonly stickers?: boolean;
          /** Memes that people make themselves. */
          readonly memes?: boolean;
        };
        /** Outlook does not show the group. */
        readonly hideFromOutlook?: boolean;
        /** Address lists do not show the group. */
        readonly hideFromAddressLists?: boolean;
        /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
        readonly sensitivityLabel?: string;
      } | null;
      readonly protection?: {
        /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
        readonly required: boolean;
      } | null;
      readonly guests?: {
        /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
        readonly invite: boolean;
        /** The domains whose people may be invited. Absent: every domain. */
        readonly domains?: readonly string[];
        /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
        readonly longest?: string;
      } | null;
    };
  };
  /** A body of requestGroup. Its organisation and its template are not read. */
  readonly group: Readonly<Record<string, unknown>>;
};

export type LifeMoment = {
  /** By the governance clock. */
  readonly at: string;
  /** `idle`: the first day on which the people of an unused group are asked. `expired`: the group expires and stays writable. */
  readonly event:
    | 'created'
    | 'acceptance'
    | 'idle'
    | 'review'
    | 'renewal'
    | 'reminder'
    | 'expired'
    | 'archived'
    | 'warning'
    | 'deleted';
  /** Those who are asked or get a message. */
  readonly asks: readonly {
    readonly part: 'responsible' | 'deputy' | 'steward' | 'administrators';
    /** The person as the request or the organisation names them. Null: the administrators. */
    readonly reference: string | null;
  }[];
  /** The end of the time for the answer. Null: there is none. */
  readonly dueAt: string | null;
};

export type TemplateTrialPlan = {
  /** True if the creation would succeed, judged by the current state. */
  readonly conforms: boolean;
  /** Result of a creation: refused (by the answer to POST /teams), failed (after it was accepted) or succeeded. */
  readonly outcome: string;
  /** The problem that POST /teams would answer, or that the final status would report. */
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** The organisation, if it was found. */
  readonly organisation: {
    /** Id of the object. */
    readonly id: string;
    readonly identifier: string;
    readonly name: string;
  } | null;
  /** The template, if it was found. */
  readonly template: {
    /** Id of the object. */
    readonly id: string;
    readonly identifier: string;
    readonly name: string;
  } | null;
  /** Values of the placeholders in the naming patterns, and of declared properties. */
  readonly properties: Readonly<Record<string, string>>;
  /** The names of the group, as sent or rendered from the patterns. Null if a name or a property is not valid. */
  readonly names: {
    readonly mailNickName: string;
    readonly displayName: string;
    /** True if the names have a number of the counter. The service assigns it when it accepts the request, so it may be a later one. */
    readonly provisional: boolean;
  } | null;
  /** The alias. Null if the mailNickName itself is not valid. */
  readonly alias: {
    readonly mailNickName: string;
    readonly free: boolean;
    /** Similar names that are free and conform, if the alias is taken. */
    readonly alternatives: readonly {
      readonly mailNickName: string;
      readonly displayName: string;
    }[];
  } | null;
  /** Every person that the request and the template name. Empty if the service cannot read people. */
  readonly people: readonly PlannedPerson[];
  /** The people whom the approval of the template would ask. Null: it needs no approval, or the creation would not succeed. */
  readonly approval: PlannedApproval | null;
  /** The settings that the template gives the group. Absent: none is written. */
  readonly settings?: {
    /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
    readonly guests?: 'deny' | 'allow' | 'leave';
    readonly members?: {
      /** Members create and change channels. */
      readonly createChannels?: boolean;
      /** Members create private channels. */
      readonly createPrivateChannels?: boolean;
      /** Members delete and restore channels. */
      readonly deleteChannels?: boolean;
      /** Members add and remove apps. */
      readonly addApps?: boolean;
      /** Members create, change and remove tabs. */
      readonly tabs?: boolean;
      /** Members create, change and remove connectors. */
      readonly connectors?: boolean;
    };
    readonly guestMembers?: {
      /** Guests create and change channels. */
      readonly createChannels?: boolean;
      /** Guests delete channels. */
      readonly deleteChannels?: boolean;
    };
    readonly messages?: {
      /** Members edit their messages. */
      readonly edit?: boolean;
      /** Members delete their messages. */
      readonly delete?: boolean;
      /** Owners delete any message. */
      readonly ownerDelete?: boolean;
      /** Messages mention the whole team. */
      readonly teamMentions?: boolean;
      /** Messages mention a whole channel. */
      readonly channelMentions?: boolean;
    };
    readonly fun?: {
      /** Animated pictures from Giphy, by their rating. */
      readonly giphy?: 'off' | 'strict' | 'moderate';
      /** Stickers and memes. */
      readonly stickers?: boolean;
      /** Memes that people make themselves. */
      readonly memes?: boolean;
    };
    /** Outlook does not show the group. */
    readonly hideFromOutlook?: boolean;
    /** Address lists do not show the group. */
    readonly hideFromAddressLists?: boolean;
    /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
    readonly sensitivityLabel?: string;
  };
  /** Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written. */
  readonly mayAlsoChange?: readonly ('visibility' | 'settings.guests')[];
  /** The steps that would run. Empty if the request would be refused. */
  readonly steps: readonly string[];
  /** The dates of the group from its creation to its deletion if nobody answers, in their order. */
  readonly life: readonly LifeMoment[];
};

export type NamingRules = {
  /** Words that no name of a group may contain. Whole words are compared, without case and accents. */
  readonly blockedWords: readonly string[];
  /** Value for If-Match. */
  readonly etag: string;
};

export type NamingRulesPreview = {
  /** Up to 100. */
  readonly templates: readonly {
    readonly templateId: string;
    readonly name: string;
    /** Name of the organisation. */
    readonly organisation: string;
    /** Every alias or display name of the template contains the word; for property, those with the value of the property. */
    readonly place: 'mailNickName' | 'displayName' | 'property';
    readonly property: string | null;
    readonly value: string | null;
    /** The blocked word. */
    readonly word: string;
  }[];
};

export type Directory = {
  readonly kind: 'sandbox' | 'microsoft365';
  readonly sandbox: {
    readonly replicationDelayMs: number;
    readonly teamCreationMs: number;
  } | null;
  readonly microsoft365: {
    readonly entraTenantId: string;
    readonly clientId: string | null;
    /** Only the operator can connect by workload_identity and managed_identity, which are identities of the service. An administrator can change the limits of such a connection, or give it a secret or certificate. */
    readonly credential: 'secret' | 'certificate' | 'workload_identity' | 'managed_identity';
    /** True if a secret is stored. No answer contains the secret itself. */
    readonly hasSecret: boolean;
    readonly secretExpiresOn: string | null;
    readonly credentialExpiresAt: string | null;
    readonly graphBaseUrl: string;
    readonly loginBaseUrl: string;
    /** Role of the person who set the addresses. Addresses from an administrator must be public. */
    readonly addressesGivenBy: 'operator' | 'administrator';
    /** Limits on calls that replace Microsoft's published limits. */
    readonly limits: Readonly<Record<string, number>>;
    /** The second credential, which sets sensitivity labels. Absent: there is none. */
    readonly sharePoint?: {
      /** Address of the SharePoint admin center. */
      readonly adminUrl: string;
      readonly clientId: string | null;
      readonly credential: 'certificate' | 'managed_identity';
      /** True if a certificate is stored. No answer contains it. */
      readonly hasSecret: boolean;
      readonly credentialExpiresAt: string | null;
      readonly addressGivenBy: 'operator' | 'administrator';
    };
  } | null;
  /** True if the tenant has groups in its suite. Then only the operator can connect it to another one. */
  readonly hasGroups: boolean;
  /** The rule for groups that others make in the directory from then on. report: each is an event. adopt: the template that its names propose adopts it. ask: it does so once an owner of the group agrees, or, where the group has none, the steward or an administrator. */
  readonly newGroups: 'report' | 'ask' | 'adopt';
  /** When the service probes the connection to Microsoft 365 each night. Null: it does not. */
  readonly nightlyProbe: {
    /** Hour of the day in the time zone of the tenant. */
    readonly hour: number;
    /** The person who owns the group of the probe for some minutes: id or e-mail address. Without one, teams are not seen. */
    readonly owner?: string;
    /** A guest who is in its team for some minutes. It needs an owner. */
    readonly guest?: string;
  } | null;
  /** Permissions that a connection to Microsoft 365 uses. */
  readonly permissions: readonly {
    /** Name of an application permission of Microsoft Graph. */
    readonly permission: string;
    /** Purpose for which the service uses it. */
    readonly purpose:
      | 'find_people'
      | 'manage_groups'
      | 'create_teams'
      | 'team_people'
      | 'create_channels'
      | 'archive_teams'
      | 'follow_groups'
      | 'leave_dates'
      | 'change_authors'
      | 'usage_reports'
      | 'report_settings'
      | 'guest_settings'
      | 'invite_guests'
      | 'read_labels'
      | 'send_messages';
    /** False: without it, one ability is absent. */
    readonly isRequired: boolean;
  }[];
  /** Microsoft's limits, which the limits of a connection replace. */
  readonly publishedLimits: readonly {
    readonly name: string;
    readonly calls: number;
    readonly perMs: number;
  }[];
  /** Value for If-Match. */
  readonly etag: string;
};

export type ConnectionTest = {
  readonly ok: boolean;
  /** The meaning of detail. */
  readonly code:
    | 'works'
    | 'sandbox'
    | 'permissions_missing'
    | 'no_answer'
    | 'secret_wrong'
    | 'secret_expired'
    | 'application_unknown'
    | 'tenant_unknown'
    | 'certificate_refused'
    | 'application_disabled'
    | 'blocked_by_policy'
    | 'consent_missing'
    | 'secret_not_accepted'
    | 'clock_wrong'
    | 'no_federated_credential'
    | 'other_cloud'
    | 'graph_of_other_cloud'
    | 'sign_in_refused'
    | 'sign_in_unreachable'
    | 'permission_missing'
    | 'throttled'
    | 'unavailable'
    | 'refused'
    | 'failed';
  readonly detail: string;
  readonly missing: readonly string[];
  readonly permissions:
    | readonly {
        /** Name of an application permission of Microsoft Graph. */
        readonly permission: string;
        /** Purpose for which the service uses it. */
        readonly purpose:
          | 'find_people'
          | 'manage_groups'
          | 'create_teams'
          | 'team_people'
          | 'create_channels'
          | 'archive_teams'
          | 'follow_groups'
          | 'leave_dates'
          | 'change_authors'
          | 'usage_reports'
          | 'report_settings'
          | 'guest_settings'
          | 'invite_guests'
          | 'read_labels'
          | 'send_messages';
        /** False: without it, one ability is absent. */
        readonly isRequired: boolean;
        readonly grantedBy: string | null;
      }[]
    | null;
  /** The second credential. Absent: there is none. */
  readonly sharePoint?: {
    /** Sensitivity labels can be set. */
    readonly ok: boolean;
    readonly detail: string;
    readonly missing: readonly string[];
  };
  readonly notes: readonly string[];
  readonly durationMs: number;
};

export type SandboxPerson = {
  readonly personId: string;
  readonly email: string;
  readonly displayName: string;
  readonly kind: 'member' | 'guest';
  readonly enabled: boolean;
  readonly managerEmail: string | null;
  readonly language: string | null;
  readonly leavesOn: string | null;
  /** Value for If-Match. */
  readonly etag: string;
};

export type SandboxPersonPage = {
  readonly items: readonly SandboxPerson[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type SandboxClock = {
  /** Time of the clock that expiry, reminders and tasks go by. */
  readonly now: string;
  readonly target: string | null;
};

export type Reconciliation = {
  readonly last: {
    readonly finishedAt: string;
    readonly durationMs: number;
    readonly by: {
      readonly kind: string;
      readonly id: string;
    };
    /** Number of differences of each kind. */
    readonly found: {
      readonly adopt: number;
      readonly remove: number;
      readonly missing: number;
      readonly restored: number;
      readonly unresolved: number;
      readonly differs: number;
      readonly ownerless: number;
      readonly too_few_owners: number;
      readonly responsible_unavailable: number;
      readonly deputy_unavailable: number;
      readonly responsible_unreachable: number;
      readonly deputy_unreachable: number;
      readonly contested: number;
      readonly idle: number;
    };
    /** Number of resolved differences. */
    readonly resolved: {
      readonly adopt: number;
      readonly remove: number;
      readonly missing: number;
      readonly restored: number;
      readonly unresolved: number;
      readonly differs: number;
      readonly ownerless: number;
      readonly too_few_owners: number;
      readonly responsible_unavailable: number;
      readonly deputy_unavailable: number;
      readonly responsible_unreachable: number;
      readonly deputy_unreachable: number;
      readonly contested: number;
      readonly idle: number;
    };
    /** At most 100 differences, unresolved ones first. */
    readonly drift: readonly {
      readonly kind:
        | 'adopt'
        | 'remove'
        | 'missing'
        | 'restored'
        | 'unresolved'
        | 'differs'
        | 'ownerless'
        | 'too_few_owners'
        | 'responsible_unavailable'
        | 'deputy_unavailable'
        | 'responsible_unreachable'
        | 'deputy_unreachable'
        | 'contested'
        | 'idle';
      readonly teamId: string;
      readonly mailNickName: string;
      readonly outcome: string;
      readonly resolved: boolean;
    }[];
  } | null;
  readonly error: {
    readonly attemptedAt: string;
    readonly detail: string;
  } | null;
  readonly dueAt: string | null;
  readonly askedAt: string | null;
  readonly stopped: {
    readonly since: string;
    /** Groups that the templates would restore. */
    readonly wanted: number;
  } | null;
  readonly stoppedIdle: {
    readonly since: string;
    /** Groups that would become idle. */
    readonly wanted: number;
  } | null;
  /** The reports about the use of groups. Empty: none was read yet. */
  readonly usage: readonly {
    readonly source: 'teams' | 'group';
    /** complete: the report counts. late: it is older than 7 days. partial: it has less than 95 % of the groups older than a week. The others say why there is no report. Only a complete report makes groups idle. */
    readonly state:
      | 'complete'
      | 'late'
      | 'partial'
      | 'concealed'
      | 'permission_missing'
      | 'not_available'
      | 'unknown_host'
      | 'unknown_format';
    readonly reportOn: string | null;
  }[];
  /** The templates that adopt no more groups, because too many failed. */
  readonly stoppedAdoptions: readonly {
    readonly templateId: string;
    /** Name of the template. */
    readonly template: string;
    readonly since: string;
    /** Adoptions that had failed in an hour. */
    readonly failed: number;
    /** Adoptions that wait for the release. */
    readonly waiting: number;
  }[];
};

export type ResponsibilityOverview = {
  /** Numbers of groups whose responsibility is not held. */
  readonly groups: {
    /** Groups with an unavailable responsible person or deputy, in the grace period. */
    readonly shaky: number;
    /** Groups without a deputy who could take over. */
    readonly deputyVacant: number;
    /** Groups without an available responsible person. */
    readonly vacant: number;
  };
  readonly massDeparture: {
    readonly since: string;
    /** People who answer for groups and became unavailable, or got a leave date, within a week. */
    readonly departed: number;
    /** All people who answer for groups. */
    readonly answering: number;
  } | null;
  readonly people: {
    readonly followedAt: string | null;
    readonly failure: string | null;
    /** Whether the connection may read leave dates. */
    readonly knowsLeaveDates: boolean;
  };
};

export type AnsweringPeople = {
  readonly items: readonly {
    /** The directory's id of the person. */
    readonly id: string;
    readonly email: string | null;
    readonly displayName: string | null;
    readonly available: boolean;
    /** Groups with this responsible person. */
    readonly responsible: number;
    /** Groups with this deputy. */
    readonly deputy: number;
  }[];
};

export type ActivityPage = {
  readonly items: readonly {
    readonly activityId: number;
    readonly occurredAt: string;
    readonly actor: {
      readonly kind: string;
      readonly id: string;
      readonly name: string;
    };
    readonly address: string | null;
    readonly requestId: string | null;
    readonly action: string;
    readonly subject: {
      readonly kind: string;
      readonly id: string;
      readonly name: string | null;
    };
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type RequestPage = {
  readonly items: readonly {
    readonly entryId: number;
    readonly occurredAt: string;
    readonly key: {
      readonly keyId: string;
      readonly name: string | null;
    };
    readonly method: string;
    /** The pattern of the path, such as /teams/:teamId. */
    readonly route: string;
    readonly status: number;
    readonly requestId: string;
    readonly durationMs: number;
    /** Empty where the caller had hung up. */
    readonly address: string;
    readonly userAgent: string | null;
    readonly groupId: string | null;
    readonly code: string | null;
    readonly problem: string | null;
    readonly detail: string | null;
    readonly errors: readonly Fault[];
    /** The body of a refused request, without secrets, and cut if it is large. Null otherwise. */
    readonly body: unknown;
    readonly isBodyCut: boolean;
  }[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type CreationReport = {
  readonly from: string;
  /** The last day, inclusive. */
  readonly until: string;
  /** Each day of the range in UTC, oldest first. The overview has the last 30 days. */
  readonly days: readonly {
    readonly date: string;
    readonly open: number;
    readonly succeeded: number;
    readonly failed: number;
    /** Requests that people rejected, or did not approve in time. */
    readonly declined: number;
    readonly cancelled: number;
  }[];
  /** The times from request to finished group: of the creations that succeeded, or of the newest 10,000 of them. The sum of the classes is their number. */
  readonly finish: {
    readonly medianMs: number | null;
    readonly p95Ms: number | null;
    readonly classes: readonly {
      readonly upToMs: number | null;
      readonly count: number;
    }[];
  };
  /** The most frequent reasons of failures. */
  readonly failures: readonly {
    readonly code: string;
    readonly count: number;
  }[];
  /** Creations by template, most frequent first. */
  readonly templates: readonly {
    readonly organisationId: string;
    /** The name; the id of a deleted one. */
    readonly organisation: string;
    readonly templateId: string;
    /** The name; the id of a deleted one. */
    readonly template: string;
    readonly open: number;
    readonly succeeded: number;
    readonly failed: number;
    /** Requests that people rejected, or did not approve in time. */
    readonly declined: number;
    readonly cancelled: number;
  }[];
};

export type Administrator = {
  readonly administratorId: string;
  readonly email: string;
  readonly name: string | null;
  /** Owners and administrators change everything, but only owners change owners. An operator retries and cancels, a template editor changes templates and naming rules, and a reader changes nothing. Each sees everything, unless it is limited to organisations. */
  readonly role: 'owner' | 'administrator' | 'operator' | 'template_editor' | 'reader';
  readonly organisationIds: readonly string[] | null;
  readonly source: 'list' | 'claim';
  /** True if an account of the sign-in provider is bound to the person. No other account is then admitted. */
  readonly accountBound: boolean;
  readonly createdAt: string;
  readonly lastSignedInAt: string | null;
  readonly invitation: {
    readonly createdAt: string;
    readonly createdBy: string;
    /** From then on, the link does not work. */
    readonly expiresAt: string;
  } | null;
  /** Value for If-Match. */
  readonly etag: string;
};

export type AdministratorPage = {
  readonly items: readonly Administrator[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type AdministratorInvitation = {
  readonly administrator: Administrator;
  readonly url: string | null;
  /** True if the mail was accepted for delivery. */
  readonly sent: boolean;
  readonly detail: string | null;
};

export type AdminSession = {
  readonly sessionId: string;
  readonly method: 'link' | 'provider';
  readonly createdAt: string;
  /** Last use, to the minute. */
  readonly lastSeenAt: string;
  /** Latest end of the session. */
  readonly expiresAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** True for the session of this request. */
  readonly isCurrent: boolean;
};

/** Sessions, last used first. */
export type AdminSessionList = {
  readonly items: readonly AdminSession[];
};

export type PreferencesChange = {
  readonly language?: string | null;
  readonly timeZone?: string | null;
  /** Topics of messages to owners and administrators that the caller does not get: webhooks that fail, work again or were turned off; the credential of the connection; many departures at once. Messages about groups for which the caller answers cannot be muted. */
  readonly mutedNotices?: readonly ('webhooks' | 'connection' | 'departures')[];
};

/** The provider by which administrators sign in. */
export type SignInProvider = {
  /** The redirect address for administrators, to register with a provider. */
  readonly callbackUrl: string;
  /** The redirect address for the people who decide, to register with a provider. */
  readonly decisionCallbackUrl: string;
  readonly provider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly hasSecret: boolean;
    readonly scope: string;
    readonly emailClaim: string;
    readonly roleClaim: {
      readonly claim: string;
      readonly ownerValues: readonly string[];
      readonly administratorValues: readonly string[];
      readonly operatorValues: readonly string[];
      readonly templateEditorValues: readonly string[];
      readonly readerValues: readonly string[];
    } | null;
  } | null;
};

export type SignInProviderTest = {
  readonly ok: boolean;
  readonly detail: string;
};

export type LifecycleOverview = {
  /** The governance clock of the tenant. */
  readonly now: string;
  /** The next 90 days, today first. Groups on hold do not count. Dates that have passed count today. */
  readonly days: readonly {
    /** Day of the tenant. */
    readonly date: string;
    /** Groups that expire unless they are renewed. */
    readonly expiring: number;
    /** Those of them that are archived then. */
    readonly archiving: number;
    /** Archived groups that are deleted. */
    readonly deleting: number;
  }[];
  /** Groups that expire some day, those on hold included. */
  readonly expiring: number;
  /** Archived groups that will be deleted, those on hold included. */
  readonly deleting: number;
  /** Archived groups. */
  readonly archived: number;
  /** Groups on hold. */
  readonly onHold: number;
};

export type NoticeChannelState = {
  /** off: no notices are sent. failing: the last attempt failed because of the channel. While it is not works, no policy archives or deletes groups. */
  readonly state: 'off' | 'works' | 'failing';
  readonly failingSince: string | null;
  readonly detail: string | null;
  readonly lastSentAt: string | null;
  /** Digests that are not sent yet. */
  readonly pending: number;
};

export type NoticeSettings = {
  readonly sender: 'none' | 'outbox' | 'smtp' | 'graph';
  readonly from: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly security: 'tls' | 'starttls' | 'none' | null;
  readonly userName: string | null;
  /** True if a password is stored. No answer contains the password itself. */
  readonly hasPassword: boolean;
  readonly addressGivenBy: 'operator' | 'administrator' | null;
  readonly language: 'en' | 'de' | 'fr' | 'es';
  readonly timeZone: string;
  readonly hour: number;
  readonly contact: string | null;
  readonly texts: {
    readonly en?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly de?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly fr?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly es?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
  } | null;
  /** How many hours a webhook endpoint fails before administrators are notified. 0: they are not. */
  readonly webhookFailureHours: number;
  readonly channel: NoticeChannelState;
  /** Value for If-Match. */
  readonly etag: string;
};

export type NoticeSettingsChange = {
  /** none: no notices are sent. outbox: the sandbox keeps them. smtp: by a mail server. graph: by a mailbox of the Microsoft 365 tenant. */
  readonly sender: 'none' | 'outbox' | 'smtp' | 'graph';
  readonly from?: string | null;
  readonly host?: string | null;
  readonly port?: number | null;
  /** tls: TLS from the start. starttls: TLS after STARTTLS, never without it. none: no encryption. Default: starttls. */
  readonly security?: 'tls' | 'starttls' | 'none';
  readonly userName?: string | null;
  /** Language for people whose language the directory does not know. Default: en. */
  readonly language?: 'en' | 'de' | 'fr' | 'es';
  /** IANA name, such as Europe/Berlin. Due dates count in it. Default: UTC. */
  readonly timeZone?: string;
  /** Hour of the day at which due dates count and digests are sent. Default: 8. */
  readonly hour?: number;
  readonly contact?: string | null;
  readonly texts?: {
    readonly en?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly de?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly fr?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly es?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
  } | null;
  /** Administrators are notified when a webhook endpoint has failed for so many hours, and when it works again. 0: they are not notified. Default: 4. */
  readonly webhookFailureHours?: number;
  readonly password?: string | null;
};

export type NoticeTestInput = {
  /** Address that gets the test message. */
  readonly to: string;
  /** Settings to test before you save them. Absent: the saved ones. */
  readonly settings?: {
    /** none: no notices are sent. outbox: the sandbox keeps them. smtp: by a mail server. graph: by a mailbox of the Microsoft 365 tenant. */
    readonly sender: 'none' | 'outbox' | 'smtp' | 'graph';
    readonly from?: string | null;
    readonly host?: string | null;
    readonly port?: number | null;
    /** tls: TLS from the start. starttls: TLS after STARTTLS, never without it. none: no encryption. Default: starttls. */
    readonly security?: 'tls' | 'starttls' | 'none';
    readonly userName?: string | null;
    /** Language for people whose language the directory does not know. Default: en. */
    readonly language?: 'en' | 'de' | 'fr' | 'es';
    /** IANA name, such as Europe/Berlin. Due dates count in it. Default: UTC. */
    readonly timeZone?: string;
    /** Hour of the day at which due dates count and digests are sent. Default: 8. */
    readonly hour?: number;
    readonly contact?: string | null;
    readonly texts?: {
      readonly en?: {
        readonly subject?: string | null;
        readonly intro?: string | null;
        readonly footer?: string | null;
        readonly contact?: string | null;
      } | null;
      readonly de?: {
        readonly subject?: string | null;
        readonly intro?: string | null;
        readonly footer?: string | null;
        readonly contact?: string | null;
      } | null;
      readonly fr?: {
        readonly subject?: string | null;
        readonly intro?: string | null;
        readonly footer?: string | null;
        readonly contact?: string | null;
      } | null;
      readonly es?: {
        readonly subject?: string | null;
        readonly intro?: string | null;
        readonly footer?: string | null;
        readonly contact?: string | null;
      } | null;
    } | null;
    /** Administrators are notified when a webhook endpoint has failed for so many hours, and when it works again. 0: they are not notified. Default: 4. */
    readonly webhookFailureHours?: number;
    readonly password?: string | null;
  } | null;
};

export type NoticeTest = {
  readonly ok: boolean;
  readonly detail: string;
  readonly durationMs: number;
};

export type NoticePreviewInput = {
  readonly language: 'en' | 'de' | 'fr' | 'es';
  /** Custom texts in messages, by language. Plain text. */
  readonly texts: {
    readonly en?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly de?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly fr?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
    readonly es?: {
      readonly subject?: string | null;
      readonly intro?: string | null;
      readonly footer?: string | null;
      readonly contact?: string | null;
    } | null;
  };
};

export type NoticePreview = {
  readonly subject: string;
  /** Custom lines before the entries. */
  readonly intro: readonly string[];
  readonly sections: readonly {
    readonly heading: string;
    readonly entries: readonly {
      readonly heading: string;
      readonly sentence: string;
      readonly isReminder: boolean;
      readonly link: {
        readonly label: string;
      } | null;
    }[];
  }[];
  /** The word that marks a reminder. */
  readonly reminder: string;
  readonly overview: {
    readonly label: string;
  };
  /** Closing lines. */
  readonly footer: readonly string[];
};

export type NoticeMessage = {
  readonly messageId: string;
  /** Address of the recipient. */
  readonly email: string;
  readonly language: string | null;
  /** Day of the tenant. */
  readonly day: string;
  /** refused: by the mail server of the recipient. dropped: nothing in it was still of interest. failed: given up after a week. */
  readonly state: 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';
  readonly attempts: number;
  readonly detail: string | null;
  readonly finishedAt: string | null;
  /** Kinds of its notices. */
  readonly kinds: readonly string[];
  /** Number of its notices. */
  readonly notices: number;
};

export type NoticeMessagePage = {
  readonly items: readonly NoticeMessage[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type NoticeMessageDetails = {
  readonly messageId: string;
  /** Address of the recipient. */
  readonly email: string;
  readonly language: string | null;
  /** Day of the tenant. */
  readonly day: string;
  /** refused: by the mail server of the recipient. dropped: nothing in it was still of interest. failed: given up after a week. */
  readonly state: 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';
  readonly attempts: number;
  readonly detail: string | null;
  readonly finishedAt: string | null;
  /** Kinds of its notices. */
  readonly kinds: readonly string[];
  /** Number of its notices. */
  readonly notices: number;
  readonly content: {
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  } | null;
};

export type Webhook = {
  readonly endpointId: string;
  readonly url: string;
  readonly description: string;
  /** Types of events that the endpoint receives. Null: every type. */
  readonly types:
    | readonly (
        | 'group.accepted'
        | 'group.succeeded'
        | 'group.adopted'
        | 'group.failed'
        | 'group.cancelled'
        | 'group.changed'
        | 'group.handed_over'
        | 'group.archived'
        | 'group.unarchived'
        | 'group.deleted'
        | 'group.restored'
        | 'group.settings_applied'
        | 'group.repaired'
        | 'group.drift_accepted'
        | 'roster.applied'
        | 'roster.held'
        | 'roster.person_waiting'
        | 'guest.invited'
        | 'guest.ended'
        | 'group.contested'
        | 'group.idle'
        | 'group.active_again'
        | 'group.change_failed'
        | 'group.expiring'
        | 'group.renewed'
        | 'group.expired'
        | 'group.suite_expires_earlier'
        | 'group.held'
        | 'group.released'
        | 'directory.group_found'
        | 'connection.assumption_changed'
        | 'group.adoption_ended'
        | 'group.gone'
        | 'group.returned'
        | 'group.team_added'
        | 'group.drifted'
        | 'group.ownerless'
        | 'group.responsible_unavailable'
        | 'group.deputy_unavailable'
        | 'responsibility.shaky'
        | 'responsibility.handed_over'
        | 'responsibility.deputy_vacant'
        | 'responsibility.vacant'
        | 'responsibility.restored'
        | 'person.unreachable'
        | 'person.reachable'
        | 'mass_departure'
        | 'mass_departure_ended'
        | 'batch.completed'
        | 'task.opened'
        | 'task.reminded'
        | 'task.escalated'
        | 'task.reassigned'
        | 'task.decided'
        | 'task.lapsed'
        | 'task.withdrawn'
        | 'review.requested'
        | 'review.opened'
        | 'review.answered'
        | 'review.completed'
        | 'review.lapsed'
        | 'review.withdrawn'
        | 'api_key.created'
        | 'api_key.changed'
        | 'api_key.revoked'
        | 'api_key.secret_added'
        | 'api_key.secret_ended'
        | 'organisation.created'
        | 'organisation.changed'
        | 'organisation.deleted'
        | 'template.created'
        | 'template.changed'
        | 'template.deleted'
      )[]
    | null;
  readonly organisationIds: readonly string[] | null;
  readonly templateIds: readonly string[] | null;
  /** State of the endpoint. failing: the latest attempts failed, and the service retries automatically. */
  readonly state: 'active' | 'failing' | 'disabled';
  readonly disabledReason: string | null;
  readonly disabledBy: string | null;
  readonly pausedUntil: string | null;
  /** The keys that sign now. There are several during a rotation. */
  readonly signing: readonly {
    /** hmac or ed25519. */
    readonly kind: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  }[];
  /** Public keys of the Ed25519 keys: whpk_…. */
  readonly publicKeys: readonly string[];
  readonly health: {
    /** Attempts in the last 24 hours, tests included; at most the last 10,000. */
    readonly attempts: number;
    /** Successful ones of these. */
    readonly delivered: number;
    readonly lastAttempt: {
      readonly attemptedAt: string;
      readonly outcome: string;
      readonly statusCode: number | null;
    } | null;
    readonly nextAttemptAt: string | null;
  };
  readonly createdAt: string;
  readonly createdBy: string;
  /** Value for If-Match. */
  readonly etag: string;
};

export type WebhookPage = {
  readonly items: readonly Webhook[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** All available event types. */
  readonly types: readonly (
    | 'group.accepted'
    | 'group.succeeded'
    | 'group.adopted'
    | 'group.failed'
    | 'group.cancelled'
    | 'group.changed'
    | 'group.handed_over'
    | 'group.archived'
    | 'group.unarchived'
    | 'group.deleted'
    | 'group.restored'
    | 'group.settings_applied'
    | 'group.repaired'
    | 'group.drift_accepted'
    | 'roster.applied'
    | 'roster.held'
    | 'roster.person_waiting'
    | 'guest.invited'
    | 'guest.ended'
    | 'group.contested'
    | 'group.idle'
    | 'group.active_again'
    | 'group.change_failed'
    | 'group.expiring'
    | 'group.renewed'
    | 'group.expired'
    | 'group.suite_expires_earlier'
    | 'group.held'
    | 'group.released'
    | 'directory.group_found'
    | 'connection.assumption_changed'
    | 'group.adoption_ended'
    | 'group.gone'
    | 'group.returned'
    | 'group.team_added'
    | 'group.drifted'
    | 'group.ownerless'
    | 'group.responsible_unavailable'
    | 'group.deputy_unavailable'
    | 'responsibility.shaky'
    | 'responsibility.handed_over'
    | 'responsibility.deputy_vacant'
    | 'responsibility.vacant'
    | 'responsibility.restored'
    | 'person.unreachable'
    | 'person.reachable'
    | 'mass_departure'
    | 'mass_departure_ended'
    | 'batch.completed'
    | 'task.opened'
    | 'task.reminded'
    | 'task.escalated'
    | 'task.reassigned'
    | 'task.decided'
    | 'task.lapsed'
    | 'task.withdrawn'
    | 'review.requested'
    | 'review.opened'
    | 'review.answered'
    | 'review.completed'
    | 'review.lapsed'
    | 'review.withdrawn'
    | 'api_key.created'
    | 'api_key.changed'
    | 'api_key.revoked'
    | 'api_key.secret_added'
    | 'api_key.secret_ended'
    | 'organisation.created'
    | 'organisation.changed'
    | 'organisation.deleted'
    | 'template.created'
    | 'template.changed'
    | 'template.deleted'
  )[];
};

export type NewWebhookKey = {
  readonly webhook: Webhook;
  /** Key with which the receiver verifies: the secret whsec_…, shown only once, or whpk_…. */
  readonly verificationKey: string;
};

export type WebhookDelivery = {
  /** Identifies the delivery. */
  readonly position: number;
  readonly eventType: string;
  readonly subject: string;
  readonly groupName: string | null;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  readonly dueAt: string | null;
  readonly queuedAt: string;
  readonly finishedAt: string | null;
};

export type WebhookDeliveryPage = {
  readonly items: readonly WebhookDelivery[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type WebhookAttempt = {
  readonly attemptId: number;
  readonly position: number | null;
  readonly eventId: string;
  readonly eventType: string;
  readonly attemptedAt: string;
  readonly durationMs: number;
  /** delivered, refused, redirected, gone, timeout, unreachable or address_refused. */
  readonly outcome: string;
  readonly statusCode: number | null;
  readonly detail: string | null;
  readonly answerExcerpt: string | null;
  readonly retryAt: string | null;
};

export type WebhookAttemptPage = {
  readonly items: readonly WebhookAttempt[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type BodyCheck = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in this description, for example /{tenantId}/organisations. */
  readonly path: string;
  /** As it would be sent. */
  readonly body: unknown;
};

/** The policy that caused this, if one did. */
export type EventCause = Closed<sdk.EventCause>;

/** The author of the change. */
export type EventActor = Closed<sdk.EventActor>;

/** The service accepted the creation of a group. */
export type GroupAcceptedEvent = Closed<sdk.GroupAcceptedEvent>;

/** A group was created, or one that others made was adopted. */
export type GroupSucceededEvent = Closed<sdk.GroupSucceededEvent>;

/** The creation of a group failed. */
export type GroupFailedEvent = Closed<sdk.GroupFailedEvent>;

/** The creation of a group was cancelled. */
export type GroupCancelledEvent = Closed<sdk.GroupCancelledEvent>;

/** An operation on a group succeeded. */
export type GroupOperationEvent = Closed<sdk.GroupOperationEvent>;

/** The settings of its template were written to a group, and the directory shows them. */
export type GroupSettingsAppliedEvent = Closed<sdk.GroupSettingsAppliedEvent>;

/** A group was brought in line with its rosters. */
export type RosterAppliedEvent = Closed<sdk.RosterAppliedEvent>;

/** A roster names people whom the directory does not know, removes so many people that someone has to confirm it, had guests invited, or a guest whom it brought has left the group. */
export type RosterEvent = Closed<sdk.RosterEvent>;

/** A group differs from its record, or no longer does, or its adoption ended and it is no longer governed. */
export type GroupObservationEvent = Closed<sdk.GroupObservationEvent>;

/** A group is about to expire, has expired, was renewed, was put on hold or released, or is no longer used, or used again. */
export type GroupLifecycleEvent = Closed<sdk.GroupLifecycleEvent>;

/** An operation on a group failed. It names the parts that were applied before. */
export type GroupChangeFailedEvent = Closed<sdk.GroupChangeFailedEvent>;

/** A policy of the productivity suite ends a group before its template does. */
export type SuiteExpirationEvent = Closed<sdk.SuiteExpirationEvent>;

/** Someone made a group in the directory, which the service does not govern. */
export type DirectoryGroupEvent = Closed<sdk.DirectoryGroupEvent>;

/** A probe of the connection saw that Microsoft 365 no longer behaves as the connection assumes, or does so again. */
export type ConnectionAssumptionEvent = Closed<sdk.ConnectionAssumptionEvent>;

/** A person at the time of the event. */
export type EventPerson = Closed<sdk.EventPerson>;

/** The responsibility for a group changed. */
export type ResponsibilityEvent = Closed<sdk.ResponsibilityEvent>;

/** The last three messages to a person failed, or a message reached the person again. */
export type PersonDeliveryEvent = Closed<sdk.PersonDeliveryEvent>;

/** Many people became unavailable or got a leave date within a week, or this has ended. */
export type MassDepartureEvent = Closed<sdk.MassDepartureEvent>;

/** All groups of a batch are final. */
export type BatchEvent = Closed<sdk.BatchEvent>;

/** People are asked for a decision about a group, or the decision was made. */
export type TaskEvent = Closed<sdk.TaskEvent>;

/** The owners and guests of a group are reviewed, or were. */
export type ReviewEvent = Closed<sdk.ReviewEvent>;

/** An API key or one of its secrets changed. The event has no secret. */
export type ApiKeyEvent = Closed<sdk.ApiKeyEvent>;

/** An organisation was created, changed or deleted. */
export type OrganisationEvent = Closed<sdk.OrganisationEvent>;

/** A template was created, changed or deleted. */
export type TemplateEvent = Closed<sdk.TemplateEvent>;

/** An administrator or an operator tests the endpoint. */
export type WebhookTestEvent = Closed<sdk.WebhookTestEvent>;

/** A problem (RFC 9457). */
export type Problem = Closed<sdk.Problem>;

/** Code of the problem, for programs. The list may grow.

- `malformed_json` (400): The body is not valid JSON: it has a syntax error, text that is not UTF-8, a duplicate member, or nesting deeper than 32 levels.
- `invalid_query` (400): A query parameter is unknown, or its value is not valid.
- `invalid_request` (400): The request or one of its headers is not valid in HTTP or for this service.
- `invalid_credentials` (401): Tenant, key and secret do not match, or the key is revoked or expired. The answer does not reveal the actual cause.
- `invalid_token` (401): The access token is missing, expired, or not issued by this service, or its API key has been revoked.
- `not_signed_in` (401): This address of the admin center requires a session. You have none, or it has ended.
- `sign_in_failed` (403): The sign-in to the admin center failed, for example because its link was already used.
- `forbidden` (403): You are signed in, but you may not do this in the admin center.
- `scope_missing` (403): The API key is valid, but lacks a scope that this request needs. The detail names the scope.
- `tenant_removed` (403): The operator of the service removed the tenant. For a time, the operator can take that back.
- `tenant_moved` (421): The tenant moved to another installation of the service, whose base address is in the detail and in the header Location.
- `address_not_allowed` (403): The API key is valid, but is limited to ranges of IP addresses, and this request came from another address.
- `source_not_allowed` (403): The API key is bound to one source, and this request names another one. The detail names the source of the key.
- `not_found` (404): Nothing exists at this address, or nothing that this tenant may see.
- `method_not_allowed` (405): The address exists, but does not support this method.
- `not_acceptable` (406): The Accept header excludes every media type that this address can return.
- `request_timeout` (408): The request did not arrive completely in time.
- `mail_nickname_taken` (409): Another group of the tenant has this mailNickName, or is being created with it. The comparison is case-insensitive.
- `group_not_active` (409): The group is in a state that does not allow the operation, for example deleted.
- `comparison_too_early` (409): The group is being changed or was changed a moment ago, so the directory may still show it as it was before.
- `on_hold` (409): The group is on hold, so nobody can archive or delete it.
- `not_expiring` (409): The template of the group has no lifecycle, or the group was deleted.
- `renewal_limit` (409): The group was renewed as often as its template allows.
- `restore_window_over` (410): The group was deleted too long ago. The directory keeps it no longer.
- `successor_missing` (409): The person who leaves is responsible for a group that has no deputy.
- `task_closed` (409): Someone else decided the task first, it was not decided in time, or its question no longer applies.
- `link_not_valid` (403): The decision link is not valid. It was used, its task ended, it belongs to someone else, or it never existed. The answer does not reveal the actual cause.
- `version_conflict` (412): Someone else changed the object after you read it.
- `in_use` (409): The object that you want to remove is still in use.
- `quota_exceeded` (409): The tenant has reached its limit for this kind of object.
- `payload_too_large` (413): The body is larger than 2 MiB, or contains more than 50,000 values.
- `unsupported_media_type` (415): The Content-Type of the body is missing, or this address does not support it.
- `validation_failed` (422): The body is readable, but its content is not valid.
- `idempotency_key_reused` (422): An earlier request used this Idempotency-Key with another body. The service keeps keys for 30 days.
- `rate_limited` (429): The API key or administrator exceeded its limit per minute, or has two costly requests in progress. Or its tenant has four costly requests, 32 MiB of bodies, or too many event streams, exports or proofs open.
- `too_many_failed_attempts` (429): Too many requests with wrong credentials, links or sessions came from this address.
- `headers_too_large` (431): The headers of the request are larger than 16 KiB in total.
- `unavailable` (503): The service cannot answer at the moment, for example because it cannot reach its database. Nothing was changed.
- `internal_error` (500): The service failed unexpectedly.
- `people_not_found` (422): The creation failed because the directory does not know some of the people. The errors also name people whom it knows but who cannot join the group. Nothing was created, and the alias is free again.
- `people_not_eligible` (422): The creation failed because some of the people cannot join the group, for example because their account is disabled. Nothing was created, and the alias is free again.
- `directory_refused` (502): The creation failed because the directory refused the group.
- `directory_alias_taken` (409): The creation failed because another object in the directory has this alias. The service did not create that object and did not change it.
- `directory_name_refused` (422): The creation failed because the naming policy of the directory refuses the displayName or the mailNickName. Nothing was created, and the alias is free again.
- `directory_permission_missing` (502): The creation failed because this service lacks a permission in the directory.
- `directory_unavailable` (503): The creation failed because the directory could not be reached for a long time.
- `approval_rejected` (403): The creation or the operation failed because a person who must approve it has rejected it. Nothing was created or changed. The alias of a rejected creation is free again.
- `approval_expired` (403): The creation or the operation failed because no one approved it in time. Nothing was created or changed. The alias of an expired creation is free again.
- `no_approver` (409): The creation or the operation needs an approval, and nobody could be asked for it: no approver of the template is available, and there is no steward or administrator. Nothing was created or changed.
- `archive_needs_team` (409): The group has no team, and a directory archives teams only.
- `archive_needs_owner` (409): The team has no owner, and a directory archives only teams with an owner.
- `group_not_adoptable` (409): The service cannot adopt the group: since the request was accepted, the group was removed, or it has an obstacle. Nothing was written to it.
- `setting_not_applied` (409): The template requires its settings, and the directory does not take one of them. The creation failed before any member was in the group, and its group was removed. A repair fails if it was to write settings only.
- `label_not_applied` (409): The template requires its settings, and the group does not get its sensitivity label. The creation failed before any member was in the group, and its group was removed. A repair fails if it was to write the label only. */
export type ProblemCode = Closed<sdk.ProblemCode>;

/** By method and path. */
export interface Routes {
  readonly post: {
    /** Create a group from a template. */
    readonly '/teams': {
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: TeamRequest;
      readonly answer: TeamAcceptance;
    };
    /** Show what PUT of an external id would create or change. */
    readonly '/teams/external/{source}/{externalId}/plan': {
      readonly path: {
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
        /** The id of the group in that system, percent-encoded: 1 to 128 characters. Its case counts. */
        readonly externalId: string;
      };
      readonly header: {
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
      };
      readonly body: DesiredGroup;
      readonly answer: DesiredGroupPlan;
    };
    /** Check a request without creating the group. */
    readonly '/teams/plan': {
      readonly body: TeamRequest;
      readonly answer: TeamPlan;
    };
    /** Adopt a group that exists in the directory. */
    readonly '/teams/adoption': {
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: AdoptionRequest;
      readonly answer: TeamAcceptance;
    };
    /** Check an adoption without adopting the group. */
    readonly '/teams/adoption/plan': {
      readonly body: AdoptionRequest;
      readonly answer: AdoptionPlan;
    };
    /** Cancel a creation that has not started. */
    readonly '/teams/{teamId}/cancel': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: TeamStatus;
    };
    /** Retry a failed creation. */
    readonly '/teams/{teamId}/retry': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly answer: TeamAcceptance;
    };
    /** Retry a failed creation with a changed request. */
    readonly '/teams/{teamId}/retry/edited': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: TeamRequest;
      readonly answer: TeamAcceptance;
    };
    /** Look people up in the directory by their ids or e-mail addresses. */
    readonly '/people/lookup': {
      readonly body: {
        readonly references: readonly string[];
      };
      readonly answer: PeopleByReference;
    };
    /** Plan the departure of a person without changing anything. */
    readonly '/people/{idOrEmail}/handover/plan': {
      readonly path: {
        /** User ID or e-mail address of the person. */
        readonly idOrEmail: string;
      };
      readonly query: {
        /** Maximum number of groups in one request. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly body: Departure;
      readonly answer: DeparturePlan;
    };
    /** Hand over every group that a person answers for. */
    readonly '/people/{idOrEmail}/handover': {
      readonly path: {
        /** User ID or e-mail address of the person. */
        readonly idOrEmail: string;
      };
      readonly query: {
        /** Maximum number of groups in one request. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: PersonHandover;
      readonly answer: PersonHandoverResult;
    };
    /** Try a roster without changing the group. */
    readonly '/teams/{teamId}/rosters/{source}/plan': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly header: {
        /** ETag of the roster, several of them, or *. If the roster has changed since, the answer is 412. */
        readonly 'If-Match'?: string;
      };
      readonly body: RosterBody;
      readonly answer: RosterPlan;
    };
    /** Archive a team: its content becomes read-only. */
    readonly '/teams/{teamId}/archive': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: OperationReason;
      readonly answer: OperationAcceptance;
    };
    /** Make an archived team writable again. */
    readonly '/teams/{teamId}/unarchive': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: OperationReason;
      readonly answer: OperationAcceptance;
    };
    /** Restore a deleted group. */
    readonly '/teams/{teamId}/restore': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: OperationReason;
      readonly answer: OperationAcceptance;
    };
    /** Write what the record of a group says where the directory differs. */
    readonly '/teams/{teamId}/repair': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: Repair;
      readonly answer: OperationAcceptance;
    };
    /** Write into the record what the directory has. */
    readonly '/teams/{teamId}/drift/acceptance': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: DriftAcceptance;
      readonly answer: OperationAcceptance;
    };
    /** Try an operation without changing the group. */
    readonly '/teams/{teamId}/plan': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
      };
      readonly body: OperationPlanRequest;
      readonly answer: OperationPlan;
    };
    /** Try a repair without changing the group. */
    readonly '/teams/{teamId}/repair/plan': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
      };
      readonly body: Repair;
      readonly answer: OperationPlan;
    };
    /** Cancel an operation that has not begun, or that awaits an approval. */
    readonly '/teams/{teamId}/operations/{operationId}/cancel': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** Identifier of the operation. */
        readonly operationId: string;
      };
      readonly answer: Operation;
    };
    /** Take back a batch. */
    readonly '/batches/{batchId}/undo': {
      readonly path: {
        /** Identifier of the batch. */
        readonly batchId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: UndoRequest;
      readonly answer: Batch;
    };
    /** Take back what a rule, a person or an API key did in a span of time. */
    readonly '/batches/undo': {
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: SelectedUndoRequest;
      readonly answer: Batch;
    };
    /** Request one operation, renewal or hold for many groups, or adopt them. */
    readonly '/batches': {
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: BatchRequest;
      readonly answer: Batch;
    };
    /** Cancel what a batch has not begun. */
    readonly '/batches/{batchId}/cancel': {
      readonly path: {
        /** Identifier of the batch. */
        readonly batchId: string;
      };
      readonly answer: Batch;
    };
    /** Try one operation on several groups without changing them. */
    readonly '/teams/operations/plan': {
      readonly body: {
        readonly kind:
          | 'handover'
          | 'archive'
          | 'unarchive'
          | 'delete'
          | 'restore'
          | 'repair'
          | 'accept_drift';
        /** User ID or e-mail address of the new responsible person, who becomes an owner. */
        readonly responsible?: string;
        /** User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy. */
        readonly deputy?: string | null;
        /** The role of the former responsible or deputy: owner, member (default), or none to remove the person from the group. A person who is an owner for another reason stays an owner. */
        readonly former?: 'owner' | 'member' | 'none';
        /** The properties to write as the record has them: displayName, description, visibility, archived, responsible, deputy, owners, or a setting such as settings.guests. settings: all that the template decides. rosters: people whom a roster names and who are in the group no longer are added again. For responsible, deputy and owners, missing owners are added, and nobody is removed. By default all that differed at the last comparison, and rosters. */
        readonly properties?: readonly (
          | 'displayName'
          | 'description'
          | 'visibility'
          | 'archived'
          | 'responsible'
          | 'deputy'
          | 'owners'
          | 'settings.guests'
          | 'settings.members.createChannels'
          | 'settings.members.createPrivateChannels'
          | 'settings.members.deleteChannels'
          | 'settings.members.addApps'
          | 'settings.members.tabs'
          | 'settings.members.connectors'
          | 'settings.guestMembers.createChannels'
          | 'settings.guestMembers.deleteChannels'
          | 'settings.messages.edit'
          | 'settings.messages.delete'
          | 'settings.messages.ownerDelete'
          | 'settings.messages.teamMentions'
          | 'settings.messages.channelMentions'
          | 'settings.fun.giphy'
          | 'settings.fun.stickers'
          | 'settings.fun.memes'
          | 'settings.hideFromOutlook'
          | 'settings.hideFromAddressLists'
          | 'settings.sensitivityLabel'
          | 'settings'
          | 'rosters'
        )[];
        /** Why, for the operation and the audit log. */
        readonly reason?: string;
        readonly teamIds: readonly string[];
      };
      readonly answer: BulkOperationPlan;
    };
    /** Compare several groups with the directory now. */
    readonly '/teams/comparison': {
      readonly body: {
        readonly teamIds: readonly string[];
      };
      readonly answer: ComparedTeams;
    };
    /** Compare a group with the directory now. */
    readonly '/teams/{teamId}/comparison': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: Team;
    };
    /** Decide a task. */
    readonly '/tasks/{taskId}/decision': {
      readonly path: {
        /** Identifier of the task. */
        readonly taskId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: Decision;
      readonly answer: Task;
    };
    /** Renew a group that expires. */
    readonly '/teams/{teamId}/renewal': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: Renewal;
      readonly answer: RenewalResult;
    };
    /** Ask the people of a group to review its owners and guests. */
    readonly '/teams/{teamId}/reviews': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly body: ReviewRequest;
      readonly answer: Review;
    };
    /** Send decisions about people of a review. */
    readonly '/reviews/{reviewId}/decisions': {
      readonly path: {
        /** Identifier of the review. */
        readonly reviewId: string;
      };
      readonly body: ReviewDecisions;
      readonly answer: Review;
    };
    /** Probe the connection to Microsoft 365 now. */
    readonly '/directory/probes': {
      readonly answer: Probes;
    };
    /** Make many groups of a source what they should be. */
    readonly '/teams/external/{source}/apply': {
      readonly path: {
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly query: {
        /** The groups of the source that exist, are not archived, and are not among the entries: report them, which is the default, or archive them. */
        readonly missing?: 'report' | 'archive';
        /** The number of missing groups that you agree to archive. Without it, none is archived if they are more than 10 and more than 20 percent of the groups of the source. */
        readonly confirm?: number;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: AppliedGroups;
      readonly answer: ApplyAnswer;
    };
    /** Show what the same request without /plan would create, change and archive. */
    readonly '/teams/external/{source}/apply/plan': {
      readonly path: {
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly query: {
        /** The groups of the source that exist, are not archived, and are not among the entries: report them, which is the default, or archive them. */
        readonly missing?: 'report' | 'archive';
        /** The number of missing groups that you agree to archive. Without it, none is archived if they are more than 10 and more than 20 percent of the groups of the source. */
        readonly confirm?: number;
      };
      readonly body: AppliedGroups;
      readonly answer: ApplyPlan;
    };
    /** Create many groups. */
    readonly '/teams/bulk': {
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: BulkRequest;
      readonly answer: BulkAnswer;
    };
    /** Adopt many groups. */
    readonly '/teams/adoption/bulk': {
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: BulkAdoptionRequest;
      readonly answer: BulkAnswer;
    };
    /** Check the adoption of many groups without adopting them. */
    readonly '/teams/adoption/bulk/plan': {
      readonly body: BulkAdoptionRequest;
      readonly answer: AdoptionPlans;
    };
    /** Sign in with a one-time link. */
    readonly '/sign-in/link': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly body: LinkSignIn;
      readonly answer: SignedIn;
    };
    /** End the session. */
    readonly '/session/end': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: SignOut;
      readonly answer: undefined;
    };
    /** Create an API key. The answer contains its secret, which is shown only once. */
    readonly '/api-keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Descriptive name of the key. */
        readonly name: string;
        /** Expiry of the key. Null: none. */
        readonly expiresAt?: string | null;
        /** The scopes of the key. Default: groups:create and groups:read. */
        readonly scopes?: readonly (
          | 'groups:create'
          | 'groups:read'
          | 'groups:adopt'
          | 'groups:change'
          | 'groups:roster'
          | 'groups:delete'
          | 'responsibility:change'
          | 'people:search'
          | 'tasks:read'
          | 'tasks:decide'
          | 'approvals:decide'
          | 'organisations:manage'
          | 'templates:manage'
          | 'api-keys:manage'
          | 'webhooks:manage'
          | 'groups:intervene'
          | 'activity:read'
          | 'connection:probe'
        )[];
        /** The organisations that the key is limited to, by id. null: no limit. */
        readonly organisationIds?: readonly string[] | null;
        /** The templates that the key is limited to, by id. Each belongs to one of organisationIds; if those are null, the key is limited to the organisations of the templates. null: no limit. */
        readonly templateIds?: readonly string[] | null;
        /** The addresses that the key may be used from: IPv4 and IPv6 ranges in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32, or single addresses. null: from everywhere. */
        readonly ipRanges?: readonly string[] | null;
        /** The source that the key is bound to. null: any. */
        readonly source?: string | null;
        /** The person or team to ask about the key. */
        readonly owner?: string | null;
        /** The system that uses the key, and what it does with it. */
        readonly purpose?: string | null;
      };
      readonly answer: NewApiKeySecret;
    };
    /** Revoke a key. The key and its tokens stop working immediately and permanently. */
    readonly '/api-keys/{keyId}/revoke': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: ApiKey;
    };
    /** Add a second secret to a key. Both are valid until you end one. */
    readonly '/api-keys/{keyId}/secrets': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: NewApiKeySecret;
    };
    /** Create an organisation. */
    readonly '/organisations': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** User ID or e-mail address of the person who is asked about groups that no other person can answer for. If you omit it, the present steward stays. Null: none. */
        readonly steward?: string | null;
      };
      readonly answer: AdminOrganisation;
    };
    /** Tell what a changed steward would have done in the last twelve months, and what it will do in the next ones. Changes nothing. */
    readonly '/organisations/{organisationId}/plan': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly query: {
        /** Derive the next twelve months of the groups, too, and name at most so many of them. */
        readonly forecast?: number;
        /** Derive the last twelve months of the groups under this change, too, and name at most so many of them. */
        readonly backtest?: number;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** User ID or e-mail address of the person who is asked about groups that no other person can answer for. If you omit it, the present steward stays. Null: none. */
        readonly steward?: string | null;
      };
      readonly answer: TriedPlan;
    };
    /** Export twelve months of the groups of an organisation under a changed steward as CSV. Changes nothing. */
    readonly '/organisations/{organisationId}/plan/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly query: {
        /** The next twelve months, or the last ones. */
        readonly months: 'forecast' | 'backtest';
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** User ID or e-mail address of the person who is asked about groups that no other person can answer for. If you omit it, the present steward stays. Null: none. */
        readonly steward?: string | null;
      };
      readonly answer: string;
    };
    /** Create a template. */
    readonly '/organisations/{organisationId}/templates': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces. Empty: no pattern. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name. Empty: no pattern. */
        readonly displayNamePattern: string;
        /** Declared properties, by the names of their placeholders. */
        readonly properties?: Readonly<
          Record<
            string,
            {
              /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
              readonly type?: 'text' | 'number' | 'date' | 'choice';
              /** Description for callers. */
              readonly description?: string;
              /** True if every group must have a value. Default: false. */
              readonly required?: boolean;
              /** Value if the request has none. */
              readonly default?: string;
              /** Minimum length of a text, or minimum value of a number. */
              readonly minimum?: number;
              /** Maximum length of a text, or maximum value of a number. */
              readonly maximum?: number;
              /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
              readonly pattern?: string;
              /** Permitted values of a choice. */
              readonly choices?: readonly string[];
            }
          >
        >;
        /** The numbers that the service assigns to {{counter}}. Null: none. */
        readonly counter?: {
          /** Minimum number of digits, filled with zeros. Default: 4. */
          readonly width?: number;
          /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
          readonly per?: 'template' | 'organisation' | 'year';
          /** First number. Default: 1. A higher start makes an existing sequence continue there. */
          readonly start?: number;
        } | null;
        /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
        readonly transliteration?: 'default' | 'de';
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before. */
          readonly approval?: {
            /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
            readonly when?:
              | 'always'
              | 'never'
              | 'public'
              | 'guests'
              | {
                  readonly peopleOver: number;
                }
              | readonly (
                  | 'always'
                  | 'never'
                  | 'public'
                  | 'guests'
                  | {
                      readonly peopleOver: number;
                    }
                )[];
            /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
            readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
            readonly stages: readonly {
              /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
              readonly by: readonly string[];
            }[];
            /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
            readonly remindDays?: readonly number[];
            readonly lapse?: {
              /** Time limit of a stage, in ISO 8601. Default: P14D. */
              readonly after?: string;
              /** The outcome of a stage that is not decided in time. Default: rejected. */
              readonly as?: 'rejected' | 'approved';
            };
            /** Whether the responsible person of the group may approve it. Default: false. */
            readonly selfApproval?: boolean;
            /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          /** Minimum number of different owners, including responsible and deputy. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications. */
          readonly classification?: string | null;
          /** Language of new groups in Microsoft 365, such as en-US. Null: none. */
          readonly preferredLanguage?: string | null;
          /** Owners of every group of the template. */
          readonly defaultOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly defaultMembers?: readonly string[];
          /** Initial channels of the team, besides the general channel. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** Purpose of the channel. */
            readonly description?: string | null;
          }[];
          /** Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change. */
          readonly changes?: {
            /** Rename the group. */
            readonly displayName?: boolean;
            /** Change the description. */
            readonly description?: boolean;
            /** Make the group public or private. */
            readonly visibility?: boolean;
            /** Name another responsible or deputy. */
            readonly responsible?: boolean;
            /** Add and remove owners. */
            readonly owners?: boolean;
            /** Add and remove members. */
            readonly members?: boolean;
            /** Change properties, and with them the name that follows from them. */
            readonly properties?: boolean;
            /** Archive the group, and make it writable again. */
            readonly archive?: boolean;
            /** Delete the group, and restore it. */
            readonly delete?: boolean;
          };
          readonly responsibility?: {
            /** True if a creation without a deputy is refused as deputy_required. */
            readonly deputyRequired?: boolean;
            /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
            readonly succession?: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
            /** Days for which an unavailable person keeps the place. Default: 3. */
            readonly graceDays?: number;
            /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
            readonly remindDays?: readonly number[];
            /** Days after which a task goes to the steward too. Default: 21. */
            readonly escalateDays?: number;
            /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
            readonly formerResponsible?: 'keep' | 'member' | 'remove';
            /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
            readonly beforeLeaveDays?: number | null;
            /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
            readonly acceptWithinDays?: number | null;
            /** Whether a decision by a link also needs a sign-in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          readonly lifecycle?: {
            /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
            readonly expires?: {
              readonly after?: string | null;
              /** On that day, such as 2027-12-31. */
              readonly on?: string | null;
              readonly property?: string | null;
              readonly plus?: string | null;
            } | null;
            /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
            readonly callerMaySet?: boolean;
            readonly longest?: string | null;
            /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
            readonly remindBefore?: readonly string[];
            readonly renew?: {
              /** Length of a renewal. Default: P1Y. */
              readonly for?: string;
              readonly atMost?: number | null;
            };
            /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
            readonly unanswered?: 'archive' | 'delete' | 'keep';
            readonly deleteAfterArchived?: string | null;
            /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
            /** Reviews of the people in the group. Absent: none by policy. */
            readonly review?: {
              /** From one review to the next, and from the creation to the first. */
              readonly every: string;
              /** Time for the answer. Default: P30D. */
              readonly within?: string;
              /** The people to decide about. Default: owners and guests. */
              readonly subjects?: readonly ('owners' | 'guests')[];
              /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
              readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
            } | null;
            /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
            readonly inactivity?: {
              /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
              readonly after?: string;
              /** The people who are asked. Default: responsible and deputy. */
              readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
              /** Time for the answer. At least P7D. Default: P30D. */
              readonly within?: string;
              /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
              readonly unanswered?: 'keep' | 'expire';
              /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
              readonly quietFor?: string;
            } | null;
            /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
            readonly graceForExisting?: string;
            readonly spreadExisting?: string | null;
          } | null;
          readonly notices?: {
            /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
            readonly created?: readonly ('responsible' | 'deputy')[];
            /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
            readonly failed?: readonly 'steward'[];
          } | null;
          readonly enforce?: {
            /** Another display name. Default: report. */
            readonly displayName?: 'ignore' | 'report' | 'restore';
            /** Another description. Default: report. */
            readonly description?: 'ignore' | 'report' | 'restore';
            /** Another visibility. Default: report. */
            readonly visibility?: 'ignore' | 'report' | 'restore';
            /** A team that was archived or unarchived. Default: report. */
            readonly archived?: 'ignore' | 'report' | 'restore';
            /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
            readonly owners?: 'ignore' | 'report' | 'restore';
            /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
            readonly settings?: 'ignore' | 'report' | 'restore';
            /** Another sensitivity label than the one of the template, or none. Default: report. */
            readonly label?: 'ignore' | 'report' | 'restore';
            /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
            readonly deletion?: 'ignore' | 'report' | 'restore';
            /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
            readonly within?: string;
          } | null;
          readonly adoption?: {
            /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
            readonly match?: 'names' | 'none';
            /** The names of an adoption whose request does not say it. Default: keep. */
            readonly names?: 'keep' | 'conform';
            /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
            readonly graceDays?: number;
            /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
            readonly perDay?: number;
            /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
            readonly ask?: 'owners' | 'members' | 'nobody';
          } | null;
          readonly settings?: {
            /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
            readonly guests?: 'deny' | 'allow' | 'leave';
            readonly members?: {
              /** Members create and change channels. */
              readonly createChannels?: boolean;
              /** Members create private channels. */
              readonly createPrivateChannels?: boolean;
              /** Members delete and restore channels. */
              readonly deleteChannels?: boolean;
              /** Members add and remove apps. */
              readonly addApps?: boolean;
              /** Members create, change and remove tabs. */
              readonly tabs?: boolean;
              /** Members create, change and remove connectors. */
              readonly connectors?: boolean;
            };
            readonly guestMembers?: {
              /** Guests create and change channels. */
              readonly createChannels?: boolean;
              /** Guests delete channels. */
              readonly deleteChannels?: boolean;
            };
            readonly messages?: {
              /** Members edit their messages. */
              readonly edit?: boolean;
              /** Members delete their messages. */
              readonly delete?: boolean;
              /** Owners delete any message. */
              readonly ownerDelete?: boolean;
              /** Messages mention the whole team. */
              readonly teamMentions?: boolean;
              /** Messages mention a whole channel. */
              readonly channelMentions?: boolean;
            };
            readonly fun?: {
              /** Animated pictures from Giphy, by their rating. */
              readonly giphy?: 'off' | 'strict' | 'moderate';
              /** Stickers and memes. */
              readonly stickers?: boolean;
              /** Memes that people make themselves. */
              readonly memes?: boolean;
            };
            /** Outlook does not show the group. */
            readonly hideFromOutlook?: boolean;
            /** Address lists do not show the group. */
            readonly hideFromAddressLists?: boolean;
            /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
            readonly sensitivityLabel?: string;
          } | null;
          readonly protection?: {
            /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
            readonly required: boolean;
          } | null;
          readonly guests?: {
            /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
            readonly invite: boolean;
            /** The domains whose people may be invited. Absent: every domain. */
            readonly domains?: readonly string[];
            /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
            readonly longest?: string;
          } | null;
        };
      };
      readonly answer: AdminTemplate;
    };
    /** Tell how many existing groups a changed lifecycle, approval, settings and invitations of guests would concern, when the first feels it, and how fast settings follow. Changes nothing. */
    readonly '/templates/{templateId}/plan': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly query: {
        /** Derive the next twelve months of the groups, too, and name at most so many of them. */
        readonly forecast?: number;
        /** Derive the last twelve months of the groups under this change, too, and name at most so many of them. */
        readonly backtest?: number;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces. Empty: no pattern. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name. Empty: no pattern. */
        readonly displayNamePattern: string;
        /** Declared properties, by the names of their placeholders. */
        readonly properties?: Readonly<
          Record<
            string,
            {
              /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
              readonly type?: 'text' | 'number' | 'date' | 'choice';
              /** Description for callers. */
              readonly description?: string;
              /** True if every group must have a value. Default: false. */
              readonly required?: boolean;
              /** Value if the request has none. */
              readonly default?: string;
              /** Minimum length of a text, or minimum value of a number. */
              readonly minimum?: number;
              /** Maximum length of a text, or maximum value of a number. */
              readonly maximum?: number;
              /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
              readonly pattern?: string;
              /** Permitted values of a choice. */
              readonly choices?: readonly string[];
            }
          >
        >;
        /** The numbers that the service assigns to {{counter}}. Null: none. */
        readonly counter?: {
          /** Minimum number of digits, filled with zeros. Default: 4. */
          readonly width?: number;
          /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
          readonly per?: 'template' | 'organisation' | 'year';
          /** First number. Default: 1. A higher start makes an existing sequence continue there. */
          readonly start?: number;
        } | null;
        /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
        readonly transliteration?: 'default' | 'de';
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before. */
          readonly approval?: {
            /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
            readonly when?:
              | 'always'
              | 'never'
              | 'public'
              | 'guests'
              | {
                  readonly peopleOver: number;
                }
              | readonly (
                  | 'always'
                  | 'never'
                  | 'public'
                  | 'guests'
                  | {
                      readonly peopleOver: number;
                    }
                )[];
            /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
            readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
            readonly stages: readonly {
              /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
              readonly by: readonly string[];
            }[];
            /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
            readonly remindDays?: readonly number[];
            readonly lapse?: {
              /** Time limit of a stage, in ISO 8601. Default: P14D. */
              readonly after?: string;
              /** The outcome of a stage that is not decided in time. Default: rejected. */
              readonly as?: 'rejected' | 'approved';
            };
            /** Whether the responsible person of the group may approve it. Default: false. */
            readonly selfApproval?: boolean;
            /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          /** Minimum number of different owners, including responsible and deputy. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications. */
          readonly classification?: string | null;
          /** Language of new groups in Microsoft 365, such as en-US. Null: none. */
          readonly preferredLanguage?: string | null;
          /** Owners of every group of the template. */
          readonly defaultOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly defaultMembers?: readonly string[];
          /** Initial channels of the team, besides the general channel. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** Purpose of the channel. */
            readonly description?: string | null;
          }[];
          /** Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change. */
          readonly changes?: {
            /** Rename the group. */
            readonly displayName?: boolean;
            /** Change the description. */
            readonly description?: boolean;
            /** Make the group public or private. */
            readonly visibility?: boolean;
            /** Name another responsible or deputy. */
            readonly responsible?: boolean;
            /** Add and remove owners. */
            readonly owners?: boolean;
            /** Add and remove members. */
            readonly members?: boolean;
            /** Change properties, and with them the name that follows from them. */
            readonly properties?: boolean;
            /** Archive the group, and make it writable again. */
            readonly archive?: boolean;
            /** Delete the group, and restore it. */
            readonly delete?: boolean;
          };
          readonly responsibility?: {
            /** True if a creation without a deputy is refused as deputy_required. */
            readonly deputyRequired?: boolean;
            /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
            readonly succession?: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
            /** Days for which an unavailable person keeps the place. Default: 3. */
            readonly graceDays?: number;
            /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
            readonly remindDays?: readonly number[];
            /** Days after which a task goes to the steward too. Default: 21. */
            readonly escalateDays?: number;
            /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
            readonly formerResponsible?: 'keep' | 'member' | 'remove';
            /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
            readonly beforeLeaveDays?: number | null;
            /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
            readonly acceptWithinDays?: number | null;
            /** Whether a decision by a link also needs a sign-in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          readonly lifecycle?: {
            /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
            readonly expires?: {
              readonly after?: string | null;
              /** On that day, such as 2027-12-31. */
              readonly on?: string | null;
              readonly property?: string | null;
              readonly plus?: string | null;
            } | null;
            /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
            readonly callerMaySet?: boolean;
            readonly longest?: string | null;
            /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
            readonly remindBefore?: readonly string[];
            readonly renew?: {
              /** Length of a renewal. Default: P1Y. */
              readonly for?: string;
              readonly atMost?: number | null;
            };
            /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
            readonly unanswered?: 'archive' | 'delete' | 'keep';
            readonly deleteAfterArchived?: string | null;
            /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
            /** Reviews of the people in the group. Absent: none by policy. */
            readonly review?: {
              /** From one review to the next, and from the creation to the first. */
              readonly every: string;
              /** Time for the answer. Default: P30D. */
              readonly within?: string;
              /** The people to decide about. Default: owners and guests. */
              readonly subjects?: readonly ('owners' | 'guests')[];
              /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
              readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
            } | null;
            /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
            readonly inactivity?: {
              /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
              readonly after?: string;
              /** The people who are asked. Default: responsible and deputy. */
              readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
              /** Time for the answer. At least P7D. Default: P30D. */
              readonly within?: string;
              /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
              readonly unanswered?: 'keep' | 'expire';
              /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
              readonly quietFor?: string;
            } | null;
            /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
            readonly graceForExisting?: string;
            readonly spreadExisting?: string | null;
          } | null;
          readonly notices?: {
            /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
            readonly created?: readonly ('responsible' | 'deputy')[];
            /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
            readonly failed?: readonly 'steward'[];
          } | null;
          readonly enforce?: {
            /** Another display name. Default: report. */
            readonly displayName?: 'ignore' | 'report' | 'restore';
            /** Another description. Default: report. */
            readonly description?: 'ignore' | 'report' | 'restore';
            /** Another visibility. Default: report. */
            readonly visibility?: 'ignore' | 'report' | 'restore';
            /** A team that was archived or unarchived. Default: report. */
            readonly archived?: 'ignore' | 'report' | 'restore';
            /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
            readonly owners?: 'ignore' | 'report' | 'restore';
            /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
            readonly settings?: 'ignore' | 'report' | 'restore';
            /** Another sensitivity label than the one of the template, or none. Default: report. */
            readonly label?: 'ignore' | 'report' | 'restore';
            /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
            readonly deletion?: 'ignore' | 'report' | 'restore';
            /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
            readonly within?: string;
          } | null;
          readonly adoption?: {
            /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
            readonly match?: 'names' | 'none';
            /** The names of an adoption whose request does not say it. Default: keep. */
            readonly names?: 'keep' | 'conform';
            /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
            readonly graceDays?: number;
            /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
            readonly perDay?: number;
            /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
            readonly ask?: 'owners' | 'members' | 'nobody';
          } | null;
          readonly settings?: {
            /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
            readonly guests?: 'deny' | 'allow' | 'leave';
            readonly members?: {
              /** Members create and change channels. */
              readonly createChannels?: boolean;
              /** Members create private channels. */
              readonly createPrivateChannels?: boolean;
              /** Members delete and restore channels. */
              readonly deleteChannels?: boolean;
              /** Members add and remove apps. */
              readonly addApps?: boolean;
              /** Members create, change and remove tabs. */
              readonly tabs?: boolean;
              /** Members create, change and remove connectors. */
              readonly connectors?: boolean;
            };
            readonly guestMembers?: {
              /** Guests create and change channels. */
              readonly createChannels?: boolean;
              /** Guests delete channels. */
              readonly deleteChannels?: boolean;
            };
            readonly messages?: {
              /** Members edit their messages. */
              readonly edit?: boolean;
              /** Members delete their messages. */
              readonly delete?: boolean;
              /** Owners delete any message. */
              readonly ownerDelete?: boolean;
              /** Messages mention the whole team. */
              readonly teamMentions?: boolean;
              /** Messages mention a whole channel. */
              readonly channelMentions?: boolean;
            };
            readonly fun?: {
              /** Animated pictures from Giphy, by their rating. */
              readonly giphy?: 'off' | 'strict' | 'moderate';
              /** Stickers and memes. */
              readonly stickers?: boolean;
              /** Memes that people make themselves. */
              readonly memes?: boolean;
            };
            /** Outlook does not show the group. */
            readonly hideFromOutlook?: boolean;
            /** Address lists do not show the group. */
            readonly hideFromAddressLists?: boolean;
            /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
            readonly sensitivityLabel?: string;
          } | null;
          readonly protection?: {
            /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
            readonly required: boolean;
          } | null;
          readonly guests?: {
            /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
            readonly invite: boolean;
            /** The domains whose people may be invited. Absent: every domain. */
            readonly domains?: readonly string[];
            /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
            readonly longest?: string;
          } | null;
        };
      };
      readonly answer: LifecyclePlan;
    };
    /** Export twelve months of the groups of a template under a changed lifecycle as CSV. Changes nothing. */
    readonly '/templates/{templateId}/plan/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly query: {
        /** The next twelve months, or the last ones. */
        readonly months: 'forecast' | 'backtest';
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces. Empty: no pattern. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name. Empty: no pattern. */
        readonly displayNamePattern: string;
        /** Declared properties, by the names of their placeholders. */
        readonly properties?: Readonly<
          Record<
            string,
            {
              /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
              readonly type?: 'text' | 'number' | 'date' | 'choice';
              /** Description for callers. */
              readonly description?: string;
              /** True if every group must have a value. Default: false. */
              readonly required?: boolean;
              /** Value if the request has none. */
              readonly default?: string;
              /** Minimum length of a text, or minimum value of a number. */
              readonly minimum?: number;
              /** Maximum length of a text, or maximum value of a number. */
              readonly maximum?: number;
              /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
              readonly pattern?: string;
              /** Permitted values of a choice. */
              readonly choices?: readonly string[];
            }
          >
        >;
        /** The numbers that the service assigns to {{counter}}. Null: none. */
        readonly counter?: {
          /** Minimum number of digits, filled with zeros. Default: 4. */
          readonly width?: number;
          /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
          readonly per?: 'template' | 'organisation' | 'year';
          /** First number. Default: 1. A higher start makes an existing sequence continue there. */
          readonly start?: number;
        } | null;
        /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
        readonly transliteration?: 'default' | 'de';
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before. */
          readonly approval?: {
            /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
            readonly when?:
              | 'always'
              | 'never'
              | 'public'
              | 'guests'
              | {
                  readonly peopleOver: number;
                }
              | readonly (
                  | 'always'
                  | 'never'
                  | 'public'
                  | 'guests'
                  | {
                      readonly peopleOver: number;
                    }
                )[];
            /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
            readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
            readonly stages: readonly {
              /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
              readonly by: readonly string[];
            }[];
            /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
            readonly remindDays?: readonly number[];
            readonly lapse?: {
              /** Time limit of a stage, in ISO 8601. Default: P14D. */
              readonly after?: string;
              /** The outcome of a stage that is not decided in time. Default: rejected. */
              readonly as?: 'rejected' | 'approved';
            };
            /** Whether the responsible person of the group may approve it. Default: false. */
            readonly selfApproval?: boolean;
            /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          /** Minimum number of different owners, including responsible and deputy. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications. */
          readonly classification?: string | null;
          /** Language of new groups in Microsoft 365, such as en-US. Null: none. */
          readonly preferredLanguage?: string | null;
          /** Owners of every group of the template. */
          readonly defaultOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly defaultMembers?: readonly string[];
          /** Initial channels of the team, besides the general channel. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** Purpose of the channel. */
            readonly description?: string | null;
          }[];
          /** Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change. */
          readonly changes?: {
            /** Rename the group. */
            readonly displayName?: boolean;
            /** Change the description. */
            readonly description?: boolean;
            /** Make the group public or private. */
            readonly visibility?: boolean;
            /** Name another responsible or deputy. */
            readonly responsible?: boolean;
            /** Add and remove owners. */
            readonly owners?: boolean;
            /** Add and remove members. */
            readonly members?: boolean;
            /** Change properties, and with them the name that follows from them. */
            readonly properties?: boolean;
            /** Archive the group, and make it writable again. */
            readonly archive?: boolean;
            /** Delete the group, and restore it. */
            readonly delete?: boolean;
          };
          readonly responsibility?: {
            /** True if a creation without a deputy is refused as deputy_required. */
            readonly deputyRequired?: boolean;
            /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
            readonly succession?: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
            /** Days for which an unavailable person keeps the place. Default: 3. */
            readonly graceDays?: number;
            /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
            readonly remindDays?: readonly number[];
            /** Days after which a task goes to the steward too. Default: 21. */
            readonly escalateDays?: number;
            /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
            readonly formerResponsible?: 'keep' | 'member' | 'remove';
            /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
            readonly beforeLeaveDays?: number | null;
            /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
            readonly acceptWithinDays?: number | null;
            /** Whether a decision by a link also needs a sign-in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          readonly lifecycle?: {
            /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
            readonly expires?: {
              readonly after?: string | null;
              /** On that day, such as 2027-12-31. */
              readonly on?: string | null;
              readonly property?: string | null;
              readonly plus?: string | null;
            } | null;
            /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
            readonly callerMaySet?: boolean;
            readonly longest?: string | null;
            /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
            readonly remindBefore?: readonly string[];
            readonly renew?: {
              /** Length of a renewal. Default: P1Y. */
              readonly for?: string;
              readonly atMost?: number | null;
            };
            /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
            readonly unanswered?: 'archive' | 'delete' | 'keep';
            readonly deleteAfterArchived?: string | null;
            /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
            /** Reviews of the people in the group. Absent: none by policy. */
            readonly review?: {
              /** From one review to the next, and from the creation to the first. */
              readonly every: string;
              /** Time for the answer. Default: P30D. */
              readonly within?: string;
              /** The people to decide about. Default: owners and guests. */
              readonly subjects?: readonly ('owners' | 'guests')[];
              /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
              readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
            } | null;
            /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
            readonly inactivity?: {
              /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
              readonly after?: string;
              /** The people who are asked. Default: responsible and deputy. */
              readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
              /** Time for the answer. At least P7D. Default: P30D. */
              readonly within?: string;
              /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
              readonly unanswered?: 'keep' | 'expire';
              /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
              readonly quietFor?: string;
            } | null;
            /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
            readonly graceForExisting?: string;
            readonly spreadExisting?: string | null;
          } | null;
          readonly notices?: {
            /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
            readonly created?: readonly ('responsible' | 'deputy')[];
            /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
            readonly failed?: readonly 'steward'[];
          } | null;
          readonly enforce?: {
            /** Another display name. Default: report. */
            readonly displayName?: 'ignore' | 'report' | 'restore';
            /** Another description. Default: report. */
            readonly description?: 'ignore' | 'report' | 'restore';
            /** Another visibility. Default: report. */
            readonly visibility?: 'ignore' | 'report' | 'restore';
            /** A team that was archived or unarchived. Default: report. */
            readonly archived?: 'ignore' | 'report' | 'restore';
            /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
            readonly owners?: 'ignore' | 'report' | 'restore';
            /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
            readonly settings?: 'ignore' | 'report' | 'restore';
            /** Another sensitivity label than the one of the template, or none. Default: report. */
            readonly label?: 'ignore' | 'report' | 'restore';
            /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
            readonly deletion?: 'ignore' | 'report' | 'restore';
            /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
            readonly within?: string;
          } | null;
          readonly adoption?: {
            /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
            readonly match?: 'names' | 'none';
            /** The names of an adoption whose request does not say it. Default: keep. */
            readonly names?: 'keep' | 'conform';
            /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
            readonly graceDays?: number;
            /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
            readonly perDay?: number;
            /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
            readonly ask?: 'owners' | 'members' | 'nobody';
          } | null;
          readonly settings?: {
            /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
            readonly guests?: 'deny' | 'allow' | 'leave';
            readonly members?: {
              /** Members create and change channels. */
              readonly createChannels?: boolean;
              /** Members create private channels. */
              readonly createPrivateChannels?: boolean;
              /** Members delete and restore channels. */
              readonly deleteChannels?: boolean;
              /** Members add and remove apps. */
              readonly addApps?: boolean;
              /** Members create, change and remove tabs. */
              readonly tabs?: boolean;
              /** Members create, change and remove connectors. */
              readonly connectors?: boolean;
            };
            readonly guestMembers?: {
              /** Guests create and change channels. */
              readonly createChannels?: boolean;
              /** Guests delete channels. */
              readonly deleteChannels?: boolean;
            };
            readonly messages?: {
              /** Members edit their messages. */
              readonly edit?: boolean;
              /** Members delete their messages. */
              readonly delete?: boolean;
              /** Owners delete any message. */
              readonly ownerDelete?: boolean;
              /** Messages mention the whole team. */
              readonly teamMentions?: boolean;
              /** Messages mention a whole channel. */
              readonly channelMentions?: boolean;
            };
            readonly fun?: {
              /** Animated pictures from Giphy, by their rating. */
              readonly giphy?: 'off' | 'strict' | 'moderate';
              /** Stickers and memes. */
              readonly stickers?: boolean;
              /** Memes that people make themselves. */
              readonly memes?: boolean;
            };
            /** Outlook does not show the group. */
            readonly hideFromOutlook?: boolean;
            /** Address lists do not show the group. */
            readonly hideFromAddressLists?: boolean;
            /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
            readonly sensitivityLabel?: string;
          } | null;
          readonly protection?: {
            /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
            readonly required: boolean;
          } | null;
          readonly guests?: {
            /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
            readonly invite: boolean;
            /** The domains whose people may be invited. Absent: every domain. */
            readonly domains?: readonly string[];
            /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
            readonly longest?: string;
          } | null;
        };
      };
      readonly answer: string;
    };
    /** Preview the result of naming patterns for an alias and a display name. Changes nothing. */
    readonly '/templates/preview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: NamingPreviewRequest;
      readonly answer: NamingPreview;
    };
    /** Show the group that a template would make, before the template is saved. */
    readonly '/templates/try': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: TemplateTrial;
      readonly answer: TemplateTrialPlan;
    };
    /** List the templates whose names would contain a blocked word. Changes nothing. */
    readonly '/naming-rules/preview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Words that no name of a group may contain. Whole words are compared, without case and accents. */
        readonly blockedWords: readonly string[];
      };
      readonly answer: NamingRulesPreview;
    };
    /** Test the connection. The answer lists each missing item in plain words. */
    readonly '/directory/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: ConnectionTest;
    };
    /** Test a connection before you save it. Without a secret, the test uses the stored one. */
    readonly '/directory/microsoft365/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Id of the Microsoft Entra tenant. */
        readonly entraTenantId: string;
        readonly credential: 'secret' | 'certificate' | 'workload_identity' | 'managed_identity';
        /** Default https://graph.microsoft.com. */
        readonly graphBaseUrl?: string;
        /** Default https://login.microsoftonline.com. */
        readonly loginBaseUrl?: string;
        /** Limits on calls that replace Microsoft's published limits. */
        readonly limits?: {
          readonly teamCreate?: number;
          readonly teamPut?: number;
          readonly teamRead?: number;
          readonly channelCreate?: number;
          readonly teamMembersRead?: number;
          readonly otherTeamsReads?: number;
          readonly otherTeamsWrites?: number;
          readonly onOneTeam?: number;
          readonly channelCreateOnOneTeam?: number;
          readonly otherReadsOnOneTeam?: number;
          readonly otherWritesOnOneTeam?: number;
          readonly directoryWrites?: number;
          readonly resourceUnits?: number;
          readonly mailSend?: number;
          readonly auditLogReads?: number;
          readonly sharePointUnits?: number;
        };
        /** The day on which the client secret expires, as Entra shows it. Absent: the day that is stored stays with a secret that stays. The day of a certificate is read from it. */
        readonly secretExpiresOn?: string | null;
        /** The second credential, for sensitivity labels. Absent: it stays as it is. Null removes it. No answer contains its secret; if the secret is absent, null or empty, the stored one stays. */
        readonly sharePoint?: {
          /** Address of the SharePoint admin center, such as https://nordlicht-admin.sharepoint.com. */
          readonly adminUrl: string;
          /** certificate, or managed_identity, which only the operator can lend. SharePoint takes no client secret. */
          readonly credential: 'certificate' | 'managed_identity';
          /** Application (client) id of the second Entra application, or of a user-assigned managed identity. */
          readonly clientId?: string;
          readonly secret?: string | null;
        } | null;
        /** Required, except for a system-assigned managed identity. */
        readonly clientId?: string | null;
        /** The secret. No answer contains it. If it is absent, null or empty, the stored secret stays. */
        readonly secret?: string | null;
      };
      readonly answer: ConnectionTest;
    };
    /** Add a person to the sandbox. */
    readonly '/directory/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Id of the person. If you omit it, the service generates one. */
        readonly id?: string;
        readonly email: string;
        /** Name of the person. */
        readonly name: string;
        readonly kind?: 'member' | 'guest';
        /** False for an account that is blocked from signing in. */
        readonly enabled?: boolean;
        /** E-mail address of the manager, who need not be in the sandbox. Null: none. */
        readonly managerEmail?: string | null;
        /** Preferred language, as a BCP 47 tag. Null: none. */
        readonly language?: string | null;
        /** Date on which the person leaves, as YYYY-MM-DD. Null: none. */
        readonly leavesOn?: string | null;
      };
      readonly answer: SandboxPerson;
    };
    /** Make a group in the sandbox as if someone did it in Teams. */
    readonly '/sandbox/groups': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Name of the group. */
        readonly displayName: string;
        /** Alias of the group. */
        readonly mailNickName: string;
        readonly visibility?: 'private' | 'public';
        /** A team by default. */
        readonly kind?: 'team' | 'group';
        /** E-mail addresses of people of the sandbox; others are passed over. */
        readonly owners?: readonly string[];
        /** Besides the owners. */
        readonly members?: readonly string[];
        /** An obstacle to an adoption. */
        readonly obstacle?:
          | 'synced_from_on_premises'
          | 'dynamic_membership'
          | 'role_assignable'
          | 'hidden_membership'
          | 'class_team'
          | 'foreign_marker';
        /** True: the directory does not show the owners, as of groups from Exchange. */
        readonly hidesOwners?: boolean;
        /** Day of the last use, as a report of the suite has it. */
        readonly lastUsedOn?: string;
      };
      readonly answer: {
        readonly groupId: string;
      };
    };
    /** Advance the clock of the sandbox. */
    readonly '/directory/clock': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Years, months, weeks and days in ISO 8601. */
        readonly advance: string;
      };
      readonly answer: SandboxClock;
    };
    /** Compare all groups of the tenant with the directory now. */
    readonly '/directory/reconciliation': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: Reconciliation;
    };
    /** Let the templates restore the groups that differ, although they are many. */
    readonly '/directory/enforcement/release': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: Reconciliation;
    };
    /** Let groups become idle that nobody uses, although they are many. */
    readonly '/directory/idle/release': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: Reconciliation;
    };
    /** Let a template adopt groups again, after too many of its adoptions failed. */
    readonly '/directory/adoption/{templateId}/release': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: Reconciliation;
    };
    /** Release a mass departure: the groups of these people are handed over. */
    readonly '/responsibility/mass-departure/release': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: ResponsibilityOverview;
    };
    /** Add a person by e-mail address. */
    readonly '/administrators': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        readonly email: string;
        /** Owners and administrators change everything, but only owners change owners. An operator retries and cancels, a template editor changes templates and naming rules, and a reader changes nothing. Each sees everything, unless it is limited to organisations. */
        readonly role: 'owner' | 'administrator' | 'operator' | 'template_editor' | 'reader';
        /** The organisations to which the role is limited, by id; not for owners. null: no limit. If you omit it, the limit stays; a new person has none. */
        readonly organisationIds?: readonly string[] | null;
      };
      readonly answer: Administrator;
    };
    /** Invite a person: a link that signs in once, for a week. It replaces an earlier one. */
    readonly '/administrators/{administratorId}/invitation': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** mail: sent to the person. link: in the answer, only for someone who never signed in. */
        readonly by: 'mail' | 'link';
      };
      readonly answer: AdministratorInvitation;
    };
    /** Test whether the sign-in provider answers. */
    readonly '/sign-in-provider/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: SignInProviderTest;
    };
    /** Tell what changed notice settings would have done in the last twelve months, and what they will do in the next ones. Changes nothing. */
    readonly '/notices/plan': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Derive the next twelve months of the groups, too, and name at most so many of them. */
        readonly forecast?: number;
        /** Derive the last twelve months of the groups under this change, too, and name at most so many of them. */
        readonly backtest?: number;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: NoticeSettingsChange;
      readonly answer: TriedPlan;
    };
    /** Export twelve months of the groups of the tenant under changed notice settings as CSV. Changes nothing. */
    readonly '/notices/plan/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** The next twelve months, or the last ones. */
        readonly months: 'forecast' | 'backtest';
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: NoticeSettingsChange;
      readonly answer: string;
    };
    /** Send a test message, also with settings that are not saved yet. */
    readonly '/notices/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: NoticeTestInput;
      readonly answer: NoticeTest;
    };
    /** Preview a message with custom texts. Its entries are samples. Sends and changes nothing. */
    readonly '/notices/preview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: NoticePreviewInput;
      readonly answer: NoticePreview;
    };
    /** Add an endpoint. A shared secret is shown only once. */
    readonly '/webhooks': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Address that receives the events. */
        readonly url: string;
        /** Purpose of the endpoint. */
        readonly description?: string;
        /** Only events of these types; null for every type. */
        readonly types?:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.adopted'
              | 'group.failed'
              | 'group.cancelled'
              | 'group.changed'
              | 'group.handed_over'
              | 'group.archived'
              | 'group.unarchived'
              | 'group.deleted'
              | 'group.restored'
              | 'group.settings_applied'
              | 'group.repaired'
              | 'group.drift_accepted'
              | 'roster.applied'
              | 'roster.held'
              | 'roster.person_waiting'
              | 'guest.invited'
              | 'guest.ended'
              | 'group.contested'
              | 'group.idle'
              | 'group.active_again'
              | 'group.change_failed'
              | 'group.expiring'
              | 'group.renewed'
              | 'group.expired'
              | 'group.suite_expires_earlier'
              | 'group.held'
              | 'group.released'
              | 'directory.group_found'
              | 'connection.assumption_changed'
              | 'group.adoption_ended'
              | 'group.gone'
              | 'group.returned'
              | 'group.team_added'
              | 'group.drifted'
              | 'group.ownerless'
              | 'group.responsible_unavailable'
              | 'group.deputy_unavailable'
              | 'responsibility.shaky'
              | 'responsibility.handed_over'
              | 'responsibility.deputy_vacant'
              | 'responsibility.vacant'
              | 'responsibility.restored'
              | 'person.unreachable'
              | 'person.reachable'
              | 'mass_departure'
              | 'mass_departure_ended'
              | 'batch.completed'
              | 'task.opened'
              | 'task.reminded'
              | 'task.escalated'
              | 'task.reassigned'
              | 'task.decided'
              | 'task.lapsed'
              | 'task.withdrawn'
              | 'review.requested'
              | 'review.opened'
              | 'review.answered'
              | 'review.completed'
              | 'review.lapsed'
              | 'review.withdrawn'
              | 'api_key.created'
              | 'api_key.changed'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** Only events about these organisations, their templates and their groups; null for every organisation. */
        readonly organisationIds?: readonly string[] | null;
        /** Only events about these templates and the groups made from them; null for every template. */
        readonly templateIds?: readonly string[] | null;
        /** hmac: both sides share a secret (v1). ed25519: the receiver gets a public key (v1a). */
        readonly signing?: 'hmac' | 'ed25519';
      };
      readonly answer: NewWebhookKey;
    };
    /** Stop deliveries to an endpoint. */
    readonly '/webhooks/{endpointId}/disable': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: Webhook;
    };
    /** Resume deliveries to an endpoint. */
    readonly '/webhooks/{endpointId}/enable': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** Events that occurred while the endpoint was disabled: delivered now, or skipped. */
        readonly missed: 'deliver' | 'skip';
      };
      readonly answer: Webhook;
    };
    /** Add a key that signs from now on. The other keys sign for one more day. */
    readonly '/webhooks/{endpointId}/keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** hmac: both sides share a secret (v1). ed25519: the receiver gets a public key (v1a). */
        readonly signing: 'hmac' | 'ed25519';
      };
      readonly answer: NewWebhookKey;
    };
    /** Send an event of the type webhook.test now and return the outcome. */
    readonly '/webhooks/{endpointId}/test': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        /** delivered, refused, redirected, gone, timeout, unreachable or address_refused. */
        readonly outcome: string;
        readonly statusCode: number | null;
        readonly detail: string | null;
        readonly answerExcerpt: string | null;
        readonly durationMs: number;
      };
    };
    /** Queue deliveries again with the same event ids. */
    readonly '/webhooks/{endpointId}/replay': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        readonly positions: readonly number[] | null;
        /** Finished deliveries that were queued from this moment on. */
        readonly from?: string | null;
        /** Finished deliveries that were queued before this moment. */
        readonly until?: string | null;
      };
      readonly answer: {
        readonly replayed: number;
      };
    };
    /** Deliver now what waits for a retry, and end the pause of the endpoint. */
    readonly '/webhooks/{endpointId}/deliver-now': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: {
        readonly due: number;
      };
    };
    /** Check a body by the schema of its operation, without sending it. */
    readonly '/checks': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: BodyCheck;
      readonly answer: {
        /** Every fault at once. */
        readonly faults: readonly Fault[];
      };
    };
  };
  readonly get: {
    /** List the teams of the tenant, newest first or in another order. */
    readonly '/teams': {
      readonly query: {
        /** Id or identifier of an organisation. */
        readonly organisation?: string;
        /** Id or identifier of a template. */
        readonly template?: string;
        readonly status?:
          | 'accepted'
          | 'awaiting_approval'
          | 'running'
          | 'succeeded'
          | 'failed'
          | 'cancelled';
        /** Exact alias, case-insensitive. */
        readonly mailNickName?: string;
        /** Groups that have an external id of this source. Its case does not count. */
        readonly source?: string;
        /** With `source`: the group that has this external id. Its case counts. */
        readonly externalId?: string;
        /** Words in any order, without case and accents: of the display name, the alias, the description, the values of properties, the names of the organisation and the template, or the name or e-mail address of the responsible or the deputy. Or the id of the team, its id in the directory, its mail address, one of its external ids, or the beginning of one of these; the id of its request; or the e-mail address or id of a person in it, which also finds requests that failed. Each group has `match` then. */
        readonly search?: string;
        /** State of the group. `existing`: active or archived, so that the group exists. */
        readonly state?:
          | 'being_created'
          | 'active'
          | 'archived'
          | 'deleted'
          | 'gone'
          | 'ended'
          | 'failed'
          | 'existing';
        /** Groups that expire unless someone renews them, that are archived, that are archived and will be deleted, or that are on hold. */
        readonly lifecycle?: 'expiring' | 'archived' | 'deleting' | 'on_hold';
        /** With `lifecycle=expiring` or `deleting`: the groups whose date is on this day of the tenant, without groups on hold. Dates that have passed count today. */
        readonly date?: string;
        /** With `date`. True: only the groups that are archived when they expire. False: only the others. */
        readonly archives?: boolean;
        /** State of the responsibility, of groups that exist. Each group has `responsibility` then. */
        readonly responsibility?: 'held' | 'shaky' | 'deputy_vacant' | 'vacant';
        /** Groups that exist and expire before this time, by the governance clock. Groups that have expired already are included. */
        readonly expiresBefore?: string;
        /** Groups about which the audit log has an entry of this time or later: requests, changes, people who answer, dates, differences. Entries appear a moment after their time, so begin a minute before your last call, or follow `GET /events`. */
        readonly changedSince?: string;
        /** Groups that exist, were created before this day, and were not used on it or since, by the reports of the suite. An adopted group was created when the directory says. Groups whose use is unknown are never among them. */
        readonly idleBefore?: string;
        /** Groups that differ from their record (`differs`), that have this finding, or either (`any`): by the last reconciliation, and active or archived. Each group has `drift`, `findings` and `observed` then, and the page has `comparison`; with `total` also `counts`, the number of groups of each kind. */
        readonly finding?:
          | 'differs'
          | 'ownerless'
          | 'too_few_owners'
          | 'responsible_unavailable'
          | 'deputy_unavailable'
          | 'responsible_unreachable'
          | 'deputy_unreachable'
          | 'contested'
          | 'idle'
          | 'any';
        /** Groups of this area of the to-do list (`GET /to-do`). Each group has `drift`, `findings` and `observed` then, and in `ownership` also `responsibility`. */
        readonly toDo?: 'ownership' | 'differences' | 'rosters';
        /** With `toDo`: a cause, and its id after a colon. Example: `unavailable:01a2…`. */
        readonly cause?: string;
        /** Version that the template of the group had when the group was requested. */
        readonly templateVersion?: number;
        /** Id of an API key, or `administrator:` and an e-mail address. */
        readonly createdBy?: string;
        /** Groups requested at this time or later. */
        readonly from?: string;
        /** Groups requested before this time. */
        readonly until?: string;
        /** Failed creations with this problem code. */
        readonly error?: string;
        /** Creations that took at least so many milliseconds, from the request to the end. */
        readonly durationFromMs?: number;
        /** Creations that took less than this. */
        readonly durationUntilMs?: number;
        /** True: only failed creations that were retried, or whose alias another group has now. False: without those. */
        readonly superseded?: boolean;
        /** True: only creations that people did not approve, or not in time. False: without those. */
        readonly declined?: boolean;
        /** `newest`: of each chain of retries only the newest attempt that was not cancelled. An id or a mail address in `search` still finds earlier ones. Default: `all`. */
        readonly attempts?: 'all' | 'newest';
        /** User ID or e-mail address of the responsible person. */
        readonly responsible?: string;
        /** User ID or e-mail address of the deputy. */
        readonly deputy?: string;
        /** User ID or e-mail address of an owner; responsible and deputy are owners too. */
        readonly owner?: string;
        /** User ID or e-mail address of a member who is not an owner. */
        readonly member?: string;
        /** User ID or e-mail address of a person in any role. */
        readonly person?: string;
        /** True: people are also searched in the requests of creations that are in progress, failed or cancelled. Default: only in the records of groups. */
        readonly requested?: boolean;
        /** Order of the groups; `-` is for descending. Default: `relevance` with `search`, best match first, and `-createdAt` without. `relevance`: exact ids, aliases, names and mail addresses, then what begins with the text, then the others, newest first. A date requires the filter that has it: `expiresAt` (lifecycle=expiring), `archivedAt` (lifecycle=archived), `deletesAt` (lifecycle=deleting), `heldAt` (lifecycle=on_hold), `responsibilitySince` (responsibility=shaky, deputy_vacant or vacant). */
        readonly sort?:
          | 'createdAt'
          | '-createdAt'
          | 'displayName'
          | '-displayName'
          | 'mailNickName'
          | '-mailNickName'
          | 'relevance'
          | 'expiresAt'
          | '-expiresAt'
          | 'archivedAt'
          | '-archivedAt'
          | 'deletesAt'
          | '-deletesAt'
          | 'heldAt'
          | '-heldAt'
          | 'responsibilitySince'
          | '-responsibilitySince';
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
        /** True: the page has `total`, the number of groups on all pages. */
        readonly total?: boolean;
        /** people: with the people as the directory has them, each once, with id, address and name: up to 200 of one team, and up to 20 of each team of a list. GET /teams/{teamId}/people has the others. */
        readonly expand?: 'people';
        /** Groups whose property has this value, as in `properties.projectCode=4711`. Case counts, in name and value. Several must all be so. */
        readonly properties?: Readonly<Record<string, string>>;
      };
      readonly answer: TeamPage;
    };
    /** Follow a creation. */
    readonly '/teams/{teamId}/status': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** Resume the event stream after this event. */
        readonly 'Last-Event-ID'?: string;
      };
      readonly answer: TeamStatus | undefined;
    };
    /** Read the record of a team. */
    readonly '/teams/{teamId}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** counts: without the lists of owners and members, which GET /teams/{teamId}/people pages. */
        readonly people?: 'lists' | 'counts';
        /** people: with the people as the directory has them, each once, with id, address and name: up to 200 of one team, and up to 20 of each team of a list. GET /teams/{teamId}/people has the others. */
        readonly expand?: 'people';
      };
      readonly header: {
        /** ETag of the answer that you have. */
        readonly 'If-None-Match'?: string;
      };
      readonly answer: Team;
    };
    /** Export all teams that match the filters as CSV, with their properties, external ids and people. */
    readonly '/teams/export': {
      readonly query: {
        /** Id or identifier of an organisation. */
        readonly organisation?: string;
        /** Id or identifier of a template. */
        readonly template?: string;
        readonly status?:
          | 'accepted'
          | 'awaiting_approval'
          | 'running'
          | 'succeeded'
          | 'failed'
          | 'cancelled';
        /** Exact alias, case-insensitive. */
        readonly mailNickName?: string;
        /** Groups that have an external id of this source. Its case does not count. */
        readonly source?: string;
        /** With `source`: the group that has this external id. Its case counts. */
        readonly externalId?: string;
        /** Words in any order, without case and accents: of the display name, the alias, the description, the values of properties, the names of the organisation and the template, or the name or e-mail address of the responsible or the deputy. Or the id of the team, its id in the directory, its mail address, one of its external ids, or the beginning of one of these; the id of its request; or the e-mail address or id of a person in it, which also finds requests that failed. Each group has `match` then. */
        readonly search?: string;
        /** State of the group. `existing`: active or archived, so that the group exists. */
        readonly state?:
          | 'being_created'
          | 'active'
          | 'archived'
          | 'deleted'
          | 'gone'
          | 'ended'
          | 'failed'
          | 'existing';
        /** Groups that expire unless someone renews them, that are archived, that are archived and will be deleted, or that are on hold. */
        readonly lifecycle?: 'expiring' | 'archived' | 'deleting' | 'on_hold';
        /** With `lifecycle=expiring` or `deleting`: the groups whose date is on this day of the tenant, without groups on hold. Dates that have passed count today. */
        readonly date?: string;
        /** With `date`. True: only the groups that are archived when they expire. False: only the others. */
        readonly archives?: boolean;
        /** State of the responsibility, of groups that exist. Each group has `responsibility` then. */
        readonly responsibility?: 'held' | 'shaky' | 'deputy_vacant' | 'vacant';
        /** Groups that exist and expire before this time, by the governance clock. Groups that have expired already are included. */
        readonly expiresBefore?: string;
        /** Groups about which the audit log has an entry of this time or later: requests, changes, people who answer, dates, differences. Entries appear a moment after their time, so begin a minute before your last call, or follow `GET /events`. */
        readonly changedSince?: string;
        /** Groups that exist, were created before this day, and were not used on it or since, by the reports of the suite. An adopted group was created when the directory says. Groups whose use is unknown are never among them. */
        readonly idleBefore?: string;
        /** Groups that differ from their record (`differs`), that have this finding, or either (`any`): by the last reconciliation, and active or archived. Each group has `drift`, `findings` and `observed` then, and the page has `comparison`; with `total` also `counts`, the number of groups of each kind. */
        readonly finding?:
          | 'differs'
          | 'ownerless'
          | 'too_few_owners'
          | 'responsible_unavailable'
          | 'deputy_unavailable'
          | 'responsible_unreachable'
          | 'deputy_unreachable'
          | 'contested'
          | 'idle'
          | 'any';
        /** Groups of this area of the to-do list (`GET /to-do`). Each group has `drift`, `findings` and `observed` then, and in `ownership` also `responsibility`. */
        readonly toDo?: 'ownership' | 'differences' | 'rosters';
        /** With `toDo`: a cause, and its id after a colon. Example: `unavailable:01a2…`. */
        readonly cause?: string;
        /** Version that the template of the group had when the group was requested. */
        readonly templateVersion?: number;
        /** Id of an API key, or `administrator:` and an e-mail address. */
        readonly createdBy?: string;
        /** Groups requested at this time or later. */
        readonly from?: string;
        /** Groups requested before this time. */
        readonly until?: string;
        /** Failed creations with this problem code. */
        readonly error?: string;
        /** Creations that took at least so many milliseconds, from the request to the end. */
        readonly durationFromMs?: number;
        /** Creations that took less than this. */
        readonly durationUntilMs?: number;
        /** True: only failed creations that were retried, or whose alias another group has now. False: without those. */
        readonly superseded?: boolean;
        /** True: only creations that people did not approve, or not in time. False: without those. */
        readonly declined?: boolean;
        /** `newest`: of each chain of retries only the newest attempt that was not cancelled. An id or a mail address in `search` still finds earlier ones. Default: `all`. */
        readonly attempts?: 'all' | 'newest';
        /** User ID or e-mail address of the responsible person. */
        readonly responsible?: string;
        /** User ID or e-mail address of the deputy. */
        readonly deputy?: string;
        /** User ID or e-mail address of an owner; responsible and deputy are owners too. */
        readonly owner?: string;
        /** User ID or e-mail address of a member who is not an owner. */
        readonly member?: string;
        /** User ID or e-mail address of a person in any role. */
        readonly person?: string;
        /** True: people are also searched in the requests of creations that are in progress, failed or cancelled. Default: only in the records of groups. */
        readonly requested?: boolean;
        /** Order of the groups; `-` is for descending. Default: `relevance` with `search`, best match first, and `-createdAt` without. `relevance`: exact ids, aliases, names and mail addresses, then what begins with the text, then the others, newest first. A date requires the filter that has it: `expiresAt` (lifecycle=expiring), `archivedAt` (lifecycle=archived), `deletesAt` (lifecycle=deleting), `heldAt` (lifecycle=on_hold), `responsibilitySince` (responsibility=shaky, deputy_vacant or vacant). */
        readonly sort?:
          | 'createdAt'
          | '-createdAt'
          | 'displayName'
          | '-displayName'
          | 'mailNickName'
          | '-mailNickName'
          | 'relevance'
          | 'expiresAt'
          | '-expiresAt'
          | 'archivedAt'
          | '-archivedAt'
          | 'deletesAt'
          | '-deletesAt'
          | 'heldAt'
          | '-heldAt'
          | 'responsibilitySince'
          | '-responsibilitySince';
        /** Groups whose property has this value, as in `properties.projectCode=4711`. Case counts, in name and value. Several must all be so. */
        readonly properties?: Readonly<Record<string, string>>;
      };
      readonly answer: string;
    };
    /** Read the decisions and repairs that wait for someone, by cause. */
    readonly '/to-do': {
      readonly answer: ToDo;
    };
    /** Read the request that a group was made from. */
    readonly '/teams/{teamId}/request': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: TeamRequest;
    };
    /** Search people of the directory. */
    readonly '/people': {
      readonly query: {
        /** The beginning of a name, a surname or an e-mail address. */
        readonly search: string;
        readonly limit?: number;
      };
      readonly answer: FoundPeople;
    };
    /** List the groups of a person with their roles, newest first. */
    readonly '/people/{idOrEmail}/groups': {
      readonly path: {
        /** User ID or e-mail address of the person. */
        readonly idOrEmail: string;
      };
      readonly query: {
        /** Only groups in which this is the highest role of the person: responsible, deputy, owner, member. */
        readonly role?: 'responsible' | 'deputy' | 'owner' | 'member';
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: PersonGroupPage;
    };
    /** Read the roster of a source. */
    readonly '/teams/{teamId}/rosters/{source}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
        /** Only the people with this result. */
        readonly result?: 'added' | 'invited' | 'kept' | 'removed' | 'waiting' | 'refused';
      };
      readonly header: {
        /** ETag of the answer that you have. */
        readonly 'If-None-Match'?: string;
      };
      readonly answer: Roster;
    };
    /** List the rosters of a team. */
    readonly '/teams/{teamId}/rosters': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: RosterList;
    };
    /** Follow an operation. */
    readonly '/teams/{teamId}/operations/{operationId}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** Identifier of the operation. */
        readonly operationId: string;
      };
      readonly header: {
        /** Resume the event stream after this event. */
        readonly 'Last-Event-ID'?: string;
      };
      readonly answer: Operation | undefined;
    };
    /** List the operations of a group, newest first. */
    readonly '/teams/{teamId}/operations': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: OperationPage;
    };
    /** Try to take back a batch, without a change. */
    readonly '/batches/{batchId}/undo': {
      readonly path: {
        /** Identifier of the batch. */
        readonly batchId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: UndoPlan;
    };
    /** Try to take back what a rule, a person or an API key did, without a change. */
    readonly '/batches/undo': {
      readonly query: {
        /** A rule of a policy, such as lifecycle.expires, or its first part, such as lifecycle. The audit log names the rule of what a policy did, as cause. */
        readonly rule?: string;
        /** E-mail address of an administrator, or of a person who decided. */
        readonly person?: string;
        /** Id of an API key. */
        readonly apiKeyId?: string;
        /** Only groups of this organisation. */
        readonly organisationId?: string;
        /** Only groups of this template. */
        readonly templateId?: string;
        /** Beginning of the span, by the times of the audit log. */
        readonly from: string;
        /** End of the span, which is outside of it. Absent: now. */
        readonly until?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: UndoPlan;
    };
    /** List the batches, newest first. */
    readonly '/batches': {
      readonly query: {
        readonly status?: 'running' | 'completed';
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: BatchPage;
    };
    /** Follow a batch. */
    readonly '/batches/{batchId}': {
      readonly path: {
        /** Identifier of the batch. */
        readonly batchId: string;
      };
      readonly answer: Batch;
    };
    /** List the groups of a batch with their results, in the order of the request. */
    readonly '/batches/{batchId}/groups': {
      readonly path: {
        /** Identifier of the batch. */
        readonly batchId: string;
      };
      readonly query: {
        /** Only groups with one of these statuses, separated by commas. */
        readonly status?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: BatchGroupPage;
    };
    /** List the notices that people got about a group, newest first. */
    readonly '/teams/{teamId}/notices': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: TeamNoticePage;
    };
    /** List the channels of a team, by name. */
    readonly '/teams/{teamId}/channels': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: TeamChannelPage;
    };
    /** Read the address of the SharePoint site of a team. */
    readonly '/teams/{teamId}/site': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: TeamSite;
    };
    /** List the people of the record of a team, owners first. */
    readonly '/teams/{teamId}/people': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: TeamPeoplePage;
    };
    /** List the people of a team by its record and in the directory, differences first. */
    readonly '/teams/{teamId}/people/comparison': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: ComparedPeoplePage;
    };
    /** Read who answered for a group on a day. */
    readonly '/teams/{teamId}/responsibility': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** The day (UTC). Default: today. */
        readonly at?: string;
      };
      readonly answer: ResponsibilityOnDay;
    };
    /** List who answered for each group on a day, or the groups of a person on it. */
    readonly '/responsibilities': {
      readonly query: {
        /** The day (UTC). Default: today. */
        readonly at?: string;
        /** Only groups for which this person answered: user ID or e-mail address. */
        readonly person?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: AnsweredGroupPage;
    };
    /** Export who answered for each group on a day as CSV. */
    readonly '/responsibilities/export': {
      readonly query: {
        /** The day (UTC). Default: today. */
        readonly at?: string;
        /** Only groups for which this person answered: user ID or e-mail address. */
        readonly person?: string;
      };
      readonly answer: string;
    };
    /** List the groups for which a person answers or answered, with the times. */
    readonly '/people/{idOrEmail}/responsibilities': {
      readonly path: {
        /** User ID or e-mail address of the person. */
        readonly idOrEmail: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: HeldRolePage;
    };
    /** Read why a fact about a group is as it is. */
    readonly '/teams/{teamId}/why': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** The fact: a member of the group such as visibility, state (the default), hold, a setting such as settings.guests, properties.NAME or externalIds.SOURCE. A property or a source that the group does not have, and never had, is refused. */
        readonly property?: string;
        /** With owners or members: the person, by user ID or e-mail address. Default: the newest change of the list. */
        readonly person?: string;
      };
      readonly answer: Explanation;
    };
    /** List the tasks of the tenant, newest first. */
    readonly '/tasks': {
      readonly query: {
        /** renew, review, approve, approve_change, approve_delete, approve_adoption, name_deputy, take_over, add_owner, hand_back, accept_responsibility, accept_deputy_role, confirm_removals, still_needed, contested; of several, separated by commas, each. */
        readonly kind?: string;
        readonly state?: 'open' | 'done' | 'lapsed' | 'withdrawn';
        /** The group. */
        readonly teamId?: string;
        /** User ID or e-mail address of a person who may decide. */
        readonly assignee?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: TaskPage;
    };
    /** Read a task. */
    readonly '/tasks/{taskId}': {
      readonly path: {
        /** Identifier of the task. */
        readonly taskId: string;
      };
      readonly answer: Task;
    };
    /** List the reviews of the tenant, newest first. */
    readonly '/reviews': {
      readonly query: {
        readonly state?: 'requested' | 'open' | 'completed' | 'lapsed' | 'withdrawn';
        /** The group. */
        readonly teamId?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: ReviewPage;
    };
    /** Read a review, with its people and the decisions about them. */
    readonly '/reviews/{reviewId}': {
      readonly path: {
        /** Identifier of the review. */
        readonly reviewId: string;
      };
      readonly answer: Review;
    };
    /** List all Microsoft 365 groups of the directory, by name. */
    readonly '/directory/groups': {
      readonly query: {
        /** True: groups that have a record. False: the others. */
        readonly governed?: boolean;
        /** Whether the group has a team. */
        readonly kind?: 'team' | 'group';
        /** True: none of the owners can sign in, or there is none. Groups whose owners are unknown are never among them. */
        readonly ownerless?: boolean;
        /** Whether guests are members. */
        readonly guests?: boolean;
        /** Groups that were created before, in the directory. */
        readonly createdBefore?: string;
        /** Groups with this obstacle; `none`: without any. */
        readonly obstacle?:
          | 'not_a_microsoft_365_group'
          | 'synced_from_on_premises'
          | 'dynamic_membership'
          | 'role_assignable'
          | 'hidden_membership'
          | 'class_team'
          | 'foreign_marker'
          | 'none';
        /** Words of the display name or the alias, in any order, without case and accents; or the id of the group in the directory, or its e-mail address. */
        readonly search?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
        /** True: the answer has `total` and `counts`, which take longer. */
        readonly total?: boolean;
      };
      readonly answer: DirectoryGroupPage;
    };
    /** Read the latest probes of the connection to Microsoft 365, with the last table. */
    readonly '/directory/probes': {
      readonly answer: Probes;
    };
    /** Read the ways to sign in. */
    readonly '/sign-in': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: SignInOptions;
    };
    /** Read the current session. */
    readonly '/session': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: SignedIn;
    };
    /** Read the results of creations in the last 30 days, and the pending work. */
    readonly '/overview': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: Overview;
    };
    /** Search groups, people, templates, API keys, webhooks, administrators, problem codes and the documentation. */
    readonly '/search': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** A part of a name, or an id. */
        readonly text: string;
      };
      readonly answer: SearchResults;
    };
    /** List the API keys, newest first, including revoked ones. */
    readonly '/api-keys': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: ApiKeyPage;
    };
    /** Read an API key. */
    readonly '/api-keys/{keyId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly answer: ApiKey;
    };
    /** Read when the secrets of a key were last used, from where, and its calls by day. */
    readonly '/api-keys/{keyId}/use': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly answer: ApiKeyUse;
    };
    /** List the organisations with the names of their templates. */
    readonly '/organisations': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: AdminOrganisationPage;
    };
    /** Read an organisation. */
    readonly '/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly answer: AdminOrganisation;
    };
    /** Read a template. */
    readonly '/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly answer: AdminTemplate;
    };
    /** Count the groups of a template. While it has any, it cannot be deleted. */
    readonly '/templates/{templateId}/use': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly answer: TemplateUse;
    };
    /** List the versions of a template with their differences, newest first. */
    readonly '/templates/{templateId}/versions': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: TemplateVersionPage;
    };
    /** Read the settings of a template at one of its versions. */
    readonly '/templates/{templateId}/versions/{version}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
        /** Number of the version, from 1. */
        readonly version: string;
      };
      readonly answer: AdminTemplate;
    };
    /** Read the naming rules that apply to every template. */
    readonly '/naming-rules': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: NamingRules;
    };
    /** Read the connection of the tenant to its suite. */
    readonly '/directory': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: Directory;
    };
    /** List the sensitivity labels that a template can give its groups. */
    readonly '/directory/labels': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly labels:
          | readonly {
              readonly labelId: string;
              readonly name: string;
              readonly description: string | null;
            }[]
          | null;
      };
    };
    /** List the people of the sandbox. */
    readonly '/directory/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly search?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: SandboxPersonPage;
    };
    /** Read the clock of the sandbox. */
    readonly '/directory/clock': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: SandboxClock;
    };
    /** Read the latest reconciliation of records and directory, with its drift. */
    readonly '/directory/reconciliation': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: Reconciliation;
    };
    /** Read how many groups have nobody who answers for them, and whether a mass departure waits. */
    readonly '/responsibility': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: ResponsibilityOverview;
    };
    /** List the people who are responsible for most groups. */
    readonly '/responsibility/people': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly limit?: number;
      };
      readonly answer: AnsweringPeople;
    };
    /** List the activity, newest first. */
    readonly '/activity': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly actorKind?:
          | 'api_key'
          | 'administrator'
          | 'operator'
          | 'service'
          | 'person'
          | 'policy';
        /** Part of the actor's id, case-insensitive. */
        readonly actor?: string;
        /** An action, or the part of it before the dot. */
        readonly action?: string;
        /** Id of the object of the change, such as a group or an API key. One that the log has no entry about is refused, unless entries of the log are in an archive. */
        readonly subjectId?: string;
        /** First day of the range, in UTC. */
        readonly from?: string;
        /** Last day of the range, inclusive, in UTC. */
        readonly until?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: ActivityPage;
    };
    /** Export all activity that matches the filters, as CSV or JSON Lines. */
    readonly '/activity/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly actorKind?:
          | 'api_key'
          | 'administrator'
          | 'operator'
          | 'service'
          | 'person'
          | 'policy';
        /** Part of the actor's id, case-insensitive. */
        readonly actor?: string;
        /** An action, or the part of it before the dot. */
        readonly action?: string;
        /** Id of the object of the change, such as a group or an API key. One that the log has no entry about is refused, unless entries of the log are in an archive. */
        readonly subjectId?: string;
        /** First day of the range, in UTC. */
        readonly from?: string;
        /** Last day of the range, inclusive, in UTC. */
        readonly until?: string;
        readonly format: 'csv' | 'jsonl';
      };
      readonly answer: string;
    };
    /** Verify the whole hash chain of the activity log. */
    readonly '/activity/proof': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: {
        readonly whole: boolean;
        /** Number of entries in the chain. */
        readonly entries: number;
        /** Hash of the last entry, hexadecimal. Keep a copy elsewhere. */
        readonly hash: string;
        readonly detail: string | null;
      };
    };
    /** List the requests that API keys made in the last 30 days, newest first. */
    readonly '/requests': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        readonly keyId?: string;
        /** refused: a status of 400 and above. */
        readonly outcome?: 'refused' | 'succeeded';
        readonly status?: number;
        /** The code of the problem that was answered. */
        readonly code?: string;
        /** Requests about this group, and the request that created it. */
        readonly groupId?: string;
        readonly requestId?: string;
        /** First day of the range, in UTC. */
        readonly from?: string;
        /** Last day of the range, inclusive, in UTC. */
        readonly until?: string;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: RequestPage;
    };
    /** Read statistics of the creations requested in a range of days, in UTC. */
    readonly '/reports/creations': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** First day of the range, in UTC. */
        readonly from?: string;
        /** Last day of the range, inclusive, in UTC. */
        readonly until?: string;
        readonly organisationId?: string;
        readonly templateId?: string;
      };
      readonly answer: CreationReport;
    };
    /** Read the creations of a range of days, by day, as CSV. */
    readonly '/reports/creations/export': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** First day of the range, in UTC. */
        readonly from?: string;
        /** Last day of the range, inclusive, in UTC. */
        readonly until?: string;
        readonly organisationId?: string;
        readonly templateId?: string;
      };
      readonly answer: string;
    };
    /** List the people who may use the admin center. */
    readonly '/administrators': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: AdministratorPage;
    };
    /** List the sessions of the caller. */
    readonly '/sessions': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: AdminSessionList;
    };
    /** List the sessions of an administrator. */
    readonly '/administrators/{administratorId}/sessions': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly answer: AdminSessionList;
    };
    /** Read the provider by which administrators sign in. */
    readonly '/sign-in-provider': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: SignInProvider;
    };
    /** Read how many groups expire, are archived and are deleted in the next 90 days. */
    readonly '/lifecycle': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: LifecycleOverview;
    };
    /** Read how notices are sent, and whether that works. */
    readonly '/notices': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly answer: NoticeSettings;
    };
    /** List the digests, newest day first. The service keeps them for a year. */
    readonly '/notices/messages': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
        /** refused: by the mail server of the recipient. dropped: nothing in it was still of interest. failed: given up after a week. */
        readonly state?: 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';
        /** The beginning of the address of recipients. */
        readonly email?: string;
      };
      readonly answer: NoticeMessagePage;
    };
    /** Read a digest; in a sandbox with its text. */
    readonly '/notices/messages/{messageId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The digest. */
        readonly messageId: string;
      };
      readonly answer: NoticeMessageDetails;
    };
    /** List the endpoints, oldest first, and the available event types. */
    readonly '/webhooks': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly query: {
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
        /** Number of items to skip, from the start or from the cursor. */
        readonly offset?: number;
      };
      readonly answer: WebhookPage;
    };
    /** Read an endpoint. */
    readonly '/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly answer: Webhook;
    };
    /** Read the event of a delivery, as the body of its requests has it. */
    readonly '/webhooks/{endpointId}/deliveries/{position}/event': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
        /** The position of the delivery. */
        readonly position: string;
      };
      readonly answer: {
        /** A CloudEvent, see the catalogue of events. */
        readonly event: Readonly<Record<string, unknown>>;
      };
    };
    /** Read a sample event of a type. */
    readonly '/sample-events/{eventType}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The type of the event. */
        readonly eventType: string;
      };
      readonly answer: {
        /** A CloudEvent, see the catalogue of events. */
        readonly event: Readonly<Record<string, unknown>>;
      };
    };
    /** List the deliveries queued for an endpoint, newest first. */
    readonly '/webhooks/{endpointId}/deliveries': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly query: {
        readonly state?: 'pending' | 'delivered' | 'failed';
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: WebhookDeliveryPage;
    };
    /** List the delivery attempts, newest first, including tests. The service keeps them for 30 days. */
    readonly '/webhooks/{endpointId}/attempts': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly query: {
        /** Only attempts of the delivery at this position. */
        readonly position?: number;
        /** Maximum number of items on a page. */
        readonly limit?: number;
        /** Start of the page. Take it from the nextLink of the previous page. */
        readonly cursor?: string;
      };
      readonly answer: WebhookAttemptPage;
    };
  };
  readonly patch: {
    /** Change a group. */
    readonly '/teams/{teamId}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: GroupChange;
      readonly answer: OperationAcceptance;
    };
    /** Change a group of the sandbox as if someone did it in Teams. */
    readonly '/sandbox/groups/{groupId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group, by its id in the directory. */
        readonly groupId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: {
        /** New display name. */
        readonly displayName?: string;
        readonly description?: string | null;
        readonly visibility?: 'private' | 'public';
        readonly archived?: boolean;
        /** team: someone adds a team to the group. */
        readonly kind?: 'team';
        /** True: all owners lose the ownership, and stay members. */
        readonly removeOwners?: boolean;
        /** E-mail addresses of people of the sandbox. A guest is refused while the group has settings.guests deny. */
        readonly addMembers?: readonly string[];
        /** Settings of the group or team. Absent ones stay as they are. */
        readonly settings?: {
          /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
          readonly guests?: 'deny' | 'allow' | 'leave';
          readonly members?: {
            /** Members create and change channels. */
            readonly createChannels?: boolean;
            /** Members create private channels. */
            readonly createPrivateChannels?: boolean;
            /** Members delete and restore channels. */
            readonly deleteChannels?: boolean;
            /** Members add and remove apps. */
            readonly addApps?: boolean;
            /** Members create, change and remove tabs. */
            readonly tabs?: boolean;
            /** Members create, change and remove connectors. */
            readonly connectors?: boolean;
          };
          readonly guestMembers?: {
            /** Guests create and change channels. */
            readonly createChannels?: boolean;
            /** Guests delete channels. */
            readonly deleteChannels?: boolean;
          };
          readonly messages?: {
            /** Members edit their messages. */
            readonly edit?: boolean;
            /** Members delete their messages. */
            readonly delete?: boolean;
            /** Owners delete any message. */
            readonly ownerDelete?: boolean;
            /** Messages mention the whole team. */
            readonly teamMentions?: boolean;
            /** Messages mention a whole channel. */
            readonly channelMentions?: boolean;
          };
          readonly fun?: {
            /** Animated pictures from Giphy, by their rating. */
            readonly giphy?: 'off' | 'strict' | 'moderate';
            /** Stickers and memes. */
            readonly stickers?: boolean;
            /** Memes that people make themselves. */
            readonly memes?: boolean;
          };
          /** Outlook does not show the group. */
          readonly hideFromOutlook?: boolean;
          /** Address lists do not show the group. */
          readonly hideFromAddressLists?: boolean;
          /** Id of the sensitivity label of the group; none removes it. */
          readonly sensitivityLabel?: string;
        };
        /** Day of the last use, as a report of the suite has it. Null: none is known. */
        readonly lastUsedOn?: string | null;
      };
      readonly answer: undefined;
    };
    /** Change the language, the time zone or the muted messages of the caller. Members that you omit stay. */
    readonly '/account': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly body: PreferencesChange;
      readonly answer: Preferences;
    };
  };
  readonly delete: {
    /** Delete a group. */
    readonly '/teams/{teamId}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly query: {
        /** Why, for the operation and the audit log. */
        readonly reason?: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly answer: OperationAcceptance;
    };
    /** Release an external id. */
    readonly '/teams/external/{source}/{externalId}': {
      readonly path: {
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
        /** The id of the group in that system, percent-encoded: 1 to 128 characters. Its case counts. */
        readonly externalId: string;
      };
      readonly answer: undefined;
    };
    /** End the adoption of a group. */
    readonly '/teams/{teamId}/adoption': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: undefined;
    };
    /** End the roster of a source. */
    readonly '/teams/{teamId}/rosters/{source}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly query: {
        /** allow: however many people leave, nobody has to confirm it. */
        readonly removals?: 'allow';
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of the roster, several of them, or *. If the roster has changed since, the answer is 412. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly answer: OperationAcceptance;
    };
    /** Release the hold of a group. */
    readonly '/teams/{teamId}/hold': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly answer: undefined;
    };
    /** End one of the two secrets of a key. */
    readonly '/api-keys/{keyId}/secrets/{secretId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
        /** The secret. */
        readonly secretId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: ApiKey;
    };
    /** Delete an organisation that has neither groups nor templates. */
    readonly '/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Delete a template that has no groups. */
    readonly '/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Remove a person from the sandbox. */
    readonly '/directory/people/{personId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly personId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Delete a group of the sandbox as if someone did it in Teams. */
    readonly '/sandbox/groups/{groupId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The group, by its id in the directory. */
        readonly groupId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: undefined;
    };
    /** Remove a person. Their sessions end immediately. */
    readonly '/administrators/{administratorId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
    /** Unbind the account of the sign-in provider. The next account with the address is bound. */
    readonly '/administrators/{administratorId}/account': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: Administrator;
    };
    /** Revoke an invitation. Its link works no more. */
    readonly '/administrators/{administratorId}/invitation': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: undefined;
    };
    /** End a session of the caller. */
    readonly '/sessions/{sessionId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The session. */
        readonly sessionId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: undefined;
    };
    /** End a session of an administrator. Its open streams end within a second. */
    readonly '/administrators/{administratorId}/sessions/{sessionId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
        /** The session. */
        readonly sessionId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
      };
      readonly answer: undefined;
    };
    /** Remove an endpoint, with its deliveries and their log. */
    readonly '/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly answer: undefined;
    };
  };
  readonly put: {
    /** Make the group of an external id what it should be. */
    readonly '/teams/external/{source}/{externalId}': {
      readonly path: {
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
        /** The id of the group in that system, percent-encoded: 1 to 128 characters. Its case counts. */
        readonly externalId: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: DesiredGroup;
      readonly answer: DesiredGroupAnswer;
    };
    /** Set the people of a group whom a source names. */
    readonly '/teams/{teamId}/rosters/{source}': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
        /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
        readonly source: string;
      };
      readonly header: {
        /** wait=N, up to 30 seconds (RFC 7240). */
        readonly Prefer?: string;
        /** ETag of the roster, several of them, or *. If the roster has changed since, the answer is 412. */
        readonly 'If-Match'?: string;
        /** Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly body: RosterBody;
      readonly answer: OperationAcceptance;
    };
    /** Put a group on hold. */
    readonly '/teams/{teamId}/hold': {
      readonly path: {
        /** Identifier of the team. */
        readonly teamId: string;
      };
      readonly body: HoldInput;
      readonly answer: Hold;
    };
    /** Change the name, owner and purpose of a key. */
    readonly '/api-keys/{keyId}/details': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Descriptive name of the key. */
        readonly name: string;
        /** The person or team to ask about the key. */
        readonly owner: string | null;
        /** The system that uses the key, and what it does with it. */
        readonly purpose: string | null;
      };
      readonly answer: ApiKey;
    };
    /** Change the scopes, organisations, templates and IP ranges of a key. Its tokens have the new access within a second. */
    readonly '/api-keys/{keyId}/access': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The key. */
        readonly keyId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** The scopes of the key: what it may do. */
        readonly scopes: readonly (
          | 'groups:create'
          | 'groups:read'
          | 'groups:adopt'
          | 'groups:change'
          | 'groups:roster'
          | 'groups:delete'
          | 'responsibility:change'
          | 'people:search'
          | 'tasks:read'
          | 'tasks:decide'
          | 'approvals:decide'
          | 'organisations:manage'
          | 'templates:manage'
          | 'api-keys:manage'
          | 'webhooks:manage'
          | 'groups:intervene'
          | 'activity:read'
          | 'connection:probe'
        )[];
        /** The organisations that the key is limited to, by id. null: no limit. */
        readonly organisationIds: readonly string[] | null;
        /** The templates that the key is limited to, by id. Each belongs to one of organisationIds; if those are null, the key is limited to the organisations of the templates. null: no limit. */
        readonly templateIds?: readonly string[] | null;
        /** The addresses that the key may be used from: IPv4 and IPv6 ranges in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32, or single addresses. null: from everywhere. */
        readonly ipRanges?: readonly string[] | null;
        /** The source that the key is bound to. null: any. */
        readonly source?: string | null;
      };
      readonly answer: ApiKey;
    };
    /** Change an organisation. */
    readonly '/organisations/{organisationId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The organisation. */
        readonly organisationId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Name of the organisation. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** User ID or e-mail address of the person who is asked about groups that no other person can answer for. If you omit it, the present steward stays. Null: none. */
        readonly steward?: string | null;
      };
      readonly answer: AdminOrganisation;
    };
    /** Change a template. Groups accepted earlier keep the policy in force at that time. */
    readonly '/templates/{templateId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The template. */
        readonly templateId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Name of the template. */
        readonly name: string;
        /** Short identifier: a to z, digits and inner hyphens, 1 to 63 characters. */
        readonly identifier: string;
        /** Pattern of the alias, with placeholders in double curly braces. Empty: no pattern. */
        readonly mailNicknamePattern: string;
        /** Pattern of the display name. Empty: no pattern. */
        readonly displayNamePattern: string;
        /** Declared properties, by the names of their placeholders. */
        readonly properties?: Readonly<
          Record<
            string,
            {
              /** text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices). */
              readonly type?: 'text' | 'number' | 'date' | 'choice';
              /** Description for callers. */
              readonly description?: string;
              /** True if every group must have a value. Default: false. */
              readonly required?: boolean;
              /** Value if the request has none. */
              readonly default?: string;
              /** Minimum length of a text, or minimum value of a number. */
              readonly minimum?: number;
              /** Maximum length of a text, or maximum value of a number. */
              readonly maximum?: number;
              /** Regular expression for the whole text: literals, classes, groups, |, \d, \w, \s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around. */
              readonly pattern?: string;
              /** Permitted values of a choice. */
              readonly choices?: readonly string[];
            }
          >
        >;
        /** The numbers that the service assigns to {{counter}}. Null: none. */
        readonly counter?: {
          /** Minimum number of digits, filled with zeros. Default: 4. */
          readonly width?: number;
          /** Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC). */
          readonly per?: 'template' | 'organisation' | 'year';
          /** First number. Default: 1. A higher start makes an existing sequence continue there. */
          readonly start?: number;
        } | null;
        /** de renders ä, ö and ü as ae, oe and ue. Default: default. */
        readonly transliteration?: 'default' | 'de';
        readonly policy?: {
          /** A team, or a group only. */
          readonly kind?: 'team' | 'group';
          readonly visibility?: 'private' | 'public';
          /** Requests that need an approval before anything is created, changed or deleted. Null: none. Absent: as before. */
          readonly approval?: {
            /** The creations that need an approval: always (default); never; public: groups that everyone in the organisation may join; guests: groups with guests; {"peopleOver": 50}: groups with more than 50 people. Of a list, one condition is enough. */
            readonly when?:
              | 'always'
              | 'never'
              | 'public'
              | 'guests'
              | {
                  readonly peopleOver: number;
                }
              | readonly (
                  | 'always'
                  | 'never'
                  | 'public'
                  | 'guests'
                  | {
                      readonly peopleOver: number;
                    }
                )[];
            /** The operations on existing groups that need the same approval: public: a change that makes the group public; guests: a change that adds guests; properties: a change of properties; delete: the deletion. Default: none. */
            readonly operations?: readonly ('public' | 'guests' | 'properties' | 'delete')[];
            readonly stages: readonly {
              /** Any one of these people approves the stage. It asks at most 100: people by name first, then members of groups. The plan of a template and the plan of a request say how many are not asked. */
              readonly by: readonly string[];
            }[];
            /** Days after the start of a stage on which its people are reminded. Default: 2 and 5. */
            readonly remindDays?: readonly number[];
            readonly lapse?: {
              /** Time limit of a stage, in ISO 8601. Default: P14D. */
              readonly after?: string;
              /** The outcome of a stage that is not decided in time. Default: rejected. */
              readonly as?: 'rejected' | 'approved';
            };
            /** Whether the responsible person of the group may approve it. Default: false. */
            readonly selfApproval?: boolean;
            /** signed_in (default): to decide from a link, the person also signs in. link: the link is enough. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          /** Minimum number of different owners, including responsible and deputy. */
          readonly minimumOwners?: number;
          readonly guestsAllowed?: boolean;
          /** True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on. */
          readonly welcomeMail?: boolean;
          /** Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications. */
          readonly classification?: string | null;
          /** Language of new groups in Microsoft 365, such as en-US. Null: none. */
          readonly preferredLanguage?: string | null;
          /** Owners of every group of the template. */
          readonly defaultOwners?: readonly string[];
          /** Members of every group of the template. */
          readonly defaultMembers?: readonly string[];
          /** Initial channels of the team, besides the general channel. */
          readonly channels?: readonly {
            /** Name of the channel. */
            readonly displayName: string;
            /** Purpose of the channel. */
            readonly description?: string | null;
          }[];
          /** Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change. */
          readonly changes?: {
            /** Rename the group. */
            readonly displayName?: boolean;
            /** Change the description. */
            readonly description?: boolean;
            /** Make the group public or private. */
            readonly visibility?: boolean;
            /** Name another responsible or deputy. */
            readonly responsible?: boolean;
            /** Add and remove owners. */
            readonly owners?: boolean;
            /** Add and remove members. */
            readonly members?: boolean;
            /** Change properties, and with them the name that follows from them. */
            readonly properties?: boolean;
            /** Archive the group, and make it writable again. */
            readonly archive?: boolean;
            /** Delete the group, and restore it. */
            readonly delete?: boolean;
          };
          readonly responsibility?: {
            /** True if a creation without a deputy is refused as deputy_required. */
            readonly deputyRequired?: boolean;
            /** Candidates for the place of the responsible person, in order: deputy, owners, manager, steward. */
            readonly succession?: readonly ('deputy' | 'owners' | 'manager' | 'steward')[];
            /** Days for which an unavailable person keeps the place. Default: 3. */
            readonly graceDays?: number;
            /** Reminders of a task, in days after its opening. Default: 3, 7 and 14. */
            readonly remindDays?: readonly number[];
            /** Days after which a task goes to the steward too. Default: 21. */
            readonly escalateDays?: number;
            /** The place of a former responsible person in the group: keep (owner, the default), member, or remove. */
            readonly formerResponsible?: 'keep' | 'member' | 'remove';
            /** Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count. */
            readonly beforeLeaveDays?: number | null;
            /** Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked. */
            readonly acceptWithinDays?: number | null;
            /** Whether a decision by a link also needs a sign-in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
          } | null;
          readonly lifecycle?: {
            /** When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required. */
            readonly expires?: {
              readonly after?: string | null;
              /** On that day, such as 2027-12-31. */
              readonly on?: string | null;
              readonly property?: string | null;
              readonly plus?: string | null;
            } | null;
            /** Whether a request for a group may name its expiry, in expiresAt. Default: false. */
            readonly callerMaySet?: boolean;
            readonly longest?: string | null;
            /** Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D. */
            readonly remindBefore?: readonly string[];
            readonly renew?: {
              /** Length of a renewal. Default: P1Y. */
              readonly for?: string;
              readonly atMost?: number | null;
            };
            /** The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive. */
            readonly unanswered?: 'archive' | 'delete' | 'keep';
            readonly deleteAfterArchived?: string | null;
            /** link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link. */
            readonly decisions?: 'link' | 'signed_in';
            /** Reviews of the people in the group. Absent: none by policy. */
            readonly review?: {
              /** From one review to the next, and from the creation to the first. */
              readonly every: string;
              /** Time for the answer. Default: P30D. */
              readonly within?: string;
              /** The people to decide about. Default: owners and guests. */
              readonly subjects?: readonly ('owners' | 'guests')[];
              /** The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep. */
              readonly unanswered?: 'remove_guests' | 'keep' | 'archive';
            } | null;
            /** Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked. */
            readonly inactivity?: {
              /** A group that was not used for that long is idle. At least P30D. Default: P180D. */
              readonly after?: string;
              /** The people who are asked. Default: responsible and deputy. */
              readonly ask?: readonly ('responsible' | 'deputy' | 'steward')[];
              /** Time for the answer. At least P7D. Default: P30D. */
              readonly within?: string;
              /** The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep. */
              readonly unanswered?: 'keep' | 'expire';
              /** Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D. */
              readonly quietFor?: string;
            } | null;
            /** Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D. */
            readonly graceForExisting?: string;
            readonly spreadExisting?: string | null;
          } | null;
          readonly notices?: {
            /** People to inform of a new group: that they answer for it, and when it expires. Default: nobody. */
            readonly created?: readonly ('responsible' | 'deputy')[];
            /** People to inform of a creation that failed: the steward of the organisation, else the administrators. Default: nobody. */
            readonly failed?: readonly 'steward'[];
          } | null;
          readonly enforce?: {
            /** Another display name. Default: report. */
            readonly displayName?: 'ignore' | 'report' | 'restore';
            /** Another description. Default: report. */
            readonly description?: 'ignore' | 'report' | 'restore';
            /** Another visibility. Default: report. */
            readonly visibility?: 'ignore' | 'report' | 'restore';
            /** A team that was archived or unarchived. Default: report. */
            readonly archived?: 'ignore' | 'report' | 'restore';
            /** Fewer owners than the template requires, or a responsible or deputy who is no owner. A restore adds the missing ones and removes nobody. Default: report. */
            readonly owners?: 'ignore' | 'report' | 'restore';
            /** A setting in Microsoft 365 that differs from `settings` of the template. Default: report. */
            readonly settings?: 'ignore' | 'report' | 'restore';
            /** Another sensitivity label than the one of the template, or none. Default: report. */
            readonly label?: 'ignore' | 'report' | 'restore';
            /** A deleted group. A restore brings it back once within 30 days; a second deletion is accepted. Default: report. */
            readonly deletion?: 'ignore' | 'report' | 'restore';
            /** How long a restore that failed is tried again, from when the difference was seen. Default: PT24H. */
            readonly within?: string;
          } | null;
          readonly adoption?: {
            /** names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names. */
            readonly match?: 'names' | 'none';
            /** The names of an adoption whose request does not say it. Default: keep. */
            readonly names?: 'keep' | 'conform';
            /** No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: 90. */
            readonly graceDays?: number;
            /** Adoptions of the template that are accepted in 24 hours. Default: 200. */
            readonly perDay?: number;
            /** The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners. */
            readonly ask?: 'owners' | 'members' | 'nobody';
          } | null;
          readonly settings?: {
            /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
            readonly guests?: 'deny' | 'allow' | 'leave';
            readonly members?: {
              /** Members create and change channels. */
              readonly createChannels?: boolean;
              /** Members create private channels. */
              readonly createPrivateChannels?: boolean;
              /** Members delete and restore channels. */
              readonly deleteChannels?: boolean;
              /** Members add and remove apps. */
              readonly addApps?: boolean;
              /** Members create, change and remove tabs. */
              readonly tabs?: boolean;
              /** Members create, change and remove connectors. */
              readonly connectors?: boolean;
            };
            readonly guestMembers?: {
              /** Guests create and change channels. */
              readonly createChannels?: boolean;
              /** Guests delete channels. */
              readonly deleteChannels?: boolean;
            };
            readonly messages?: {
              /** Members edit their messages. */
              readonly edit?: boolean;
              /** Members delete their messages. */
              readonly delete?: boolean;
              /** Owners delete any message. */
              readonly ownerDelete?: boolean;
              /** Messages mention the whole team. */
              readonly teamMentions?: boolean;
              /** Messages mention a whole channel. */
              readonly channelMentions?: boolean;
            };
            readonly fun?: {
              /** Animated pictures from Giphy, by their rating. */
              readonly giphy?: 'off' | 'strict' | 'moderate';
              /** Stickers and memes. */
              readonly stickers?: boolean;
              /** Memes that people make themselves. */
              readonly memes?: boolean;
            };
            /** Outlook does not show the group. */
            readonly hideFromOutlook?: boolean;
            /** Address lists do not show the group. */
            readonly hideFromAddressLists?: boolean;
            /** Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed. */
            readonly sensitivityLabel?: string;
          } | null;
          readonly protection?: {
            /** True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning. */
            readonly required: boolean;
          } | null;
          readonly guests?: {
            /** True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor. */
            readonly invite: boolean;
            /** The domains whose people may be invited. Absent: every domain. */
            readonly domains?: readonly string[];
            /** The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed. */
            readonly longest?: string;
          } | null;
        };
      };
      readonly answer: AdminTemplate;
    };
    /** Change the naming rules. Existing names stay as they are. */
    readonly '/naming-rules': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Words that no name of a group may contain. Whole words are compared, without case and accents. */
        readonly blockedWords: readonly string[];
      };
      readonly answer: NamingRules;
    };
    /** Connect to the sandbox, or configure the delays with which it imitates a real suite. */
    readonly '/directory/sandbox': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        readonly replicationDelayMs: number;
        readonly teamCreationMs: number;
      };
      readonly answer: Directory;
    };
    /** Connect to Microsoft 365, or change the connection. */
    readonly '/directory/microsoft365': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Id of the Microsoft Entra tenant. */
        readonly entraTenantId: string;
        readonly credential: 'secret' | 'certificate' | 'workload_identity' | 'managed_identity';
        /** Default https://graph.microsoft.com. */
        readonly graphBaseUrl?: string;
        /** Default https://login.microsoftonline.com. */
        readonly loginBaseUrl?: string;
        /** Limits on calls that replace Microsoft's published limits. */
        readonly limits?: {
          readonly teamCreate?: number;
          readonly teamPut?: number;
          readonly teamRead?: number;
          readonly channelCreate?: number;
          readonly teamMembersRead?: number;
          readonly otherTeamsReads?: number;
          readonly otherTeamsWrites?: number;
          readonly onOneTeam?: number;
          readonly channelCreateOnOneTeam?: number;
          readonly otherReadsOnOneTeam?: number;
          readonly otherWritesOnOneTeam?: number;
          readonly directoryWrites?: number;
          readonly resourceUnits?: number;
          readonly mailSend?: number;
          readonly auditLogReads?: number;
          readonly sharePointUnits?: number;
        };
        /** The day on which the client secret expires, as Entra shows it. Absent: the day that is stored stays with a secret that stays. The day of a certificate is read from it. */
        readonly secretExpiresOn?: string | null;
        /** The second credential, for sensitivity labels. Absent: it stays as it is. Null removes it. No answer contains its secret; if the secret is absent, null or empty, the stored one stays. */
        readonly sharePoint?: {
          /** Address of the SharePoint admin center, such as https://nordlicht-admin.sharepoint.com. */
          readonly adminUrl: string;
          /** certificate, or managed_identity, which only the operator can lend. SharePoint takes no client secret. */
          readonly credential: 'certificate' | 'managed_identity';
          /** Application (client) id of the second Entra application, or of a user-assigned managed identity. */
          readonly clientId?: string;
          readonly secret?: string | null;
        } | null;
        /** Required, except for a system-assigned managed identity. */
        readonly clientId?: string | null;
        /** The secret. No answer contains it. If it is absent, null or empty, the stored secret stays. */
        readonly secret?: string | null;
      };
      readonly answer: Directory;
    };
    /** Change the rule for groups that others make in the directory from now on. */
    readonly '/directory/new-groups': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** The rule for groups that others make in the directory from then on. report: each is an event. adopt: the template that its names propose adopts it. ask: it does so once an owner of the group agrees, or, where the group has none, the steward or an administrator. */
        readonly newGroups: 'report' | 'ask' | 'adopt';
      };
      readonly answer: Directory;
    };
    /** Change when the service probes the connection by itself. */
    readonly '/directory/nightly-probe': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** When the service probes the connection to Microsoft 365 each night. Null: it does not. */
        readonly nightlyProbe: {
          /** Hour of the day in the time zone of the tenant. */
          readonly hour: number;
          /** The person who owns the group of the probe for some minutes: id or e-mail address. Without one, teams are not seen. */
          readonly owner?: string;
          /** A guest who is in its team for some minutes. It needs an owner. */
          readonly guest?: string;
        } | null;
      };
      readonly answer: Directory;
    };
    /** Change a person of the sandbox, for example disable the account. */
    readonly '/directory/people/{personId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly personId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Id of the person. If you omit it, the service generates one. */
        readonly id?: string;
        readonly email: string;
        /** Name of the person. */
        readonly name: string;
        readonly kind?: 'member' | 'guest';
        /** False for an account that is blocked from signing in. */
        readonly enabled?: boolean;
        /** E-mail address of the manager, who need not be in the sandbox. Null: none. */
        readonly managerEmail?: string | null;
        /** Preferred language, as a BCP 47 tag. Null: none. */
        readonly language?: string | null;
        /** Date on which the person leaves, as YYYY-MM-DD. Null: none. */
        readonly leavesOn?: string | null;
      };
      readonly answer: SandboxPerson;
    };
    /** Change the role of a person and its limit. The person is then on the list. */
    readonly '/administrators/{administratorId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The person. */
        readonly administratorId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Owners and administrators change everything, but only owners change owners. An operator retries and cancels, a template editor changes templates and naming rules, and a reader changes nothing. Each sees everything, unless it is limited to organisations. */
        readonly role: 'owner' | 'administrator' | 'operator' | 'template_editor' | 'reader';
        /** The organisations to which the role is limited, by id; not for owners. null: no limit. If you omit it, the limit stays; a new person has none. */
        readonly organisationIds?: readonly string[] | null;
      };
      readonly answer: Administrator;
    };
    /** Change how notices are sent. */
    readonly '/notices': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: NoticeSettingsChange;
      readonly answer: NoticeSettings;
    };
    /** Change an endpoint. */
    readonly '/webhooks/{endpointId}': {
      readonly path: {
        /** The tenant. */
        readonly tenantId: string;
        /** The endpoint. */
        readonly endpointId: string;
      };
      readonly header: {
        /** The csrfToken of the session. Not with an access token. */
        readonly 'x-csrf-token'?: string;
        /** The etag of the version that you read, in quotes, or the ETag header of its answer, of which the version before the dot counts. Several of them, weak ones and * are taken, too. */
        readonly 'If-Match'?: string;
      };
      readonly body: {
        /** Address that receives the events. */
        readonly url: string;
        /** Purpose of the endpoint. */
        readonly description?: string;
        /** Only events of these types; null for every type. */
        readonly types?:
          | readonly (
              | 'group.accepted'
              | 'group.succeeded'
              | 'group.adopted'
              | 'group.failed'
              | 'group.cancelled'
              | 'group.changed'
              | 'group.handed_over'
              | 'group.archived'
              | 'group.unarchived'
              | 'group.deleted'
              | 'group.restored'
              | 'group.settings_applied'
              | 'group.repaired'
              | 'group.drift_accepted'
              | 'roster.applied'
              | 'roster.held'
              | 'roster.person_waiting'
              | 'guest.invited'
              | 'guest.ended'
              | 'group.contested'
              | 'group.idle'
              | 'group.active_again'
              | 'group.change_failed'
              | 'group.expiring'
              | 'group.renewed'
              | 'group.expired'
              | 'group.suite_expires_earlier'
              | 'group.held'
              | 'group.released'
              | 'directory.group_found'
              | 'connection.assumption_changed'
              | 'group.adoption_ended'
              | 'group.gone'
              | 'group.returned'
              | 'group.team_added'
              | 'group.drifted'
              | 'group.ownerless'
              | 'group.responsible_unavailable'
              | 'group.deputy_unavailable'
              | 'responsibility.shaky'
              | 'responsibility.handed_over'
              | 'responsibility.deputy_vacant'
              | 'responsibility.vacant'
              | 'responsibility.restored'
              | 'person.unreachable'
              | 'person.reachable'
              | 'mass_departure'
              | 'mass_departure_ended'
              | 'batch.completed'
              | 'task.opened'
              | 'task.reminded'
              | 'task.escalated'
              | 'task.reassigned'
              | 'task.decided'
              | 'task.lapsed'
              | 'task.withdrawn'
              | 'review.requested'
              | 'review.opened'
              | 'review.answered'
              | 'review.completed'
              | 'review.lapsed'
              | 'review.withdrawn'
              | 'api_key.created'
              | 'api_key.changed'
              | 'api_key.revoked'
              | 'api_key.secret_added'
              | 'api_key.secret_ended'
              | 'organisation.created'
              | 'organisation.changed'
              | 'organisation.deleted'
              | 'template.created'
              | 'template.changed'
              | 'template.deleted'
            )[]
          | null;
        /** Only events about these organisations, their templates and their groups; null for every organisation. */
        readonly organisationIds?: readonly string[] | null;
        /** Only events about these templates and the groups made from them; null for every template. */
        readonly templateIds?: readonly string[] | null;
      };
      readonly answer: Webhook;
    };
  };
}
