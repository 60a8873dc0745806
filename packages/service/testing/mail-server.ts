// A real SMTP server on loopback, which keeps the messages that it accepts.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createLoopbackCertificate } from '@groupwright/graph-simulator/certificate.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message. */
  readonly source: string;
  /** Lower-case names; folded lines are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly isEncrypted: boolean;
  readonly userName: string | undefined;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** PEM of the authority that its certificate is of. */
  readonly authority: string;
  readonly received: ReceivedMail[];
  /** Answers that address with an SMTP error from now on; undefined: no more. */
  refuse(address: string, code: number | undefined): void;
  /** Every message is refused with that code; undefined: none. */
  refuseAll(code: number | undefined): void;
  close(): Promise<void>;
}

export const mailUser = { userName: 'groupwright', password: 'a long password of the mail server' };

export async function startMailServer(
  options: {
    readonly security?: 'tls' | 'starttls' | 'none';
    readonly asksSignIn?: boolean;
    readonly takesUtf8?: boolean;
  } = {},
): Promise<MailServer> {
  const { security = 'starttls', asksSignIn = false, takesUtf8 = false } = options;
  const { authority, certificate, key } = await createLoopbackCertificate();
  const received: ReceivedMail[] = [];
  const refused = new Map<string, number | undefined>();
  let refusal: number | undefined;
  const errorOf = (code: number) => Object.assign(new Error('Not here'), { responseCode: code });
  const settings: SMTPServerOptions = {
    secure: security === 'tls',
    cert: certificate,
    key,
    disabledCommands: [
      ...(security === 'none' ? ['STARTTLS'] : []),
      ...(asksSignIn ? [] : ['AUTH']),
    ],
    authOptional: !asksSignIn,
    logger: false,
    hideSMTPUTF8: !takesUtf8,
    onAuth(auth, _session, callback) {
      const isRight = auth.username === mailUser.userName && auth.password === mailUser.password;
      callback(
        isRight ? null : new Error('Invalid'),
        isRight ? { user: auth.username } : undefined,
      );
    },
    onRcptTo({ address }, _session, callback) {
      const code = refused.get(address);
      callback(code === undefined ? null : errorOf(code));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal !== undefined) {
          callback(errorOf(refusal));
          return;
        }
        const source = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          headers: headersOf(source),
          isEncrypted: session.secure,
          userName: typeof session.user === 'string' ? session.user : undefined,
        });
        callback(null);
      });
    },
  };
  const server = new SMTPServer(settings);
  // A client that gives up in the middle is no fault of a test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    host: 'localhost',
    port,
    authority,
    received,
    refuse: (to, code) => void refused.set(to, code),
    refuseAll: (code) => {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** RFC 5322, section 2.2.3. */
function headersOf(source: string): ReadonlyMap<string, string> {
  const [head = ''] = source.split('\r\n\r\n');
  return new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
}

/** The text of a part, decoded. @param type such as `text/html` */
export function partOf(source: string, type: string): string {
  const boundary = /boundary="?([^";\r\n]+)"?/.exec(source)?.[1] ?? '';
  const part = source.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`));
  const [head = '', ...body] = (part ?? '').split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return text.replaceAll('\r\n', '\n').trimEnd();
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}
