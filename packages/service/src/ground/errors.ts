// A domain error: a code that callers may rely on, a sentence for the caller, and a cause for us.
// The codes are a promise; `http/problem.ts` alone gives each its HTTP status, title and page.

/** Every code that a problem may carry, whether answered over HTTP or kept as a creation's `error`. */
export const problemCodes = [
  // Answers to a request.
  'malformed_json',
  'invalid_query',
  'invalid_request',
  'invalid_credentials',
  'invalid_token',
  'not_signed_in',
  'sign_in_failed',
  'forbidden',
  'scope_missing',
  'tenant_removed',
  'tenant_moved',
  'address_not_allowed',
  'source_not_allowed',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'mail_nickname_taken',
  'group_not_active',
  'comparison_too_early',
  'on_hold',
  'not_expiring',
  'renewal_limit',
  'restore_window_over',
  'successor_missing',
  'task_closed',
  'link_not_valid',
  'version_conflict',
  'in_use',
  'quota_exceeded',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'idempotency_key_reused',
  'rate_limited',
  'too_many_failed_attempts',
  'headers_too_large',
  'unavailable',
  'internal_error',
  // Why a creation or an operation failed.
  'people_not_found',
  'people_not_eligible',
  'directory_refused',
  'directory_alias_taken',
  'directory_name_refused',
  'directory_permission_missing',
  'directory_unavailable',
  'approval_rejected',
  'approval_expired',
  'no_approver',
  'archive_needs_team',
  'archive_needs_owner',
  'group_not_adoptable',
  'setting_not_applied',
  'label_not_applied',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Every code that a fault of an input may carry. */
export const faultCodes = [
  // The shape of the input is wrong.
  'required',
  'unknown_member',
  'wrong_type',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'out_of_range',
  'duplicate',
  'duplicate_member',
  'pattern_mismatch',
  'not_valid',
  'not_an_ip_range',
  'not_allowed',
  'character_refused',
  'forbidden_character',
  'damaged_text',
  'outer_white_space',
  'blank',
  // A rule refuses the input.
  'alias_reserved',
  'dot_misplaced',
  'blocked_word',
  'name_refused',
  'name_reserved',
  'mail_nickname_taken',
  'mail_nickname_fixed',
  'requested_by_fixed',
  'template_fixed',
  'external_id_taken',
  'directory_alias_taken',
  'taken',
  'counter_assigned',
  'not_renderable',
  'not_a_choice',
  'property_not_a_date',
  'placeholder_malformed',
  'placeholder_unopened',
  'placeholders_adjacent',
  'filter_unknown',
  'filter_refused',
  'not_used',
  'no_name_follows',
  'not_a_person',
  'person_not_found',
  'person_disabled',
  'person_not_licensed',
  'guest_owner',
  'guest_not_allowed',
  'invitation_not_allowed',
  'domain_not_allowed',
  'end_required',
  'unknown_person',
  'deputy_is_responsible',
  'deputy_required',
  'is_responsible',
  'is_leaving',
  'default_person',
  'named_by_roster',
  'removal_held',
  'added_and_removed',
  'too_few_owners',
  'too_many_owners',
  'too_many_members',
  'owner_refused',
  'organisation_not_found',
  'template_not_found',
  'team_not_found',
  'template_of_other_organisation',
  'template_channel_refused',
  'tenant_wide_scope',
  'nothing_to_change',
  'no_difference',
  'not_compared',
  'not_acceptable_difference',
  'change_not_allowed',
  'not_in_future',
  'too_late',
  'unknown_decision',
  'not_asked',
  'address_refused',
  'not_encrypted',
  // A group of the directory cannot be adopted.
  'group_not_found',
  'already_governed',
  'foreign_marker',
  'synced_from_on_premises',
  'dynamic_membership',
  'role_assignable',
  'not_a_microsoft_365_group',
  'hidden_membership',
  'class_team',
  'within_grace',
] as const;

export type FaultCode = (typeof faultCodes)[number];

/** The rules behind `not_valid` and `not_allowed`, where no list of choices explains them. A name never changes. */
export const faultRules = [
  'address_base',
  'address_fragment',
  'address_scheme',
  'address_user',
  'address_version',
  'sharepoint_admin',
  'archived_day',
  'blocked_word_letters',
  'certificate',
  'channel_ends',
  'credential_of_operator',
  'credential_without_secret',
  'date',
  'duration',
  'email',
  'expiry_of_request',
  'filled_in',
  'host',
  'https_address',
  'identifier',
  'identifier_guid',
  'invites_guests',
  'later_than_expiry',
  'lists_with_days',
  'longest_needs_caller',
  'mailbox',
  'moment',
  'one_expiry',
  'outside_own_ranges',
  'owner_unlimited',
  'password_without_user',
  'person',
  'plus_needs_property',
  'probe_of_sandbox',
  'probe_owner',
  'property_member',
  'property_name',
  'property_pattern',
  'range_length',
  'range_order',
  'reminders_escalation',
  'reminders_order',
  'reserved_word',
  'secret_day',
  'secret_spaces',
  'sender_address',
  'sender_graph',
  'sender_member',
  'sender_outbox',
  'sort_of_filter',
  'sort_of_search',
  'team_channels',
  'team_settings',
  'text_length',
  'time_zone',
] as const;

export type FaultRule = (typeof faultRules)[number];

/**
 * The values in the sentence of a fault, so that a caller can say it in another language. Each name means the same with
 * every code. They are parts of the input, of the sentence and of rules that the caller may read: never anything secret.
 */
export type FaultValues = {
  /** The rule that the value breaks, where the code alone says too little. */
  readonly rule?: FaultRule;
  /** The least that is allowed: characters of a text, entries of a list, people, or the number itself. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The count that the input has, in the unit of the bound. */
  readonly actual?: number;
  /** The values that are allowed; not all of a long list. */
  readonly choices?: readonly string[];
  /** Types that are allowed: those of JSON, such as integer or null, and date. */
  readonly types?: readonly string[];
  /** The person as the input names them. */
  readonly person?: string;
  /** The thing at fault: a member, property, word, filter, placeholder, range, alias or channel. */
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
  /** The other group that has what the input asks for, if the caller may read it. */
  readonly teamId?: string;
};

/** One fault of an input: where it is (an RFC 6901 pointer into the body, or a parameter) and what it is. */
export type FieldError = (
  | { readonly pointer: string; readonly parameter?: never }
  | { readonly parameter: string; readonly pointer?: never }
) & {
  /** Callers may rely on it. */
  readonly code: FaultCode;
  /** A sentence for the caller. */
  readonly detail: string;
  /** The values in the sentence. */
  readonly values?: FaultValues;
};

/** An API key that exists, named by a caller who may or may not hold it. */
export interface NamedApiKey {
  readonly tenantId: string;
  readonly apiKeyId: string;
  /** The caller proved that it holds the key. */
  readonly isProved?: true;
}

export class DomainError extends Error {
  readonly code: ProblemCode;
  /** Every fault of the input at once, in the order of the input. */
  readonly faults: readonly FieldError[];
  /** There are at least this number of faults beyond those. */
  readonly unlisted: number;
  /** When trying again may help, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
  /** The API key that the refused caller named, if it exists: for the request log, never for an answer. */
  readonly named: NamedApiKey | undefined;
  /** The base address of the installation that the tenant moved to. */
  readonly movedTo: string | undefined;

  /**
   * @param code what went wrong, from `problemCodes`
   * @param detail one or more sentences for the caller; never a stack, SQL, a path or a secret
   */
  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      faults?: readonly FieldError[];
      unlisted?: number;
      retryAfterMs?: number | undefined;
      cause?: unknown;
      named?: NamedApiKey | undefined;
      movedTo?: string;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.faults = options.faults ?? [];
    this.unlisted = options.unlisted ?? 0;
    this.retryAfterMs = options.retryAfterMs;
    this.named = options.named;
    this.movedTo = options.movedTo;
  }
}

/**
 * The one answer to what is absent, hidden or another tenant's.
 *
 * @param wrongPart why the address cannot be one of ours, as a clause that depends on its form alone
 */
export function notFound(wrongPart?: string): DomainError {
  const reason = wrongPart === undefined ? '.' : `: ${wrongPart}.`;
  return new DomainError('not_found', `There is nothing here${reason}`);
}

/** Faults that the answer to one request lists; a caller corrects these first. */
export const maxFaults = 1000;

/** The listed faults: only the first ones, because 25,000 help no one and take long to store and to send. */
export class FaultList {
  readonly listed: FieldError[] = [];
  count = 0;

  add(fault: FieldError): void {
    this.count += 1;
    if (this.listed.length < maxFaults) this.listed.push(fault);
  }
}

/** The faults that a schema finds in an input. */
export interface ShapeFaults {
  /** They are in the order of the input, up to a bound. */
  readonly listed: readonly FieldError[];
  /** There are at least this number more. */
  readonly unlisted: number;
  /** Members of the input at or below which there is a fault, listed or not. */
  readonly members: ReadonlySet<string>;
  /** The input as a whole has the wrong type. */
  readonly hasWrongType: boolean;
}

export const noShapeErrors: ShapeFaults = {
  listed: [],
  unlisted: 0,
  members: new Set(),
  hasWrongType: false,
};

/** Input whose shape is wrong. */
export class ShapeError extends DomainError {
  readonly shape: ShapeFaults;

  constructor(shape: ShapeFaults) {
    const { listed, unlisted } = shape;
    super('validation_failed', sentenceOf(listed, unlisted), { faults: listed, unlisted });
    this.shape = shape;
  }
}

/**
 * Input that could be read but is wrong, with every fault at once.
 * @param unlisted at least how many faults there are beyond these
 */
export function validationFailed(faults: readonly FieldError[], unlisted = 0): DomainError {
  return new DomainError('validation_failed', sentenceOf(faults, unlisted), { faults, unlisted });
}

export function withFewerFaults(error: DomainError, max: number): DomainError {
  const { code, message, faults } = error;
  if (faults.length <= max) return error;
  const unlisted = error.unlisted + faults.length - max;
  const listed = faults.slice(0, max);
  if (code === 'validation_failed') return validationFailed(listed, unlisted);
  return new DomainError(code, message, { faults: listed, unlisted });
}

function sentenceOf(faults: readonly FieldError[], unlisted: number): string {
  if (unlisted > 0) {
    const total = faults.length + unlisted;
    return `The request has at least ${total} faults; errors lists ${faults.length} of them, and there are ${unlisted} more.`;
  }
  return faults.length === 1 && faults[0] !== undefined
    ? faults[0].detail
    : `The request has ${faults.length} faults; each is listed in errors.`;
}
