// Sends by SMTP. The address is checked when a connection is made, and nothing is sent over an unencrypted one unless
// the settings say so.
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { OpenSocket } from '../../outbound/open-socket.http.ts';
import { explainUnreachable } from '../../outbound/unreachable.http.ts';
import type { NoticeSettings, SmtpChannel } from '../../settings/tenants/notice-settings.ts';
import {
  mailOf,
  type MailIdentity,
  type NoticeSender,
  type OutgoingMessage,
  type SendOutcome,
} from './sender.ts';

const connectionsAtOnce = 4;
const messagesPerConnection = 100;
const withinMs = 15_000;

/** The additions of nodemailer to an error. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

export function createSmtpSender(deps: {
  readonly settings: SmtpChannel & NoticeSettings;
  /** It is in clear. */
  readonly password: string | undefined;
  readonly identity: MailIdentity;
  readonly openSocket: OpenSocket;
  /** It adds to the certificates that Node trusts. */
  readonly tls?: Pick<ConnectionOptions, 'ca'>;
}): NoticeSender {
  const { settings, password, identity, openSocket, tls } = deps;
  const { host, port, security, userName, from } = settings;
  const open = callbackify(() => openSocket({ host, port, isEncrypted: security !== 'none' }));
  const options: SMTPPoolOptions & { readonly pool: true } = {
    pool: true,
    maxConnections: connectionsAtOnce,
    maxMessages: messagesPerConnection,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(userName !== null && { auth: { user: userName, pass: password ?? '' } }),
    name: identity.domain,
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 && { servername: host }), ...tls },
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    getSocket(_options, callback) {
      open((error, connection) => callback(error, { connection }));
    },
  };
  const transport = createTransport(options);
  let takesUtf8: Promise<boolean> | undefined;

  /** RFC 6531: only a server that says SMTPUTF8 takes an address with other letters than ASCII before the @. */
  async function asksForUtf8(): Promise<boolean> {
    let isSaid = false;
    const debug = (entry: { tnx?: string }, text = '') => {
      isSaid ||= entry.tnx === 'server' && /^250[ -]SMTPUTF8\b/im.test(text);
    };
    const level = () => undefined;
    const logger = {
      level,
      trace: level,
      debug,
      info: level,
      warn: level,
      error: level,
      fatal: level,
    };
    const probe = createTransport({ ...options, logger, transactionLog: true });
    try {
      await probe.verify();
      return isSaid;
    } finally {
      probe.close();
    }
  }

  async function deliver(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> {
    try {
      if (/[^\0-\x7F].*@/u.test(message.to)) {
        takesUtf8 ??= asksForUtf8();
        takesUtf8.catch(() => (takesUtf8 = undefined));
        if (!(await takesUtf8)) {
          const detail = `The server ${host} takes no address with letters outside of ASCII before the @ (SMTPUTF8).`;
          return { kind: 'refused', detail };
        }
      }
      // The signal also closes the connection: a server that never ends its answer would keep it.
      await transport.sendMail({ ...mailOf(message, settings, from, identity), signal });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error, host);
    }
  }

  return {
    atOnce: connectionsAtOnce,
    perClaim: 5 * connectionsAtOnce,
    async send(message, signal) {
      const late = Promise.withResolvers<SendOutcome>();
      const onAbort = () =>
        late.resolve({
          kind: 'channel_failed',
          detail: `The server ${host} did not answer in time.`,
          isUnclear: true,
        });
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([deliver(message, signal), late.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: () => transport.close(),
  };
}

/** RFC 5321, section 4.2.1: 5yz is permanent, 4yz is not. Which command it answers says whether it is about the recipient. */
function outcomeOf(error: unknown, host: string): SendOutcome {
  const { code, command, response, responseCode } = Object(error) as SmtpError;
  const said = response === undefined ? '' : `: “${printable(response)}”`;
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    const detail = `The server ${host} refuses the sign-in${said}.`;
    return { kind: 'channel_failed', detail, isUnclear: false };
  }
  // An address that cannot be used as a recipient; the server was not asked.
  if (code === 'EENVELOPE' && command === 'API') {
    return { kind: 'refused', detail: 'The address of the person cannot get mail.' };
  }
  if (responseCode === undefined) {
    const isBeforeMessage = code !== 'ESOCKET' && code !== 'ECONNECTION' && code !== 'ETIMEDOUT';
    const { reason, isUnsent } = explainUnreachable(error);
    const detail =
      code === 'ETLS'
        ? `The server ${host} offers no TLS that is accepted.`
        : `The server ${host} cannot be used: ${reason}.`;
    return { kind: 'channel_failed', detail, isUnclear: !isBeforeMessage && !isUnsent };
  }
  const isPermanent = responseCode >= 500 && responseCode !== 503;
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMessage || responseCode === 421) {
    const detail = `The server ${host} refuses${said}.`;
    return { kind: 'channel_failed', detail, isUnclear: false };
  }
  const detail = `The server ${host} ${isPermanent ? 'refuses the message' : 'defers the message'}${said}.`;
  return isPermanent ? { kind: 'refused', detail } : { kind: 'deferred', detail, isUnclear: false };
}

function printable(response: string): string {
  return response
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
