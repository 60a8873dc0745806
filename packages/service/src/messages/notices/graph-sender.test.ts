// Sending by Microsoft Graph, against the simulator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory } from '../../directory/directory.ts';
import type { GraphChannel, NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { partOf } from '../../../testing/mail-server.ts';
import { openSimulatedGraph, type SimulatedGraph } from '../../../testing/simulated-graph.ts';
import { composeDigest } from './digest.ts';
import { createGraphSender } from './graph-sender.ts';

let graph: SimulatedGraph;
before(async () => {
  graph = await openSimulatedGraph({
    seed: 'mail',
    profile: calm,
    inProcess: true,
    tenants: [{}, { permissions: allPermissions.filter((one) => one !== 'Mail.Send') }],
  });
});
after(() => graph.close());

const settings: GraphChannel & NoticeSettings = {
  sender: 'graph',
  from: 'ada.abel1@contoso.example',
  language: 'en',
  timeZone: 'UTC',
  hour: 8,
  contact: null,
};

function senderFor(directory: Directory, from = settings.from) {
  assert.ok(directory.sendMail !== undefined);
  return createGraphSender({
    settings: { ...settings, from },
    identity: { domain: 'groups.example', tenantName: 'Contoso' },
    tenantId: '7c1d3f52-0b6e-4a84-9d27-5e8f1a2b3c4d',
    sendMail: directory.sendMail.bind(directory),
  });
}

const message = (number: number) => ({
  messageId: `11111111-2222-4333-8444-${String(number).padStart(12, '0')}`,
  to: 'mara@contoso.example',
  digest: composeDigest({
    language: 'fr',
    timeZone: 'UTC',
    tenantName: 'Contoso',
    contact: null,
    notices: [
      { kind: 'archived', teamId: null, taskId: null, displayName: 'Équipe « Été »', data: {} },
    ],
    linkOf: () => undefined,
    overviewUrl: 'https://groups.example/decide',
  }),
  isNewsOnly: true,
});

const signal = new AbortController().signal;

test('a message goes out as the mailbox, with our Message-ID and both parts', async () => {
  const sender = senderFor(graph.connect());
  assert.deepEqual(await graph.clock.run(sender.send(message(1), signal)), { kind: 'sent' });
  const [mail] = graph.simulator.journal.mails;
  assert.equal(mail?.mailbox, 'ada.abel1@contoso.example');
  assert.match(
    mail?.mime ?? '',
    /^Message-ID: <11111111-2222-4333-8444-000000000001@groups\.example>/m,
  );
  for (const type of ['text/plain', 'text/html']) {
    assert.ok(partOf(mail?.mime ?? '', type).includes('Équipe « Été »'), type);
  }
  assert.deepEqual(graph.simulator.journal.violations, []);
});

test('a mailbox that does not exist and a missing permission fail the channel, in plain words', async () => {
  const unknown = await graph.clock.run(
    senderFor(graph.connect(), 'nobody@contoso.example').send(message(2), signal),
  );
  assert.equal(unknown.kind, 'channel_failed');
  assert.match(JSON.stringify(unknown), /no mailbox nobody@contoso\.example/);
  const denied = await graph.clock.run(
    senderFor(graph.connect(1), 'ada.abel1@contoso1.example').send(message(3), signal),
  );
  assert.equal(denied.kind, 'channel_failed');
  assert.match(JSON.stringify(denied), /Mail\.Send/);
});

test('messages keep within thirty a minute, and one that has to wait is no failure of the channel', async () => {
  const sender = senderFor(graph.connect());
  const { clock, simulator } = graph;
  const startedAt = clock.now();
  for (let number = 0; number < 70;) {
    const outcome = await clock.run(sender.send(message(number), signal));
    if (outcome.kind === 'throttled') await clock.run(clock.wait(outcome.retryAfterMs));
    else {
      assert.equal(outcome.kind, 'sent');
      number += 1;
    }
  }
  assert.ok(clock.now() - startedAt >= 60_000);
  assert.deepEqual(simulator.journal.violations, []);
});
