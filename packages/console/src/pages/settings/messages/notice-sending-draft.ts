// How messages are sent, during editing: every value as the user typed it. The password is here only while it is typed.
import type { Session } from '../../../api/types.ts';
import type { Answer, Body } from '../../../api/route-types.ts';
import { numberOf } from '../../number-of.ts';

export type NoticeSettings = Answer<'get', '/notices'>;
type Sender = NoticeSettings['sender'];
type Security = NonNullable<NoticeSettings['security']>;

export const securities = ['starttls', 'tls', 'none'] as const satisfies readonly Security[];

/** The port that an empty field means. */
export const usualPorts: Readonly<Record<Security, number>> = { tls: 465, starttls: 587, none: 25 };

export interface SendingDraft {
  readonly sender: Sender;
  readonly from: string;
  readonly host: string;
  readonly port: string;
  readonly security: Security;
  readonly userName: string;
  readonly password: string;
  readonly language: NoticeSettings['language'];
  readonly timeZone: string;
  readonly hour: string;
  readonly contact: string;
}

export function sendersFor({ directory }: Pick<Session['tenant'], 'directory'>): readonly Sender[] {
  return ['none', directory === 'sandbox' ? 'outbox' : 'graph', 'smtp'];
}

export function sendingDraftOf(settings: NoticeSettings): SendingDraft {
  const { sender, from, host, port, security, userName, language, timeZone, hour, contact } =
    settings;
  return {
    sender,
    from: from ?? '',
    host: host ?? '',
    port: port === null ? '' : String(port),
    security: security ?? 'starttls',
    userName: userName ?? '',
    password: '',
    language,
    timeZone,
    hour: String(hour),
    contact: contact ?? '',
  };
}

const textOf = (text: string) => (text.trim() === '' ? null : text.trim());

/** Only what the sender has. Without a password, the stored one stays. */
export function sendingOf(draft: SendingDraft) {
  const { sender, language, timeZone, security, password } = draft;
  const userName = textOf(draft.userName);
  return {
    sender,
    ...(hasAddress(sender) && { from: textOf(draft.from) }),
    ...(sender === 'smtp' && {
      host: textOf(draft.host),
      port: draft.port.trim() === '' ? null : numberOf(draft.port),
      security,
      userName,
      password: userName === null || password === '' ? null : password,
    }),
    language,
    timeZone,
    hour: numberOf(draft.hour),
    contact: textOf(draft.contact),
  } satisfies Body<'put', '/notices'>;
}

export function hasAddress(sender: Sender): boolean {
  return sender === 'smtp' || sender === 'graph';
}

/** Whether the draft has the server and the user that the stored password was entered for. */
export function isSameServer(settings: NoticeSettings, draft: SendingDraft): boolean {
  const { sender, host, port, security, userName } = settings;
  return (
    sender === 'smtp' &&
    draft.sender === 'smtp' &&
    host === draft.host.trim().toLowerCase() &&
    port === (draft.port.trim() === '' ? usualPorts[draft.security] : numberOf(draft.port)) &&
    security === draft.security &&
    userName === textOf(draft.userName)
  );
}
