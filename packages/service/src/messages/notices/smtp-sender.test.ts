// Sending by SMTP, to a real server on loopback.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createOpenSocket } from '../../outbound/open-socket.http.ts';
import { createProxyFor, noProxies } from '../../outbound/proxies.ts';
import { createTargetAddresses } from '../../outbound/target-addresses.ts';
import type { NoticeSettings, SmtpChannel } from '../../settings/tenants/notice-settings.ts';
import { openConnectProxy } from '../../../testing/connect-proxy.ts';
import {
  type MailServer,
  mailUser,
  partOf,
  startMailServer,
} from '../../../testing/mail-server.ts';
import { composeDigest, type DigestNotice } from './digest.ts';
import type { NoticeSender } from './sender.ts';
import { createSmtpSender } from './smtp-sender.http.ts';

const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing.reverse()) await close();
});

async function serverWith(options: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(() => server.close());
  return server;
}

function senderFor(
  { host, port, authority }: MailServer,
  others: {
    settings?: Partial<SmtpChannel & NoticeSettings>;
    password?: string;
    targets?: ReturnType<typeof createTargetAddresses>;
    proxyFor?: ReturnType<typeof createProxyFor>;
    resolve?: () => Promise<readonly string[]>;
    isTrusted?: boolean;
  } = {},
): NoticeSender {
  const { targets, proxyFor = noProxies, resolve, isTrusted = true } = others;
  const sender = createSmtpSender({
    settings: {
      sender: 'smtp',
      host,
      port,
      security: 'starttls',
      userName: null,
      from: 'groups@contoso.example',
      language: 'en',
      timeZone: 'UTC',
      hour: 8,
      contact: 'group-office@contoso.example',
      ...others.settings,
    },
    password: others.password,
    identity: { domain: 'groups.example', tenantName: 'Contoso' },
    openSocket: createOpenSocket({ targets, proxyFor, resolve, connectWithinMs: 10_000 }),
    ...(isTrusted && { tls: { ca: authority } }),
  });
  closing.push(() => sender.close());
  return sender;
}

const renewal: DigestNotice = {
  kind: 'renew',
  teamId: '00000000-0000-4000-8000-000000000001',
  taskId: '00000000-0000-4000-8000-000000000002',
  displayName: 'Straße 12 – Ñandú',
  data: { dueAt: '2027-05-03T08:00:00Z', unanswered: 'archive' },
};

function messageTo(to: string, notices: readonly DigestNotice[] = [renewal]) {
  const digest = composeDigest({
    language: 'en',
    timeZone: 'UTC',
    tenantName: 'Contoso',
    contact: 'group-office@contoso.example',
    notices,
    linkOf: () => 'https://groups.example/decide#token',
    overviewUrl: 'https://groups.example/decide',
  });
  const isNewsOnly = notices.every(({ kind }) => kind !== 'renew');
  return { messageId: '11111111-2222-4333-8444-555555555555', to, digest, isNewsOnly };
}

const never = () => new AbortController().signal;

test('a message arrives over TLS with a stable Message-ID, a text part and an HTML part', async () => {
  const server = await serverWith({});
  const sender = senderFor(server);
  assert.deepEqual(await sender.send(messageTo('mara@contoso.example'), never()), { kind: 'sent' });
  assert.deepEqual(await sender.send(messageTo('mara@contoso.example'), never()), { kind: 'sent' });
  const [mail, again] = server.received;
  assert.ok(mail !== undefined && again !== undefined);
  assert.ok(mail.isEncrypted);
  assert.deepEqual(mail.to, ['mara@contoso.example']);
  assert.equal(mail.from, 'groups@contoso.example');
  const id = '<11111111-2222-4333-8444-555555555555@groups.example>';
  assert.equal(mail.headers.get('message-id'), id);
  assert.equal(again.headers.get('message-id'), id);
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated');
  assert.match(mail.headers.get('reply-to') ?? '', /group-office@contoso\.example/);
  assert.match(mail.headers.get('content-type') ?? '', /^multipart\/alternative/);
  const text = partOf(mail.source, 'text/plain');
  const html = partOf(mail.source, 'text/html');
  for (const part of [text, html]) {
    assert.ok(part.includes('Straße 12 – Ñandú'), part);
    assert.ok(part.includes('May 3, 2027'), part);
    assert.ok(part.includes('https://groups.example/decide#token'), part);
  }
});

test('an address that no mail can go to is refused, and the channel still works', async () => {
  const sender = senderFor(await serverWith({}));
  for (const address of ['', 'mara<contoso.example>']) {
    const outcome = await sender.send(messageTo(address), never());
    assert.equal(outcome.kind, 'refused', address);
  }
  assert.deepEqual(await sender.send(messageTo('mara@contoso.example'), never()), { kind: 'sent' });
});

test('an address with other letters than ASCII goes only to a server that takes them', async () => {
  const without = await serverWith({});
  const sender = senderFor(without);
  const outcome = await sender.send(messageTo('jörg@contoso.example'), never());
  assert.equal(outcome.kind, 'refused');
  assert.match('detail' in outcome ? outcome.detail : '', /SMTPUTF8/);
  assert.equal(without.received.length, 0);
  // The letters of a domain have a form in ASCII.
  const domain = await sender.send(messageTo('mara@bücher.example'), never());
  assert.equal(domain.kind, 'sent');
  assert.equal(without.received.length, 1);
  const server = await serverWith({ takesUtf8: true, asksSignIn: true });
  const signedIn = senderFor(server, {
    settings: { userName: mailUser.userName },
    password: mailUser.password,
  });
  const sent = await signedIn.send(messageTo('jörg@contoso.example'), never());
  assert.deepEqual(sent, { kind: 'sent' });
  assert.deepEqual(server.received[0]?.to, ['jörg@contoso.example']);
});

test('a digest with a question names no way to unsubscribe; one that only informs does', async () => {
  const server = await serverWith({});
  const sender = senderFor(server);
  await sender.send(messageTo('mara@contoso.example'), never());
  const news = [{ ...renewal, kind: 'archived', taskId: null } as const];
  await sender.send(messageTo('mara@contoso.example', news), never());
  const lists = server.received.map(({ headers }) => headers.get('list-unsubscribe'));
  assert.equal(lists[0], undefined);
  assert.match(lists[1] ?? '', /^<mailto:group-office@contoso\.example\?subject=unsubscribe>$/);
});

test('a name with line breaks adds no header and no line', async () => {
  const server = await serverWith({});
  const displayName = 'Team\r\nBcc: everyone@contoso.example\r\n\r\nHello';
  await senderFor(server).send(
    messageTo('mara@contoso.example', [{ ...renewal, displayName }]),
    never(),
  );
  const [mail] = server.received;
  assert.deepEqual(mail?.to, ['mara@contoso.example']);
  assert.equal(mail?.headers.get('bcc'), undefined);
  const text = partOf(mail?.source ?? '', 'text/plain');
  assert.match(text, /^Team Bcc: everyone@contoso\.example Hello$/m);
});

test('a server that offers no TLS gets nothing, unless the settings say so', async () => {
  const server = await serverWith({ security: 'none' });
  const refused = await senderFor(server).send(messageTo('mara@contoso.example'), never());
  assert.equal(refused.kind, 'channel_failed');
  assert.equal(server.received.length, 0);
  const open = senderFor(server, { settings: { security: 'none' } });
  assert.deepEqual(await open.send(messageTo('mara@contoso.example'), never()), { kind: 'sent' });
});

test('a server with a certificate that nobody vouches for gets nothing', async () => {
  const server = await serverWith({ security: 'tls' });
  const settings = { security: 'tls' } as const;
  const sender = senderFor(server, { settings, isTrusted: false });
  const outcome = await sender.send(messageTo('mara@contoso.example'), never());
  assert.equal(outcome.kind, 'channel_failed');
  assert.equal(server.received.length, 0);
  const trusting = senderFor(server, { settings });
  assert.deepEqual(await trusting.send(messageTo('mara@contoso.example'), never()), {
    kind: 'sent',
  });
});

test('the password signs in, and a wrong one fails the channel without being told', async () => {
  const server = await serverWith({ asksSignIn: true });
  const settings = { userName: mailUser.userName };
  const right = senderFor(server, { settings, password: mailUser.password });
  assert.deepEqual(await right.send(messageTo('mara@contoso.example'), never()), { kind: 'sent' });
  assert.equal(server.received[0]?.userName, mailUser.userName);
  const wrong = senderFor(server, { settings, password: 'wrong-password-here' });
  const outcome = await wrong.send(messageTo('mara@contoso.example'), never());
  assert.equal(outcome.kind, 'channel_failed');
  assert.ok(!JSON.stringify(outcome).includes('wrong-password-here'));
});

test('a refused recipient is refused, a deferred one deferred, and others get their messages', async () => {
  const server = await serverWith({});
  server.refuse('gone@contoso.example', 550);
  server.refuse('full@contoso.example', 452);
  const sender = senderFor(server);
  const kinds = [];
  for (const to of ['gone@contoso.example', 'full@contoso.example', 'mara@contoso.example']) {
    kinds.push((await sender.send(messageTo(to), never())).kind);
  }
  assert.deepEqual(kinds, ['refused', 'deferred', 'sent']);
});

test('a server that cannot be reached fails the channel, certainly without a message', async () => {
  const server = await startMailServer();
  const sender = senderFor(server);
  await server.close();
  const outcome = await sender.send(messageTo('mara@contoso.example'), never());
  assert.equal(outcome.kind, 'channel_failed');
  assert.ok(outcome.kind === 'channel_failed' && !outcome.isUnclear);
});

test('a server that never ends its answer loses its connection once the message has had its time', async () => {
  const asked = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.contoso.example\r\n');
    // The answer begins after the first command: a client that gets it with the greeting waits for the end of both.
    socket.once('data', () => {
      // Each line restarts the time for which a connection may be idle.
      const drip = setInterval(() => socket.write('250-more\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
      asked.resolve(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const settings = { security: 'none', host: '127.0.0.1', port } as const;
  const sender = senderFor(await serverWith({}), { settings });
  const ending = new AbortController();
  const sending = sender.send(messageTo('mara@contoso.example'), ending.signal);
  const ended = once(await asked.promise, 'close');
  ending.abort();
  assert.equal((await sending).kind, 'channel_failed');
  sender.close();
  await ended;
});

test('the address of an administrator must be public, also when its name leads elsewhere later', async () => {
  const server = await serverWith({});
  const targets = createTargetAddresses([]);
  const resolve = async () => ['127.0.0.1'];
  const sender = senderFor(server, { targets, resolve });
  const outcome = await sender.send(messageTo('mara@contoso.example'), never());
  assert.equal(outcome.kind, 'channel_failed');
  assert.match(JSON.stringify(outcome), /127\.0\.0\.1 is not allowed/);
  const named = createTargetAddresses(['127.0.0.0/8']);
  const permitted = senderFor(server, { targets: named, resolve });
  assert.deepEqual(await permitted.send(messageTo('mara@contoso.example'), never()), {
    kind: 'sent',
  });
});

test('a proxy is asked for a tunnel, and sees nothing of the message', async () => {
  const server = await serverWith({ security: 'tls' });
  const proxy = await openConnectProxy(server.port);
  closing.push(() => proxy.close());
  const proxyFor = createProxyFor({ httpProxy: undefined, httpsProxy: proxy.url, noProxy: [] });
  const settings = { security: 'tls', host: 'mail.contoso.example' } as const;
  // The certificate is of localhost, so the tunnel is seen by what the proxy was asked for.
  const outcome = await senderFor(server, { settings, proxyFor }).send(
    messageTo('mara@contoso.example'),
    never(),
  );
  assert.deepEqual(
    proxy.asked.map(({ authority }) => authority),
    [`mail.contoso.example:${server.port}`],
  );
  assert.equal(outcome.kind, 'channel_failed');
});
