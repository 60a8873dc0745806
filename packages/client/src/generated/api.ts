// Written by scripts/client-types.ts from docs/api/openapi.json; do not edit.

/** A list that may grow: known values are offered, others stay readable. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** One fault of the input, with either pointer or parameter. */
export type Fault = {
  /** Where in the body (RFC 6901). */
  readonly pointer?: string;
  /** Which parameter of the query, or which header. */
  readonly parameter?: string;
  /** For programs, for example required, too_long or alias_reserved. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
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
  /** Ignored: a token may do what its key may. */
  readonly scope?: string;
};

export type Token = {
  /** A bearer token. */
  readonly accessToken: string;
  readonly tenantId: string;
  /** When the token expires: 24 hours after its issue. */
  readonly expiresAt: string;
};

export type OAuthToken = {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime in seconds. */
  readonly expires_in: number;
};

/** RFC 6749 section 5.2: the answer to a form that is refused. */
export type OAuthError = {
  /** invalid_request, invalid_client or unsupported_grant_type. */
  readonly error: string;
  /** A sentence for people. */
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
  /** Pattern for the group alias; placeholders stand in double curly braces. */
  readonly mailNicknamePattern: string;
  /** Pattern for the display name of the group. Empty: any name. */
  readonly displayNamePattern: string;
};

export type Organisation = {
  /** Organisation id. */
  readonly id: string;
  /** Organisation name. */
  readonly name: string;
  /** Short unique identifier of the organisation. */
  readonly identifier: string;
  /** The teamIds of the groups that stand in the directory, oldest first. */
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
  /** The next page; absent on the last one. */
  readonly nextLink?: string;
};

export type TeamRequest = {
  /** Name of the group, without control characters and outer white space. */
  readonly displayName: string;
  /** Description of the group. An empty one counts as null. */
  readonly description?: string | null;
  /** Unique alias for the group's e-mail address: printable ASCII, none of @ ( ) \ [ ] " ; : < > , nor space, dots only single and between other characters. Refused as alias_reserved: abuse, admin, administrator, hostmaster, majordomo, postmaster, root, secure, security, ssl-admin, webmaster. */
  readonly mailNickName: string;
  /** User ID or e-mail address of the responsible person, who becomes an owner. */
  readonly responsible: string;
  /** User ID or e-mail address of the deputy, who becomes an owner. An empty one counts as null. */
  readonly deputy?: string | null;
  /** Id or short identifier of the organisation that creates the group. */
  readonly organisationIdOrIdentifier: string;
  /** Id or short identifier of the template to apply. */
  readonly templateIdOrIdentifier: string;
  /** Owners of the group, besides responsible and deputy. A group has at most 100 owners, these two and the standing owners of the template included; a person who is named twice counts once. */
  readonly owners: readonly string[];
  /** Members of the group: at most 25,000, the standing members of the template included; a person who is named twice counts once. */
  readonly members: readonly string[];
};

export type TeamAcceptance = {
  /** accepted, running, succeeded, failed or cancelled; the last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;
  /** Identifier of the team being created, final from the first answer. */
  readonly teamId: string;
  /** Address for following the creation. */
  readonly statusUrl: string;
};

export type Step = {
  /** For example resolve_people or create_group. */
  readonly name: string;
  /** pending, running, waiting (tried again at retryAt), succeeded, failed or skipped. */
  readonly status: string;
  readonly attempts: number;
  /** When the step began. */
  readonly startedAt: string | null;
  /** When the step ended. */
  readonly completedAt: string | null;
  /** When the step is tried again. */
  readonly retryAt: string | null;
  readonly detail: string | null;
};

/** Why the creation failed, and what to do. */
export type CreationProblem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
};

export type TeamStatus = {
  /** accepted, running, succeeded, failed or cancelled; the last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;
  /** Identifier of the team. */
  readonly teamId: string;
  /** The address of this answer. */
  readonly statusUrl: string;
  /** When the request was accepted. */
  readonly createdAt: string;
  /** When anything changed last. */
  readonly updatedAt: string;
  /** When the creation came to its end. */
  readonly completedAt: string | null;
  /** In the order in which they are carried out. */
  readonly steps: readonly Step[];
  readonly error: CreationProblem | null;
  readonly warnings: readonly {
    readonly code: string;
    readonly detail: string;
  }[];
};

export type TeamSummary = {
  /** Identifier of the team. */
  readonly teamId: string;
  /** accepted, running, succeeded, failed or cancelled; the last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;
  readonly statusUrl: string;
  /** Organisation of the team. */
  readonly organisationId: string;
  /** Template that was applied. */
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  /** When the request was accepted. */
  readonly createdAt: string;
  /** When the creation came to its end. */
  readonly completedAt: string | null;
};

/** The record of a team: what was requested, and where the group is. */
export type Team = {
  /** Identifier of the team. */
  readonly teamId: string;
  /** accepted, running, succeeded, failed or cancelled; the last three are final. The list may grow: treat unknown values as not final. */
  readonly status: Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;
  readonly statusUrl: string;
  /** Organisation of the team. */
  readonly organisationId: string;
  /** Template that was applied. */
  readonly templateId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  /** When the request was accepted. */
  readonly createdAt: string;
  /** When the creation came to its end. */
  readonly completedAt: string | null;
  readonly description: string | null;
  readonly responsible: string;
  readonly deputy: string | null;
  readonly owners: readonly string[];
  readonly members: readonly string[];
  /** What the placeholders of the naming patterns took. */
  readonly properties: Readonly<Record<string, string>>;
  /** The group in the directory, once it is there. */
  readonly directory: {
    /** The directory's id of the group. */
    readonly groupId: string;
    readonly mail: string | null;
    readonly webUrl: string | null;
    readonly goneSince: string | null;
  } | null;
};

export type TeamPage = {
  readonly items: readonly TeamSummary[];
  /** The next page; absent on the last one. */
  readonly nextLink?: string;
};

export type PlannedPerson = {
  /** As the request or the template names the person. */
  readonly reference: string;
  /** Where it does: RFC 6901 pointer into the request. */
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

export type TeamPlan = {
  /** True when the creation would succeed, as far as can be told now. */
  readonly conforms: boolean;
  /** What a creation would come to: refused (by the answer to POST /teams), failed (after it was accepted) or succeeded. */
  readonly outcome: string;
  /** The problem that POST /teams would answer, or that the status would end with. */
  readonly error: CreationProblem | null;
  /** Every fault at once. */
  readonly faults: readonly Fault[];
  /** The organisation, where it was found. */
  readonly organisation: {
    /** Its id. */
    readonly id: string;
    readonly identifier: string;
    readonly name: string;
  } | null;
  /** The template, where it was found. */
  readonly template: {
    /** Its id. */
    readonly id: string;
    readonly identifier: string;
    readonly name: string;
  } | null;
  /** What the placeholders of the naming patterns took. */
  readonly properties: Readonly<Record<string, string>>;
  /** Null when the mailNickName itself is at fault. */
  readonly alias: {
    readonly mailNickName: string;
    readonly free: boolean;
    /** When it is taken: free names nearby that conform. */
    readonly alternatives: readonly {
      readonly mailNickName: string;
      readonly displayName: string;
    }[];
  } | null;
  /** Everybody whom the request and the template name; empty when people cannot be read. */
  readonly people: readonly PlannedPerson[];
  /** The steps that would run; empty when the request would be refused. */
  readonly steps: readonly string[];
};

/** 1 to 1000 bodies of POST /teams. */
export type BulkRequest = readonly TeamRequest[];

export type BulkEntry = {
  /** Place of the entry in the request, from 0. */
  readonly index: number;
  /** Null when the entry was refused. */
  readonly status: Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'> | null;
  readonly teamId: string | null;
  readonly statusUrl: string | null;
  /** Why the entry was refused: the problem that POST /teams would answer, with pointers into the entry. */
  readonly error: CreationProblem | null;
};

export type BulkAnswer = {
  /** How many entries were accepted. */
  readonly accepted: number;
  /** How many entries were refused. */
  readonly refused: number;
  /** One for each entry, in their order. */
  readonly items: readonly BulkEntry[];
};

/** A CloudEvent 1.0 in JSON. */
export type Event = {
  readonly specversion: '1.0';
  /** Unique and stable: the same event has the same id in the feed and in a webhook. */
  readonly id: string;
  /** The base address of the service. */
  readonly source: string;
  /** What happened. The list may grow: pass over what you do not know. */
  readonly type: Open<
    | 'group.accepted'
    | 'group.succeeded'
    | 'group.failed'
    | 'group.cancelled'
    | 'api_key.created'
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
  /** Id of what it happened to, for example the teamId. */
  readonly subject: string;
  /** When it happened. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** The tenant it happened in. */
  readonly tenantid: string;
  /** Place among the tenant's activity, as text that sorts. Not every place is an event. */
  readonly sequence: string;
  /** Of a group: teamId, status, statusUrl, displayName, mailNickName, organisationId, templateId, properties, createdAt; directory once it succeeded, error when it failed. Of others: their id and what changed. Always actor and requestId. Members may be added. */
  readonly data: Readonly<Record<string, unknown>>;
};

export type EventPage = {
  /** Oldest first. */
  readonly items: readonly Event[];
  /** What comes after these events; always there, since a feed has no last page. An empty page whose link stays the same says that there is nothing new; with type, a page may also be empty because many other events were passed over, and then the link has moved on. */
  readonly nextLink: string;
};

/** A problem (RFC 9457). */
export type Problem = {
  /** A page that explains the problem. */
  readonly type: string;
  /** The problem in a few words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong this time, for people. */
  readonly detail: string;
  readonly code: ProblemCode;
  /** The same as the header Request-Id. */
  readonly requestId: string;
  /** Every fault of the input, in its order. */
  readonly errors?: readonly Fault[];
};

/** What went wrong, for programs. The list may grow.

- `malformed_json` (400): The body could not be read as JSON: a syntax error, text that is not UTF-8, a member that stands twice, or nesting deeper than 32 levels.
- `invalid_query` (400): A parameter of the query is unknown, or has a value that it cannot have.
- `invalid_request` (400): The request, or one of its headers, is not what HTTP or this service can read.
- `invalid_credentials` (401): Tenant, key and secret do not belong together, or the key is revoked or expired. Which of these it is, is not told.
- `invalid_token` (401): The access token is missing, expired, not one of ours, or its API key has been revoked.
- `not_signed_in` (401): This address of the admin center needs a session, and there is none, or it has ended.
- `sign_in_failed` (403): The sign-in to the admin center did not work, for example because its link was used already.
- `forbidden` (403): You are known, but may not do this in the admin center.
- `not_found` (404): There is nothing at this address, or nothing that this tenant may see.
- `method_not_allowed` (405): The address exists, but not for this method.
- `not_acceptable` (406): The Accept header excludes every media type that this address can answer with.
- `request_timeout` (408): The request did not arrive completely in time.
- `mail_nickname_taken` (409): Another group of the tenant has this mailNickName, or is being created with it. Upper and lower case do not differ.
- `version_conflict` (412): What you wanted to change was changed by someone else since you read it.
- `in_use` (409): What you wanted to remove is still needed by something else.
- `quota_exceeded` (409): The tenant already keeps as much of this kind as it may.
- `payload_too_large` (413): The body is larger than 2 MiB, or holds more than 50,000 values.
- `unsupported_media_type` (415): The Content-Type of the body is missing, or not one that this address reads.
- `validation_failed` (422): The body could be read, but what it says is not possible.
- `idempotency_key_reused` (422): This Idempotency-Key came with another body before. Keys are kept for 30 days, those of the admin API for one.
- `rate_limited` (429): The API key or administrator sent more than it may in a minute, has two costly requests or 32 MiB of bodies under way, or its tenant has too many event streams, exports or proofs open.
- `too_many_failed_attempts` (429): Too many token requests with wrong credentials came from this address.
- `headers_too_large` (431): The headers of the request are larger than 16 KiB together.
- `unavailable` (503): The service cannot answer right now, for example because it cannot reach its database. Nothing was changed.
- `internal_error` (500): The service failed in a way that it did not expect.
- `people_not_found` (422): The creation failed because the directory does not know some of the people. Those whom it knows and who cannot be part of the group are named with them. Nothing was created, and the alias is free again.
- `people_not_eligible` (422): The creation failed because some of the people cannot be part of the group, for example because their account is disabled. Nothing was created, and the alias is free again.
- `directory_refused` (502): The creation failed because the directory refused the group.
- `directory_alias_taken` (409): The creation failed because something in the directory that is not ours has this alias. It was not touched.
- `directory_name_refused` (422): The creation failed because the naming policy of the directory refuses the displayName or the mailNickName. Nothing was created, and the alias is free again.
- `directory_permission_missing` (502): The creation failed because this service lacks a permission in the directory.
- `directory_unavailable` (503): The creation failed because the directory could not be reached for a long time. */
export type ProblemCode = Open<
  | 'malformed_json'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_credentials'
  | 'invalid_token'
  | 'not_signed_in'
  | 'sign_in_failed'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'mail_nickname_taken'
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
>;
