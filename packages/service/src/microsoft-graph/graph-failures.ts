// The errors for unexpected answers of Graph, and for missing ones.
import { explainUnreachable } from '../outbound/unreachable.http.ts';
import { DirectoryError } from '../directory/directory.ts';
import { kindOf, type CallName } from './graph-calls.ts';
import type { GraphResponse } from './graph-response.ts';
import { coveringRole } from './permissions.ts';
import { readRetryAfter } from './retry-after.ts';

/** @param pause.pausedMs how long this kind of call is paused already */
export function statusFailure(
  name: CallName,
  answer: GraphResponse,
  pause: { readonly now: number; readonly pausedMs: number },
): DirectoryError {
  const { status, directoryRequestId } = answer;
  const { writes } = kindOf(name);
  const { 'retry-after': retryAfter, date } = answer.headers;
  const retryAfterMs = readRetryAfter(retryAfter, pause.now, date);
  const options = { retryAfterMs, directoryRequestId };
  if (status === 429) {
    return new DirectoryError('throttled', 'Microsoft 365 is throttling requests.', {
      ...options,
      retryAfterMs: retryAfterMs ?? pause.pausedMs,
    });
  }
  if (status === 401) {
    const detail = 'Microsoft 365 does not accept the connection’s token.';
    return new DirectoryError('permission_missing', detail, options);
  }
  if (status === 404) {
    const detail = 'Microsoft 365 does not show the new object yet.';
    return new DirectoryError('not_visible_yet', detail, options);
  }
  const mayPass = status >= 500 || [408, 409, 412, 423, 424].includes(status);
  if (mayPass) {
    const detail = `Microsoft 365 did not complete the request: ${said(answer)}.`;
    return new DirectoryError(writes ? 'outcome_unknown' : 'unavailable', detail, options);
  }
  return new DirectoryError(
    'refused',
    `Microsoft 365 refused the request: ${said(answer)}.`,
    options,
  );
}

/** Whether a 403 is about the permissions of the application, not about what was asked for. */
export function isMissingPermission({ error: { code, message } }: GraphResponse): boolean {
  return (
    /^(?:Authorization_RequestDenied|AccessDenied)$/i.test(code) ||
    /insufficient privileges|missing (?:role|scope)/i.test(message)
  );
}

/**
 * @param act continues “The connection may not …”
 * @param roles those of the token that was sent
 */
export function deniedFailure(
  act: string,
  permission: string,
  answer: GraphResponse,
  roles: readonly string[],
): DirectoryError {
  const held = coveringRole(permission, roles);
  const detail =
    held === permission
      ? `The connection may not ${act}, although its token has the permission ${permission}. Microsoft 365 says: ${said(answer)}. A policy of the tenant may forbid it, or the permission was granted minutes ago.`
      : held === undefined
        ? `The connection may not ${act}: the Entra application lacks the permission ${permission}, or consent to it.`
        : `The connection may not ${act}: Microsoft 365 does not accept the permission ${held} for it. Grant the permission ${permission}.`;
  return new DirectoryError('permission_missing', detail, {
    directoryRequestId: answer.directoryRequestId,
  });
}

/** No answer came. */
export function lostResponse(host: string, writes: boolean, cause: unknown): DirectoryError {
  const { reason, isUnsent } = explainUnreachable(cause);
  if (isUnsent) {
    const detail = `Microsoft 365 cannot be reached at ${host}: ${reason}.`;
    return new DirectoryError('unavailable', detail, { cause });
  }
  return writes
    ? new DirectoryError('outcome_unknown', `${outcomeUnknown} (${host}: ${reason})`, { cause })
    : new DirectoryError('unavailable', `Microsoft 365 did not answer at ${host}: ${reason}.`, {
        cause,
      });
}

/** An answer came that breaks off or is none of Graph's. */
export function unreadableResponse(
  writes: boolean,
  cause: unknown,
  directoryRequestId: string | undefined,
): DirectoryError {
  const options = { cause, directoryRequestId };
  return writes
    ? new DirectoryError('outcome_unknown', outcomeUnknown, options)
    : new DirectoryError('unavailable', 'The answer from Microsoft 365 is not readable.', options);
}

/** A page of something before Graph, which says nothing about the request. */
export function foreignResponse(writes: boolean, cause: unknown, status: number): DirectoryError {
  return new DirectoryError(
    writes ? 'outcome_unknown' : 'unavailable',
    `An answer with status ${status} came that is not from Microsoft 365. A proxy or a firewall may block the request.`,
    { cause },
  );
}

const outcomeUnknown =
  'The answer from Microsoft 365 was lost; it is unknown whether the request succeeded.';

function said({ status, error: { code, message } }: GraphResponse): string {
  const text = message === '' ? code : message;
  return text === '' ? `status ${status}` : `“${text}”`;
}
