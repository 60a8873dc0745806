// Vacant groups of Microsoft 365, from their adoption to the person who takes them over: the whole service on the simulated
// Graph. Within the grace, that question is the only one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { testSeed } from '../../../testing/seed.ts';
import { type ServiceOnGraph, startServiceOnGraph } from '../../../testing/service-on-graph.ts';

const dayMs = 24 * 60 * 60_000;
/** So few that the signing keys of the service, which an elapsed day does not rotate, last until the end. */
const graceDays = 7;

let onGraph: ServiceOnGraph;
let mails: MailServer;

before(async () => {
  mails = await startMailServer({ security: 'none' });
  onGraph = await startServiceOnGraph({
    seed: `grace ${testSeed}`,
    speed: 10,
    mailPort: mails.port,
    env: { RECONCILIATION_INTERVAL_MINUTES: 'off' },
  });
  await onGraph.setPolicy({
    kind: 'group',
    adoption: { graceDays },
    lifecycle: {
      expires: { on: new Date(onGraph.clock.now() + 2 * dayMs).toISOString().slice(0, 10) },
      remindBefore: ['P7D', 'P3D'],
      graceForExisting: 'P7D',
      review: { every: 'P14D', within: 'P7D' },
    },
  });
  // A real directory is not asked in the first minute of a process.
  await onGraph.clock.elapse(2 * 60_000);
});
after(async () => {
  await onGraph.close();
  await mails.close();
});

interface Task {
  readonly taskId: string;
  readonly teamId: string;
  readonly kind: string;
  readonly openedAt: string;
  readonly assignees: readonly { readonly email: string }[];
}
const tasksOf = async (teamId: string) =>
  ((await onGraph.call('GET', `/tasks?teamId=${teamId}&state=open`)) as { items: Task[] }).items;

const bodyOf = (groupId: string) => ({
  groupId,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
});
const writesTo = (groupId: string) =>
  onGraph.simulator.journal.changes.filter((change) => change.groupId === groupId);

async function adopt(mailNickname: string, memberIds: readonly string[]): Promise<string> {
  const { simulator, suite, person } = onGraph;
  const left = person(9);
  const { id } = simulator.addWildGroup(suite.tenantId, {
    mailNickname,
    ownerIds: [left.id],
    memberIds: [left.id, ...memberIds],
  });
  simulator.changeUser(suite.tenantId, left.id, { accountEnabled: false });
  const body = bodyOf(id);
  await onGraph.call('POST', '/teams/adoption/plan', body);
  await onGraph.call('POST', '/teams/adoption/bulk/plan', [body, body]);
  assert.deepEqual(writesTo(id), [], 'nothing is written before the plan was accepted');
  const { teamId } = (await onGraph.call('POST', '/teams/adoption', body)) as { teamId: string };
  await onGraph.settle();
  return teamId;
}

test('the members of a vacant group are asked at once, nothing else is due within the grace, and the one who accepts becomes an owner', async () => {
  const { person, elapse, clock, call, groupOf } = onGraph;
  const [ada, bo] = [person(0), person(1)];
  const adoptedAt = clock.now();
  const [taken, waiting] = [await adopt('choir', [ada.id, bo.id]), await adopt('chess', [bo.id])];
  const [task] = await tasksOf(taken);
  assert.deepEqual(
    [task?.kind, task?.assignees.map(({ email }) => email).toSorted()],
    ['take_over', [ada.mail, bo.mail].toSorted()],
  );
  await call('POST', `/tasks/${task?.taskId}/decision`, { decision: 'accept', person: ada.mail });
  await onGraph.settle();
  assert.ok(groupOf(taken).owners.has(ada.id));
  const seen = new Map<string, Task>();
  const look = async () => {
    for (const one of [...(await tasksOf(taken)), ...(await tasksOf(waiting))]) {
      if (one.kind !== 'take_over') seen.set(one.taskId, one);
    }
    return new Set([...seen.values()].map(({ kind }) => kind)).size === 2;
  };
  for (const days of [3, 3, 3, 4, 4]) {
    await elapse(days * dayMs);
    await look();
  }
  // A review reads the people of the group first.
  await eventually(look, 'both questions are asked');
  const later = [...seen.values()];
  // The tenant has neither a steward nor administrators, who would be asked about the other group.
  assert.deepEqual(new Set(later.map(({ teamId }) => teamId)), new Set([taken]));
  assert.deepEqual(new Set(later.map(({ kind }) => kind)), new Set(['renew', 'review']));
  for (const { kind, openedAt } of later) {
    const days = (Date.parse(openedAt) - adoptedAt) / dayMs;
    assert.ok(days >= graceDays, `${kind} after ${days} days`);
  }
});

test('a group with the marker of another installation gets no write by a plan or a request', async () => {
  const { simulator, suite, person, call, service, tenant, elapse, at } = onGraph;
  const owners = { ownerIds: [person(0).id], memberIds: [person(0).id] };
  const { id } = simulator.addWildGroup(suite.tenantId, {
    mailNickname: 'theirs',
    kind: 'foreign_marker',
    ...owners,
  });
  const { outcome, faults } = (await call('POST', '/teams/adoption/plan', bodyOf(id))) as {
    outcome: string;
    faults: { code: string }[];
  };
  assert.deepEqual([outcome, faults.map(({ code }) => code)], ['refused', ['foreign_marker']]);
  const refused = await service.call(tenant(), '/teams/adoption', {
    method: 'POST',
    body: bodyOf(id),
  });
  assert.equal(refused.status, 422);
  await elapse(dayMs);
  assert.deepEqual(writesTo(id), []);
  assert.deepEqual(simulator.journal.violations, []);
  assert.equal(
    (await at.database.query('select from teams where alias_key = $1', ['theirs'])).length,
    0,
  );
});
