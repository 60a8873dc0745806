// The options that calls share, and the parts of a request that they become.
import { GroupwrightError } from './errors.ts';
import { maxTimerMs, requireNumber, shown } from './numbers.ts';
import type { RetryPolicy } from './retry.ts';
import type { TeamStatus } from './types.ts';

export interface CallOptions {
  /** Ends the call, and a wait between two attempts; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Deadline of one attempt of this call, instead of the client's. */
  readonly timeoutMs?: number;
  /** Changes of the client's policy for this call: `{ maxAttempts: 1 }` turns retries off. */
  readonly retry?: Partial<RetryPolicy>;
  /** Additional headers, for example for tracing. Headers that the client sets by itself take precedence. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. Calls with the same key and the same body make one group, for 30 days. Set your own to be safe
   * across restarts of your program; otherwise each call has one that covers its own attempts.
   */
  readonly idempotencyKey?: string;
  /** Let the service hold its answer until the status is final: a whole number, 30 at most. */
  readonly waitSeconds?: number;
}

/** A change, or its plan, of the version of a group that was read. */
export interface VersionOptions {
  /**
   * The `etag` of `getTeam`, or several, separated by commas. If the group has changed since you read it, the service
   * refuses the operation with `version_conflict`.
   */
  readonly ifMatch?: string;
}

export interface ChangeOptions extends CreateOptions, VersionOptions {}

export interface PlanOptions extends CallOptions, VersionOptions {}

export interface ActionOptions extends ChangeOptions {
  /** Why, for the operation and the audit log: 500 characters at most. */
  readonly reason?: string;
}

export interface WaitOptions<Status = TeamStatus> extends CallOptions {
  /** Called at each change, the last one included. */
  readonly onProgress?: (status: Status) => void;
}

/** The service holds no answer for longer. */
const maxWaitSeconds = 30;
const shared = ['signal', 'timeoutMs', 'retry', 'headers'];
const ofCreations = [...shared, 'idempotencyKey', 'waitSeconds'];
const ofChanges = [...ofCreations, 'ifMatch'];

/**
 * Callers in plain JavaScript have no compiler to stop them. Undefined is an option that was not given.
 * @throws TypeError unless the value has the type
 */
export function requireType(
  name: string,
  value: unknown,
  type: 'object' | 'string' | 'boolean' | 'function',
): void {
  if (value === undefined) return;
  if (typeof value === type && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be of the type ${type}, and is ${shown(value)}.`);
}

/** @throws GroupwrightError when an option is unknown: a misspelt one would be ignored silently */
export function refuseUnknown(options: object, known: readonly string[]): void {
  requireType('options', options, 'object');
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new GroupwrightError(`The option ${name} is unknown. Known: ${known.join(', ')}.`);
  }
}

/**
 * The deadline and the retries, of a client or a call.
 * @throws TypeError when one of them is no number
 */
export function requireTiming({
  timeoutMs,
  retry,
}: Pick<CallOptions, 'timeoutMs' | 'retry'>): void {
  requireNumber('timeoutMs', timeoutMs, { most: maxTimerMs });
  requireType('retry', retry, 'object');
  const { maxAttempts, firstDelayMs, maxDelayMs, maxRetryAfterMs, ...unknown } = retry ?? {};
  requireNumber('retry.maxAttempts', maxAttempts, { isInteger: true });
  const delays = { firstDelayMs, maxDelayMs, maxRetryAfterMs };
  for (const [name, value] of Object.entries(delays)) {
    requireNumber(`retry.${name}`, value, { most: maxTimerMs });
  }
  refuseUnknown(unknown, ['maxAttempts', ...Object.keys(delays)]);
}

/** @param own options of this call besides the shared ones */
export function readOptions<Options extends CallOptions>(
  options: Options,
  ...own: readonly (keyof Options & string)[]
): Options {
  check(options, [...shared, ...own]);
  return options;
}

export const creationOf = (options: CreateOptions = {}) => writeOf(options, ofCreations);

export const changeOf = (options: ChangeOptions) => writeOf(options, ofChanges);

function check(options: CallOptions, known: readonly string[]): void {
  refuseUnknown(options, known);
  requireTiming(options);
  requireType('headers', options.headers, 'object');
  requireType('signal', options.signal, 'object');
}

/** The options, headers and deadline of a request that changes something; each attempt repeats them. */
function writeOf(options: ChangeOptions, known: readonly string[]) {
  check(options, known);
  requireNumber('waitSeconds', options.waitSeconds, { most: maxWaitSeconds, isInteger: true });
  const { idempotencyKey = globalThis.crypto.randomUUID(), waitSeconds } = options;
  requireType('idempotencyKey', idempotencyKey, 'string');
  if (!/^[\u0020-\u007e]{1,255}$/.test(idempotencyKey)) {
    throw new GroupwrightError('idempotencyKey must be 1 to 255 printable ASCII characters.');
  }
  return {
    options,
    headers: {
      // A structured string, as draft-ietf-httpapi-idempotency-key-header writes it.
      'idempotency-key': JSON.stringify(idempotencyKey),
      prefer: waitSeconds === undefined ? undefined : `wait=${waitSeconds}`,
      ...ifMatchOf(options),
    },
    // The service holds its answer on purpose.
    extraTimeoutMs: (waitSeconds ?? 0) * 1000,
  };
}

/** The header of the version that was read. */
export function ifMatchOf({ ifMatch }: VersionOptions): {
  readonly 'if-match': string | undefined;
} {
  requireType('ifMatch', ifMatch, 'string');
  if (ifMatch !== undefined && ifMatch !== '*' && !isListOfTags(ifMatch)) {
    throw new GroupwrightError('ifMatch must be the etag of a group, in double quotes, or *.');
  }
  return { 'if-match': ifMatch };
}

/** RFC 9110 section 13.1.1: tags with commas in between. */
function isListOfTags(text: string): boolean {
  const tag = '(?:W/)?"[!\\u0023-\\u007e]*"';
  return new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`).test(text.trim());
}
