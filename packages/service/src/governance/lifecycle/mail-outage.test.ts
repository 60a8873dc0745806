// A mail server that is away while groups expire: the whole service with a real server, on its own clock. No group ends
// before its last reminder was sent, with time to answer it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createElapsingClock, type ElapsingClock } from '../../../testing/elapsing-clock.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import { type MailServer, partOf, startMailServer } from '../../../testing/mail-server.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { createLog } from '../../ground/log.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const [mara = '', tomas = ''] = testPeople;
const logLines: string[] = [];
let at: TestDatabase;
let clock: ElapsingClock;
let mails: MailServer;
let service: TestService;
let governance: Advance;
let tenant: TestTenant;

before(async () => {
  at = await createTestDatabase();
  // Leases and deadlines of this clock last long enough for a slow machine.
  clock = await createElapsingClock(at, 10);
  mails = await startMailServer({ security: 'none' });
  const log = createLog('debug', { write: (line: string) => void logLines.push(line) });
  service = await startTestService(
    { RECONCILIATION_INTERVAL_MINUTES: 'off' },
    { at, deps: { clock, log } },
  );
  governance = createAdvance(service);
});
after(async () => {
  await service.close();
  await mails.close();
  await at.close();
});

/**
 * Holds the channel meanwhile, as a process that sends does. An attempt on its way at a jump of the clock would outlast its
 * lease, or pause the channel after the jump.
 */
async function whileNothingIsSent(work: () => Promise<void>): Promise<void> {
  const hold = `insert into notice_channels (tenant_id, claimed_until, claims) values ($1, 'infinity', 1)
    on conflict (tenant_id) do update set claimed_until = 'infinity', claims = notice_channels.claims + 1
    where notice_channels.claimed_until is null or notice_channels.claimed_until <= now()
    returning claims`;
  await eventually(async () => (await countOf(hold)) > 0, 'nothing was being sent');
  await work();
  await at.database.query('update notice_channels set claimed_until = null where tenant_id = $1', [
    tenant.tenantId,
  ]);
}

async function setPort(port: number): Promise<void> {
  const channel = { sender: 'smtp', host: '127.0.0.1', port, security: 'none', userName: null };
  const common = { from: 'groups@aare.example', language: 'en', timeZone: 'UTC', hour: 8 };
  const notices = JSON.stringify({ ...channel, ...common, contact: null });
  await whileNothingIsSent(async () => {
    await at.database.query('update tenants set notices = $2 where tenant_id = $1', [
      tenant.tenantId,
      notices,
    ]);
    await service.service.refresh();
  });
}

/** A tenant of the test's own, in the evening. */
async function begin(): Promise<void> {
  await clock.elapse(hourOf(20) - clock.now());
  tenant = await service.addTenant();
  await setPort(mails.port);
  await governance.setLifecycle(tenant, {
    expires: { after: 'P5D' },
    remindBefore: ['P2D', 'P1D'],
    renew: { for: 'P10D' },
  });
}

/** The next time at which it is that hour. */
function hourOf(hour: number): number {
  const today = clock.now() - (clock.now() % dayMs) + hour * hourMs;
  return today > clock.now() ? today : today + dayMs;
}

const countOf = async (sql: string): Promise<number> =>
  (await at.database.query(sql, [tenant.tenantId])).length;
const pending = () =>
  countOf(`select from notice_messages where tenant_id = $1 and state = 'pending'`);
const operations = () => countOf('select from operations where tenant_id = $1');
const isFailing = async () =>
  (await countOf(
    'select from notice_channels where tenant_id = $1 and failing_since is not null',
  )) > 0;

/** Days, from evening to evening: everything is done that is due in the morning, and what follows. */
async function elapse(days: number, isUp: boolean): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    for (const hour of [8.01, 8.2, 20]) {
      await whileNothingIsSent(() =>
        clock.elapse(Math.min(hourOf(hour), hourOf(20)) - clock.now()),
      );
      if (hour < 20) await eventually(() => isDone(isUp), 'everything was done');
    }
  }
}

async function isDone(isUp: boolean): Promise<boolean> {
  await service.service.runDue();
  await governance.settled(tenant);
  const due = await countOf(
    'select from governed_groups where tenant_id = $1 and due_at <= governance_now($1)',
  );
  const waiting = await pending();
  return due === 0 && (waiting === 0 || (!isUp && (await isFailing())));
}

/** It belongs to this tenant. A message that arrives twice, because its first answer was late, has the same Message-ID. */
function textsTo(address: string): string[] {
  const messages = mails.received
    .filter(({ to }) => to.includes(address))
    .map(
      ({ headers, source }) => [headers.get('message-id'), partOf(source, 'text/plain')] as const,
    )
    .filter(([, text]) => text.includes(`tenant=${tenant.tenantId}`));
  return [...new Map(messages).values()];
}
const groupsIn = (text: string) => text.match(/^Group ends-\d/gm)?.length;
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(clock.now() + days * dayMs),
  );

test('after days without a mail server nothing is lost, nothing was archived, and each person gets one digest', async () => {
  await begin();
  await governance.create(tenant, teamRequest('ends-1'));
  await governance.create(tenant, teamRequest('ends-2'));
  await elapse(3, true);
  // It is the day of the reminder itself.
  assert.deepEqual(textsTo(mara).map(groupsIn), [2]);
  assert.match(textsTo(mara)[0] ?? '', new RegExp(`This group expires on ${dayIn(2)}`));
  assert.deepEqual(textsTo(tomas), []);

  // The server is away at the last reminder, and back after the expiry.
  await setPort(await freePort());
  await elapse(4, false);
  assert.ok(await isFailing());
  assert.equal(await pending(), 2);
  assert.equal(await operations(), 0, 'nothing was archived while no message could be sent');
  assert.equal(textsTo(mara).length, 1);

  await setPort(mails.port);
  await elapse(1, true);
  assert.ok(!(await isFailing()));
  assert.equal(await operations(), 0, 'people have time to answer');
  assert.deepEqual([textsTo(mara).length, textsTo(tomas).length], [2, 1]);
  for (const address of [mara, tomas]) {
    const digest = textsTo(address).at(-1) ?? '';
    assert.equal(groupsIn(digest), 2);
    // At least a week after the message, which left in the evening or in the morning.
    const told = new RegExp(`This group expires on (${dayIn(7)}|${dayIn(8)})`, 'g');
    assert.equal(digest.match(told)?.length, 2, 'the later date');
  }
  const [channel] = await at.database.query<{ stable: boolean }>(
    `select bool_and(attempts <= 2) as stable from notice_messages where tenant_id = $1`,
    [tenant.tenantId],
  );
  assert.equal(channel?.stable, true, 'an outage of the server uses up no attempt of a message');

  await elapse(5, true);
  assert.equal(await operations(), 0);
  assert.equal(textsTo(mara).length, 2, 'nobody is asked again');
  await elapse(3, true);
  assert.equal(await operations(), 2);
  // The archiving may end after the digest of its day.
  await elapse(1, true);
  assert.match(textsTo(mara).at(-1) ?? '', /This group has expired and was archived/);
  assert.equal(await pending(), 0);
});

test('an outage that is longer than all reminders archives nothing, and people are asked when it ends', async () => {
  await begin();
  await governance.create(tenant, teamRequest('ends-1'));
  await setPort(await freePort());
  await elapse(7, false);
  assert.equal(await operations(), 0);
  await setPort(mails.port);
  await elapse(1, true);
  assert.deepEqual([textsTo(mara).length, textsTo(tomas).length], [1, 1]);
  await elapse(5, true);
  assert.equal(await operations(), 0);
  await elapse(3, true);
  assert.equal(await operations(), 1);
});

test('the links of messages are neither in the log nor in the database', async () => {
  const tokens = mails.received.flatMap(({ source }) =>
    [...partOf(source, 'text/plain').matchAll(/\/decide#(\S+)/g)].map(([, token = '']) => token),
  );
  assert.ok(tokens.length >= 6);
  const tables = await at.database.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await at.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => row));
  }
  assert.ok(logLines.length > 0 && rows.length > 100);
  const kept = [...logLines, ...rows].join('\n');
  for (const token of new Set(tokens)) {
    for (const part of [token, decodeURIComponent(token), token.slice(-32)]) {
      assert.ok(!kept.includes(part), 'a token was kept');
    }
  }
});
