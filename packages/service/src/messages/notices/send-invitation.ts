// Sends the invitation of an administrator, with the settings by which the tenant sends notices.
import { noticeSettingsOf } from '../../settings/tenants/notice-settings.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import type { NoticeSender } from './sender.ts';
import { composeInvitation } from './single-message.ts';

export interface SentInvitation {
  readonly sent: boolean;
  /** Why it was not sent. */
  readonly detail: string | null;
}

export type SendInvitation = (
  tenantId: string,
  invitation: {
    readonly messageId: string;
    readonly to: string;
    readonly url: string;
    readonly expiresAt: Date;
  },
  signal: AbortSignal,
) => Promise<SentInvitation>;

export function createSendInvitation(deps: {
  tenantOf: (tenantId: string) => Tenant | undefined;
  /** Undefined: the tenant's connection cannot send. */
  senderOf: (tenant: Tenant) => NoticeSender | undefined;
  adminUrl: string;
}): SendInvitation {
  const { tenantOf, senderOf, adminUrl } = deps;
  return async (tenantId, { messageId, to, url, expiresAt }, signal) => {
    const tenant = tenantOf(tenantId);
    const settings = tenant && noticeSettingsOf(tenant);
    if (tenant === undefined || settings === undefined || !sendsMail(settings.sender)) {
      return {
        sent: false,
        detail: 'This tenant sends no mail. Set a sender for its notices, or copy the link.',
      };
    }
    const sender = senderOf(tenant);
    if (sender === undefined) {
      return { sent: false, detail: 'The connection of this tenant cannot send mail.' };
    }
    const { language, timeZone, contact, texts } = settings;
    const digest = composeInvitation({
      language,
      timeZone,
      contact,
      texts,
      tenantName: tenant.name,
      url,
      adminUrl: `${adminUrl}/${tenantId}`,
      expiresAt,
    });
    try {
      const outcome = await sender.send({ messageId, to, digest, isNewsOnly: false }, signal);
      if (outcome.kind === 'sent') return { sent: true, detail: null };
      return {
        sent: false,
        detail:
          outcome.kind === 'throttled'
            ? 'The mailbox takes no more messages for now.'
            : outcome.detail,
      };
    } finally {
      sender.close();
    }
  };
}

/** Whether messages leave the service: those of the outbox do not. */
function sendsMail(sender: string): boolean {
  return sender !== 'none' && sender !== 'outbox';
}
