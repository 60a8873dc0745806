// A message as the fields of a mail. Every field that people wrote is one line already.
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { renderDigest } from './render-digest.ts';
import type { OutgoingMessage } from './sender.ts';

export interface MailIdentity {
  /** It belongs to the service: the right side of the Message-ID. */
  readonly domain: string;
  readonly tenantName: string;
}

/** For nodemailer, which encodes and folds each field. */
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
