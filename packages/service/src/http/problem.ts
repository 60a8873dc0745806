// The only place that gives a problem code its HTTP status and title, and builds
// application/problem+json (RFC 9457). An unknown error becomes `internal_error` and tells nothing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../ground/answered-request.ts';
import {
  DomainError,
  type FieldError,
  type NamedApiKey,
  type ProblemCode,
} from '../ground/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The problem that was answered, for the request log. */
    refusal: Refusal | null;
    /** The API key of a caller that has no access token, and whether the caller proved that it holds it. */
    named: NamedApiKey | null;
  }
}

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_query: { status: 400, title: 'The query is not valid' },
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_credentials: { status: 401, title: 'The credentials are not valid' },
  invalid_token: { status: 401, title: 'The access token is missing or not valid' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  sign_in_failed: { status: 403, title: 'The sign-in failed' },
  forbidden: { status: 403, title: 'Not allowed' },
  scope_missing: { status: 403, title: 'The API key lacks a scope' },
  tenant_removed: { status: 403, title: 'The tenant was removed' },
  tenant_moved: { status: 421, title: 'The tenant moved' },
  source_not_allowed: { status: 403, title: 'The API key is bound to another source' },
  address_not_allowed: { status: 403, title: 'The API key may not be used from this address' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  mail_nickname_taken: { status: 409, title: 'The mailNickName is taken' },
  comparison_too_early: { status: 409, title: 'Too early to compare the group' },
  on_hold: { status: 409, title: 'The group is on hold' },
  not_expiring: { status: 409, title: 'The group does not expire' },
  renewal_limit: { status: 409, title: 'The group cannot be renewed again' },
  group_not_active: { status: 409, title: 'The state of the group does not allow it' },
  successor_missing: { status: 409, title: 'No one takes over the group' },
  restore_window_over: { status: 410, title: 'The group can no longer be restored' },
  task_closed: { status: 409, title: 'The task is no longer open' },
  link_not_valid: { status: 403, title: 'The link is not valid' },
  version_conflict: { status: 412, title: 'Changed by someone else' },
  in_use: { status: 409, title: 'Still in use' },
  quota_exceeded: { status: 409, title: 'A tenant limit is reached' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  validation_failed: { status: 422, title: 'The request is not valid' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_failed_attempts: { status: 429, title: 'Too many failed attempts' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  people_not_found: { status: 422, title: 'People not found in the directory' },
  people_not_eligible: { status: 422, title: 'People cannot join the group' },
  directory_refused: { status: 502, title: 'The directory refused the group' },
  directory_alias_taken: { status: 409, title: 'The directory already has this alias' },
  directory_name_refused: { status: 422, title: 'The directory refuses the name' },
  directory_permission_missing: { status: 502, title: 'A directory permission is missing' },
  approval_rejected: { status: 403, title: 'The group was not approved' },
  approval_expired: { status: 403, title: 'The group was not approved in time' },
  no_approver: { status: 409, title: 'Nobody can approve the request' },
  archive_needs_team: { status: 409, title: 'Only a team can be archived' },
  group_not_adoptable: { status: 409, title: 'The group cannot be adopted' },
  label_not_applied: { status: 409, title: 'The group does not get its sensitivity label' },
  setting_not_applied: { status: 409, title: 'The directory does not take a setting' },
  archive_needs_owner: { status: 409, title: 'A team without an owner cannot be archived' },
  directory_unavailable: { status: 503, title: 'The directory could not be reached' },
};

/** A problem as RFC 9457 writes it, with our extension members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
}

const internalDetail =
  'The service failed unexpectedly. Try again; if it keeps failing, report the requestId.';

const defaultRetryAfterMs = 2000;

/** RFC 6750 section 3 asks for at least one parameter. */
const challenge = 'Bearer realm="groupwright"';

export const problemMediaType = 'application/problem+json';

/** The problem of an error without a request, for example the stored `error` of a failed creation. */
export function problemObject(error: unknown, baseUrl: string): Problem {
  const known = error instanceof DomainError ? error : undefined;
  const code = known?.code ?? 'internal_error';
  const { status, title } = problemKinds[code];
  const detail = known === undefined ? internalDetail : known.message;
  const problem = { type: `${baseUrl}/problems/${code}`, title, status, detail, code };
  return known === undefined || known.faults.length === 0
    ? problem
    : { ...problem, errors: known.faults.map((fault) => publicFault(fault)) };
}

/** The checks know more of some faults than an answer says. */
function publicFault(fault: FieldError): FieldError {
  const { code, detail, values } = fault;
  const said = { code, detail, ...(values !== undefined && { values }) };
  return fault.pointer === undefined
    ? { parameter: fault.parameter, ...said }
    : { pointer: fault.pointer, ...said };
}

/** Whether WWW-Authenticate says what is missing. */
export function isChallenged(code: ProblemCode): boolean {
  return code === 'invalid_token' || code === 'invalid_credentials' || code === 'scope_missing';
}

/** The headers that a problem brings along. */
export function problemHeaders(error: unknown, authorization?: string): Record<string, string> {
  const code = error instanceof DomainError ? error.code : 'internal_error';
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (isChallenged(code)) {
    const tokenWasSent = code === 'invalid_token' && /^bearer /i.test(authorization ?? '');
    const reason = tokenWasSent
      ? 'invalid_token'
      : code === 'scope_missing'
        ? 'insufficient_scope'
        : undefined;
    headers['www-authenticate'] =
      reason === undefined ? challenge : `${challenge}, error="${reason}"`;
  }
  if (error instanceof DomainError && error.movedTo !== undefined) {
    headers['location'] = error.movedTo;
  }
  const { status } = problemKinds[code];
  const retryAfterMs =
    (error instanceof DomainError ? error.retryAfterMs : undefined) ??
    (status === 503 || status === 429 ? defaultRetryAfterMs : undefined);
  if (retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  }
  return headers;
}

/**
 * Sets status and headers of the problem of an error, and answers its body; one that is no DomainError tells nothing
 * of itself. The body is bytes, so that Fastify neither serialises it again nor adds a charset to the media type.
 */
export function prepareProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  baseUrl: string,
): Buffer {
  const { type, title, status, detail, code, errors } = problemObject(error, baseUrl);
  const problem: Problem = {
    type,
    title,
    status,
    detail,
    code,
    requestId: request.id,
    ...(errors === undefined ? {} : { errors }),
  };
  noteRefusal(request, { code, detail, errors: errors ?? [] }, error);
  reply
    .code(status)
    .headers(problemHeaders(error, request.headers.authorization))
    .header('content-type', problemMediaType);
  return Buffer.from(JSON.stringify(problem));
}

/** The request log has why the request was refused, and the API key that its caller named. */
export function noteRefusal(request: FastifyRequest, refusal: Refusal, error: unknown): void {
  request.refusal = refusal;
  request.named = (error instanceof DomainError ? error.named : undefined) ?? null;
}

/** Answers a request with the problem of an error. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  baseUrl: string,
): void {
  reply.send(prepareProblem(request, reply, error, baseUrl));
}
