// Notice settings and the sandbox's outbox as administrators use them, over real HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { addNotices } from '../messages/notices/notices.postgres.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { type MailServer, mailUser, startMailServer } from '../../testing/mail-server.ts';

let service: AdminService;
let admin: AdminClient;
let server: MailServer;
before(async () => {
  server = await startMailServer({ asksSignIn: true });
  setDefaultCACertificates([...getCACertificates('bundled'), server.authority]);
  service = await startAdminService({ WEBHOOK_NETWORKS: 'loopback', LOG_LEVEL: 'debug' });
  admin = await AdminClient.signedIn(service);
});
after(async () => {
  await service.close();
  await server.close();
});

const smtp = () => ({
  sender: 'smtp',
  host: 'localhost',
  port: server.port,
  security: 'starttls',
  userName: mailUser.userName,
  password: mailUser.password,
  from: 'groups@contoso.example',
  timeZone: 'Europe/Berlin',
});

const read = async () => (await admin.get('notices')).body as Record<string, unknown>;
const put = async (settings: object) =>
  admin.call('PUT', 'notices', settings, { 'if-match': `"${String((await read())['etag'])}"` });

test('a sandbox keeps an outbox without any settings', async () => {
  const { sender, channel, hasPassword } = await read();
  assert.equal(sender, 'outbox');
  assert.equal((channel as { state: string }).state, 'works');
  assert.equal(hasPassword, false);
});

test('every fault of settings is listed at once, beside its member', async () => {
  const { status, body } = await put({
    sender: 'smtp',
    host: 'mail server',
    security: 'none',
    userName: 'somebody',
    timeZone: 'Europe/Atlantis',
    contact: 'nobody',
  });
  assert.equal(status, 422);
  const pointers = (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
  assert.deepEqual(pointers.sort(), [
    '/contact',
    '/from',
    '/host',
    '/password',
    '/timeZone',
    '/userName',
  ]);
});

test('a test message is sent with settings before they are saved, and says what is wrong', async () => {
  const right = await admin.call('POST', 'notices/test', {
    to: 'me@contoso.example',
    settings: smtp(),
  });
  assert.equal((right.body as { ok: boolean }).ok, true, JSON.stringify(right.body));
  assert.deepEqual(server.received.at(-1)?.to, ['me@contoso.example']);
  const wrong = await admin.call('POST', 'notices/test', {
    to: 'me@contoso.example',
    settings: { ...smtp(), password: 'a wrong one' },
  });
  assert.equal((wrong.body as { ok: boolean }).ok, false);
  assert.match((wrong.body as { detail: string }).detail, /refuses the sign-in/);
});

test('the password is stored encrypted, is in no answer, log or activity, and stays until the server changes', async () => {
  assert.equal((await put(smtp())).status, 200);
  const settings = await read();
  assert.equal(settings['hasPassword'], true);
  const { password: _, ...kept } = smtp();
  assert.equal((await put({ ...kept, from: 'teams@contoso.example' })).status, 200);
  const elsewhere = await put({ ...kept, host: '127.0.0.1' });
  assert.equal(elsewhere.status, 422);
  assert.match(JSON.stringify(elsewhere.body), /Enter the password again/);
  const [row] = await service.database.query<{ all: string; secret: string }>(
    `select notices_secret as secret, (
        select jsonb_agg(to_jsonb(t) - 'notices_secret')::text || coalesce((select jsonb_agg(to_jsonb(a))::text from activity a), '')
        from tenants t
      ) as all from tenants where tenant_id = $1`,
    [service.tenantId],
  );
  assert.ok(!row?.secret.includes(mailUser.password));
  for (const text of [row?.all ?? '', service.log.join('\n'), JSON.stringify(settings)]) {
    assert.ok(!text.includes(mailUser.password));
  }
  assert.match(row?.all ?? '', /"noticesSecret": "changed"/);
});

test('custom texts of the tenant are plain and bounded, and stay when a change does not name them', async () => {
  const texts = {
    en: { subject: '[IT]', contact: 'Call extension 4711.' },
    de: { intro: 'Moin.' },
  };
  const faulty = await put({
    sender: 'outbox',
    texts: { en: { subject: 'two\nlines', intro: 'one\ntwo' }, fr: { footer: ' ' } },
  });
  const { errors } = faulty.body as { errors: { pointer: string; code: string }[] };
  assert.deepEqual(
    errors.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/texts/en/subject character_refused', '/texts/fr/footer blank'],
  );
  const long = await put({ sender: 'outbox', texts: { es: { contact: 'x'.repeat(301) } } });
  assert.equal(long.status, 422);
  assert.match(JSON.stringify(long.body), /"\/texts\/es\/contact"/);
  assert.equal((await put({ sender: 'outbox', texts })).status, 200);
  assert.deepEqual((await read())['texts'], texts);
  assert.equal((await put({ sender: 'outbox', hour: 9 })).status, 200);
  assert.deepEqual((await read())['texts'], texts);
  assert.equal((await put({ sender: 'outbox', texts: null })).status, 200);
  assert.equal((await read())['texts'], null);
});

test('custom texts are previewed in a message with samples, and nothing is changed', async () => {
  const before = await read();
  const preview = (language: string, texts: object) =>
    admin.call('POST', 'notices/preview', { language, texts });
  const { status, body } = await preview('de', {
    de: { subject: 'Nordlicht IT', intro: 'Guten Tag,\nbitte lesen.', contact: 'Telefon 4711' },
    en: { subject: 'unused' },
  });
  assert.equal(status, 200);
  assert.match(body.subject, /^Nordlicht IT .*Aurora/);
  assert.deepEqual(body.intro, ['Guten Tag,', 'bitte lesen.']);
  assert.equal(body.footer.at(-1), 'Telefon 4711');
  const entries = body.sections.flatMap((section: { entries: object[] }) => section.entries);
  assert.deepEqual(
    entries.map(({ link }: { link: object | null }) => link !== null),
    [true, false],
    'a question has a button, and news has none',
  );
  const faulty = await preview('fr', { fr: { subject: 'deux\nlignes' } });
  assert.deepEqual([faulty.status, faulty.body.errors[0].pointer], [422, '/texts/fr/subject']);
  assert.deepEqual(await read(), before);
});

test('the outbox shows what would have been sent; elsewhere a message has no text', async () => {
  assert.equal((await put({ sender: 'outbox' })).status, 200);
  await addNotices(service.database, [
    {
      tenantId: service.tenantId,
      personId: 'mara',
      email: 'mara@contoso.example',
      kind: 'vacant',
      teamId: null,
      data: {},
      cause: null,
      at: new Date('2026-01-05T09:00:00Z'),
    },
  ]);
  // Its hour has come on any day from 08:00 UTC on; the settings ask for the first hour instead.
  assert.equal((await put({ sender: 'outbox', hour: 0 })).status, 200);
  await service.service.runDue();
  const list = (await admin.get('notices/messages')).body as {
    total: number;
    items: { messageId: string; email: string; state: string; kinds: string[] }[];
  };
  assert.equal(list.total, 1);
  const [item] = list.items;
  assert.deepEqual(
    [item?.email, item?.state, item?.kinds],
    ['mara@contoso.example', 'sent', ['vacant']],
  );
  const one = (await admin.get(`notices/messages/${item?.messageId ?? ''}`)).body as {
    content: { subject: string; text: string; html: string } | null;
  };
  assert.match(one.content?.text ?? '', /Nobody is responsible for this group/);
  assert.match(one.content?.html ?? '', /<html lang="en">/);
  assert.equal((await put(smtp())).status, 200);
  const hidden = (await admin.get(`notices/messages/${item?.messageId ?? ''}`)).body;
  assert.equal((hidden as { content: unknown }).content, null);
});
