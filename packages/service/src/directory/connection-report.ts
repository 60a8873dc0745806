// The result of a connection test. Each sentence has a code, so that a page can say it in its own language.

/** Reasons for which a sign-in to the suite gives no token, as far as they are known. */
export const signInReasons = [
  'secret_wrong',
  'secret_expired',
  'application_unknown',
  'tenant_unknown',
  'certificate_refused',
  'application_disabled',
  'blocked_by_policy',
  'consent_missing',
  'secret_not_accepted',
  'clock_wrong',
  'no_federated_credential',
  'other_cloud',
  'graph_of_other_cloud',
  'sign_in_refused',
  'sign_in_unreachable',
] as const;
export type SignInReason = (typeof signInReasons)[number];

/** Every code of a test. Other failures have the code of their DirectoryError. */
export const connectionTestCodes = [
  'works',
  'sandbox',
  'permissions_missing',
  'no_answer',
  ...signInReasons,
  'permission_missing',
  'throttled',
  'unavailable',
  'refused',
  'failed',
] as const;
export type ConnectionTestCode = (typeof connectionTestCodes)[number];

/** Reasons for which the service needs a permission. */
export const permissionPurposes = [
  'find_people',
  'manage_groups',
  'create_teams',
  'team_people',
  'create_channels',
  'archive_teams',
  'follow_groups',
  'leave_dates',
  'change_authors',
  'usage_reports',
  'report_settings',
  'guest_settings',
  'invite_guests',
  'read_labels',
  'send_messages',
] as const;
export type PermissionPurpose = (typeof permissionPurposes)[number];

export interface ApplicationPermission {
  /** Its name in Microsoft Graph. */
  readonly permission: string;
  readonly purpose: PermissionPurpose;
  /** False: without it, one ability is absent. */
  readonly isRequired: boolean;
}

export interface CheckedPermission extends ApplicationPermission {
  /** The granted permission that lets the calls through: itself, or a larger one. Null: it is missing. */
  readonly grantedBy: string | null;
}

/** An assumption of the connection about the suite, as a probe saw it. It has no name and no id of the tenant. */
export interface ProbedAssumption {
  readonly name: string;
  readonly state: 'as_assumed' | 'changed' | 'not_seen';
  /** A sentence. */
  readonly assumed: string;
  readonly seen: string;
  readonly durationMs: number;
  /** The behaviour of the simulator, by which the connection is tested. */
  readonly simulated: string;
}

export interface ProbeReport {
  readonly assumptions: readonly ProbedAssumption[];
  /** Groups of earlier probes that had been killed. */
  readonly leftoversRemoved: number;
  /** Groups of this probe that could not be removed; the next one tries again. */
  readonly leftBehind: number;
}

/** People by id or address. Without them, what needs them is not seen. */
export interface ProbeOptions {
  readonly owner?: string | undefined;
  readonly guest?: string | undefined;
  /** Afterwards, the rest is not seen; the removal has more time. */
  readonly withinMs: number;
  /** Removes the groups of earlier probes, and creates none. */
  readonly removesOnly?: boolean;
  /** Gives the removal up, which the next probe completes. */
  readonly removalEnds?: AbortSignal;
}

/** `missing` lists, in plain words, what an administrator has to add. */
export interface ConnectionReport {
  readonly ok: boolean;
  readonly code: ConnectionTestCode;
  readonly detail: string;
  readonly missing: readonly string[];
  /** By the token. Null: the suite has none, or its token cannot be read. */
  readonly permissions: readonly CheckedPermission[] | null;
  /** The test of the second credential, for SharePoint; absent: there is none. */
  readonly sharePoint?: Pick<ConnectionReport, 'ok' | 'detail' | 'missing'>;
  /** Optional abilities of the connection, and policies of the suite that a test cannot see. */
  readonly notes: readonly string[];
}
