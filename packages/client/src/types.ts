// The shapes that travel between caller and service.

/** A code that the service may grow; unknown ones stay readable as text. */
type Open<Known extends string> = Known | (string & Record<never, never>);

export type ProblemCode = Open<
  | 'malformed_json'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_credentials'
  | 'invalid_token'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'mail_nickname_taken'
  | 'version_conflict'
  | 'in_use'
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
  | 'directory_permission_missing'
  | 'directory_unavailable'
>;

export interface Fault {
  /** RFC 6901 pointer into the body. */
  readonly pointer?: string;
  /** Name of the query parameter. */
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly requestId?: string;
  readonly errors?: readonly Fault[];
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
}

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly groups: readonly string[];
  readonly templates: readonly Template[];
}

export interface OrganisationSummary {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
}

export interface TeamRequest {
  readonly displayName: string;
  readonly description?: string | null;
  /** Unique alias for the group's e-mail address. */
  readonly mailNickName: string;
  /** User id or e-mail address of the primary responsible person. */
  readonly responsible: string;
  /** User id or e-mail address of the backup. */
  readonly deputy?: string | null;
  readonly organisationIdOrIdentifier: string;
  readonly templateIdOrIdentifier: string;
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

/** The list may grow; treat unknown values as not final. */
export type CreationStatus = Open<'accepted' | 'running' | 'succeeded' | 'failed' | 'cancelled'>;

export interface TeamAccepted {
  readonly status: CreationStatus;
  readonly teamId: string;
  readonly statusUrl: string;
}

export interface CreationStep {
  readonly name: string;
  readonly status: string;
  readonly attempts: number;
  readonly startedAt?: string | null;
  readonly completedAt?: string | null;
  readonly detail?: string | null;
}

export interface TeamStatus {
  readonly status: CreationStatus;
  readonly teamId: string;
  readonly statusUrl: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly completedAt?: string | null;
  readonly steps: readonly CreationStep[];
  readonly error?: Problem;
  readonly warnings: readonly unknown[];
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** A CloudEvents 1.0 event of the service. */
export interface GroupwrightEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  /** For example `group.succeeded`; the list may grow. */
  readonly type: string;
  readonly subject?: string;
  readonly time: string;
  readonly data?: unknown;
}

export interface TeamSummary {
  readonly teamId: string;
  readonly status: CreationStatus;
  readonly statusUrl: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly createdAt: string;
}

export interface Team extends TeamSummary {
  readonly description?: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

export interface PlannedStep {
  readonly name: string;
  readonly detail?: string;
}

export interface TeamPlan {
  /** Whether `POST /teams` with the same body would be accepted now. */
  readonly conforming: boolean;
  readonly errors: readonly Fault[];
  readonly properties: Readonly<Record<string, string>>;
  readonly steps: readonly PlannedStep[];
}

export interface BulkResult {
  readonly status: number;
  readonly team?: TeamAccepted;
  readonly problem?: Problem;
}

export interface BulkAnswer {
  readonly results: readonly BulkResult[];
}
