// Leavers of Microsoft 365, from the directory to the mailbox of the deputy: the whole service on the simulated Graph, with
// a real mail server, on its own clock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import type { SimulatedUser, Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import type { ElapsingClock } from '../../../testing/elapsing-clock.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type MailServer, partOf, startMailServer } from '../../../testing/mail-server.ts';
import { testSeed } from '../../../testing/seed.ts';
import { teamRequest } from '../../../testing/service.ts';
import { type ServiceOnGraph, startServiceOnGraph } from '../../../testing/service-on-graph.ts';
import { createChainReader } from '../../audit/chain-reader.postgres.ts';
import { createVerifyChain } from '../../audit/verify-chain.ts';
import { withoutRest } from '../../ground/turns.ts';
import type { Team } from '../../groups/read/team.ts';
import type { ResponsibilityOnDay } from './responsibility-history.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let onGraph: ServiceOnGraph;
let at: TestDatabase;
let clock: ElapsingClock;
let simulator: GraphSimulator;
let suite: Tenant;
let mails: MailServer;
let elapse: ServiceOnGraph['elapse'];
let person: ServiceOnGraph['person'];

before(async () => {
  mails = await startMailServer({ security: 'none' });
  onGraph = await startServiceOnGraph({
    seed: `leavers ${testSeed}`,
    speed: 10,
    mailPort: mails.port,
    env: { RECONCILIATION_INTERVAL_MINUTES: 'off' },
    // The longest pause between two looks at the people.
    deps: { random: () => 0.999 },
  });
  ({ at, clock, simulator, suite, elapse, person } = onGraph);
  await onGraph.setPolicy({ responsibility: { graceDays: 3 } });
  // A real directory is not asked in the first minute of a process.
  await clock.elapse(2 * minuteMs);
});
after(async () => {
  await onGraph.close();
  await mails.close();
});

/** Through the days one by one, as the service sees them. */
async function elapseDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await elapse(dayMs);
}

async function create(alias: string, responsible: string, deputy: string): Promise<string> {
  const body = teamRequest(alias, { responsible, deputy, members: [] });
  const made = await onGraph.service.call(onGraph.tenant(), '/teams', { method: 'POST', body });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await onGraph.settle();
  const { teamId } = made.body as { teamId: string };
  assert.equal((await read(teamId)).state, 'active', alias);
  return teamId;
}

type Read = Pick<Team, 'responsibility' | 'state'>;
async function read(teamId: string): Promise<Read> {
  const { status, body } = await onGraph.service.call(onGraph.tenant(), `/teams/${teamId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as Read;
}
const stateOf = async (teamId: string) => (await read(teamId)).responsibility?.state;
const responsibleOf = async (teamId: string) =>
  (await read(teamId)).responsibility?.responsible?.email;

const ownersInDirectory = (teamId: string): ReadonlySet<string> => onGraph.groupOf(teamId).owners;

async function actionsOf(teamId: string): Promise<readonly string[]> {
  const rows = await at.database.query<{ action: string }>(
    `select action from activity where tenant_id = $1 and subject_id = $2
      and action not like 'group.%' order by activity_id`,
    [onGraph.tenant().tenantId, teamId],
  );
  return rows.map(({ action }) => action);
}

const enable = (user: SimulatedUser, accountEnabled: boolean) =>
  simulator.changeUser(suite.tenantId, user.id, { accountEnabled });

async function openTasksOf(teamId: string) {
  const { body } = await onGraph.service.call(onGraph.tenant(), '/tasks?state=open');
  const { items } = body as {
    items: { teamId: string; kind: string; assignees: { email: string }[] }[];
  };
  return items
    .filter((task) => task.teamId === teamId)
    .map(({ kind, assignees }) => ({ kind, emails: assignees.map(({ email }) => email) }));
}

const mailsTo = (address: string) =>
  mails.received.filter(({ to }) => to.includes(address)).map(({ source }) => source);

test('a disabled person is noticed within 15 minutes; after three days the deputy answers for the group and gets one digest', async () => {
  const [ada, bo] = [person(0), person(1)];
  const teamId = await create('leaver', ada.mail, bo.mail);
  assert.equal(await stateOf(teamId), 'held');
  const disabledAt = clock.now();
  enable(ada, false);
  await elapse(11 * minuteMs);
  const { responsibility } = await read(teamId);
  assert.equal(responsibility?.state, 'shaky');
  const noticedMs = Date.parse(String(responsibility.since)) - disabledAt;
  assert.ok(noticedMs <= 15 * minuteMs, `${noticedMs} ms`);

  await elapseDays(2);
  assert.equal(await responsibleOf(teamId), ada.mail);
  await elapseDays(2);
  assert.equal(await responsibleOf(teamId), bo.mail);
  assert.ok(ownersInDirectory(teamId).has(bo.id));
  assert.deepEqual(await openTasksOf(teamId), [{ kind: 'name_deputy', emails: [bo.mail] }]);
  const [digest = '', ...others] = mailsTo(bo.mail);
  assert.equal(others.length, 0);
  const text = partOf(digest, 'text/plain');
  assert.match(text, /This group has no deputy/);
  assert.match(text, /You are responsible for this group from now on/);

  // The history of the group agrees with the chain, which is verified.
  const onDay = async (atMs: number) => {
    const date = new Date(atMs).toISOString().slice(0, 10);
    const { body } = await onGraph.service.call(
      onGraph.tenant(),
      `/teams/${teamId}/responsibility?at=${date}`,
    );
    return body as ResponsibilityOnDay;
  };
  await eventually(
    async () => (await onDay(clock.now())).responsible.from?.proof != null,
    'the chain has the handover',
  );
  const [then, now] = [await onDay(disabledAt + dayMs), await onDay(clock.now())];
  assert.deepEqual([then.responsible.person, now.responsible.person], [ada.mail, bo.id]);
  const { position, hash, isIntact } = now.responsible.from?.proof ?? {};
  assert.equal(isIntact, true);
  const reader = createChainReader({ database: at.database });
  const report = await createVerifyChain({ reader, rest: withoutRest })(onGraph.tenant().tenantId, {
    position: position ?? 0,
    hash: hash ?? '',
  });
  assert.equal(report.broken, undefined);
});

test('a person who is back within the grace period leaves two entries in the log and nothing else', async () => {
  const [cleo, dan] = [person(2), person(3)];
  const teamId = await create('back', cleo.mail, dan.mail);
  enable(cleo, false);
  await elapse(11 * minuteMs);
  await elapseDays(2);
  enable(cleo, true);
  await elapse(11 * minuteMs);
  await elapseDays(3);
  assert.deepEqual([await responsibleOf(teamId), await stateOf(teamId)], [cleo.mail, 'held']);
  assert.deepEqual(await actionsOf(teamId), ['responsibility.shaky', 'responsibility.restored']);
  assert.deepEqual(await openTasksOf(teamId), []);
  assert.deepEqual([...mailsTo(cleo.mail), ...mailsTo(dan.mail)], []);
});

test('nobody is lost when the directory has forgotten the position of the service', async () => {
  const [eve, finn] = [person(4), person(5)];
  const teamId = await create('forgotten', eve.mail, finn.mail);
  enable(eve, false);
  // The service is away for longer than a position lives: the next read is answered 410.
  await clock.elapse(8 * dayMs);
  await onGraph.settle();
  assert.equal(await stateOf(teamId), 'shaky');
  await elapseDays(4);
  assert.equal(await responsibleOf(teamId), finn.mail);
});

test('of 60 percent who are disabled at once, nothing is handed over', async () => {
  const people = [6, 7, 8, 9, 10].map((index) => person(index));
  const teamIds: string[] = [];
  for (const [n, { mail }] of people.entries()) {
    teamIds.push(await create(`mass-${n}`, mail, person(11).mail));
  }
  const owners = () => teamIds.map((teamId) => [...ownersInDirectory(teamId)].toSorted());
  const before = owners();
  for (const leaver of people.slice(0, 3)) enable(leaver, false);
  await elapse(11 * minuteMs);
  await elapseDays(5);
  assert.deepEqual(
    await Promise.all(teamIds.map((teamId) => responsibleOf(teamId))),
    people.map(({ mail }) => mail),
  );
  assert.deepEqual(owners(), before);
  const entries = await at.database.query(
    `select from activity where tenant_id = $1 and action = 'mass_departure'`,
    [onGraph.tenant().tenantId],
  );
  assert.equal(entries.length, 1);
});
