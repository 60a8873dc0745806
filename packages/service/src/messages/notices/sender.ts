// The port by which messages leave. A sender tries once and returns the outcome; send-digests.ts retries.
import type { Digest } from './digest.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { renderDigest } from './render-digest.ts';

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

// A message as the fields of a mail. Every field that people wrote is one line already.
export interface MailIdentity {
  /** It belongs to the service: the right side of the Message-ID. */
  readonly domain: string;
  readonly tenantName: string;
}

/** The message is made for nodemailer, which encodes and folds each field. */
export function mailOf(
  { messageId, to, digest, isNewsOnly }: OutgoingMessage,
  { contact }: Pick<NoticeSettings, 'contact'>,
  from: string | undefined,
  { domain, tenantName }: MailIdentity,
) {
  const { subject, text, html } = renderDigest(digest);
  // A decision cannot be unsubscribed from: it is part of the role that the person has.
  const unsubscribe = isNewsOnly && contact !== null ? contact : undefined;
  return {
    ...(from !== undefined && { from: { name: tenantName, address: from } }),
    to: { name: '', address: to },
    ...(contact !== null && { replyTo: { name: '', address: contact } }),
    subject,
    text,
    html,
    messageId: `<${messageId}@${domain}>`,
    headers: {
      // RFC 3834: no vacation reply, and no bounce to a person.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': digest.language,
    },
    ...(unsubscribe !== undefined && {
      list: { unsubscribe: { url: `mailto:${unsubscribe}?subject=unsubscribe`, comment: '' } },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
