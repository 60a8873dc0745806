// How the notices of a tenant are sent, and in which time zone its days begin. Rules: notice-settings-rules.ts.
import type { DirectoryConnection } from '../../directory/connection.ts';

/** Notices are written in these languages. */
export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** Custom texts of a tenant in its notices: plain text. Rules: notice-texts.ts. */
export interface CustomTexts {
  /** It comes before the subject of each message. */
  readonly subject?: string | null;
  /** It comes before the entries of a message, and may have several lines. */
  readonly intro?: string | null;
  /** It comes before the closing lines of a message, and may have several lines. */
  readonly footer?: string | null;
  /** Where people ask: in messages, in place of the sentence of the service, and on the decision page. */
  readonly contact?: string | null;
}

export type NoticeTexts = { readonly [language in Language]?: CustomTexts | null };

export const smtpSecurities = ['tls', 'starttls', 'none'] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

export interface SmtpChannel {
  readonly sender: 'smtp';
  readonly host: string;
  readonly port: number;
  /** TLS from the start, TLS after STARTTLS and never without it, or none at all. */
  readonly security: SmtpSecurity;
  /** Null: the server asks for no sign-in. */
  readonly userName: string | null;
  /** Address that the notices come from. */
  readonly from: string;
  /** Present when an administrator gave the address: it is then checked at each connection. */
  readonly addressGivenBy?: 'administrator';
}

export interface GraphChannel {
  readonly sender: 'graph';
  /** Mailbox that sends: its address or user id. */
  readonly from: string;
}

/** Nothing is sent; `outbox`: the sandbox keeps the messages and shows them. */
interface SilentChannel {
  readonly sender: 'none' | 'outbox';
}

export type NoticeChannel = SmtpChannel | GraphChannel | SilentChannel;

export type NoticeSettings = NoticeChannel & {
  /** It belongs to people whose language the directory does not know. */
  readonly language: Language;
  /** IANA name. Days of the tenant begin in it. */
  readonly timeZone: string;
  /** Hour of the day at which due dates count and digests are sent. */
  readonly hour: number;
  /** Address for questions, shown in each notice; answers go to it. */
  readonly contact: string | null;
  /** Custom texts of the tenant. */
  readonly texts?: NoticeTexts;
  /**
   * For how many hours a webhook endpoint fails before administrators are notified. 0: they are not; absent:
   * `defaultWebhookFailureHours`.
   */
  readonly webhookFailureHours?: number;
};

export const defaultWebhookFailureHours = 4;

const common = { language: 'en', timeZone: 'UTC', hour: 8, contact: null } as const;

/** The settings in force: without any, a sandbox keeps an outbox, and other tenants send nothing. */
export function noticeSettingsOf(tenant: {
  readonly directory: DirectoryConnection;
  readonly notices: NoticeSettings | null;
}): NoticeSettings {
  const { directory, notices } = tenant;
  const isSandbox = directory.kind === 'sandbox';
  if (notices === null) return { sender: isSandbox ? 'outbox' : 'none', ...common };
  // The suite may have changed since.
  const isPossible =
    notices.sender === 'outbox' ? isSandbox : notices.sender !== 'graph' || !isSandbox;
  if (isPossible) return notices;
  const { language, timeZone, hour, contact, texts, webhookFailureHours } = notices;
  const shared = {
    language,
    timeZone,
    hour,
    contact,
    ...(texts !== undefined && { texts }),
    ...(webhookFailureHours !== undefined && { webhookFailureHours }),
  };
  return { sender: isSandbox ? 'outbox' : 'none', ...shared };
}

/** The days of a tenant: their time zone, and the hour at which dates count. */
export function tenantDaysOf(tenant: Parameters<typeof noticeSettingsOf>[0] | undefined): {
  readonly timeZone: string;
  readonly hour: number;
} {
  const { timeZone, hour } = tenant === undefined ? common : noticeSettingsOf(tenant);
  return { timeZone, hour };
}

/** Whether a password for the one may be sent to the other. */
export function isSameServer(before: NoticeSettings | null, after: NoticeSettings): boolean {
  if (before?.sender !== 'smtp' || after.sender !== 'smtp') return false;
  const members = ['host', 'port', 'security', 'userName'] as const;
  return members.every((member) => before[member] === after[member]);
}

/** Binds the encrypted password to its tenant, so that it cannot be used for another tenant. */
export function noticePasswordPurpose(tenantId: string): string {
  return `tenants/${tenantId}/notices_secret`;
}
