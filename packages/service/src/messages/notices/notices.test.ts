// Digests from their notices to their outcome, on a controlled governance clock, with a database and a mail server of
// their own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock, type Timers } from '../../ground/clock.ts';
import { createOpenSocket } from '../../outbound/open-socket.http.ts';
import { noProxies } from '../../outbound/proxies.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type MailServer, partOf, startMailServer } from '../../../testing/mail-server.ts';
import { updatePeopleFindings } from '../../engine/people-findings.postgres.ts';
import { createDigestStore } from './digests.postgres.ts';
import type { NewNotice } from './notice.ts';
import { addNotices, listNoticesOfGroup } from './notices.postgres.ts';
import { createNotices } from './notices.jobs.ts';
import type { NoticeSender, OutgoingMessage, SendOutcome } from './sender.ts';
import { createSmtpSender } from './smtp-sender.http.ts';

let at: TestDatabase;
let server: MailServer;
before(async () => {
  at = await createTestDatabase();
  server = await startMailServer();
});
after(async () => {
  await server.close();
  await at.close();
});

const settings: NoticeSettings & { sender: 'smtp' } = {
  sender: 'smtp',
  host: 'localhost',
  port: 25,
  security: 'starttls',
  userName: null,
  from: 'groups@contoso.example',
  language: 'en',
  timeZone: 'Europe/Berlin',
  hour: 8,
  contact: null,
};

let tenantId: string;
/** These tenants are known, too. */
let otherTenants: readonly string[];
let now: Date;
let answered: Set<string>;
/** The people whom a task asks now. */
let reassigned: Map<string, readonly string[]>;
/** Everyone to whom a notice was written. */
const addressees = new Set<string>();
beforeEach(() => {
  tenantId = randomUUID();
  otherTenants = [];
  // 08:00 in Berlin.
  now = new Date('2027-03-01T07:00:00Z');
  answered = new Set();
  reassigned = new Map();
  server.received.length = 0;
  server.refuseAll(undefined);
});

function noticesWith(
  openSender: (id: string) => NoticeSender | undefined,
  others: Partial<NoticeSettings> = {},
  timers: Timers = systemClock,
) {
  const isKnown = (id: string) => id === tenantId || otherTenants.includes(id);
  return createNotices({
    store: createDigestStore(at.database, {
      clock: systemClock,
      onReachability: updatePeopleFindings,
    }),
    context: {
      tasksOfNotices: async (_tenantId, taskIds) =>
        new Map(
          taskIds.map((taskId) => [
            taskId,
            {
              personKeys: new Set(reassigned.get(taskId) ?? addressees),
              endedAt: answered.has(taskId) ? now : null,
            },
          ]),
        ),
      decisionLink: async (_tenantId, taskId, personId) =>
        `https://groups.example/decide#${taskId}-${personId}`,
    },
    settingsOf: (id) => (isKnown(id) ? { ...settings, ...others } : undefined),
    tenantName: () => 'Contoso',
    openSender: (id) => (isKnown(id) ? openSender(id) : undefined),
    now: () => now,
    overviewUrl: () => 'https://groups.example/decide',
    timers,
    monotonicNow: () => performance.now(),
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    random: () => 0.5,
    onError: (error) => assert.fail(String(error)),
  });
}

const bySmtp = (): NoticeSender =>
  createSmtpSender({
    settings: { ...settings, port: server.port },
    password: undefined,
    identity: { domain: 'groups.example', tenantName: 'Contoso' },
    openSocket: createOpenSocket({
      targets: undefined,
      proxyFor: noProxies,
      connectWithinMs: 10_000,
    }),
    tls: { ca: server.authority },
  });

/** A sender that notes what it is given, and answers as told. */
function noting(answer: (message: OutgoingMessage) => SendOutcome | Promise<SendOutcome>) {
  const messages: OutgoingMessage[] = [];
  const sender: NoticeSender = {
    atOnce: 4,
    perClaim: 20,
    async send(message) {
      messages.push(message);
      return answer(message);
    },
    close: () => undefined,
  };
  return { messages, sender };
}

function notice(others: Partial<NewNotice> = {}): NewNotice {
  addressees.add((others.personId ?? 'mara').toLowerCase());
  return {
    tenantId,
    personId: 'mara',
    email: 'mara@contoso.example',
    kind: 'renew',
    teamId: randomUUID(),
    taskId: randomUUID(),
    data: { dueAt: '2027-05-03T06:00:00Z', unanswered: 'archive' },
    cause: null,
    at: now,
    ...others,
  };
}

const add = (...notices: NewNotice[]) => addNotices(at.database, notices);
const sent = { kind: 'sent' } as const;

/** The sending part of the worker, at once. */
async function send(notices: ReturnType<typeof createNotices>): Promise<void> {
  await notices.work.runDue();
  await notices.sendAll();
}

async function states(): Promise<readonly string[]> {
  const rows = await at.database.query<{ state: string }>(
    'select state from notice_messages where tenant_id = $1 order by day, message_id',
    [tenantId],
  );
  return rows.map(({ state }) => state);
}

/** Ends the pauses of the channel and of its messages. */
async function endPauses(): Promise<void> {
  await at.database.query('update notice_channels set paused_until = null where tenant_id = $1', [
    tenantId,
  ]);
  await at.database.query(
    `update notice_messages set due_at = now() where tenant_id = $1 and state = 'pending'`,
    [tenantId],
  );
}

const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const daysLater = (days: number) => minutesLater(days * 24 * 60);

test('a person gets one digest a day, with everything of that day, in their language', async () => {
  const notices = noticesWith(bySmtp);
  await add(
    notice({ language: 'de-CH' }),
    notice({ language: 'de-CH', kind: 'review' }),
    notice({ language: 'de-CH', kind: 'created' }),
    notice({ personId: 'yuki', email: 'yuki@contoso.example', language: 'ja' }),
  );
  minutesLater(10);
  await send(notices);
  assert.deepEqual(
    new Set(server.received.map(({ to }) => to[0])),
    new Set(['mara@contoso.example', 'yuki@contoso.example']),
  );
  const mara = server.received.find(({ to }) => to[0] === 'mara@contoso.example');
  const text = partOf(mara?.source ?? '', 'text/plain');
  assert.match(text, /Diese Gruppe läuft am 3\. Mai 2027 ab/);
  assert.match(text, /Bitte prüfen Sie bis zum/);
  assert.match(text, /Diese Gruppe wurde angelegt/);
  const yuki = server.received.find(({ to }) => to[0] === 'yuki@contoso.example');
  assert.match(partOf(yuki?.source ?? '', 'text/plain'), /This group expires on May 3, 2027/);

  // Later on the same day there is no second one; on the next day there is.
  await add(notice());
  minutesLater(60);
  await send(notices);
  assert.equal(server.received.length, 2);
  daysLater(1);
  await send(notices);
  assert.equal(server.received.length, 3);
});

test('digests wait for the hour of the day in the time zone of the tenant', async () => {
  now = new Date('2027-03-01T06:30:00Z');
  const { messages, sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  await add(notice());
  minutesLater(20);
  await send(notices);
  assert.equal(messages.length, 0);
  const due = await notices.work.nextDueAt(tenantId);
  assert.equal(due?.toISOString(), '2027-03-01T07:00:00.000Z');
  minutesLater(10);
  await send(notices);
  assert.equal(messages.length, 1);
  assert.equal(await notices.work.nextDueAt(tenantId), undefined);
  await add(notice());
  assert.equal((await notices.work.nextDueAt(tenantId))?.toISOString(), '2027-03-02T07:00:00.000Z');
});

test('digests wait until the groups that are due at their hour were assessed, for an hour at most', async () => {
  const { messages, sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  const dueAt = async (time: Date) =>
    at.database.query(
      `insert into governed_groups (tenant_id, team_id, organisation_id, template_id, due_at)
      select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2`,
      [tenantId, time],
    );
  await dueAt(now);
  await add(notice());
  minutesLater(10);
  await send(notices);
  assert.equal(messages.length, 0, 'a reminder of the day may still come');
  minutesLater(50);
  await send(notices);
  assert.equal(messages.length, 1, 'a group that cannot be assessed keeps no digest back');
  daysLater(1);
  await at.database.query('delete from governed_groups where tenant_id = $1', [tenantId]);
  await dueAt(new Date(now.getTime() - 60_000));
  await add(notice());
  minutesLater(6);
  await send(notices);
  assert.equal(messages.length, 2, 'a group that became due later is for another day');
});

test('after two days without a mail server, a person gets one digest with all of them', async () => {
  server.refuseAll(451);
  const down = noting(() => ({
    kind: 'channel_failed',
    detail: 'The server is down.',
    isUnclear: false,
  }));
  const failing = noticesWith(() => down.sender);
  for (let day = 0; day < 3; day += 1) {
    await add(notice());
    minutesLater(10);
    await send(failing);
    await endPauses();
    await send(failing);
    daysLater(1);
    minutesLater(-10);
  }
  const { failingSince, pending } = await failing.channel(tenantId);
  assert.ok(failingSince !== null);
  assert.equal(pending, 1);

  server.refuseAll(undefined);
  await endPauses();
  const working = noticesWith(bySmtp);
  await send(working);
  assert.equal(server.received.length, 1);
  const text = partOf(server.received[0]?.source ?? '', 'text/plain');
  assert.equal(text.match(/This group expires/g)?.length, 3);
  assert.deepEqual(await states(), ['sent']);
  assert.equal((await working.channel(tenantId)).failingSince, null);
});

test('notices of a day that comes while a digest is being sent join it if the channel fails', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const slow = noting(() => answer.promise);
  const first = noticesWith(() => slow.sender);
  await add(notice());
  minutesLater(10);
  await first.work.runDue();
  const sending = first.sendAll();
  while (slow.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await add(notice());
  daysLater(1);
  await first.work.runDue();
  answer.resolve({ kind: 'channel_failed', detail: 'The server is down.', isUnclear: false });
  await sending;
  await first.work.runDue();
  assert.deepEqual(await states(), ['pending']);

  const next = noting(() => sent);
  const working = noticesWith(() => next.sender);
  await endPauses();
  await working.sendAll();
  assert.deepEqual(await states(), ['sent']);
  const entries = next.messages.flatMap(({ digest }) => digest.sections[0]?.entries ?? []);
  assert.equal(entries.length, 2);
});

test('two digests of a person that wait for the channel do not keep later notices from being sent', async () => {
  const next = noting(() => sent);
  const working = noticesWith(() => next.sender);
  await add(notice());
  minutesLater(10);
  await working.work.runDue();
  // Two processes that form digests around midnight can leave a second one.
  await at.database.query(
    `insert into notice_messages (tenant_id, message_id, person_id, email, language, day, state, due_at, created_at)
    select tenant_id, $2, person_id, email, language, day - 1, state, due_at, created_at from notice_messages
    where tenant_id = $1`,
    [tenantId, randomUUID()],
  );
  await add(notice());
  daysLater(1);
  await working.work.runDue();
  await working.sendAll();
  const entries = next.messages.flatMap(({ digest }) => digest.sections[0]?.entries ?? []);
  assert.equal(entries.length, 2);
  assert.ok(!(await states()).includes('pending'));
});

test('the clock of a sandbox does not move on while another tick fills the outbox', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const { messages, sender } = noting(() => answer.promise);
  const notices = noticesWith(() => sender, { sender: 'outbox' });
  await add(notice());
  const filling = notices.work.runDue();
  while (messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(await notices.work.runDue(), 0, 'the other tick holds the channel');
  const due = await notices.work.nextDueAt(tenantId);
  assert.ok(due !== undefined && due <= now, 'something is still to be done');
  answer.resolve(sent);
  await filling;
  assert.equal(await notices.work.nextDueAt(tenantId), undefined);
});

test('a process that dies while it sends repeats the message under the same id, and adds nothing to it', async () => {
  const dying = noting(() => new Promise<never>(() => undefined));
  const first = noticesWith(() => dying.sender);
  await add(notice());
  minutesLater(10);
  await first.work.runDue();
  // It never ends: its process is gone, and so is its claim after a while.
  void first.sendAll();
  const store = createDigestStore(at.database, {
    clock: systemClock,
    onReachability: updatePeopleFindings,
  });
  while (dying.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await at.database.query('update notice_channels set claimed_until = now() where tenant_id = $1', [
    tenantId,
  ]);
  assert.ok((await store.tenantsWithDigests()).includes(tenantId));

  await add(notice());
  daysLater(1);
  const next = noting(() => sent);
  // First the repetition, and then what has waited for it.
  for (let round = 1; round <= 2; round += 1) await send(noticesWith(() => next.sender));
  const ids = next.messages.map(({ messageId }) => messageId);
  assert.equal(ids.length, 2);
  assert.ok(ids.includes(dying.messages[0]?.messageId ?? ''));
  const repeated = next.messages.find(
    ({ messageId }) => messageId === dying.messages[0]?.messageId,
  );
  assert.deepEqual(repeated?.digest, dying.messages[0]?.digest);
  assert.deepEqual(await states(), ['sent', 'sent']);
});

test('mail servers that take long do not hold up the messages of other tenants', async () => {
  otherTenants = Array.from({ length: 8 }, () => randomUUID());
  const answer = Promise.withResolvers<SendOutcome>();
  const slow = noting(() => answer.promise);
  const quick = noting(() => sent);
  const hasty: Timers = {
    after: (milliseconds, callback) => systemClock.after(Math.min(milliseconds, 50), callback),
  };
  const openSender = (id: string) => (id === tenantId ? quick.sender : slow.sender);
  const notices = noticesWith(openSender, {}, hasty);
  await add(...otherTenants.map((id) => notice({ tenantId: id })), notice());
  minutesLater(10);
  await notices.work.runDue();
  notices.start();
  await eventually(async () => (await states()).join() === 'sent', 'the quick one is sent');
  await eventually(() => slow.messages.length === otherTenants.length, 'all have begun');

  // The next message for the quick one is sent meanwhile, and nothing is begun a second time.
  await add(notice());
  daysLater(1);
  await notices.work.runDue();
  await eventually(async () => (await states()).join() === 'sent,sent', 'the next one is sent');
  assert.equal(slow.messages.length, otherTenants.length);

  const stopped = notices.stop();
  answer.resolve(sent);
  await stopped;
  const left = await at.database.query(
    `select from notice_messages where tenant_id = any ($1::uuid[]) and state <> 'sent'`,
    [otherTenants],
  );
  assert.equal(left.length, 0, 'a stop waits for the messages that are on their way');
});

test('a question that was answered before its digest was sent is omitted, and an empty digest is dropped', async () => {
  const { messages, sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  const [one, other] = [notice(), notice({ personId: 'yuki', email: 'yuki@contoso.example' })];
  await add(one, other, notice());
  answered.add(one.taskId ?? '').add(other.taskId ?? '');
  minutesLater(10);
  await send(notices);
  assert.equal(messages.length, 1);
  assert.equal(messages[0]?.digest.sections[0]?.entries.length, 1);
  assert.deepEqual((await states()).toSorted(), ['dropped', 'sent']);
});

test('a question that others are asked by the time of its digest goes to them alone', async () => {
  const { messages, sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  const taskId = randomUUID();
  const yuki = { personId: 'yuki', email: 'yuki@contoso.example' };
  await add(notice({ taskId }), notice({ kind: 'created' }), notice({ ...yuki, taskId }));
  reassigned.set(taskId, ['yuki']);
  minutesLater(10);
  await send(notices);
  const entriesOf = (email: string) =>
    messages
      .filter(({ to }) => to === email)
      .flatMap(({ digest }) => digest.sections.flatMap(({ entries }) => entries));
  assert.deepEqual(
    entriesOf('mara@contoso.example').map(({ link }) => link),
    [undefined],
  );
  assert.equal(entriesOf(yuki.email)[0]?.link?.url, `https://groups.example/decide#${taskId}-yuki`);
});

test('a recipient who is refused does not keep others from their messages', async () => {
  const { sender } = noting(({ to }) =>
    to.startsWith('gone')
      ? { kind: 'refused', detail: 'The mailbox is unknown.' }
      : to.startsWith('full')
        ? { kind: 'deferred', detail: 'The mailbox is full.', isUnclear: false }
        : sent,
  );
  const notices = noticesWith(() => sender);
  await add(
    ...['gone', 'full', 'mara'].map((personId) =>
      notice({ personId, email: `${personId}@contoso.example` }),
    ),
  );
  minutesLater(10);
  await send(notices);
  assert.deepEqual((await states()).toSorted(), ['pending', 'refused', 'sent']);
  assert.equal((await notices.channel(tenantId)).failingSince, null);
});

test('ten thousand notices for a hundred people are a hundred messages of bounded size', async () => {
  const { messages, sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  const all = Array.from({ length: 10_000 }, (_, index) => {
    const personId = `person-${index % 100}`;
    return notice({ personId, email: `${personId}@contoso.example` });
  });
  await add(...all);
  minutesLater(10);
  await send(notices);
  assert.equal(messages.length, 100);
  const [message] = messages;
  assert.equal(message?.digest.subject, '100 groups need your decision');
  assert.equal(message?.digest.sections[0]?.entries.length, 50);
  assert.match(message?.digest.sections[0]?.more ?? '', /And 50 more/);
});

test('the outbox is filled within the tick, a digest for each day', async () => {
  const notices = noticesWith(() => noting(() => sent).sender, { sender: 'outbox' } as never);
  for (let day = 0; day < 3; day += 1) {
    await add(notice());
    assert.ok((await notices.work.runDue()) > 0);
    assert.equal(await notices.work.runDue(), 0);
    daysLater(1);
  }
  assert.deepEqual(await states(), ['sent', 'sent', 'sent']);
});

test('the notices of a group are listed with their outcome, newest first, without links', async () => {
  const teamId = randomUUID();
  const { sender } = noting(() => sent);
  const notices = noticesWith(() => sender);
  await add(notice({ teamId }));
  minutesLater(10);
  await send(notices);
  await add(notice({ teamId, kind: 'archived' }));
  const listed = await listNoticesOfGroup(at.database, { tenantId, teamId }, { limit: 10 });
  assert.deepEqual(
    listed.map(({ kind, outcome, language }) => ({ kind, outcome, language })),
    [
      { kind: 'archived', outcome: 'waiting', language: null },
      { kind: 'renew', outcome: 'sent', language: 'en' },
    ],
  );
  const [first] = listed;
  const rest = await listNoticesOfGroup(
    at.database,
    { tenantId, teamId },
    { limit: 10, afterNoticeId: first?.noticeId },
  );
  assert.deepEqual(
    rest.map(({ kind }) => kind),
    ['renew'],
  );
  assert.ok(!JSON.stringify(listed).includes('decide#'));
  // A digest has no language before its first attempt.
  await at.database.query("update notice_messages set language = '' where tenant_id = $1", [
    tenantId,
  ]);
  const unattempted = await listNoticesOfGroup(at.database, { tenantId, teamId }, { limit: 10 });
  assert.deepEqual(
    unattempted.map(({ language }) => language),
    [null, null],
  );
});
