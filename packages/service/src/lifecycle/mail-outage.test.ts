// A mail server that is away for days while groups expire: the whole service with a real server, on its own clock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createElapsingClock, type ElapsingClock } from '../../testing/elapsing-clock.ts';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { createAdvance, type Advance } from '../../testing/governance.ts';
import { type MailServer, partOf, startMailServer } from '../../testing/mail-server.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { createLog } from '../foundation/log.ts';

const hourMs = 3_600_000;
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
  clock = await createElapsingClock(at, 60);
  mails = await startMailServer({ security: 'none' });
  const log = createLog('debug', { write: (line: string) => void logLines.push(line) });
  service = await startTestService(
    { RECONCILIATION_INTERVAL_MINUTES: 'off' },
    { at, deps: { clock, log } },
  );
  governance = createAdvance(service);
  tenant = await service.addTenant();
  await setPort(mails.port);
  await governance.setLifecycle(tenant, {
    expires: { after: 'P10D' },
    // The digest with the last one is due a day before the expiry, whatever time it is now.
    remindBefore: ['P4D', 'P2D'],
    renew: { for: 'P10D' },
  });
});
after(async () => {
  await service.close();
  await mails.close();
  await at.close();
});

async function setPort(port: number): Promise<void> {
  const channel = { sender: 'smtp', host: '127.0.0.1', port, security: 'none', userName: null };
  const common = { from: 'groups@aare.example', language: 'en', timeZone: 'UTC', hour: 8 };
  await at.database.query('update tenants set notices = $2 where tenant_id = $1', [
    tenant.tenantId,
    JSON.stringify({ ...channel, ...common, contact: null }),
  ]);
  await service.service.refresh();
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

/** In steps of some hours; at each, everything is done that is due and can be done. */
async function elapse(hours: number, isUp: boolean): Promise<void> {
  for (let hour = 0; hour < hours; hour += 12) {
    await clock.elapse(12 * hourMs);
    await eventually(async () => {
      await service.service.runDue();
      await governance.settled(tenant);
      const due = await countOf(
        'select from governed_groups where tenant_id = $1 and due_at <= governance_now($1)',
      );
      const waiting = await pending();
      return due === 0 && (waiting === 0 || (!isUp && (await isFailing())));
    }, 'everything was done');
  }
}

const textsTo = (address: string) =>
  mails.received
    .filter(({ to }) => to.includes(address))
    .map(({ source }) => partOf(source, 'text/plain'));
const groupsIn = (text: string) => text.match(/^Group ends-\d/gm)?.length;

test('after days without a mail server nothing is lost, nothing was archived, and each person gets one digest', async () => {
  await governance.create(tenant, teamRequest('ends-1'));
  await governance.create(tenant, teamRequest('ends-2'));
  await elapse(7.5 * 24, true);
  assert.deepEqual(textsTo(mara).map(groupsIn), [2]);
  assert.deepEqual(textsTo(tomas), []);

  await setPort(await freePort());
  await elapse(4 * 24, false);
  assert.ok(await isFailing());
  assert.equal(await pending(), 2);
  assert.equal(await operations(), 0, 'nothing was archived while no message could be sent');
  assert.equal(mails.received.length, 1);

  await setPort(mails.port);
  await elapse(12, true);
  assert.ok(!(await isFailing()));
  assert.deepEqual([textsTo(mara).length, textsTo(tomas).length], [2, 1]);
  for (const address of [mara, tomas]) {
    const digest = textsTo(address).at(-1) ?? '';
    assert.equal(groupsIn(digest), 2);
    assert.equal(digest.match(/This group expires on/g)?.length, 2);
  }
  const [channel] = await at.database.query<{ stable: boolean }>(
    `select bool_and(attempts <= 2) as stable from notice_messages where tenant_id = $1`,
    [tenant.tenantId],
  );
  assert.equal(channel?.stable, true, 'an outage of the server uses up no attempt of a message');

  // Now that people know, the groups end.
  await elapse(2 * 24, true);
  assert.equal(await operations(), 2);
  assert.match(textsTo(mara).at(-1) ?? '', /This group has expired and was archived/);
  assert.equal(await pending(), 0);
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
