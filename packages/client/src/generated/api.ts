// Written by scripts/client-types.ts from docs/api/openapi.json; do not edit.

declare const open: unique symbol;

/** A list that may grow: known values are offered, others stay readable. */
export type Open<Known extends string> = Known | (string & { readonly [open]?: never });

/** One fault of the input, with either pointer or parameter. */
export type Fault = {
  /** Place in the body, as a JSON Pointer (RFC 6901). */
  readonly pointer?: string;
  /** Name of the query parameter or header. */
  readonly parameter?: string;
  /** Code for programs, for example required, too_long or alias_reserved. */
  readonly code: string;
  /** Explanation for people, as a sentence. */
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

export type TokenRequest = {
  /** Tenant identifier: the first path segment after the admin center address. */
  readonly tenantId: string;
  /** Identifier of the API key. */
  readonly keyId: string;
  /** Secret of the API key. */
  readonly secret: string;
};

export type ClientCredentials = {
  readonly grant_type: 'client_credentials';
  /** Tenant identifier. */
  readonly tenant_id: string;
  /** Identifier of the API key. */
  readonly client_id?: string;
  readonly client_secret?: string;
  /** Ignored: a token has all permissions of its key. */
  readonly scope?: string;
};

/** The answer to a JSON request. */
export type Token = {
  /** A bearer token. */
  readonly accessToken: string;
  readonly tenantId: string;
  /** Expiry of the token: 24 hours after its issue. */
  readonly expiresAt: string;
};

/** The answer to an OAuth form (RFC 6749 section 5.1). */
export type OAuthToken = {
  /** A bearer token. */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime in seconds. */
  readonly expires_in: number;
};

/** The answer to a refused form (RFC 6749 section 5.2). */
export type OAuthError = {
  /** invalid_request, invalid_client, unsupported_grant_type, or temporarily_unavailable after too many wrong credentials and while the service is not available. */
  readonly error: string;
  /** Explanation for people, as a sentence. */
  readonly error_description: string;
};

export type JwkSet = {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
};

export type Template = {
  /** Template id. */
  readonly id: string;
  /** Template name. */
  readonly name: string;
  /** Short unique identifier of the template. */
  readonly identifier: string;
  /** Pattern for the group alias, with placeholders in double curly braces. */
  readonly mailNicknamePattern: string;
  /** Pattern for the display name of the group. If it is empty, any name conforms. */
  readonly displayNamePattern: string;
};

export type Organisation = {
  /** Organisation id. */
  readonly id: string;
  /** Organisation name. */
  readonly name: string;
  /** Short unique identifier of the organisation. */
  readonly identifier: string;
  /** The teamIds of the groups that exist in the directory, oldest first. */
  readonly groups: readonly string[];
  readonly templates: readonly Template[];
};

export type OrganisationSummary = {
  /** Organisation id. */
  readonly id: string;
  /** Organisation name. */
  readonly name: string;
  /** Short unique identifier of the organisation. */
  readonly identifier: string;
};

export type OrganisationPage = {
  readonly items: readonly OrganisationSummary[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

/** The tenant of the caller. */
export type Tenant = {
  /** Identifier of the tenant. */
  readonly tenantId: string;
  /** IANA name of the time zone in which the tenant counts days. */
  readonly timeZone: string;
  /** Hour of the day, in that time zone, at which dates such as an expiry count. */
  readonly hour: number;
};

export type TemplateDetails = {
  /** Template id. */
  readonly id: string;
  /** Template name. */
  readonly name: string;
  /** Short unique identifier of the template. */
  readonly identifier: string;
  /** Pattern for the group alias, with placeholders in double curly braces. */
  readonly mailNicknamePattern: string;
  /** Pattern for the display name of the group. If it is empty, any name conforms. */
  readonly displayNamePattern: string;
  readonly organisation: {
    /** Organisation id. */
    readonly id: string;
    readonly identifier: string;
    readonly name: string;
  };
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
  /** The numbers that the service assigns to {{counter}}, if the template has them. */
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
  /** Settings that the template gives its groups. */
  readonly defaults: {
    readonly kind: Open<'team' | 'group'>;
    readonly visibility: Open<'private' | 'public'>;
    /** Minimum number of different owners, including responsible and deputy. */
    readonly minimumOwners: number;
    readonly guestsAllowed: boolean;
    /** Absent: new groups have none. */
    readonly classification?: string;
    /** A language tag such as en-US. Absent: new groups have none. */
    readonly preferredLanguage?: string;
    /** Owners of every group of the template. */
    readonly defaultOwners: readonly string[];
    /** Members of every group of the template. */
    readonly defaultMembers: readonly string[];
  };
  /** Changes that API keys may make to the groups of the template, within their scopes. */
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
};

export type TemplatePage = {
  readonly items: readonly TemplateDetails[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type TeamActivity = {
  readonly lastOn: string | null;
  /** The reports that have the group. */
  readonly sources: readonly {
    /** `teams`: messages in channels and meetings. `group`: mail, files and Viva Engage. */
    readonly name: Open<'teams' | 'group'>;
    readonly on: string | null;
    /** Day up to which the last report counts that has the group. */
    readonly reportOn: string;
  }[];
  /** Since when the group is idle by `lifecycle.inactivity` of its template. Null: it is not. */
  readonly idleSince: string | null;
  /** True: the suite conceals the ids of groups in its reports, so they say nothing. */
  readonly concealed: boolean;
};

/** Decisions and repairs that wait for someone, by cause. A group is once in an area, so that the counts add up. */
export type ToDo = {
  /** Number of items of all causes. */
  readonly total: number;
  /** The most frequent first. */
  readonly causes: readonly {
    /** The list may grow. */
    readonly area: Open<
      | 'stopped'
      | 'approvals'
      | 'ownership'
      | 'differences'
      | 'rosters'
      | 'reviews'
      | 'questions'
      | 'creations'
    >;
    /** mass_departure: so many people left within a week that nothing is handed over until a release. stopped_adoptions: so many adoptions failed that the others wait until a release; id is the template. stopped_idle: so many groups are unused at once that nobody is asked about them until a release. concealed_reports: the suite conceals the groups in its reports, so that their last use is unknown, until a report shows them. stopped_restores: so many groups differ at once that the templates restore none until a release. question: an open question to people; id is the kind of the task. unavailable: a person who answers for groups left or cannot sign in; id is the person. vacant: nobody is responsible. ownerless: no owner has an enabled account. too_few_owners: fewer owners have an enabled account than the template requires. unreachable: messages do not reach a person who answers for groups; id is the person. deputy_vacant: the deputy is missing. gone: the directory no longer has the group. contested: another tool writes back what the template restores. differs: the group differs from its record; id is the template. not_applied: the group could not be brought in line with a roster, and its source has not sent it again. people_refused: a roster names people who cannot come in; id is the code of the reason. people_waiting: a roster names people whom the directory has not known for a week; they are looked up for 30 days. unanswered: a review of the last 30 days that nobody answered. failed: a creation failed, and nobody tried it again; id is the problem code. The list may grow. */
    readonly cause: Open<
      | 'mass_departure'
      | 'stopped_adoptions'
      | 'stopped_idle'
      | 'concealed_reports'
      | 'stopped_restores'
      | 'question'
      | 'unavailable'
      | 'vacant'
      | 'ownerless'
      | 'too_few_owners'
      | 'unreachable'
      | 'deputy_vacant'
      | 'gone'
      | 'contested'
      | 'differs'
      | 'not_applied'
      | 'people_refused'
      | 'people_waiting'
      | 'unanswered'
      | 'failed'
    >;
    readonly id: string | null;
    readonly name: string | null;
    readonly email: string | null;
    readonly reason: string | null;
    /** Number of its items: groups, or tasks for approvals, reviews and questions. 1 for a stopped rule. */
    readonly count: number;
    readonly affected: number | null;
    readonly since: string | null;
  }[];
  readonly comparison: Comparison;
};

export type Lifecycle = {
  /** When the group expires. Null: it does not expire. */
  readonly expiresAt: string | null;
  /** Number of renewals so far. */
  readonly renewals: number;
  /** Reminders since the last renewal. */
  readonly reminders: number;
  /** The consequence of its expiry. Null until it expires. */
  readonly outcome: Open<'archive_requested' | 'kept' | 'cannot_archive'> | null;
  /** Since when the group is archived, as far as its template has a lifecycle. */
  readonly archivedSince: string | null;
  /** When the archived group is deleted. Null: it is kept. */
  readonly deletesAt: string | null;
  /** A group on hold is neither archived nor deleted. */
  readonly hold: {
    readonly reason: string;
    readonly since: string;
    readonly by: {
      readonly kind: string;
      readonly id: string;
    };
  } | null;
  /** When a policy of the productivity suite itself lets the group expire. Null: no such policy covers it, as far as is known. */
  readonly suiteExpiresAt: string | null;
  /** suite_expires_earlier: the suite ends the group before its template does. The list may grow. */
  readonly warnings: readonly Open<'suite_expires_earlier'>[];
};

/** When the groups were compared with the directory, and how many were not. That nothing differs is true only of the groups that were compared. */
export type Comparison = {
  readonly finishedAt: string | null;
  readonly oldestAt: string | null;
  /** Number of active and archived groups. */
  readonly groups: number;
  /** Number of these groups that were not compared since they were created or changed: nothing is known about differences of them. */
  readonly notCompared: number;
};

/** Groups by the kind of their differences and findings. */
export type FindingCounts = {
  /** Groups with any difference or finding. */
  readonly all: number;
  /** Groups that differ from their record. */
  readonly differs: number;
  /** Groups without an owner whose account is enabled. */
  readonly ownerless: number;
  /** Groups with fewer owners whose account is enabled than their policy requires. */
  readonly tooFewOwners: number;
  /** Groups whose responsible has a disabled account or is gone. */
  readonly responsibleUnavailable: number;
  /** Groups whose deputy has a disabled account or is gone. */
  readonly deputyUnavailable: number;
  /** Groups whose responsible did not get the last three messages. */
  readonly responsibleUnreachable: number;
  /** Groups whose deputy did not get the last three messages. */
  readonly deputyUnreachable: number;
  /** Groups of which another tool writes a value back whenever the service restores it. */
  readonly contested: number;
  /** Nobody uses them, by the reports of the suite. */
  readonly idle: number;
};

/** A group as the directory last showed it. */
export type ObservedTeam = {
  /** Time at which the service last saw the names, description and visibility. */
  readonly seenAt: string;
  /** Time at which the service last saw the owners, counts, accounts and archived. It reads them once a day. */
  readonly detailsSeenAt: string;
  readonly displayName: string;
  readonly description: string | null;
  /** private or public. */
  readonly visibility: string;
  /** team or group. */
  readonly kind: string;
  /** Null if the directory does not say it yet. */
  readonly archived: boolean | null;
  /** Ids of the owners in the directory. Null is unknown: the directory hides the owners of some groups that were synchronised or made in Exchange. */
  readonly ownerIds: readonly string[] | null;
  /** Number of members, including guests and owners who are members. */
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  readonly responsible: Open<'enabled' | 'disabled' | 'gone'> | null;
  readonly deputy: Open<'enabled' | 'disabled' | 'gone'> | null;
  /** The settings that the template decides, as far as the directory shows them. Absent if it decides none. */
  readonly settings?: {
    /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
    readonly guests?: Open<'deny' | 'allow' | 'leave'>;
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
      readonly giphy?: Open<'off' | 'strict' | 'moderate'>;
      /** Stickers and memes. */
      readonly stickers?: boolean;
      /** Memes that people make themselves. */
      readonly memes?: boolean;
    };
    /** Outlook does not show the group. */
    readonly hideFromOutlook?: boolean;
    /** Address lists do not show the group. */
    readonly hideFromAddressLists?: boolean;
    /** Id of the sensitivity label, or none. */
    readonly sensitivityLabel?: string;
  };
};

/** A difference between the record of a group and the directory. */
export type PropertyDrift = {
  /** displayName, description, visibility, archived, responsible, deputy, owners, or a setting that the template decides, such as settings.guests or settings.members.createChannels. The list may grow. */
  readonly property: Open<
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
  >;
  /** The value in the record: for responsible and deputy the person, for owners the minimum of the policy. */
  readonly expected: string | number | boolean | null;
  /** The value in the directory: null for a person who is not an owner, for owners their number. */
  readonly observed: string | number | boolean | null;
  /** Time at which a comparison saw the difference first. */
  readonly since: string;
  readonly by: string | null;
  /** The rule of the template: report (a person decides) or restore (the service repairs it). */
  readonly rule: Open<'report' | 'restore'>;
  /** pending; restoring while a repair of it is in progress; contested if another tool writes its value back whenever the service restores the one of the record: then a person decides. */
  readonly resolution: Open<'pending' | 'restoring' | 'contested'>;
};

export type TeamRequest = {
  /** Name of the group, without control characters or surrounding white space. You may leave it out if the template has a display name pattern; the service then renders it from properties. */
  readonly displayName?: string;
  /** Description of the group. An empty text counts as null. */
  readonly description?: string | null;
  /** Unique alias for the group's e-mail address: printable ASCII without @ ( ) \ [ ] " ; : < > , or space. Dots must be single and between other characters. Refused as alias_reserved: abuse, admin, administrator, hostmaster, majordomo, postmaster, root, secure, security, ssl-admin, webmaster. You may leave it out if the template has a pattern for it; the service then renders it from properties. */
  readonly mailNickName?: string;
  /** User ID or e-mail address of the responsible person, who becomes an owner. */
  readonly responsible: string;
  /** User ID or e-mail address of the deputy, who becomes an owner. An empty text counts as null. */
  readonly deputy?: string | null;
  /** Id or short identifier of the organisation that creates the group. */
  readonly organisationIdOrIdentifier: string;
  /** Id or short identifier of the template to apply. */
  readonly templateIdOrIdentifier: string;
  /** Owners of the group, besides responsible and deputy. A group has at most 100 owners, including these two and the default owners of the template. A person named twice counts once. Absent: none. */
  readonly owners?: readonly string[];
  /** Members of the group: at most 25,000, including the default members of the template. A person named twice counts once. Absent: none. */
  readonly members?: readonly string[];
  /** Values of the placeholders in the naming patterns, and of other properties that the template declares. Names that you leave out are rendered from them; names that you send must agree with them. An empty text and null count as absent. */
  readonly properties?: Readonly<Record<string, string | number | null>>;
  /** Expiry of the group, where the template lets callers set one. Absent: the expiry by the template. It counts by the tenant's governance clock. An empty text counts as null. */
  readonly expiresAt?: string | null;
  /** The ids that your own systems have for the group, at most 20 and one of each source. Another request finds the group by them. */
  readonly externalIds?: readonly {
    /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
    readonly source: string;
    readonly externalId: string;
  }[];
  /** User ID or e-mail address of the person for whom your system asks. The approvers and the audit log have it. The service does not look the person up. An empty text counts as null. */
  readonly requestedBy?: string | null;
  /** Why the group is needed, for the approvers and the audit log. An empty text counts as null. */
  readonly reason?: string | null;
};

export type TeamAcceptance = {
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the team. It never changes, from the first answer on. */
  readonly teamId: string;
  /** Address where you follow the creation. */
  readonly statusUrl: string;
};

export type Step = {
  /** Name of the step, for example resolve_people or create_group. */
  readonly name: string;
  /** pending, running, waiting (retried at retryAt), succeeded, failed or skipped. */
  readonly status: string;
  readonly attempts: number;
  /** Start of the step. */
  readonly startedAt: string | null;
  /** End of the step. */
  readonly completedAt: string | null;
  /** Time of the next retry of the step. */
  readonly retryAt: string | null;
  readonly detail: string | null;
};

/** The cause of a failed creation, and its remedy. */
export type CreationProblem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
};

export type ApprovalDecision = {
  readonly stage: number;
  /** amend: approved with another name. lapse: nobody decided in time. skip: no approver of the stage was available. The list may grow. */
  readonly decision: Open<'approve' | 'amend' | 'reject' | 'lapse' | 'skip'>;
  readonly by: {
    readonly kind: string;
    readonly id: string;
  };
  readonly reason: string | null;
  /** Time of the decision. */
  readonly at: string;
  /** With amend: the name with which the group was approved. */
  readonly displayName?: string;
};

/** How far the approval of a request is. */
export type Approval = {
  /** The present stage, from 1. */
  readonly stage: number;
  /** Number of stages. */
  readonly of: number;
  readonly taskId: string | null;
  /** The people of the open task. Empty while nobody was asked. */
  readonly assignees: readonly {
    /** User ID in the directory; of an administrator, the e-mail address. */
    readonly personId: string;
    readonly email: string | null;
    readonly displayName: string | null;
  }[];
  readonly dueAt: string | null;
  readonly decisions: readonly ApprovalDecision[];
};

export type TeamStatus = {
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the team. */
  readonly teamId: string;
  /** The address of this answer. */
  readonly statusUrl: string;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time of the latest change. */
  readonly updatedAt: string;
  /** Time at which the creation ended. */
  readonly completedAt: string | null;
  readonly approval?: Approval;
  /** Steps in the order in which they run. */
  readonly steps: readonly Step[];
  readonly error: CreationProblem | null;
  readonly warnings: readonly {
    readonly code: string;
    readonly detail: string;
  }[];
  /** Number of the latest change, which is the id of its event in the stream. */
  readonly version: number;
};

/** Whether a person has accepted to answer for the group. */
export type RoleAcceptance = {
  /** awaited (the person was asked), accepted, declined, passed_on (until the person whom the answer names has the role) or unanswered. The list may grow. */
  readonly state: Open<'awaited' | 'accepted' | 'declined' | 'passed_on' | 'unanswered'>;
  /** Time since which the state holds. */
  readonly since: string | null;
  /** Time until which the answer is awaited. Null once there is none to wait for. */
  readonly dueAt: string | null;
  readonly taskId: string | null;
};

/** A person who answers for a group. E-mail address and name are null until the directory was asked. */
export type AnsweringPerson = {
  readonly id: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  /** False if the account is disabled, deleted, a guest, or without a licence that the group needs. */
  readonly available: boolean;
  /** Whether the person has accepted the role. Null: nobody asked, because the template does not or the person had the role before. */
  readonly acceptance: RoleAcceptance | null;
};

/** The availability of the people who answer for a group. */
export type TeamResponsibility = {
  /** held, shaky (the responsible person or the deputy is unavailable, in the grace period), deputy_vacant or vacant. The list may grow. */
  readonly state: Open<'held' | 'shaky' | 'deputy_vacant' | 'vacant'>;
  /** Time since which the state holds. Null while it is held. */
  readonly since: string | null;
  /** Null: a group that was adopted without one, until a person takes it over. */
  readonly responsible: AnsweringPerson | null;
  readonly deputy: AnsweringPerson | null;
  readonly taskId: string | null;
};

/** A failed attempt of a step. */
export type Incident = {
  readonly step: string;
  readonly attempt: number;
  readonly occurredAt: string;
  readonly code: string;
  readonly detail: string;
  readonly directoryRequestId: string | null;
  /** Time of the next attempt. */
  readonly retryAt: string | null;
};

/** A creation in a chain of retries. */
export type Attempt = {
  readonly teamId: string;
  /** Its place in the chain of retries: 1 if it repeats no other creation. */
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly displayName: string;
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  readonly createdAt: string;
  readonly error: string | null;
};

export type RosterSummary = {
  /** The system that names the people. */
  readonly source: string;
  /** Number of people whom the source names. */
  readonly count: number;
  /** applying: an operation brings the group in line. applied: the group is in line. held: removals wait until someone confirms them. failed: the operation failed or was cancelled; send the roster again. */
  readonly state: Open<'applying' | 'applied' | 'held' | 'failed'>;
  /** When the group was last brought in line with the roster. */
  readonly appliedAt: string | null;
};

/** The record of a team: its request, as its operations have changed it since, and beside it the group as the directory last showed it. */
export type Team = {
  /** Identifier of the team. */
  readonly teamId: string;
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  readonly statusUrl: string;
  /** Organisation of the team. */
  readonly organisationId: string;
  /** Template that was applied. */
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time at which the creation ended. */
  readonly completedAt: string | null;
  /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
  readonly state: Open<
    'being_created' | 'active' | 'archived' | 'deleted' | 'gone' | 'ended' | 'failed'
  >;
  /** The ids that the callers' own systems have for the group, at most one of a source. A failed creation keeps its ids, and another group may have them then. */
  readonly externalIds: readonly {
    readonly source: string;
    readonly externalId: string;
  }[];
  /** Values of the placeholders in the naming patterns, and of the other properties that the template declares. */
  readonly properties: Readonly<Record<string, string>>;
  /** created by the service, or adopted: others made the group, and the service governs it since. */
  readonly origin: string;
  readonly conforms: boolean | null;
  /** Name of the organisation. */
  readonly organisation: string;
  /** Name of the template. */
  readonly template: string;
  /** The API key or the administrator that sent the request. */
  readonly createdBy: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
  };
  /** Id of the request. */
  readonly requestId: string;
  readonly supersededBy: string | null;
  readonly retryOf: string | null;
  /** Its place in the chain of retries: 1 if it repeats no other creation. */
  readonly attempt: number;
  readonly requestedBy: string | null;
  readonly reason: string | null;
  /** Version of the record: in double quotes, the value for If-Match of an operation. The ETag header has it before its dot. */
  readonly etag: string;
  /** End of the time in which a deleted group can be restored. */
  readonly restorableUntil: string | null;
  readonly description: string | null;
  /** private or public. */
  readonly visibility: Open<'private' | 'public'>;
  readonly classification: string | null;
  readonly preferredLanguage: string | null;
  /** A person who was named by ID has the user ID of the directory, and one who was named by an address has the e-mail address of the directory. Until the people of a new group were found, they are as the request names them. Null: nobody answers for the group, which was adopted so. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Owners beside responsible and deputy. Each person is listed once, whatever names the requests had. Absent with people=counts. */
  readonly owners?: readonly string[];
  /** Members who are no owners. Each person is listed once. Absent with people=counts. */
  readonly members?: readonly string[];
  /** With expand=people: those with the highest roles first. */
  readonly people?: readonly {
    /** The highest role of the person in the team. */
    readonly role: Open<'responsible' | 'deputy' | 'owner' | 'member'>;
    readonly id: string | null;
    readonly email: string | null;
    readonly displayName: string | null;
  }[];
  /** Number of owners. */
  readonly ownersCount: number;
  /** Number of members. */
  readonly membersCount: number;
  /** The group in the directory, once it exists there. */
  readonly directory: {
    /** Id of the group in the directory. */
    readonly groupId: string;
    readonly mail: string | null;
    readonly webUrl: string | null;
    /** Addresses that open the group in applications of Microsoft 365, as far as the service knows them. Empty in the sandbox. */
    readonly links: readonly {
      /** teams, outlook or entra. The list may grow. */
      readonly app: Open<'teams' | 'outlook' | 'entra'>;
      readonly url: string;
    }[];
    readonly goneSince: string | null;
    /** The person or application that removed it. Null: the directory does not say so, or the group exists. */
    readonly goneBy: string | null;
  } | null;
  /** The group as the directory last showed it. Null until the first comparison after its creation. */
  readonly observed: ObservedTeam | null;
  /** Differences between the record and the directory. Null until the present record has been compared: after its creation and after each operation. */
  readonly drift: readonly PropertyDrift[] | null;
  /** Problems with the people who answer for the group. Null when drift is null. */
  readonly findings:
    | readonly Open<
        | 'ownerless'
        | 'too_few_owners'
        | 'responsible_unavailable'
        | 'deputy_unavailable'
        | 'responsible_unreachable'
        | 'deputy_unreachable'
        | 'contested'
        | 'idle'
      >[]
    | null;
  /** Whether the people who answer for the group are available. Null unless the group exists. */
  readonly responsibility: TeamResponsibility | null;
  /** When the group expires, and what follows. Null: its template has no lifecycle. */
  readonly lifecycle: Lifecycle | null;
  /** The consequence if nobody renews the group, by its template as it is now. Null: the template has no lifecycle. */
  readonly afterExpiry: {
    readonly unanswered: Open<'archive' | 'delete' | 'keep'>;
    readonly deleteAfterArchived: string | null;
  } | null;
  /** When the next review by policy is due. Null: none is planned. */
  readonly nextReviewAt: string | null;
  /** The last use of the group. Null: no report about it was read. */
  readonly activity: TeamActivity | null;
  /** When the group was compared with the directory. Without a comparison, that drift is null does not mean that nothing differs. */
  readonly comparison: Comparison;
  /** The creation, as GET /teams/{teamId}/status has it. */
  readonly creation: TeamStatus;
  /** The members that sources set by desired states, in the order of the sources. */
  readonly managed: readonly {
    /** The system of the desired states. */
    readonly source: string;
    /** Members that its last desired state named, such as displayName, owners or properties.projectCode. The source sets them again with its next one. */
    readonly members: readonly string[];
  }[];
  /** The rosters of the team, in the order of their sources. */
  readonly rosters: readonly RosterSummary[];
  /** True if the creation failed, has no retry, and no other group has its alias now. */
  readonly canRetry: boolean;
  /** This creation with all that it retries and all that retry it, oldest first; empty without any. */
  readonly attempts: readonly Attempt[];
  /** Another group that has the alias now. */
  readonly aliasHolder: {
    readonly teamId: string;
    readonly displayName: string;
    /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
    readonly status: Open<
      'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
    >;
  } | null;
  /** Failed attempts of the steps of the creation, newest first, up to 200. */
  readonly incidents: readonly Incident[];
};

/** Why a search by a text found a team. */
export type TeamMatch = {
  /** `exact`: a field is the text. `prefix`: a field begins with it. `words`: its words are in fields of the group. The list may grow. */
  readonly kind: Open<'exact' | 'prefix' | 'words'>;
  readonly fields: readonly {
    /** `displayName`, `mailNickName`, `mail`, `teamId`, `groupId`, `requestId`, `externalId`, `description`, `properties.` and the name of a property, `organisation`, `template`, `responsible`, `deputy`, or `person`: an owner or a member. The list may grow. */
    readonly field: string;
    /** Text of the field. */
    readonly value: string;
  }[];
};

/** A team in a list. */
export type TeamSummary = {
  /** Identifier of the team. */
  readonly teamId: string;
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  readonly statusUrl: string;
  /** Organisation of the team. */
  readonly organisationId: string;
  /** Template that was applied. */
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time at which the creation ended. */
  readonly completedAt: string | null;
  /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
  readonly state: Open<
    'being_created' | 'active' | 'archived' | 'deleted' | 'gone' | 'ended' | 'failed'
  >;
  /** The ids that the callers' own systems have for the group, at most one of a source. A failed creation keeps its ids, and another group may have them then. */
  readonly externalIds: readonly {
    readonly source: string;
    readonly externalId: string;
  }[];
  /** Values of the placeholders in the naming patterns, and of the other properties that the template declares. */
  readonly properties: Readonly<Record<string, string>>;
  /** Name of the organisation. */
  readonly organisation: string;
  /** Name of the template. */
  readonly template: string;
  /** The API key or the administrator that sent the request. */
  readonly createdBy: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
  };
  /** Id of the request. */
  readonly requestId: string;
  readonly supersededBy: string | null;
  readonly retryOf: string | null;
  /** Its place in the chain of retries: 1 if it repeats no other creation. */
  readonly attempt: number;
  readonly mail: string | null;
  readonly groupId: string | null;
  readonly responsible: {
    /** User ID; until the group exists, the person as the request names them. */
    readonly reference: string;
    readonly displayName: string | null;
    readonly email: string | null;
  } | null;
  readonly deputy: {
    /** User ID; until the group exists, the person as the request names them. */
    readonly reference: string;
    readonly displayName: string | null;
    readonly email: string | null;
  } | null;
  readonly error: string | null;
  /** Expiry of the group, by the governance clock. */
  readonly expiresAt: string | null;
  /** Time at which the group was archived. */
  readonly archivedAt: string | null;
  /** Time at which the archived group is deleted, by the governance clock. */
  readonly deletesAt: string | null;
  /** With expand=people: those with the highest roles first. */
  readonly people?: readonly {
    /** The highest role of the person in the team. */
    readonly role: Open<'responsible' | 'deputy' | 'owner' | 'member'>;
    readonly id: string | null;
    readonly email: string | null;
    readonly displayName: string | null;
  }[];
  readonly lastActivityOn: string | null;
  /** True: nothing happens to the group by its lifecycle. */
  readonly isOnHold: boolean;
  readonly match?: TeamMatch;
  /** In a list by `responsibility`. */
  readonly responsibility?: TeamResponsibility | null;
  /** In a list by `finding`. */
  readonly drift?: readonly PropertyDrift[];
  /** In a list by `finding`. */
  readonly findings?: readonly Open<
    | 'ownerless'
    | 'too_few_owners'
    | 'responsible_unavailable'
    | 'deputy_unavailable'
    | 'responsible_unreachable'
    | 'deputy_unreachable'
    | 'contested'
    | 'idle'
  >[];
  readonly observed?: ObservedTeam;
};

/** A list by `finding` has comparison: how far the filtered groups were compared; and with `total` also counts: the number of groups of each kind, whichever kind the list is of. */
export type TeamPage = {
  readonly items: readonly TeamSummary[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** Number of teams on all pages, where the query asks for it. */
  readonly total?: number;
  /** False if there are more teams than total. With a search text or several filters, counting stops at 10,000. */
  readonly totalIsExact?: boolean;
  readonly comparison?: Comparison;
  readonly counts?: FindingCounts;
};

/** The state that the group should have. For a group that exists, every member may be absent, and an absent member is not managed: it stays as it is. Like mailNickName, organisation and template, requestedBy is that of the creation: another one is refused. Null clears a description, a deputy, a property or an expiry. The lists of owners and members are whole, but for people on rosters: people of the record who are not in them leave. People whom others added in Microsoft 365 stay. */
export type DesiredGroup = {
  /** Name of the group, without control characters or surrounding white space. You may leave it out if the template has a display name pattern; the service then renders it from properties. */
  readonly displayName?: string;
  /** Description of the group. An empty text counts as null. */
  readonly description?: string | null;
  /** Unique alias for the group's e-mail address: printable ASCII without @ ( ) \ [ ] " ; : < > , or space. Dots must be single and between other characters. Refused as alias_reserved: abuse, admin, administrator, hostmaster, majordomo, postmaster, root, secure, security, ssl-admin, webmaster. You may leave it out if the template has a pattern for it; the service then renders it from properties. */
  readonly mailNickName?: string;
  /** User ID or e-mail address of the responsible person, who becomes an owner. */
  readonly responsible?: string;
  /** User ID or e-mail address of the deputy, who becomes an owner. An empty text counts as null. */
  readonly deputy?: string | null;
  /** Id or short identifier of the organisation that creates the group. */
  readonly organisationIdOrIdentifier?: string;
  /** Id or short identifier of the template to apply. */
  readonly templateIdOrIdentifier?: string;
  /** Owners of the group, besides responsible and deputy. A group has at most 100 owners, including these two and the default owners of the template. A person named twice counts once. Absent: none. */
  readonly owners?: readonly string[];
  /** Members of the group: at most 25,000, including the default members of the template. A person named twice counts once. Absent: none. */
  readonly members?: readonly string[];
  /** Values of the placeholders in the naming patterns, and of other properties that the template declares. Names that you leave out are rendered from them; names that you send must agree with them. An empty text and null count as absent. */
  readonly properties?: Readonly<Record<string, string | number | null>>;
  /** Expiry of the group, where the template lets callers set one. Absent: the expiry by the template. It counts by the tenant's governance clock. An empty text counts as null. */
  readonly expiresAt?: string | null;
  /** User ID or e-mail address of the person for whom your system asks. The approvers and the audit log have it. The service does not look the person up. An empty text counts as null. */
  readonly requestedBy?: string | null;
  /** Why the group is needed, for the approvers and the audit log. An empty text counts as null. */
  readonly reason?: string | null;
  /** public: everyone in the organisation may join the group. private: its owners decide. */
  readonly visibility?: 'private' | 'public';
  /** archived: the content of the team becomes read-only. */
  readonly state?: 'active' | 'archived';
  /** A group that exists and gets this external id, such as an adopted one. */
  readonly teamId?: string;
  /** The people whom sources name, by source, as PUT /teams/{teamId}/rosters/{source} takes them. Null ends a roster; sources that are absent stay as they are. The key needs groups:roster. A person is in a list or on rosters, not both. */
  readonly rosters?: Readonly<
    Record<
      string,
      {
        /** Everyone whom the source names, up to 25,000 people. Their order has no meaning. */
        readonly members: readonly {
          /** User ID or e-mail address of a person. */
          readonly person: string;
          /** member (default) or owner. An owner is a member, too. */
          readonly role?: Open<'member' | 'owner'>;
          /** Until when the source names the person. Then the person leaves, unless another source or a hand holds the place. */
          readonly until?: string | null;
          /** Has the person invited as a guest if the directory does not know the address. The template of the group has to permit it (policy.guests), with the domain and the end. The responsible person is the sponsor. */
          readonly guest?: {
            /** Name of the guest in the invitation and the directory. */
            readonly displayName: string;
            /** Always true. */
            readonly invite: true;
          };
        }[];
        readonly removals?: {
          /** true: however many people leave, nobody has to confirm it. By default, more than 20 % and more than 10 people are held, and an empty list is. */
          readonly allow: boolean;
        };
      } | null
    >
  >;
};

export type DesiredGroupAnswer = {
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the team. */
  readonly teamId: string;
  /** False if the group is as it should be, or will be once the operation of statusUrl has ended. Then the service has started nothing, and there is no entry in the audit log and no event. */
  readonly changed: boolean;
  readonly operationId: string | null;
  readonly statusUrl: string | null;
  /** True if the request creates the group. */
  readonly created: boolean;
  /** The rosters of the body. Their operations follow that of the group. If nothing else differs, operationId and statusUrl above are those of the last roster that changes. */
  readonly rosters?: readonly {
    readonly source: string;
    readonly changed: boolean;
    readonly operationId: string | null;
    readonly statusUrl: string | null;
  }[];
};

export type DesiredGroupPlan = {
  /** True if the operation would succeed, judged by the current state. */
  readonly conforms: boolean;
  /** Result of the operation: refused (by the answer), failed (after it was accepted) or succeeded. */
  readonly outcome: string;
  /** True if the operation would succeed and change something. False with conforms: the effect is there already, and the request would start no operation. */
  readonly changed: boolean;
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** The members that would change, as they are. Of lists, what would be removed. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The same members after the operation. Of lists, what would be added. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Every person that the request names. Empty if the request would be refused. */
  readonly people: readonly PlannedPerson[];
  /** The people whom the approval of the template would ask. Null: it needs no approval, or the operation would not succeed. */
  readonly approval: PlannedApproval | null;
  /** Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written. */
  readonly mayAlsoChange?: readonly Open<'visibility' | 'settings.guests'>[];
  /** The steps that would run. Empty if the request would be refused. */
  readonly steps: readonly string[];
  readonly teamId: string | null;
  /** Whether the request would create the group. */
  readonly created: boolean;
  /** The plan of each roster of the body. */
  readonly rosters: readonly {
    /** The system that names the people. */
    readonly source: string;
    /** True if the roster would be accepted. */
    readonly conforms: boolean;
    /** Whether it differs from the present roster. */
    readonly changed: boolean;
    readonly error: CreationProblem | null;
    /** Every fault at once. */
    readonly faults: readonly Fault[];
    /** Number of people whom the roster brings. */
    readonly added: number;
    /** Number of guests who have not accepted their invitation yet. */
    readonly invited: number;
    /** Number of people who are in the group already. */
    readonly kept: number;
    /** Number of people who leave. */
    readonly removed: number;
    /** Number of people whom the directory does not know yet. */
    readonly waiting: number;
    /** Number of people who cannot be in the group. */
    readonly refused: number;
    /** Number of removals that would wait until someone confirms them. */
    readonly held: number;
    /** The result for each person: the first 1,000, those who are kept last. */
    readonly people: readonly {
      /** As the request names the person, or the id. */
      readonly person: string;
      readonly role: Open<'member' | 'owner'> | null;
      /** added: the roster brought the person. invited: the roster had the person invited as a guest, who is in the group and has not accepted the invitation yet. kept: the person was in the group before. removed: the time of the person is over. waiting: the directory does not know the person yet; the service looks daily for 30 days. refused: the person cannot be in the group, for the reason in code and detail. */
      readonly result: Open<'added' | 'invited' | 'kept' | 'removed' | 'waiting' | 'refused'>;
      readonly code: string | null;
      readonly detail: string | null;
    }[];
  }[];
};

/** The body of PUT /teams/external/{source}/{externalId}, with its externalId. */
export type AppliedGroup = {
  /** The id of the group in the system of the source. Each may occur once. */
  readonly externalId: string;
  /** Name of the group, without control characters or surrounding white space. You may leave it out if the template has a display name pattern; the service then renders it from properties. */
  readonly displayName?: string;
  /** Description of the group. An empty text counts as null. */
  readonly description?: string | null;
  /** Unique alias for the group's e-mail address: printable ASCII without @ ( ) \ [ ] " ; : < > , or space. Dots must be single and between other characters. Refused as alias_reserved: abuse, admin, administrator, hostmaster, majordomo, postmaster, root, secure, security, ssl-admin, webmaster. You may leave it out if the template has a pattern for it; the service then renders it from properties. */
  readonly mailNickName?: string;
  /** User ID or e-mail address of the responsible person, who becomes an owner. */
  readonly responsible?: string;
  /** User ID or e-mail address of the deputy, who becomes an owner. An empty text counts as null. */
  readonly deputy?: string | null;
  /** Id or short identifier of the organisation that creates the group. */
  readonly organisationIdOrIdentifier?: string;
  /** Id or short identifier of the template to apply. */
  readonly templateIdOrIdentifier?: string;
  /** Owners of the group, besides responsible and deputy. A group has at most 100 owners, including these two and the default owners of the template. A person named twice counts once. Absent: none. */
  readonly owners?: readonly string[];
  /** Members of the group: at most 25,000, including the default members of the template. A person named twice counts once. Absent: none. */
  readonly members?: readonly string[];
  /** Values of the placeholders in the naming patterns, and of other properties that the template declares. Names that you leave out are rendered from them; names that you send must agree with them. An empty text and null count as absent. */
  readonly properties?: Readonly<Record<string, string | number | null>>;
  /** Expiry of the group, where the template lets callers set one. Absent: the expiry by the template. It counts by the tenant's governance clock. An empty text counts as null. */
  readonly expiresAt?: string | null;
  /** User ID or e-mail address of the person for whom your system asks. The approvers and the audit log have it. The service does not look the person up. An empty text counts as null. */
  readonly requestedBy?: string | null;
  /** Why the group is needed, for the approvers and the audit log. An empty text counts as null. */
  readonly reason?: string | null;
  /** public: everyone in the organisation may join the group. private: its owners decide. */
  readonly visibility?: 'private' | 'public';
  /** archived: the content of the team becomes read-only. */
  readonly state?: 'active' | 'archived';
  /** A group that exists and gets this external id, such as an adopted one. */
  readonly teamId?: string;
  /** The people whom sources name, by source, as PUT /teams/{teamId}/rosters/{source} takes them. Null ends a roster; sources that are absent stay as they are. The key needs groups:roster. A person is in a list or on rosters, not both. */
  readonly rosters?: Readonly<
    Record<
      string,
      {
        /** Everyone whom the source names, up to 25,000 people. Their order has no meaning. */
        readonly members: readonly {
          /** User ID or e-mail address of a person. */
          readonly person: string;
          /** member (default) or owner. An owner is a member, too. */
          readonly role?: Open<'member' | 'owner'>;
          /** Until when the source names the person. Then the person leaves, unless another source or a hand holds the place. */
          readonly until?: string | null;
          /** Has the person invited as a guest if the directory does not know the address. The template of the group has to permit it (policy.guests), with the domain and the end. The responsible person is the sponsor. */
          readonly guest?: {
            /** Name of the guest in the invitation and the directory. */
            readonly displayName: string;
            /** Always true. */
            readonly invite: true;
          };
        }[];
        readonly removals?: {
          /** true: however many people leave, nobody has to confirm it. By default, more than 20 % and more than 10 people are held, and an empty list is. */
          readonly allow: boolean;
        };
      } | null
    >
  >;
};

export type MissingGroup = {
  readonly externalId: string;
  readonly teamId: string;
  readonly displayName: string;
  /** Whether the request archives it. */
  readonly changed: boolean;
  readonly error: CreationProblem | null;
};

export type ApplyAnswer = {
  readonly created: number;
  /** Without those that are created. */
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly items: readonly {
    /** Place of the entry in the request, from 0. */
    readonly index: number;
    readonly externalId: string | null;
    readonly teamId: string | null;
    readonly created: boolean;
    readonly changed: boolean;
    readonly error: CreationProblem | null;
    readonly status: Open<
      'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
    > | null;
    readonly operationId: string | null;
    readonly statusUrl: string | null;
  }[];
  /** The groups of the source that are not among the entries. */
  readonly missing: {
    /** True: with missing=archive, none of them is archived, because they are many or because the id of an entry cannot be read. Send their number as confirm. */
    readonly held: boolean;
    readonly items: readonly MissingGroup[];
  };
};

export type ApplyPlan = {
  readonly created: number;
  /** Without those that are created. */
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly items: readonly {
    /** Place of the entry in the request, from 0. */
    readonly index: number;
    readonly externalId: string | null;
    readonly teamId: string | null;
    readonly created: boolean;
    readonly changed: boolean;
    readonly error: CreationProblem | null;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
    /** The plan of each roster of the entry. */
    readonly rosters: readonly {
      /** The system that names the people. */
      readonly source: string;
      /** True if the roster would be accepted. */
      readonly conforms: boolean;
      /** Whether it differs from the present roster. */
      readonly changed: boolean;
      readonly error: CreationProblem | null;
      /** Every fault at once. */
      readonly faults: readonly Fault[];
      /** Number of people whom the roster brings. */
      readonly added: number;
      /** Number of guests who have not accepted their invitation yet. */
      readonly invited: number;
      /** Number of people who are in the group already. */
      readonly kept: number;
      /** Number of people who leave. */
      readonly removed: number;
      /** Number of people whom the directory does not know yet. */
      readonly waiting: number;
      /** Number of people who cannot be in the group. */
      readonly refused: number;
      /** Number of removals that would wait until someone confirms them. */
      readonly held: number;
    }[];
  }[];
  /** The groups of the source that are not among the entries. */
  readonly missing: {
    /** True: with missing=archive, none of them is archived, because they are many or because the id of an entry cannot be read. Send their number as confirm. */
    readonly held: boolean;
    readonly items: readonly MissingGroup[];
  };
};

/** 1 to 1000 groups, in any order. */
export type AppliedGroups = readonly AppliedGroup[];

export type PlannedPerson = {
  /** The person as the request or the template names them. */
  readonly reference: string;
  /** Place of that name in the request, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** owner or member. */
  readonly role: string;
  readonly found: boolean;
  /** The person in the directory. */
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly displayName: string;
    /** member or guest. */
    readonly kind: string;
    readonly enabled: boolean;
  } | null;
};

/** The people whom an approval would ask. */
export type PlannedApproval = {
  /** The stages, in their order. One without an available approver is left out. */
  readonly stages: readonly {
    /** Number of the stage, from 1. */
    readonly stage: number;
    /** approvers: the people of the template. steward, administrators: they are asked because no approver is available. */
    readonly as: Open<'approvers' | 'steward' | 'administrators'>;
    /** One of them decides the stage. */
    readonly approvers: readonly {
      /** User ID in the directory; of an administrator, the e-mail address. */
      readonly personId: string;
      readonly email: string | null;
      readonly displayName: string | null;
    }[];
    /** Number of people of the stage who are not asked and cannot decide, because a stage asks at most 100. */
    readonly notAsked: number;
  }[];
};

export type TeamPlan = {
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
    readonly guests?: Open<'deny' | 'allow' | 'leave'>;
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
      readonly giphy?: Open<'off' | 'strict' | 'moderate'>;
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
  readonly mayAlsoChange?: readonly Open<'visibility' | 'settings.guests'>[];
  /** The steps that would run. Empty if the request would be refused. */
  readonly steps: readonly string[];
};

export type BulkEntry = {
  /** Place of the entry in the request, from 0. */
  readonly index: number;
  /** Status of the creation. Null if the entry was refused. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  > | null;
  readonly teamId: string | null;
  readonly statusUrl: string | null;
  /** The problem that POST /teams would answer, with pointers into the entry. Present if the entry was refused. */
  readonly error: CreationProblem | null;
};

export type BulkAnswer = {
  /** Number of accepted entries. */
  readonly accepted: number;
  /** Number of refused entries. */
  readonly refused: number;
  /** One result for each entry, in the order of the request. */
  readonly items: readonly BulkEntry[];
};

/** 1 to 1000 bodies of POST /teams. */
export type BulkRequest = readonly TeamRequest[];

export type AdoptionRequest = {
  /** Id of the group in the directory. */
  readonly groupId: string;
  /** Id or short identifier of the organisation that the group belongs to from then on. */
  readonly organisationIdOrIdentifier: string;
  /** Id or short identifier of the template whose policy applies to the group. */
  readonly templateIdOrIdentifier: string;
  /** User ID or e-mail address of the responsible person, who becomes an owner. Absent or empty: the first owner of the group whose account can be one, and nobody where there is none. Null: nobody. A group that nobody answers for is vacant, and people are asked to take it over. */
  readonly responsible?: string | null;
  /** User ID or e-mail address of the deputy, who becomes an owner. An empty text counts as null. */
  readonly deputy?: string | null;
  /** Values of the placeholders in the naming patterns, and of other properties that the template declares. Names that you leave out are rendered from them; names that you send must agree with them. An empty text and null count as absent. */
  readonly properties?: Readonly<Record<string, string | number | null>>;
  /** keep: the group keeps its names, whether or not they follow the patterns of the template. conform: the display name is rendered by the pattern. The alias never changes, so it has to follow its pattern. Absent: as the template says, else keep. */
  readonly names?: Open<'keep' | 'conform'>;
  /** Expiry of the group, where the template lets callers set one. It must be after the grace period. Absent: the expiry by the template. */
  readonly expiresAt?: string | null;
  /** The ids that your own systems have for the group, at most 20 and one of each source. Another request finds the group by them. */
  readonly externalIds?: readonly {
    /** The system whose data it is, such as erp: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count. */
    readonly source: string;
    readonly externalId: string;
  }[];
};

export type AdoptionPlan = {
  /** True if the adoption would succeed, judged by the current state. */
  readonly conforms: boolean;
  /** Result of an adoption: refused (by the answer to POST /teams/adoption), failed (after it was accepted) or succeeded. */
  readonly outcome: string;
  /** The problem that POST /teams/adoption would answer, or that the final status would report. */
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** The group as the directory shows it. Null if it does not show the group. */
  readonly group: {
    readonly id: string;
    readonly displayName: string;
    readonly mailNickName: string;
    /** team or group. */
    readonly kind: string;
    /** private or public. */
    readonly visibility: string;
  } | null;
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
  /** Whether the names of the group follow the patterns after the adoption. */
  readonly namesConform: boolean;
  /** The values that the adoption may change, as they are. */
  readonly before: {
    readonly displayName: string;
    readonly owners: readonly string[];
  } | null;
  /** The same values, as they would be. Owners are ids of the directory. */
  readonly after: {
    readonly displayName: string;
    readonly owners: readonly string[];
  } | null;
  /** The person who would be responsible, as the request or the directory names them. Null: nobody. */
  readonly responsible: string | null;
  /** Every person that the request and the template name. Empty if the service cannot read people. */
  readonly people: readonly PlannedPerson[];
  /** No date of the group falls before this moment of the governance clock. */
  readonly graceUntil: string | null;
  /** The settings that the template gives the group. Absent: none is written. */
  readonly settings?: {
    /** Whether owners may add guests. A tenant that forbids guests wins. leave, or absent: as it is. deny also refuses requests that name guests. */
    readonly guests?: Open<'deny' | 'allow' | 'leave'>;
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
      readonly giphy?: Open<'off' | 'strict' | 'moderate'>;
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
  readonly mayAlsoChange?: readonly Open<'visibility' | 'settings.guests'>[];
  /** The steps that would run. Empty if the request would be refused. */
  readonly steps: readonly string[];
  /** How many groups the template still adopts for now, by its perDay. Null if no template was found. */
  readonly room: number | null;
};

export type AdoptionPlans = {
  /** One plan for each entry, in the order of the request. Each is judged by itself: of the groups of one template, only as many as its `room` can be adopted for now. */
  readonly items: readonly AdoptionPlan[];
};

/** 1 to 1000 bodies of POST /teams/adoption. */
export type BulkAdoptionRequest = readonly AdoptionRequest[];

export type FoundPeople = {
  /** The best matches. There may be more people; search for a longer text. */
  readonly items: readonly {
    /** User ID in the directory. */
    readonly id: string;
    readonly email: string | null;
    readonly displayName: string;
    /** guest: an account of another organisation. The list may grow. */
    readonly kind: Open<'member' | 'guest'>;
    /** False if the account may not sign in. Such a person cannot be named. */
    readonly enabled: boolean;
  }[];
};

export type PeopleByReference = {
  /** One for each reference, in the same order. */
  readonly items: readonly {
    /** As in the request. */
    readonly reference: string;
    /** Null if the directory has no such person. */
    readonly person: {
      /** User ID in the directory. */
      readonly id: string;
      readonly email: string | null;
      readonly displayName: string;
      /** guest: an account of another organisation. The list may grow. */
      readonly kind: Open<'member' | 'guest'>;
      /** False if the account may not sign in. Such a person cannot be named. */
      readonly enabled: boolean;
    } | null;
  }[];
};

export type PersonGroup = {
  /** Identifier of the team. */
  readonly teamId: string;
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  readonly statusUrl: string;
  /** Organisation of the team. */
  readonly organisationId: string;
  /** Template that was applied. */
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time at which the creation ended. */
  readonly completedAt: string | null;
  /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
  readonly state: Open<
    'being_created' | 'active' | 'archived' | 'deleted' | 'gone' | 'ended' | 'failed'
  >;
  /** The ids that the callers' own systems have for the group, at most one of a source. A failed creation keeps its ids, and another group may have them then. */
  readonly externalIds: readonly {
    readonly source: string;
    readonly externalId: string;
  }[];
  /** Values of the placeholders in the naming patterns, and of the other properties that the template declares. */
  readonly properties: Readonly<Record<string, string>>;
  /** The person's roles: responsible, deputy, owner or member. Responsible and deputy are owners too. The list may grow. */
  readonly roles: readonly Open<'responsible' | 'deputy' | 'owner' | 'member'>[];
};

export type TemplateRole = {
  /** Identifier of the organisation. */
  readonly organisationId: string;
  /** Null for a role in the organisation itself. */
  readonly templateId: string | null;
  /** Name of the template, or of the organisation. */
  readonly name: string;
  /** steward of the organisation, approver, default_owner or default_member. An administrator changes them in the template. */
  readonly roles: readonly Open<'steward' | 'approver' | 'default_owner' | 'default_member'>[];
};

export type PersonGroupPage = {
  readonly items: readonly PersonGroup[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** The roles of the person in organisations and templates, on each page. */
  readonly templateRoles: readonly TemplateRole[];
};

export type Departure = {
  /** User ID or e-mail address of the successor, who takes the person's place in every group. Without it, deputies become responsible. */
  readonly to?: string;
  /** User ID or e-mail address of the person who fills the places of deputies that the departure leaves vacant. */
  readonly deputy?: string;
  /** The role that the person keeps in these groups: owner, member (default), or none to remove the person. None is the default if roles has member. */
  readonly former?: 'owner' | 'member' | 'none';
  /** The roles that the person gives up: a group counts by the highest role of the person in it. By default responsible and deputy. The successor takes the place of an owner or a member, too; without one, the person is only removed. owner and member need the scope groups:change. */
  readonly roles?: readonly Open<'responsible' | 'deputy' | 'owner' | 'member'>[];
};

export type PersonHandover = {
  /** User ID or e-mail address of the successor, who takes the person's place in every group. Without it, deputies become responsible. */
  readonly to?: string;
  /** User ID or e-mail address of the person who fills the places of deputies that the departure leaves vacant. */
  readonly deputy?: string;
  /** The role that the person keeps in these groups: owner, member (default), or none to remove the person. None is the default if roles has member. */
  readonly former?: 'owner' | 'member' | 'none';
  /** The roles that the person gives up: a group counts by the highest role of the person in it. By default responsible and deputy. The successor takes the place of an owner or a member, too; without one, the person is only removed. owner and member need the scope groups:change. */
  readonly roles?: readonly Open<'responsible' | 'deputy' | 'owner' | 'member'>[];
  /** Why, for the operations and the audit log. */
  readonly reason?: string;
};

export type PlannedDeparture = {
  /** Identifier of the team. */
  readonly teamId: string;
  readonly displayName: string;
  /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
  readonly state: Open<
    'being_created' | 'active' | 'archived' | 'deleted' | 'gone' | 'ended' | 'failed'
  >;
  /** The highest role of the person in the group: responsible, deputy, owner or member. */
  readonly role: Open<'responsible' | 'deputy' | 'owner' | 'member'>;
  /** The responsible after the handover; null if there is no successor. */
  readonly responsible: string | null;
  /** The deputy after the handover; null if there is none. */
  readonly deputy: string | null;
  /** The places that the departure leaves vacant: responsible, deputy or none. */
  readonly vacant: readonly Open<'responsible' | 'deputy'>[];
  /** Null: nothing; a creation that awaits an approval has the successor in its request at once. creation: the group is being created. operations: earlier operations of the group run first. approval: the template asks for one. roster: nothing but the sources in rosters, which keep the person in the group. */
  readonly waitsFor: Open<'creation' | 'operations' | 'approval' | 'roster'> | null;
  /** The rosters that keep the person in the group, in a place that the person should give up. The handover ends what a hand gave the person: once no source names the person any more, the person leaves. */
  readonly rosters: readonly {
    /** The source that names the person. */
    readonly source: string;
    readonly role: Open<'member' | 'owner'>;
    /** Until when the source names the person; null: without an end. */
    readonly until: string | null;
    /** True: the source names the person no longer, and the removal waits until someone confirms it. */
    readonly isHeld: boolean;
    /** The open task that decides about the removal. Null if nobody is asked. */
    readonly taskId: string | null;
  }[];
  /** Version of the group, for an operation that applies only to it. */
  readonly etag: string;
  /** True if an operation hands over the group. False if rosters alone keep the person in it, or if it does not conform. */
  readonly changed: boolean;
  /** True if the group can be handed over in this way, judged by its current state. */
  readonly conforms: boolean;
  /** The reason if it cannot. */
  readonly error: CreationProblem | null;
};

export type DeparturePlan = {
  /** The person who leaves. email and displayName are null once the directory does not have the person. */
  readonly person: {
    /** Id of the person in the directory. */
    readonly id: string;
    readonly email: string | null;
    readonly displayName: string | null;
  };
  readonly items: readonly PlannedDeparture[];
  /** Send the same body there for the next groups. Absent on the last page. */
  readonly nextLink?: string;
};

/** Has status, operationId and statusUrl, or the error for which it was refused. It has none of these if rosters alone keep the person in the group. */
export type HandedOver = {
  /** Identifier of the team. */
  readonly teamId: string;
  readonly displayName: string;
  /** being_created, active, archived, deleted, gone (removed in the directory) or failed (never created). The list may grow. */
  readonly state: Open<
    'being_created' | 'active' | 'archived' | 'deleted' | 'gone' | 'ended' | 'failed'
  >;
  /** The highest role of the person in the group: responsible, deputy, owner or member. */
  readonly role: Open<'responsible' | 'deputy' | 'owner' | 'member'>;
  /** The responsible after the handover; null if there is no successor. */
  readonly responsible: string | null;
  /** The deputy after the handover; null if there is none. */
  readonly deputy: string | null;
  /** The places that the departure leaves vacant: responsible, deputy or none. */
  readonly vacant: readonly Open<'responsible' | 'deputy'>[];
  /** Null: nothing; a creation that awaits an approval has the successor in its request at once. creation: the group is being created. operations: earlier operations of the group run first. approval: the template asks for one. roster: nothing but the sources in rosters, which keep the person in the group. */
  readonly waitsFor: Open<'creation' | 'operations' | 'approval' | 'roster'> | null;
  /** The rosters that keep the person in the group, in a place that the person should give up. The handover ends what a hand gave the person: once no source names the person any more, the person leaves. */
  readonly rosters: readonly {
    /** The source that names the person. */
    readonly source: string;
    readonly role: Open<'member' | 'owner'>;
    /** Until when the source names the person; null: without an end. */
    readonly until: string | null;
    /** True: the source names the person no longer, and the removal waits until someone confirms it. */
    readonly isHeld: boolean;
    /** The open task that decides about the removal. Null if nobody is asked. */
    readonly taskId: string | null;
  }[];
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status?: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the operation that hands over the group. */
  readonly operationId?: string;
  /** Address where you follow the operation. */
  readonly statusUrl?: string;
  readonly error?: CreationProblem;
};

export type PersonHandoverResult = {
  /** The person who leaves. email and displayName are null once the directory does not have the person. */
  readonly person: {
    /** Id of the person in the directory. */
    readonly id: string;
    readonly email: string | null;
    readonly displayName: string | null;
  };
  /** Number of groups with an accepted operation. */
  readonly accepted: number;
  /** Number of groups that are refused and stay as they are. */
  readonly refused: number;
  /** Number of groups in which only rosters keep the person. */
  readonly leftToRosters: number;
  readonly items: readonly HandedOver[];
  /** Send the same body there for the next groups, with another Idempotency-Key. Absent on the last page. */
  readonly nextLink?: string;
};

export type RosterBody = {
  /** Everyone whom the source names, up to 25,000 people. Their order has no meaning. */
  readonly members: readonly {
    /** User ID or e-mail address of a person. */
    readonly person: string;
    /** member (default) or owner. An owner is a member, too. */
    readonly role?: Open<'member' | 'owner'>;
    /** Until when the source names the person. Then the person leaves, unless another source or a hand holds the place. */
    readonly until?: string | null;
    /** Has the person invited as a guest if the directory does not know the address. The template of the group has to permit it (policy.guests), with the domain and the end. The responsible person is the sponsor. */
    readonly guest?: {
      /** Name of the guest in the invitation and the directory. */
      readonly displayName: string;
      /** Always true. */
      readonly invite: true;
    };
  }[];
  readonly removals?: {
    /** true: however many people leave, nobody has to confirm it. By default, more than 20 % and more than 10 people are held, and an empty list is. */
    readonly allow: boolean;
  };
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type RosterPlan = {
  /** True if the roster would be accepted. */
  readonly conforms: boolean;
  /** Whether it differs from the present roster. */
  readonly changed: boolean;
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** Number of people whom the roster brings. */
  readonly added: number;
  /** Number of guests who have not accepted their invitation yet. */
  readonly invited: number;
  /** Number of people who are in the group already. */
  readonly kept: number;
  /** Number of people who leave. */
  readonly removed: number;
  /** Number of people whom the directory does not know yet. */
  readonly waiting: number;
  /** Number of people who cannot be in the group. */
  readonly refused: number;
  /** Number of removals that would wait until someone confirms them. */
  readonly held: number;
  /** The result for each person: the first 1,000, those who are kept last. */
  readonly people: readonly {
    /** As the request names the person, or the id. */
    readonly person: string;
    readonly role: Open<'member' | 'owner'> | null;
    /** added: the roster brought the person. invited: the roster had the person invited as a guest, who is in the group and has not accepted the invitation yet. kept: the person was in the group before. removed: the time of the person is over. waiting: the directory does not know the person yet; the service looks daily for 30 days. refused: the person cannot be in the group, for the reason in code and detail. */
    readonly result: Open<'added' | 'invited' | 'kept' | 'removed' | 'waiting' | 'refused'>;
    readonly code: string | null;
    readonly detail: string | null;
  }[];
};

export type ListedRoster = {
  /** The system that names the people. */
  readonly source: string;
  /** Number of people whom the source names. */
  readonly count: number;
  /** applying: an operation brings the group in line. applied: the group is in line. held: removals wait until someone confirms them. failed: the operation failed or was cancelled; send the roster again. */
  readonly state: Open<'applying' | 'applied' | 'held' | 'failed'>;
  /** When the group was last brought in line with the roster. */
  readonly appliedAt: string | null;
  /** Number of people whom the roster brings. */
  readonly added: number;
  /** Number of guests who have not accepted their invitation yet. */
  readonly invited: number;
  /** Number of people who are in the group already. */
  readonly kept: number;
  /** Number of people who leave. */
  readonly removed: number;
  /** Number of people whom the directory does not know yet. */
  readonly waiting: number;
  /** Number of people who cannot be in the group. */
  readonly refused: number;
  /** Number of removals that wait until someone confirms them. */
  readonly held: number;
};

export type RosterList = {
  readonly items: readonly ListedRoster[];
};

export type RosterMember = {
  /** As the source named the person. */
  readonly person: string;
  readonly personId: string | null;
  /** member (default) or owner. An owner is a member, too. */
  readonly role: Open<'member' | 'owner'>;
  readonly until: string | null;
  readonly result: Open<'added' | 'invited' | 'kept' | 'removed' | 'waiting' | 'refused'> | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly guest: {
    /** Name of the guest in the invitation. */
    readonly displayName: string;
    readonly invitedAt: string | null;
  } | null;
  readonly waitingSince: string | null;
};

export type Roster = {
  /** The system that names the people. */
  readonly source: string;
  /** Number of people whom the source names. */
  readonly count: number;
  /** applying: an operation brings the group in line. applied: the group is in line. held: removals wait until someone confirms them. failed: the operation failed or was cancelled; send the roster again. */
  readonly state: Open<'applying' | 'applied' | 'held' | 'failed'>;
  /** When the group was last brought in line with the roster. */
  readonly appliedAt: string | null;
  /** Number of people whom the roster brings. */
  readonly added: number;
  /** Number of guests who have not accepted their invitation yet. */
  readonly invited: number;
  /** Number of people who are in the group already. */
  readonly kept: number;
  /** Number of people who leave. */
  readonly removed: number;
  /** Number of people whom the directory does not know yet. */
  readonly waiting: number;
  /** Number of people who cannot be in the group. */
  readonly refused: number;
  /** Number of removals that wait until someone confirms them. */
  readonly held: number;
  /** The version of the roster, for If-Match. */
  readonly etag: string;
  readonly items: readonly RosterMember[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

/** The members of a group to change. Absent members stay as they are. */
export type GroupChange = {
  /** New name of the group. It must follow the naming pattern of the template and keep the values of its placeholders. */
  readonly displayName?: string;
  /** New description. Null or an empty text clears it. */
  readonly description?: string | null;
  /** public: everyone in the organisation may join the group. private: its owners decide. */
  readonly visibility?: 'private' | 'public';
  /** User ID or e-mail address of the new responsible person, who becomes an owner. */
  readonly responsible?: string;
  /** User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy. */
  readonly deputy?: string | null;
  /** The role of the former responsible or deputy: owner, member (default), or none to remove the person from the group. A person who is an owner for another reason stays an owner. */
  readonly former?: 'owner' | 'member' | 'none';
  /** Changes of the owners. One list adds people, the other removes people; everyone else stays. */
  readonly owners?: {
    /** People who become owners. */
    readonly add?: readonly string[];
    /** People who lose the ownership. They stay members. */
    readonly remove?: readonly string[];
  };
  /** Changes of the members. One list adds people, the other removes people; everyone else stays. */
  readonly members?: {
    /** People who become members. */
    readonly add?: readonly string[];
    /** People who are removed from the group. */
    readonly remove?: readonly string[];
  };
  /** The properties to change; the others stay. Null or an empty text clears one. A display name that is rendered from them is rendered again, unless displayName is sent, too. The mailNickName stays. */
  readonly properties?: Readonly<Record<string, string | number | null>>;
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type OperationReason = {
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type Repair = {
  /** The properties to write as the record has them: displayName, description, visibility, archived, responsible, deputy, owners, or a setting such as settings.guests. settings: all that the template decides. rosters: people whom a roster names and who are in the group no longer are added again. For responsible, deputy and owners, missing owners are added, and nobody is removed. By default all that differed at the last comparison, and rosters. */
  readonly properties?: readonly Open<
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
  >[];
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type DriftAcceptance = {
  /** The properties whose present values the record gets: displayName, description, visibility, archived, or a setting such as settings.guests (settings: all that differ). A group keeps an accepted setting until its template gets another value for it. Settings that the template requires cannot be accepted. */
  readonly properties: readonly Open<
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
  >[];
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type OperationAcceptance = {
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the team. */
  readonly teamId: string;
  /** False if the effect of the request is there already. Then the service has started no operation, and there is no entry in the audit log and no event. */
  readonly changed: boolean;
  /** Identifier of the operation. If the effect is there already: the earlier operation that brings it, or null once the group has it. */
  readonly operationId: string | null;
  /** Address where you follow the operation. Null if there is none. */
  readonly statusUrl: string | null;
};

export type Operation = {
  /** accepted, awaiting_approval, running, succeeded, failed or cancelled. The last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<
    'accepted' | 'awaiting_approval' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  >;
  /** Identifier of the team. */
  readonly teamId: string;
  /** Identifier of the operation. */
  readonly operationId: string;
  /** change, handover, archive, unarchive, delete, restore, repair, accept_drift or roster. The list may grow. */
  readonly kind: Open<
    | 'change'
    | 'handover'
    | 'archive'
    | 'unarchive'
    | 'delete'
    | 'restore'
    | 'repair'
    | 'accept_drift'
    | 'roster'
  >;
  /** The work or decision before which the operation does not begin or take effect. creation: the group is being created, or its creation awaits an approval. operations: earlier operations of the group run first. approval: someone has to agree, as approval says. Null: nothing but its turn. */
  readonly waitsFor: Open<'creation' | 'operations' | 'approval'> | null;
  /** The address of this answer. */
  readonly statusUrl: string;
  readonly requestedBy: {
    /** api_key, administrator, operator or service. */
    readonly kind: string;
    /** Id of the API key, or who it was. */
    readonly id: string;
    /** Name of the API key or of the template; of anyone else, the id. */
    readonly name: string;
  };
  readonly reason: string | null;
  /** The batch that it belongs to. Null if it was requested alone. */
  readonly batchId: string | null;
  /** The members of the group that the request named. */
  readonly change: Readonly<Record<string, unknown>>;
  /** The members of the record that the operation changed, as they were. Of lists, what was removed: the first 1,000 of them, and of a longer list the number, for example as membersCount. Null until the operation ends. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The same members after it. Of lists, what was added. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time of the latest change. */
  readonly updatedAt: string;
  readonly completedAt: string | null;
  /** Steps in the order in which they run. */
  readonly steps: readonly Step[];
  readonly error: CreationProblem | null;
  readonly approval?: Approval;
  /** The results of a roster, by its kind alone: from the look-up of its people on, and final once the operation ends. */
  readonly roster?: {
    /** The system that names the people. */
    readonly source: string;
    /** Number of people whom the roster brings. */
    readonly added: number;
    /** Number of guests who have not accepted their invitation yet. */
    readonly invited: number;
    /** Number of people who are in the group already. */
    readonly kept: number;
    /** Number of people who leave. */
    readonly removed: number;
    /** Number of people whom the directory does not know yet. */
    readonly waiting: number;
    /** Number of people who cannot be in the group. */
    readonly refused: number;
    /** Number of removals that wait until someone confirms them. */
    readonly held: number;
    /** True: a later roster of the source took its place, and it changes nothing. */
    readonly superseded: boolean;
  };
  readonly warnings: readonly {
    readonly code: string;
    readonly detail: string;
  }[];
  /** Number of the latest change, which is the id of its event in the stream. */
  readonly version: number;
};

export type OperationPage = {
  readonly items: readonly Operation[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

/** The operation to try: its kind (change by default) and, for a change, the body of PATCH /teams/{teamId}; for a repair or an acceptance of differences, its properties. */
export type OperationPlanRequest = {
  /** The kind of the operation; change by default. */
  readonly kind?:
    | 'change'
    | 'handover'
    | 'archive'
    | 'unarchive'
    | 'delete'
    | 'restore'
    | 'repair'
    | 'accept_drift';
  /** New name of the group. It must follow the naming pattern of the template and keep the values of its placeholders. */
  readonly displayName?: string;
  /** New description. Null or an empty text clears it. */
  readonly description?: string | null;
  /** public: everyone in the organisation may join the group. private: its owners decide. */
  readonly visibility?: 'private' | 'public';
  /** User ID or e-mail address of the new responsible person, who becomes an owner. */
  readonly responsible?: string;
  /** User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy. */
  readonly deputy?: string | null;
  /** The role of the former responsible or deputy: owner, member (default), or none to remove the person from the group. A person who is an owner for another reason stays an owner. */
  readonly former?: 'owner' | 'member' | 'none';
  /** Changes of the owners. One list adds people, the other removes people; everyone else stays. */
  readonly owners?: {
    /** People who become owners. */
    readonly add?: readonly string[];
    /** People who lose the ownership. They stay members. */
    readonly remove?: readonly string[];
  };
  /** Changes of the members. One list adds people, the other removes people; everyone else stays. */
  readonly members?: {
    /** People who become members. */
    readonly add?: readonly string[];
    /** People who are removed from the group. */
    readonly remove?: readonly string[];
  };
  /** For a change: the properties to change, with their values. For a repair or an acceptance of differences: a list of names. */
  readonly properties?:
    | readonly Open<
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
      >[]
    | Readonly<Record<string, string | number | null>>;
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type OperationPlan = {
  /** True if the operation would succeed, judged by the current state. */
  readonly conforms: boolean;
  /** Result of the operation: refused (by the answer), failed (after it was accepted) or succeeded. */
  readonly outcome: string;
  /** change, handover, archive, unarchive, delete, restore, repair, accept_drift or roster. The list may grow. */
  readonly kind: Open<
    | 'change'
    | 'handover'
    | 'archive'
    | 'unarchive'
    | 'delete'
    | 'restore'
    | 'repair'
    | 'accept_drift'
    | 'roster'
  >;
  /** True if the operation would succeed and change something. False with conforms: the effect is there already, and the request would start no operation. */
  readonly changed: boolean;
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** The members that would change, as they are. Of lists, what would be removed. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The same members after the operation. Of lists, what would be added. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Every person that the request names. Empty if the request would be refused. */
  readonly people: readonly PlannedPerson[];
  /** The people whom the approval of the template would ask. Null: it needs no approval, or the operation would not succeed. */
  readonly approval: PlannedApproval | null;
  /** Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written. */
  readonly mayAlsoChange?: readonly Open<'visibility' | 'settings.guests'>[];
  /** The steps that would run. Empty if the request would be refused. */
  readonly steps: readonly string[];
};

export type SelectedUndoRequest = {
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
  readonly until?: string | null;
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

export type UndoSelection = {
  /** A rule of a policy, such as lifecycle.expires, or its first part, such as lifecycle. The audit log names the rule of what a policy did, as cause. */
  readonly rule: string | null;
  /** E-mail address of an administrator, or of a person who decided. */
  readonly person: string | null;
  /** Id of an API key. */
  readonly apiKeyId: string | null;
  /** Only groups of this organisation. */
  readonly organisationId: string | null;
  /** Only groups of this template. */
  readonly templateId: string | null;
  /** Beginning of the span, by the times of the audit log. */
  readonly from: string;
  /** End of the span. */
  readonly until: string;
};

export type UndoneGroup = {
  readonly teamId: string;
  /** Null for a group that you may not see. */
  readonly displayName: string | null;
  /** The acts that take it back, in this order: operations such as unarchive, hold, release, or end_adoption. None: nothing is left to take back. */
  readonly kinds: readonly string[];
  /** True if the undo would succeed for this group and change something. */
  readonly changed: boolean;
  /** The members that would change, as they are. Of lists, what would be removed. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The same members after the undo. Of lists, what would be added. */
  readonly after: Readonly<Record<string, unknown>>;
  /** The parts that cannot go back. */
  readonly stays: readonly {
    /** Such as displayName, settings.guests, owners or hold; for one person, the list and the person with a space between. */
    readonly property: string;
    /** changed_since: someone has changed it since. not_undoable: it has no inverse. stays_in_group: people who were added stay, as they may be in the group for another reason. adoption_ends: the adoption ends, so nothing of the group is changed. unfinished: the operation runs, or awaits an approval. refused: the rules or the directory refuse the former value. The list may grow. */
    readonly code: Open<
      | 'changed_since'
      | 'not_undoable'
      | 'stays_in_group'
      | 'adoption_ends'
      | 'unfinished'
      | 'refused'
    >;
    readonly by: {
      readonly kind: string;
      readonly id: string;
      readonly name: string;
    } | null;
    /** Time of that change. */
    readonly at: string | null;
    /** Code of the fault because of which it is refused. */
    readonly reason: string | null;
    /** The fault in words. */
    readonly detail: string | null;
  }[];
  /** True if people have to approve it first, by the template. */
  readonly needsApproval: boolean;
  /** Why the undo, or the part that kinds does not name, is not possible for this group. */
  readonly error: CreationProblem | null;
};

export type UndoPlan = {
  readonly items: readonly UndoneGroup[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type BatchRequest = {
  /** handover, archive, unarchive, delete, restore, repair and accept_drift start an operation for each group; renew, hold and release end at once; adopt takes groups of the directory into governance. */
  readonly kind: Open<
    | 'handover'
    | 'archive'
    | 'unarchive'
    | 'delete'
    | 'restore'
    | 'repair'
    | 'accept_drift'
    | 'renew'
    | 'hold'
    | 'release'
    | 'adopt'
  >;
  /** For every kind but adopt, which has adoptions. Each group once. A handover may name other people for a group. */
  readonly groups?: readonly {
    readonly teamId: string;
    /** The etag from a plan or from GET /teams/{teamId}: a group that has changed since is refused. Absent: any version will do. */
    readonly etag?: string;
    /** User ID or e-mail address of the new responsible person, who becomes an owner. */
    readonly responsible?: string;
    /** User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy. */
    readonly deputy?: string | null;
  }[];
  /** For the kind adopt: bodies of POST /teams/adoption, each group once. POST /teams/adoption/bulk/plan plans them. */
  readonly adoptions?: readonly AdoptionRequest[];
  /** User ID or e-mail address of the new responsible person, who becomes an owner. */
  readonly responsible?: string;
  /** User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy. */
  readonly deputy?: string | null;
  /** The role of the former responsible or deputy: owner, member (default), or none to remove the person from the group. A person who is an owner for another reason stays an owner. */
  readonly former?: 'owner' | 'member' | 'none';
  /** The properties to write as the record has them: displayName, description, visibility, archived, responsible, deputy, owners, or a setting such as settings.guests. settings: all that the template decides. rosters: people whom a roster names and who are in the group no longer are added again. For responsible, deputy and owners, missing owners are added, and nobody is removed. By default all that differed at the last comparison, and rosters. */
  readonly properties?: readonly Open<
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
  >[];
  /** For the kind renew: the new expiry. Absent: the length that the template gives a renewal. */
  readonly until?: string | null;
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

/** Number of groups by their status. */
export type BatchCounts = {
  /** The batch has not come to them. */
  readonly waiting: number;
  /** Their operation or adoption waits for its turn. */
  readonly accepted: number;
  /** Their operation awaits an approval. */
  readonly awaiting_approval: number;
  /** Their operation or adoption runs. */
  readonly running: number;
  /** Done. */
  readonly succeeded: number;
  /** The effect was there already. */
  readonly unchanged: number;
  /** They got no operation, or no record. */
  readonly refused: number;
  /** Their operation or adoption failed. */
  readonly failed: number;
  /** Cancelled before they began. */
  readonly cancelled: number;
};

export type Batch = {
  /** Identifier of the batch. */
  readonly batchId: string;
  /** handover, archive, unarchive, delete, restore, repair and accept_drift start an operation for each group; renew, hold and release end at once; adopt takes groups of the directory into governance. undo takes back another batch, or what someone did in a span of time. The list may grow. */
  readonly kind: Open<
    | 'handover'
    | 'archive'
    | 'unarchive'
    | 'delete'
    | 'restore'
    | 'repair'
    | 'accept_drift'
    | 'renew'
    | 'hold'
    | 'release'
    | 'adopt'
    | 'undo'
  >;
  /** running, or completed once all groups are final. The list may grow. */
  readonly status: Open<'running' | 'completed'>;
  /** Number of groups. */
  readonly size: number;
  readonly counts: BatchCounts;
  readonly requestedBy: {
    /** api_key, administrator, operator or service. */
    readonly kind: string;
    /** Id of the API key, or who it was. */
    readonly id: string;
    /** Name of the API key or of the template; of anyone else, the id. */
    readonly name: string;
  };
  readonly reason: string | null;
  /** Time at which the request was accepted. */
  readonly createdAt: string;
  /** Time at which it was cancelled. Operations that had begun end as ever. */
  readonly cancelledAt: string | null;
  /** Time at which all groups were final. */
  readonly completedAt: string | null;
  /** The batch that it takes back. Null unless it is the undo of a batch. */
  readonly undoOf: string | null;
  /** The rule, the person or the API key whose acts in a span of time it takes back, in place of a batch. Else null. */
  readonly undoSelection: UndoSelection | null;
  /** The address of this answer. */
  readonly statusUrl: string;
};

export type BatchPage = {
  readonly items: readonly Batch[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type BatchGroup = {
  /** Null while an adoption is waiting, and if it was refused: the group has no record. */
  readonly teamId: string | null;
  /** Id in the directory of a group that the batch adopts, for those who may adopt. Else null. */
  readonly groupId: string | null;
  /** Null for a group that you may not see. */
  readonly displayName: string | null;
  /** waiting, unchanged or refused, or the status of its operation or adoption. The list may grow. */
  readonly status: Open<
    | 'waiting'
    | 'accepted'
    | 'awaiting_approval'
    | 'running'
    | 'succeeded'
    | 'unchanged'
    | 'refused'
    | 'failed'
    | 'cancelled'
  >;
  /** Null if it has no operation. */
  readonly operationId: string | null;
  /** Why it was refused, or why its operation or adoption failed. */
  readonly error: CreationProblem | null;
  /** Time at which its operation or adoption ended. */
  readonly completedAt: string | null;
};

export type BatchGroupPage = {
  readonly items: readonly BatchGroup[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type BulkOperationPlan = {
  readonly items: readonly {
    readonly teamId: string;
    readonly displayName: string;
    readonly etag: string;
    /** False if the effect is there already, or the operation is refused. */
    readonly changed: boolean;
    /** The reason if the operation is refused. */
    readonly error: CreationProblem | null;
    /** Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written. */
    readonly mayAlsoChange?: readonly Open<'visibility' | 'settings.guests'>[];
  }[];
};

export type TeamNotice = {
  readonly noticeId: string;
  /** Subject of the notice. The list may grow. */
  readonly kind: Open<
    | 'renew'
    | 'review'
    | 'approve'
    | 'approve_change'
    | 'approve_delete'
    | 'approve_adoption'
    | 'name_deputy'
    | 'take_over'
    | 'add_owner'
    | 'hand_back'
    | 'accept_responsibility'
    | 'accept_deputy_role'
    | 'confirm_removals'
    | 'still_needed'
    | 'contested'
    | 'created'
    | 'creation_failed'
    | 'renewed'
    | 'kept'
    | 'archived'
    | 'cannot_archive'
    | 'deletes_soon'
    | 'deleted'
    | 'guest_leaves'
    | 'guests_removed'
    | 'review_lapsed'
    | 'took_over'
    | 'handed_over'
    | 'unavailable'
    | 'vacant'
    | 'not_accepted'
    | 'decision_failed'
    | 'mass_departure'
    | 'enforcement_stopped'
    | 'idle_stopped'
    | 'reports_concealed'
    | 'adoptions_stopped'
    | 'credential_expires'
    | 'microsoft_changed'
    | 'webhook_failing'
    | 'webhook_recovered'
    | 'webhook_disabled'
  >;
  readonly to: {
    /** User id in the directory. */
    readonly id: string;
    readonly email: string;
  };
  /** Language of the message. Null until it is sent. */
  readonly language: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
  /** waiting: for the digest of the day. pending: the digest is not sent yet. refused: by the mail server of the recipient. dropped: it was no longer of interest. failed: given up after a week. */
  readonly outcome: Open<'waiting' | 'pending' | 'sent' | 'refused' | 'dropped' | 'failed'>;
};

export type TeamNoticePage = {
  readonly items: readonly TeamNotice[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type ComparedTeams = {
  readonly items: readonly {
    readonly teamId: string;
    /** Differences between the record and the directory. Null until the present record has been compared: after its creation and after each operation. */
    readonly drift: readonly PropertyDrift[] | null;
    /** Problems with the people who answer for the group. Null when drift is null. */
    readonly findings:
      | readonly Open<
          | 'ownerless'
          | 'too_few_owners'
          | 'responsible_unavailable'
          | 'deputy_unavailable'
          | 'responsible_unreachable'
          | 'deputy_unreachable'
          | 'contested'
          | 'idle'
        >[]
      | null;
    /** The reason if the group was not compared. */
    readonly error: CreationProblem | null;
  }[];
};

export type TeamChannelPage = {
  readonly items: readonly {
    /** The directory's id of the channel. */
    readonly channelId: string;
    readonly displayName: string;
    readonly description: string | null;
    /** `private` and `shared` channels have separate members. */
    readonly kind: Open<'standard' | 'private' | 'shared'>;
    readonly webUrl: string | null;
  }[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** False if the group has no team, or the directory does not show it yet. */
  readonly hasTeam: boolean;
};

export type TeamSite = {
  readonly url: string | null;
};

export type TeamPeoplePage = {
  readonly items: readonly {
    readonly role: Open<'responsible' | 'deputy' | 'owner' | 'member'>;
    /** The person as the record names them. */
    readonly reference: string;
    readonly displayName: string | null;
  }[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type ComparedPeoplePage = {
  readonly items: readonly {
    /** The directory's id of the person. */
    readonly id: string;
    readonly displayName: string | null;
    readonly email: string | null;
    readonly isGuest: boolean;
    readonly recorded: Open<'responsible' | 'deputy' | 'owner' | 'member'> | null;
    readonly inDirectory: Open<'owner' | 'member'> | null;
    readonly difference: Open<'missing' | 'other_role' | 'added'> | null;
    /** The rosters that hold the person; empty: a hand holds the place. */
    readonly rosters: readonly {
      /** The source that names the person. */
      readonly source: string;
      readonly role: Open<'member' | 'owner'>;
      /** Until when the source names the person; null: without an end. */
      readonly until: string | null;
      /** True: the person is a guest who has not accepted the invitation. */
      readonly isPending: boolean;
      /** True: the source names the person no longer, and the removal waits until someone confirms it. */
      readonly isHeld: boolean;
    }[];
  }[];
  /** Number of items on all pages. */
  readonly total: number;
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** Number of people who differ, on all pages. */
  readonly differences: number;
};

/** The people who answered for a group on a day. */
export type AnsweredGroup = {
  readonly teamId: string;
  /** As it is now. */
  readonly displayName: string;
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly responsible: AnsweredBy;
  readonly deputy: AnsweredBy;
};

export type AnsweredGroupPage = {
  readonly items: readonly AnsweredGroup[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** The day (UTC). Its end counts. */
  readonly at: string;
};

/** A role that a person has or had in a group. */
export type HeldRole = {
  readonly teamId: string;
  /** As it is now. */
  readonly displayName: string;
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly role: Open<'responsible' | 'deputy'>;
  /** Time since which the person had the role. */
  readonly from: string;
  /** Time until which the person had it. Null: the person has it. */
  readonly until: string | null;
};

export type HeldRolePage = {
  readonly items: readonly HeldRole[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
  /** The audit log of the time before was archived, so that earlier roles may be missing. Null: all are known. */
  readonly knownSince: string | null;
};

/** An entry of the audit log that changed who answers for a group, or by which a person accepted that. */
export type ResponsibilityEntry = {
  readonly occurredAt: string;
  /** group.changed, group.handed_over or group.change_failed; for an acceptance, task.decided. */
  readonly action: string;
  readonly actor: {
    readonly kind: string;
    readonly id: string;
  };
  /** Null until the entry is in the chain, which takes about a second. */
  readonly proof: {
    /** Place of the entry in the hash chain. */
    readonly position: number;
    /** Hash of the entry in the chain, in hexadecimal. */
    readonly hash: string;
    /** Whether the entry and the hash before it give this hash. */
    readonly isIntact: boolean;
  } | null;
};

/** A person who answered for a group on a day. */
export type AnsweredBy = {
  readonly person: string | null;
  /** The entry by which the person got the place. Null: by the creation. */
  readonly from: ResponsibilityEntry | null;
  /** The entry by which the person lost the place. Null: the person still has it. */
  readonly until: ResponsibilityEntry | null;
  /** The entry by which the person had accepted the role at the end of the day. Null: the person had not, or nobody asked. */
  readonly accepted: ResponsibilityEntry | null;
  /** Time until which the answer of the person was awaited at the end of the day. Null: it was not. */
  readonly acceptanceDueAt: string | null;
};

/** The people who answered for a group on a day, with the entries of the audit log that prove it. */
export type ResponsibilityOnDay = {
  readonly teamId: string;
  /** The day (UTC). Its end counts. */
  readonly at: string;
  /** Whether the group existed at the end of the day. */
  readonly exists: boolean;
  readonly responsible: AnsweredBy;
  readonly deputy: AnsweredBy;
};

/** An entry of the audit log that led to a fact. */
export type ExplanationEntry = {
  /** Id of the entry in the audit log. */
  readonly activityId: number;
  readonly occurredAt: string;
  /** The event, as the audit log calls it, for example group.changed. */
  readonly action: string;
  /** The key, person, administrator, policy or part that did it. */
  readonly actor: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
  };
  /** The rule of a policy that caused it. Null: none did. */
  readonly rule: {
    readonly templateId: string;
    /** Version of the template. */
    readonly policyVersion: number;
    readonly rule: string;
  } | null;
  readonly requestId: string | null;
  readonly operationId: string | null;
  readonly taskId: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  /** The fact before. Absent: the entry does not say it. */
  readonly before?: unknown;
  /** The fact after. Absent: the entry does not say it. */
  readonly after?: unknown;
  /** Null until the entry is in the chain, which takes about a second. */
  readonly proof: {
    /** Place of the entry in the hash chain. */
    readonly position: number;
    /** Hash of the entry in the chain, in hexadecimal. */
    readonly hash: string;
    /** Whether the entry and the hash before it give this hash. */
    readonly isIntact: boolean;
  } | null;
};

/** Why a fact about a group is as it is. */
export type Explanation = {
  readonly teamId: string;
  readonly property: string;
  /** The entries that led to the fact, in the order in which they followed: the versions of templates whose rules acted or whose policy the group got, the request, the decisions of people, and at last the entry that made the fact. Empty: the audit log has none of them. */
  readonly reasons: readonly ExplanationEntry[];
  /** Entries of this time or before may be in the archive of the audit log. Null: none is. */
  readonly archivedUntil: string | null;
};

/** The request that the task approves, with the group as it will be. Absent for other tasks. */
export type TaskRequest = {
  /** The list may grow. */
  readonly kind: Open<'create' | 'change' | 'delete' | 'adopt'>;
  readonly operationId: string | null;
  /** The person for whom the request asks, if it names one; otherwise its sender. */
  readonly requestedBy: {
    /** api_key, administrator or person. The list may grow. */
    readonly kind: string;
    /** Id of the API key, user ID or e-mail address. */
    readonly id: string;
    /** Name of the API key; otherwise the id. */
    readonly name: string;
  };
  /** The sender of the request. */
  readonly sentBy: {
    /** api_key, administrator or person. The list may grow. */
    readonly kind: string;
    /** Id of the API key, user ID or e-mail address. */
    readonly id: string;
    /** Name of the API key; otherwise the id. */
    readonly name: string;
  };
  /** Time at which the request was accepted, by the governance clock of the tenant. */
  readonly requestedAt: string;
  readonly reason: string | null;
  /** Stage of the approval, from 1. */
  readonly stage: number;
  /** Number of stages. */
  readonly of: number;
  /** Number of people of the stage who are not asked and cannot decide, because a stage asks at most 100. */
  readonly notAsked: number;
  /** Name of the group, as requested. */
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: Open<'private' | 'public'>;
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Number of people in the group, owners included. */
  readonly people: number;
  /** Number of guests whom the request adds. */
  readonly guests: number;
  /** Owners and members whom the request names: the first 20. */
  readonly added: readonly string[];
  /** People whom the request removes: the first 20. */
  readonly removed: readonly string[];
  /** The properties that a new group has, or that a change sets. Null clears one. */
  readonly properties: Readonly<Record<string, string | null>>;
  /** Of a change, the members of the group that it names. Otherwise empty. */
  readonly changes: readonly string[];
};

/** A decision that someone has to make about a group. */
export type Task = {
  /** Identifier of the task. */
  readonly taskId: string;
  /** renew: whether a group is still needed. review: whether its owners and guests are right. approve: a requested group. approve_change: a change of a group, which `request` names. approve_delete: the deletion of a group, which `request` names. approve_adoption: whether a group that others made is governed by a template. name_deputy: a new deputy. take_over: a new responsible person. add_owner: another owner, where there are too few. hand_back: whether the former responsible person, who is back, gets the group back. accept_responsibility: whether a person accepts to be responsible. accept_deputy_role: whether a person accepts to be the deputy. confirm_removals: whether the people whom a roster names no longer leave the group (`remove`) or stay in it (`keep`). still_needed: whether a group that nobody uses is still needed (`needed`) or may expire (`not_needed`). contested: whether a value that another tool writes back is restored (`repair`) or becomes the one of the record (`accept`). The list may grow. */
  readonly kind: Open<
    | 'renew'
    | 'review'
    | 'approve'
    | 'approve_change'
    | 'approve_delete'
    | 'approve_adoption'
    | 'name_deputy'
    | 'take_over'
    | 'add_owner'
    | 'hand_back'
    | 'accept_responsibility'
    | 'accept_deputy_role'
    | 'confirm_removals'
    | 'still_needed'
    | 'contested'
  >;
  /** open: waits for a decision. done: decided. lapsed: not decided in time. withdrawn: its question no longer applies. */
  readonly state: Open<'open' | 'done' | 'lapsed' | 'withdrawn'>;
  /** The group that the task is about. */
  readonly teamId: string;
  /** Name of the group. */
  readonly displayName: string;
  /** Alias of the group. */
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  /** The people who may decide. A decision of one of them is enough. */
  readonly assignees: readonly {
    /** User ID in the directory. */
    readonly personId: string;
    readonly email: string | null;
    readonly displayName: string | null;
  }[];
  /** The possible decisions. Empty once the task has ended. */
  readonly decisions: readonly {
    /** Value of decision in the request. */
    readonly decision: string;
    readonly reason: Open<'optional' | 'required'>;
    /** The further member of the decision: person, decisions (one about each person of the task) or displayName. Absent: none. */
    readonly asks?: Open<'person' | 'decisions' | 'display_name'>;
  }[];
  readonly request?: TaskRequest;
  /** The people whom the task is about, for example proposed deputies. */
  readonly people: readonly {
    readonly personId: string;
    readonly email: string | null;
    readonly displayName: string | null;
    /** Role in the group, of a review. */
    readonly role?: Open<'owner' | 'guest'>;
  }[];
  /** Facts of the question, such as `source` and `removed` (people by their names) of confirm_removals, `expires` of renew, or `unused_since` of still_needed. The names may grow. Empty for approvals, whose facts are in `request`. */
  readonly facts: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** Start of the task, by the governance clock of the tenant. */
  readonly openedAt: string;
  readonly dueAt: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  /** The person, administrator or API key that decided. */
  readonly decidedBy: {
    readonly kind: Open<'api_key' | 'administrator' | 'operator' | 'service' | 'person' | 'policy'>;
    readonly id: string;
  } | null;
  readonly decidedVia: Open<'link' | 'admin' | 'api'> | null;
  readonly decidedAt: string | null;
  /** The policy that opened the task. Null: none. */
  readonly cause: {
    readonly templateId: string;
    /** Version of the template. */
    readonly policyVersion: number;
    /** Rule of the policy. */
    readonly rule: string;
  } | null;
};

export type TaskPage = {
  readonly items: readonly Task[];
  /** Address of the next page. Absent on the last. */
  readonly nextLink?: string;
};

export type Decision = {
  /** One of the decisions of the task. */
  readonly decision: string;
  /** Why. Some decisions require it. */
  readonly reason?: string | null;
  /** User ID or e-mail address, for a decision that asks for a person. */
  readonly person?: string;
  /** A decision about each person of the task. */
  readonly decisions?: readonly {
    readonly personId: string;
    /** unsure: the person stays, and the answer is recorded. */
    readonly decision: Open<'keep' | 'remove' | 'unsure'>;
  }[];
  /** Name of the group, for a decision that asks for one. */
  readonly displayName?: string;
};

export type Renewal = {
  /** The new expiry. Absent: the length that the template gives a renewal. A caller may name no later time than that length permits, or `longest` where requests may name the expiry. An empty text counts as null. */
  readonly until?: string | null;
  /** Reason, for the activity log. */
  readonly reason?: string | null;
};

export type RenewalResult = {
  readonly teamId: string;
  readonly expiresAt: string;
  /** False if the effect was there already. Then there is no entry in the audit log and no event. */
  readonly changed: boolean;
};

export type Hold = {
  readonly reason: string;
  readonly since: string;
  readonly by: {
    readonly kind: string;
    readonly id: string;
  };
  /** False if the effect was there already. Then there is no entry in the audit log and no event. */
  readonly changed: boolean;
};

export type HoldInput = {
  /** Reason of the hold, for the activity log and for those who meet it. */
  readonly reason: string;
};

export type ReviewSummary = {
  readonly reviewId: string;
  /** The group. */
  readonly teamId: string;
  /** Name of the group. */
  readonly displayName: string;
  /** Alias of the group. */
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  /** requested: the people are not read from the directory yet. open: decisions are missing. completed: everyone is decided about. lapsed: not answered in time. withdrawn: it no longer applies. */
  readonly state: Open<'requested' | 'open' | 'completed' | 'lapsed' | 'withdrawn'>;
  readonly subjects: readonly Open<'owners' | 'guests'>[];
  /** The consequence for people about whom nobody decides. */
  readonly unanswered: Open<'remove_guests' | 'keep' | 'archive'>;
  /** Number of people, in all and by decision. */
  readonly counts: {
    readonly people: number;
    readonly kept: number;
    readonly removed: number;
    readonly unsure: number;
    readonly undecided: number;
  };
  readonly requestedBy: {
    readonly kind: Open<'api_key' | 'administrator' | 'operator' | 'service' | 'person' | 'policy'>;
    readonly id: string;
  };
  /** Why it was requested. */
  readonly reason: string | null;
  /** This and the other times: by the governance clock of the tenant. */
  readonly requestedAt: string;
  /** When the people were read, and the question was asked. */
  readonly openedAt: string | null;
  /** When it lapses. */
  readonly dueAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
  /** The open task that asks for the decisions. */
  readonly taskId: string | null;
  /** Why the people could not be read yet. */
  readonly failure: string | null;
};

/** The decisions about the owners and guests of a group. */
export type Review = {
  readonly reviewId: string;
  /** The group. */
  readonly teamId: string;
  /** Name of the group. */
  readonly displayName: string;
  /** Alias of the group. */
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  /** requested: the people are not read from the directory yet. open: decisions are missing. completed: everyone is decided about. lapsed: not answered in time. withdrawn: it no longer applies. */
  readonly state: Open<'requested' | 'open' | 'completed' | 'lapsed' | 'withdrawn'>;
  readonly subjects: readonly Open<'owners' | 'guests'>[];
  /** The consequence for people about whom nobody decides. */
  readonly unanswered: Open<'remove_guests' | 'keep' | 'archive'>;
  /** Number of people, in all and by decision. */
  readonly counts: {
    readonly people: number;
    readonly kept: number;
    readonly removed: number;
    readonly unsure: number;
    readonly undecided: number;
  };
  readonly requestedBy: {
    readonly kind: Open<'api_key' | 'administrator' | 'operator' | 'service' | 'person' | 'policy'>;
    readonly id: string;
  };
  /** Why it was requested. */
  readonly reason: string | null;
  /** This and the other times: by the governance clock of the tenant. */
  readonly requestedAt: string;
  /** When the people were read, and the question was asked. */
  readonly openedAt: string | null;
  /** When it lapses. */
  readonly dueAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
  /** The open task that asks for the decisions. */
  readonly taskId: string | null;
  /** Why the people could not be read yet. */
  readonly failure: string | null;
  /** The people when the review was opened: at most 500. The responsible person, the deputy and people of the template are not reviewed. */
  readonly people: readonly {
    /** User ID in the directory. */
    readonly personId: string;
    readonly email: string | null;
    readonly displayName: string | null;
    readonly role: Open<'owner' | 'guest'>;
    /** Null: nobody decided. */
    readonly decision: Open<'keep' | 'remove' | 'unsure'> | null;
  }[];
};

export type ReviewPage = {
  readonly items: readonly ReviewSummary[];
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type ReviewRequest = {
  /** Default: as the template has it, or owners and guests. */
  readonly subjects?: readonly Open<'owners' | 'guests'>[];
  /** Time for the answer, in ISO 8601. Default: as the template has it, or P30D. */
  readonly within?: string;
  /** Default: as the template has it, or keep. */
  readonly unanswered?: Open<'remove_guests' | 'keep' | 'archive'>;
  /** Reason, for the activity log. */
  readonly reason?: string | null;
};

export type ReviewDecisions = {
  /** A decision about each person of the task. */
  readonly decisions: readonly {
    readonly personId: string;
    /** unsure: the person stays, and the answer is recorded. */
    readonly decision: Open<'keep' | 'remove' | 'unsure'>;
  }[];
  /** Reason, for the activity log. */
  readonly reason?: string | null;
};

export type DirectoryGroup = {
  /** Id in the directory. */
  readonly groupId: string;
  readonly teamId: string | null;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly mail: string | null;
  readonly kind: Open<'team' | 'group'>;
  readonly visibility: Open<'private' | 'public'>;
  readonly createdAt: string | null;
  readonly owners:
    | readonly {
        /** Id in the directory. */
        readonly id: string;
        /** Empty if the directory no longer has the person. */
        readonly displayName: string;
        /** Whether the account can sign in. */
        readonly available: boolean;
      }[]
    | null;
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  readonly lastActivityOn: string | null;
  readonly label: string | null;
  readonly suiteExpiresAt: string | null;
  /** Reasons for which the service cannot govern the group. */
  readonly obstacles: readonly Open<
    | 'not_a_microsoft_365_group'
    | 'synced_from_on_premises'
    | 'dynamic_membership'
    | 'role_assignable'
    | 'hidden_membership'
    | 'class_team'
    | 'foreign_marker'
  >[];
  readonly adoption: {
    /** The record that governs the group in the end. */
    readonly teamId: string;
    /** `awaiting_approval`: its people are asked first. */
    readonly status: Open<'accepted' | 'awaiting_approval' | 'running'>;
  } | null;
  readonly proposal: {
    readonly organisationId: string;
    /** The template whose patterns match the names best. */
    readonly templateId: string;
    /** The values that the names have. */
    readonly properties: Readonly<Record<string, string>>;
    readonly responsible: string | null;
    readonly deputy: string | null;
    /** Whether both names follow the patterns. */
    readonly conforms: boolean;
  } | null;
};

export type DirectoryGroupPage = {
  readonly items: readonly DirectoryGroup[];
  readonly seenAt: string | null;
  /** Number of groups on all pages. */
  readonly total?: number;
  /** Of the groups on all pages. */
  readonly counts?: {
    /** No owner can sign in. */
    readonly ownerless: number;
    /** The owners are unknown. */
    readonly ownersUnknown: number;
    /** Guests are members. */
    readonly withGuests: number;
    /** The service could govern them. */
    readonly withoutObstacles: number;
    /** The number of groups with each obstacle. */
    readonly obstacles: Readonly<Record<string, number>>;
  };
  /** Address of the next page. Absent on the last page. */
  readonly nextLink?: string;
};

export type Probes = {
  readonly running: {
    /** Whether the service, an administrator or API key, or the operator began it. */
    readonly origin: Open<'night' | 'person' | 'operator'>;
    readonly askedAt: string;
    readonly startedAt: string | null;
  } | null;
  /** The table of the newest probe that saw something. */
  readonly assumptions: readonly {
    /** Name of the assumption. The list may grow. */
    readonly name: string;
    /** The assumption, as a sentence. */
    readonly assumed: string;
    /** The observation of this probe. */
    readonly state: Open<'as_assumed' | 'changed' | 'not_seen'>;
    /** The observation in words, without names and ids. */
    readonly seen: string;
    /** The behaviour of the simulator. */
    readonly simulated: string;
    readonly durationMs: number;
    /** The last observation of any probe. Null: no probe has seen it. */
    readonly verdict: Open<'as_assumed' | 'changed'> | null;
    readonly since: string | null;
  }[];
  /** The newest 100 probes that have ended, the newest first. */
  readonly probes: readonly {
    readonly probeId: string;
    /** Whether the service, an administrator or API key, or the operator began it. */
    readonly origin: Open<'night' | 'person' | 'operator'>;
    readonly startedAt: string | null;
    readonly finishedAt: string;
    /** failed: it could not begin. interrupted: its process ended, and its groups were removed. */
    readonly outcome: Open<'done' | 'failed' | 'interrupted'>;
    readonly failure: string | null;
    /** Names of the assumptions for which it saw another behaviour. */
    readonly changed: readonly string[];
    /** Number of assumptions that it saw. */
    readonly seen: number;
    /** Groups of earlier probes that it removed. */
    readonly leftoversRemoved: number;
    /** Its groups that it could not remove, which the next probe does. */
    readonly leftBehind: number;
  }[];
};

/** A CloudEvent 1.0 in JSON. */
export type Event = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Type of the event. The list may grow: ignore types that you do not know. */
  readonly type: Open<
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
  >;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  /** For a group: teamId, status, statusUrl, displayName, mailNickName, organisationId, templateId, properties and createdAt. It also has directory once the creation succeeded, or error if it failed. For other objects: their id and the change. Every event has actor and requestId. Later versions may add fields. */
  readonly data: Readonly<Record<string, unknown>>;
};

export type EventPage = {
  /** Events, oldest first. */
  readonly items: readonly Event[];
  /** Address of the events that follow. Always present, since a feed has no last page. An empty page with an unchanged link means that there are no new events. With type, a page may also be empty because the service skipped many other events. Its link has then changed. */
  readonly nextLink: string;
};

export type UndoRequest = {
  /** Why, for the operation and the audit log. */
  readonly reason?: string;
};

/** The policy that caused this, if one did. */
export type EventCause = {
  /** Template of the policy. */
  readonly templateId: string;
  /** Version of the template. */
  readonly policyVersion: number;
  /** The rule of the policy. */
  readonly rule: string;
};

/** The author of the change. */
export type EventActor = {
  /** The kind of the actor. */
  readonly kind: Open<'api_key' | 'administrator' | 'operator' | 'service' | 'person' | 'policy'>;
  /** Id of the key, address of the person, or id of the template. */
  readonly id: string;
};

/** The service accepted the creation of a group. */
export type GroupAcceptedEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.accepted';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly cause?: EventCause;
    /** The address of the status. */
    readonly statusUrl: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    /** Time at which the request was accepted. */
    readonly createdAt: string;
    readonly status: 'accepted';
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A group was created, or one that others made was adopted. */
export type GroupSucceededEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.succeeded' | 'group.adopted';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly cause?: EventCause;
    /** The address of the status. */
    readonly statusUrl: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    /** Time at which the request was accepted. */
    readonly createdAt: string;
    readonly status: 'succeeded';
    readonly directory: {
      readonly groupId: string | null;
      readonly mail: string | null;
      readonly webUrl: string | null;
    } | null;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** The creation of a group failed. */
export type GroupFailedEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.failed';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly cause?: EventCause;
    /** The address of the status. */
    readonly statusUrl: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    /** Time at which the request was accepted. */
    readonly createdAt: string;
    readonly status: 'failed';
    readonly error?: CreationProblem;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** The creation of a group was cancelled. */
export type GroupCancelledEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.cancelled';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly cause?: EventCause;
    /** The address of the status. */
    readonly statusUrl: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    /** Time at which the request was accepted. */
    readonly createdAt: string;
    readonly status: 'cancelled';
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** An operation on a group succeeded. */
export type GroupOperationEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'group.changed'
    | 'group.handed_over'
    | 'group.archived'
    | 'group.unarchived'
    | 'group.deleted'
    | 'group.restored'
    | 'group.repaired'
    | 'group.drift_accepted';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Identifier of the operation. */
    readonly operationId: string;
    /** The address of the operation. */
    readonly statusUrl: string;
    /** The kind of the operation. */
    readonly kind: Open<
      | 'change'
      | 'handover'
      | 'archive'
      | 'unarchive'
      | 'delete'
      | 'restore'
      | 'repair'
      | 'accept_drift'
      | 'roster'
    >;
    readonly reason?: string | null;
    readonly cause?: EventCause;
    /** The decisions of the people who approved or rejected the operation, if its template requires that. */
    readonly approvals?: readonly ApprovalDecision[];
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** The settings of its template were written to a group, and the directory shows them. */
export type GroupSettingsAppliedEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.settings_applied';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** The repair; absent: a creation or an adoption. */
    readonly operationId?: string;
    /** The written settings by their names. */
    readonly settings: Readonly<Record<string, unknown>>;
    /** The settings that the directory did not take. */
    readonly refused: readonly string[];
    readonly cause?: EventCause;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A group was brought in line with its rosters. */
export type RosterAppliedEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'roster.applied';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Identifier of the operation. */
    readonly operationId: string;
    /** The address of the operation. */
    readonly statusUrl: string;
    /** The kind of the operation. */
    readonly kind: Open<
      | 'change'
      | 'handover'
      | 'archive'
      | 'unarchive'
      | 'delete'
      | 'restore'
      | 'repair'
      | 'accept_drift'
      | 'roster'
    >;
    readonly reason?: string | null;
    readonly cause?: EventCause;
    /** The decisions of the people who approved or rejected the operation, if its template requires that. */
    readonly approvals?: readonly ApprovalDecision[];
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    /** The source of the roster. */
    readonly source: string;
    /** The results of the roster. */
    readonly counts?: {
      /** Number of people whom it brought. */
      readonly added: number;
      /** Number of guests who have not accepted their invitation. */
      readonly invited: number;
      /** Number of people who were in the group. */
      readonly kept: number;
      /** Number of people who left. */
      readonly removed: number;
      /** Number of people whom the directory does not know. */
      readonly waiting: number;
      /** Number of people who cannot be in the group. */
      readonly refused: number;
    };
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A roster names people whom the directory does not know, removes so many people that someone has to confirm it, had guests invited, or a guest whom it brought has left the group. */
export type RosterEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'roster.held' | 'roster.person_waiting' | 'guest.invited' | 'guest.ended';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** The source of the roster. */
    readonly source: string;
    /** The operation that found this. */
    readonly operationId: string;
    /** Number of removals that wait. */
    readonly held?: number;
    /** The first 100 of the people. */
    readonly people?: readonly string[];
    /** Number of people. */
    readonly count?: number;
    /** waiting: the service looks daily for 30 days. given_up: these days are over. */
    readonly state?: Open<'waiting' | 'given_up'>;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A group differs from its record, or no longer does, or its adoption ended and it is no longer governed. */
export type GroupObservationEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'group.adoption_ended'
    | 'group.gone'
    | 'group.returned'
    | 'group.team_added'
    | 'group.drifted'
    | 'group.contested'
    | 'group.ownerless'
    | 'group.responsible_unavailable'
    | 'group.deputy_unavailable';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly drift?: readonly {
      /** displayName, description, visibility, archived, responsible, deputy, owners, or a setting that the template decides, such as settings.guests or settings.members.createChannels. The list may grow. */
      readonly property: Open<
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
      >;
      /** The value in the record: for responsible and deputy the person, for owners the minimum of the policy. */
      readonly expected: string | number | boolean | null;
      /** The value in the directory: null for a person who is not an owner, for owners their number. */
      readonly observed: string | number | boolean | null;
      /** Time at which a comparison saw the difference first. */
      readonly since: string;
      /** The sign-in name of the person, or the name of the application, that made the change. */
      readonly by?: string;
    }[];
    /** The person or application that removed it, where the directory says so. */
    readonly by?: string;
    /** The properties that another tool writes back whenever the service restores them. */
    readonly contested?: readonly string[];
    readonly cause?: EventCause;
    /** As in the record. */
    readonly responsible?: string;
    /** As in the record. */
    readonly deputy?: string;
    /** State of the account. */
    readonly account?: Open<'disabled' | 'gone' | 'guest' | 'unlicensed'>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A group is about to expire, has expired, was renewed, was put on hold or released, or is no longer used, or used again. */
export type GroupLifecycleEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'group.expiring'
    | 'group.renewed'
    | 'group.expired'
    | 'group.held'
    | 'group.released'
    | 'group.idle'
    | 'group.active_again';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Time at which the group expires. */
    readonly expiresAt?: string;
    /** The action if nobody answers. */
    readonly unanswered?: Open<'archive' | 'delete' | 'keep'>;
    /** The result of the expiry. */
    readonly outcome?: Open<'archive_requested' | 'kept' | 'cannot_archive'>;
    /** Number of renewals. */
    readonly renewals?: number;
    /** The day since which no use of the group is known. */
    readonly unusedSince?: string;
    /** The day of the last use. */
    readonly lastOn?: string;
    readonly reason?: string | null;
    readonly cause?: EventCause;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** An operation on a group failed. It names the parts that were applied before. */
export type GroupChangeFailedEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.change_failed';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Identifier of the operation. */
    readonly operationId: string;
    /** The address of the operation. */
    readonly statusUrl: string;
    /** The kind of the operation. */
    readonly kind: Open<
      | 'change'
      | 'handover'
      | 'archive'
      | 'unarchive'
      | 'delete'
      | 'restore'
      | 'repair'
      | 'accept_drift'
      | 'roster'
    >;
    readonly reason?: string | null;
    readonly cause?: EventCause;
    /** The decisions of the people who approved or rejected the operation, if its template requires that. */
    readonly approvals?: readonly ApprovalDecision[];
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly error?: CreationProblem;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A policy of the productivity suite ends a group before its template does. */
export type SuiteExpirationEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'group.suite_expires_earlier';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    readonly expiresAt: string | null;
    /** Time at which the suite lets it expire. */
    readonly suiteExpiresAt: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** Someone made a group in the directory, which the service does not govern. */
export type DirectoryGroupEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'directory.group_found';
  readonly data: {
    /** Id in the directory. */
    readonly groupId: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A probe of the connection saw that Microsoft 365 no longer behaves as the connection assumes, or does so again. */
export type ConnectionAssumptionEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'connection.assumption_changed';
  readonly data: {
    /** Name of the assumption. The list may grow. */
    readonly assumption: string;
    /** Whether Microsoft 365 behaves as assumed. */
    readonly verdict: Open<'changed' | 'as_assumed'>;
    /** The assumption, as a sentence. */
    readonly assumed: string;
    /** The observation in words, without names and ids. */
    readonly seen: string;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A person at the time of the event. */
export type EventPerson = {
  readonly id: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  /** Whether the person can answer for a group. */
  readonly available: boolean;
  readonly reason?: Open<'disabled' | 'deleted' | 'guest' | 'unlicensed'> | null;
};

/** The responsibility for a group changed. */
export type ResponsibilityEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'responsibility.shaky'
    | 'responsibility.handed_over'
    | 'responsibility.deputy_vacant'
    | 'responsibility.vacant'
    | 'responsibility.restored';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** The new state. */
    readonly state?: Open<'held' | 'shaky' | 'deputy_vacant' | 'vacant'>;
    readonly responsible: EventPerson | null;
    readonly deputy: EventPerson | null;
    readonly former?: EventPerson | null;
    /** The end of the grace period. */
    readonly until?: string;
    readonly cause?: EventCause;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** The last three messages to a person failed, or a message reached the person again. */
export type PersonDeliveryEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'person.unreachable' | 'person.reachable';
  readonly data: {
    /** Id in the directory, or the address of a person without one. */
    readonly personId: string;
    /** E-mail address. */
    readonly email: string;
    /** Number of failures in a row. */
    readonly failures?: number;
    /** Time of the first of them. */
    readonly since?: string;
    readonly reason?: string | null;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** Many people became unavailable or got a leave date within a week, or this has ended. */
export type MassDepartureEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'mass_departure' | 'mass_departure_ended';
  readonly data: {
    /** Number of departures. */
    readonly departed?: number;
    /** Number of people who answer for groups. */
    readonly answering?: number;
    /** How it ended. */
    readonly outcome?: Open<'released' | 'returned'>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** All groups of a batch are final. */
export type BatchEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'batch.completed';
  readonly data: {
    /** Identifier of the batch. */
    readonly batchId: string;
    /** The kind of the batch. */
    readonly kind: Open<
      | 'handover'
      | 'archive'
      | 'unarchive'
      | 'delete'
      | 'restore'
      | 'repair'
      | 'accept_drift'
      | 'renew'
      | 'hold'
      | 'release'
      | 'adopt'
      | 'undo'
    >;
    /** Number of groups by their status: succeeded, unchanged, refused, failed and cancelled. */
    readonly counts?: Readonly<Record<string, number>>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** People are asked for a decision about a group, or the decision was made. */
export type TaskEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'task.opened'
    | 'task.reminded'
    | 'task.escalated'
    | 'task.reassigned'
    | 'task.decided'
    | 'task.lapsed'
    | 'task.withdrawn';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Identifier of the task. */
    readonly taskId: string;
    /** The kind of the task. */
    readonly kind: Open<
      | 'renew'
      | 'review'
      | 'approve'
      | 'approve_change'
      | 'approve_delete'
      | 'approve_adoption'
      | 'name_deputy'
      | 'take_over'
      | 'add_owner'
      | 'hand_back'
      | 'accept_responsibility'
      | 'accept_deputy_role'
      | 'confirm_removals'
      | 'still_needed'
      | 'contested'
    >;
    /** The people who may decide. */
    readonly assignees: readonly {
      /** Id in the directory. */
      readonly personId: string;
      readonly email: string | null;
    }[];
    /** The operation that the task approves. */
    readonly operationId?: string;
    readonly dueAt: string | null;
    readonly outcome?: string | null;
    readonly reason?: string | null;
    /** How the decision was made. */
    readonly decidedVia?: Open<'link' | 'admin' | 'api'>;
    readonly cause?: EventCause;
    /** Display name of the group. */
    readonly displayName: string;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** The owners and guests of a group are reviewed, or were. */
export type ReviewEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'review.requested'
    | 'review.opened'
    | 'review.answered'
    | 'review.completed'
    | 'review.lapsed'
    | 'review.withdrawn';
  readonly data: {
    /** Identifier of the team. */
    readonly teamId: string;
    /** Identifier of the review. */
    readonly reviewId: string;
    /** The state of the review. */
    readonly state?: Open<'requested' | 'open' | 'completed' | 'lapsed' | 'withdrawn'>;
    /** The consequence of a lapse. */
    readonly outcome?: Open<'keep' | 'remove_guests' | 'archive' | 'cannot_archive'>;
    readonly dueAt?: string | null;
    /** Number of people. */
    readonly people: number;
    /** Number of those who stay. */
    readonly kept: number;
    /** Number of those who leave. */
    readonly removed: number;
    /** Number of those about whom nobody was sure; they stay. */
    readonly unsure: number;
    /** Number of those about whom nobody decided. */
    readonly undecided: number;
    readonly reason?: string | null;
    readonly cause?: EventCause;
    /** Alias of the group. */
    readonly mailNickName: string;
    /** Organisation of the group. */
    readonly organisationId: string;
    /** Template of the group. */
    readonly templateId: string;
    /** Properties of the group. */
    readonly properties: Readonly<Record<string, string>>;
    /** The ids that your own systems have for the group, as they are now. */
    readonly externalIds: readonly {
      /** The system that has the id. */
      readonly source: string;
      /** The id of the group in that system. */
      readonly externalId: string;
    }[];
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** An API key or one of its secrets changed. The event has no secret. */
export type ApiKeyEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type:
    | 'api_key.created'
    | 'api_key.changed'
    | 'api_key.revoked'
    | 'api_key.secret_added'
    | 'api_key.secret_ended';
  readonly data: {
    /** Identifier of the key. */
    readonly keyId: string;
    /** Name of the key. */
    readonly name?: string;
    readonly expiresAt?: string | null;
    /** Identifier of the secret. */
    readonly secretId?: string;
    readonly scopes?: readonly string[];
    readonly organisationIds?: readonly string[] | null;
    readonly templateIds?: readonly string[];
    readonly ipRanges?: readonly string[];
    /** The source that the key is bound to. */
    readonly source?: string;
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** An organisation was created, changed or deleted. */
export type OrganisationEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'organisation.created' | 'organisation.changed' | 'organisation.deleted';
  readonly data: {
    /** Identifier of the organisation. */
    readonly organisationId: string;
    /** Name. */
    readonly name?: string;
    /** Short identifier. */
    readonly identifier?: string;
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** A template was created, changed or deleted. */
export type TemplateEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'template.created' | 'template.changed' | 'template.deleted';
  readonly data: {
    /** Identifier of the template. */
    readonly templateId: string;
    /** Organisation of the template. */
    readonly organisationId?: string;
    /** Name. */
    readonly name?: string;
    /** Short identifier. */
    readonly identifier?: string;
    readonly mailNicknamePattern?: string | null;
    readonly displayNamePattern?: string | null;
    /** The declared properties. */
    readonly properties?: unknown;
    /** The counter. */
    readonly counter?: unknown;
    /** The transliteration. */
    readonly transliteration?: unknown;
    /** The policy. */
    readonly policy?: unknown;
    /** The changed members before. Of lists, the removed people. */
    readonly before?: Readonly<Record<string, unknown>>;
    /** The changed members after. Of lists, the added people. */
    readonly after?: Readonly<Record<string, unknown>>;
    readonly actor: EventActor;
    readonly requestId: string | null;
  };
};

/** An administrator or an operator tests the endpoint. */
export type WebhookTestEvent = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** Id of the affected object, for example the teamId. */
  readonly subject: string;
  /** Time of the event. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Tenant of the event. */
  readonly tenantid: string;
  /** Place in the tenant's activity, as sortable text. Not every place is an event. */
  readonly sequence: string;
  /** Trace context (W3C) of the request that the event follows from, if that was traced. */
  readonly traceparent?: string;
  readonly type: 'webhook.test';
  readonly data: {
    /** Identifier of the endpoint. */
    readonly endpointId: string;
  };
};

/** A problem (RFC 9457). */
export type Problem = {
  /** A page that explains the problem. */
  readonly type: string;
  /** Short name of the problem. */
  readonly title: string;
  /** HTTP status code. */
  readonly status: number;
  /** Explanation of this occurrence, for people. */
  readonly detail: string;
  readonly code: ProblemCode;
  /** Same value as the Request-Id header. */
  readonly requestId: string;
  /** Every fault of the input, in the order of the input. */
  readonly errors?: readonly Fault[];
};

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
export type ProblemCode = Open<
  | 'malformed_json'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_credentials'
  | 'invalid_token'
  | 'not_signed_in'
  | 'sign_in_failed'
  | 'forbidden'
  | 'scope_missing'
  | 'tenant_removed'
  | 'tenant_moved'
  | 'address_not_allowed'
  | 'source_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'mail_nickname_taken'
  | 'group_not_active'
  | 'comparison_too_early'
  | 'on_hold'
  | 'not_expiring'
  | 'renewal_limit'
  | 'restore_window_over'
  | 'successor_missing'
  | 'task_closed'
  | 'link_not_valid'
  | 'version_conflict'
  | 'in_use'
  | 'quota_exceeded'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_failed_attempts'
  | 'headers_too_large'
  | 'unavailable'
  | 'internal_error'
  | 'people_not_found'
  | 'people_not_eligible'
  | 'directory_refused'
  | 'directory_alias_taken'
  | 'directory_name_refused'
  | 'directory_permission_missing'
  | 'directory_unavailable'
  | 'approval_rejected'
  | 'approval_expired'
  | 'no_approver'
  | 'archive_needs_team'
  | 'archive_needs_owner'
  | 'group_not_adoptable'
  | 'setting_not_applied'
  | 'label_not_applied'
>;
