// The deeds of rosters are in the audit log, in the feed of events and at a webhook, with the same values and in one order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { type Receiver, startReceiver } from '../../../testing/receiver.ts';
import {
  startTestService,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly actor: { readonly kind: string; readonly id: string };
  };
}

const types = [
  'roster.applied',
  'roster.held',
  'roster.person_waiting',
  'guest.invited',
  'guest.ended',
];
const crowd = Array.from({ length: 12 }, (_, n) => `crowd-${n}@aare.example`);
const waiting = 'late@aare.example';
const guest = 'ola@partner.example';
let service: TestService;
let receiver: Receiver;
let tenant: TestTenant;
let clock: Advance;

before(async () => {
  receiver = await startReceiver();
  service = await startTestService({ WEBHOOK_NETWORKS: 'loopback' });
  tenant = await service.addTenant();
  clock = createAdvance(service);
  await clock.setPolicy(tenant, { guests: { invite: true, domains: ['partner.example'] } });
  await service.change(async ({ sandboxPeople }) => {
    for (const email of crowd) {
      await sandboxPeople.add(testOperator, tenant.tenantId, { email, name: email });
    }
  });
});
after(async () => {
  await service.close();
  await receiver.close();
});

test('a roster that is applied, waits, invites, is held and ends tells it once, alike everywhere', async () => {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(tenant, path, {
      method,
      body,
      headers: { prefer: 'wait=30' },
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body as { operationId: string; status: string; items: Event[] };
  };
  const subscription = { url: receiver.url, types };
  await send('POST', `/admin/api/${tenant.tenantId}/webhooks`, subscription);
  const teamId = await service.createTeam(tenant, 'told-roster');
  const path = `/teams/${teamId}/rosters/hr`;
  const until = new Date((await clock.now(tenant)).getTime() + 5 * 86_400_000).toISOString();
  const people = [...crowd, waiting].map((person) => ({ person }));
  const invited = { person: guest, until, guest: { displayName: 'Ola Nordmann', invite: true } };
  await send('PUT', path, { members: [...people, invited] });
  assert.equal((await send('PUT', path, { members: [...people, invited] })).operationId, null);
  await clock.advance(tenant, 7);
  await send('PUT', path, { members: [] });
  await send('DELETE', path);

  const query = `select action, actor_kind, actor_id, data from activity
    where tenant_id = $1 and subject_id = $2 and action = any ($3) order by activity_id`;
  const entries = await service.at.database.query<{
    action: string;
    actorKind: string;
    actorId: string;
    data: Record<string, unknown>;
  }>(query, [tenant.tenantId, teamId, types]);
  const told = (kind: string) =>
    entries
      .filter(({ actorKind }) => actorKind === kind)
      .map(({ action, data: { source, people: named, held, counts } }) => [
        action,
        source,
        named ?? held ?? (counts as { added: number }).added,
      ]);
  assert.deepEqual(told('api_key'), [
    ['roster.applied', 'hr', crowd.length],
    ['guest.invited', 'hr', [guest]],
    ['roster.person_waiting', 'hr', [waiting]],
    ['roster.applied', 'hr', 0],
    ['roster.held', 'hr', crowd.length],
    ['roster.applied', 'hr', 0],
  ]);
  // The person who waits is looked for each day; only the end of the guest is news.
  const [{ looks } = { looks: 0 }] = await service.at.database.query<{ looks: number }>(
    `select count(*)::integer as looks from operations
     where team_id = $1 and kind = 'roster' and actor_kind = 'policy'`,
    [teamId],
  );
  assert.ok(looks > 2, `${looks}`);
  assert.deepEqual(told('policy'), [
    ['roster.applied', 'hr', 0],
    ['guest.ended', 'hr', [guest]],
  ]);
  let events: readonly Event[] = [];
  await eventually(async () => {
    events = (await send('GET', `/events?type=${types.join()}&limit=100`)).items;
    return events.length === entries.length;
  }, 'the feed has all');
  await eventually(() => receiver.received.length === entries.length, 'the webhook has all');
  const delivered = receiver.received.map(({ body }) => JSON.parse(body) as Event);
  assert.deepEqual(delivered, events);
});
