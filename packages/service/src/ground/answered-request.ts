// A request of the API that was answered, as the server hands it to the request log.
import type { FieldError, NamedApiKey } from './errors.ts';

/** Why a request was refused, in the words of its answer. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

export interface AnsweredRequest extends Omit<NamedApiKey, 'isProved'> {
  /** The caller proved that it holds the key; otherwise it only named it. */
  readonly isProved: boolean;
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, such as `/teams/:teamId`. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** It belongs to the caller; undefined where it had hung up. */
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  /** The group of the address, where it names one. */
  readonly groupId: string | undefined;
  readonly refusal: Refusal | null;
  /** It is as it was read; undefined where the request had none, or where it consists of credentials. */
  readonly body: unknown;
}
