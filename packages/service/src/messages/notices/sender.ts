// The port by which messages leave. A sender tries once and returns the outcome; send-digests.ts retries.
import type { Digest } from './digest.ts';

export interface OutgoingMessage {
  /** The same at each attempt, so that mail systems recognise a repetition. */
  readonly messageId: string;
  readonly to: string;
  readonly digest: Digest;
  /** Whether it only informs: such messages may name a way to unsubscribe. */
  readonly isNewsOnly: boolean;
}

export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The recipient's side refuses permanently. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** This message failed for now; others may pass. */
  | {
      readonly kind: 'deferred';
      readonly detail: string;
      /** True if the message may have been sent all the same. */
      readonly isUnclear: boolean;
    }
  /** The channel takes no more for now: it works, and its pace is kept. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  /** The channel does not work; no message passes for now. */
  | {
      readonly kind: 'channel_failed';
      readonly detail: string;
      readonly isUnclear: boolean;
      readonly retryAfterMs?: number | undefined;
    };

export interface NoticeSender {
  /** Messages that may be in progress at once. */
  readonly atOnce: number;
  /** Messages that are claimed together. If the process dies, it is unknown which of them were sent. */
  readonly perClaim: number;
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
  close(): void;
}
