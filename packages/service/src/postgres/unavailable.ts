// Distinguishes an unreachable database (retry later) from a refused statement (a defect of the service).
import { DatabaseError } from 'pg';
import { isCertificateFault } from '../ground/certificate-fault.ts';
import { DomainError } from '../ground/errors.ts';
import { DatabaseStartError } from './start-error.ts';

const retryAfterMs = 1000;

/** SQLSTATEs of a server that cannot serve now: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function isUnavailableState(state: string): boolean {
  return (
    state.startsWith('08') || // the connection failed
    state.startsWith('53') || // no disk, memory or connections left
    state.startsWith('58') || // an error of the system below, such as input and output
    state.startsWith('57P') || // shutting down, starting up, or this session was ended
    state === '57014' || // the statement took longer than the safety net allows
    state === '25P03' || // the session was idle in its transaction for too long
    state === '25006' // a standby answers, as during a failover
  );
}

const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT', // the Unix socket is not there
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAGAIN', // the Unix socket's queue is full
]);

/** The driver's messages, without a code, when a connection is lost or none is free in time. */
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL|Cannot use a pool after calling end)/;

/** We stopped waiting for the answer; the server may still be at work on it. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** All connections of the pool stayed in use: a matter of load, not of the server. */
export function isNoneFree(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A connection that is not what it has to be: another host, or the same one later, may be.
  if (error instanceof DatabaseStartError) return true;
  if (error instanceof DatabaseError) return isUnavailableState(error.code ?? '');
  // A host with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined) return systemErrors.has(code) || isCertificateFault(error);
  return driverMessages.test(error.message);
}

/** The error for callers: `unavailable` if the database cannot be reached, else unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  return new DomainError(
    'unavailable',
    'The service cannot reach its database at the moment. Nothing is lost; try again shortly.',
    { retryAfterMs, cause: error },
  );
}
