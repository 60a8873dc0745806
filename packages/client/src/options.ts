// The options that calls share, and the headers that they become.
import { GroupwrightError } from './errors.ts';
import type { TeamStatus } from './types.ts';

export interface CallOptions {
  /** Ends the call, and a wait between two attempts; its reason is thrown. */
  readonly signal?: AbortSignal;
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

export interface ChangeOptions extends CreateOptions {
  /**
   * The `etag` of `getTeam`. If the group has changed since you read it, the service refuses the operation with
   * `version_conflict`.
   */
  readonly ifMatch?: string;
}

export interface ActionOptions extends ChangeOptions {
  /** Why, for the operation and the audit log: 500 characters at most. */
  readonly reason?: string;
}

export interface WaitOptions<Status = TeamStatus> extends CallOptions {
  /** Called at each change, the last one included. */
  readonly onProgress?: (status: Status) => void;
}

/** Headers of a request that changes something; the transport repeats them with each attempt. */
export function writeHeaders(options: ChangeOptions): Record<string, string> {
  const { idempotencyKey = globalThis.crypto.randomUUID(), waitSeconds, ifMatch } = options;
  if (!/^[\u0020-\u007e]{1,255}$/.test(idempotencyKey)) {
    throw new GroupwrightError('idempotencyKey must be 1 to 255 printable ASCII characters.');
  }
  if (ifMatch !== undefined && !/^(?:\*|"[!\u0023-\u007e]*")$/.test(ifMatch)) {
    throw new GroupwrightError('ifMatch must be the etag of a group, in double quotes.');
  }
  return {
    // A structured string, as draft-ietf-httpapi-idempotency-key-header writes it.
    'idempotency-key': JSON.stringify(idempotencyKey),
    ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
}

/** The deadline of a call that the service holds on purpose. */
export function extraTimeoutMs({ waitSeconds = 0 }: CreateOptions): number {
  return waitSeconds * 1000;
}
