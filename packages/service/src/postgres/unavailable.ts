// Distinguishes an unreachable database (retry later) from a refused statement (a defect of the service), and says why it
// is unreachable: to operators in a sentence, to everyone in a few words.
import { DatabaseError } from 'pg';
import { isCertificateFault } from '../ground/certificate-fault.ts';
import { DomainError } from '../ground/errors.ts';
import { StartError } from '../ground/start-error.ts';

/** Why the database cannot be used. Where a later connection meets the same, the database counts as away. */
export class DatabaseStartError extends StartError {
  /** A later attempt may succeed without a change of a setting. */
  readonly isAway: boolean;

  constructor(message: string, options: { cause?: unknown; isAway?: boolean } = {}) {
    super(message, { cause: options.cause, isLasting: false });
    this.isAway = options.isAway ?? false;
  }
}

const retryAfterMs = 1000;

/** The database could not be used in a request or a command. Its cause is the error of the driver. */
export class DatabaseUnavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'The service cannot reach its database at the moment. Nothing is lost; try again shortly.',
      { retryAfterMs, cause },
    );
  }
}

/** SQLSTATEs of a server that cannot serve now: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function isUnavailableState(state: string): boolean {
  return (
    state.startsWith('08') || // the connection failed
    state.startsWith('28') || // the account is refused: its password changed, or it may not log in
    state === '3D000' || // the database does not exist
    state === '55000' || // the database accepts no connections
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

/**
 * The error for callers: `unavailable` if the database cannot be reached, else unchanged.
 * @param isConnecting a server that gives no connection is away, whatever it says instead
 */
export function asUnavailable(error: unknown, isConnecting = false): unknown {
  if (!isUnavailable(error) && !(isConnecting && error instanceof DatabaseError)) return error;
  return new DatabaseUnavailable(error);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^53100/, 'its disk is full'],
  [/^53/, 'it has no connections or memory left'],
  [/^(28|42501)/, 'it refuses the account of the service'],
  [/^3D/, 'it does not exist'],
  [/^55/, 'it accepts no connections'],
  [/^57P03/, 'it is starting or recovering'],
  [/^57P/, 'it is shutting down'],
  [/^25006/, 'it is read-only'],
  [/^Query read timeout/, 'it does not commit a write in time'],
  [/^timeout exceeded/, 'it has no connection free in time'],
];

/** The reason has a few words without a name or an address, because anyone may read them. */
export function whyUnavailable(error: unknown): string {
  const cause = error instanceof DomainError ? error.cause : error;
  if (cause instanceof DatabaseStartError) return 'it is not a server that the service can use';
  if (isCertificateFault(cause)) return 'its TLS certificate is not accepted';
  const said = cause instanceof DatabaseError ? cause.code : (cause as Error | undefined)?.message;
  return reasons.find(([form]) => form.test(said ?? ''))?.[1] ?? 'it cannot be reached';
}

/**
 * A sentence for the operator where the database cannot be used; else the error itself. An error of a file or of
 * another system says nothing about the database.
 */
export function explainUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return explainConnection(error.cause);
  return error instanceof DatabaseError ? explainConnection(error) : error;
}

/**
 * A sentence for the operator where a connection to the database fails or is refused; else the error itself.
 * @param error of a connection, or of a statement on it
 */
export function explainConnection(error: unknown, variable = 'DATABASE_URL'): unknown {
  if (error instanceof DatabaseStartError) return error;
  const explain = (sentence: string, isAway = false) =>
    new DatabaseStartError(sentence, { cause: error, isAway });
  if (error instanceof DatabaseError && /unsupported startup parameter/.test(error.message)) {
    return explain(
      `The pooler in front of the database refuses a setting (${error.message}). Add "options" to its ignore_startup_parameters and set pool_mode to session, or point ${variable} to the server itself.`,
    );
  }
  if (isCertificateFault(error)) {
    return explain(
      `The TLS certificate of the database was not accepted (${reason(error).replace(/;.*/s, '')}). Add sslrootcert with the file of its certificate authority to ${variable}, and use the host name of the certificate there.`,
    );
  }
  if (error instanceof DatabaseError && /^(28|3D000|42501)/.test(error.code ?? '')) {
    return explain(
      `The database refuses the connection (${error.message}). Check user, password and database name in ${variable}.`,
    );
  }
  if (isDiskFull(error)) {
    return explain(
      `The disk of the database is full (${reason(error)}). Make room, and try again.`,
      true,
    );
  }
  if (!isUnavailable(error)) return error;
  return explain(
    `The database cannot be reached (${reason(error)}). Check that the server is running and that ${variable} is right.`,
    !isMistaken(error),
  );
}

/** A name without an address, and a server without TLS, are rather wrong settings than servers that are away. */
function isMistaken(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isMistaken);
  return error instanceof Error && /ENOTFOUND|does not support SSL/.test(error.message);
}

function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
