// A roster of 25,000 people with their ends: no other request waits for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leastMaxTurnMs, type Sender, startSender } from '../../../testing/longest-turn.ts';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';

const maxMsOfTurn = 20;
const runs = 5;
const until = '2100-12-31T23:59:59+01:00';
const people = Array.from({ length: 25_000 }, (_, n) => `${n}@aare.example`);
const bodyOf = (named: readonly string[]) =>
  JSON.stringify({ members: named.map((person) => ({ person, role: 'member', until })) });
/** They are written before, since this thread is measured. */
const body = bodyOf(people);
const reversed = bodyOf(people.toReversed());
const other = bodyOf(people.map((person) => `other-${person}`));

let service: TestService;
let tenant: TestTenant;
let sender: Sender;
let path: string;
before(async () => {
  const complete = await startTestService();
  const { at } = complete;
  tenant = await complete.addTenant();
  path = `/teams/${await complete.createTeam(tenant, 'many')}/rosters/hr`;
  await complete.service.stop();
  // Acceptance and plan alone: no worker runs the operations.
  service = await startTestService({ ROLES: 'api' }, { at });
  sender = startSender();
});
after(async () => {
  await sender.close();
  await service.service.stop();
  await service.at.close();
});

interface Answer {
  readonly changed: boolean;
  readonly waiting: number;
}

async function send(method: string, path: string, body: string): Promise<Answer> {
  const { token } = tenant;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await sender.send({ url: service.address + path, method, headers, body });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 1_000));
  return JSON.parse(text) as Answer;
}

let stored = other;
for (const [name, work] of [
  ['is planned', async () => void (await send('POST', `${path}/plan`, body))],
  [
    'is accepted, with other people each time',
    async () => {
      stored = stored === body ? other : body;
      assert.ok((await send('PUT', path, stored)).changed);
    },
  ],
  [
    'that says the same in another order changes nothing',
    async () => {
      if (stored !== body) await send('PUT', path, body);
      stored = body;
      assert.ok(!(await send('PUT', path, reversed)).changed);
    },
  ],
  [
    'is planned beside the stored one',
    async () => {
      const { waiting } = await send('POST', `${path}/plan`, body);
      assert.equal(waiting, people.length);
    },
  ],
] as const) {
  test(`a roster of 25,000 people ${name}, without a turn of more than ${maxMsOfTurn} ms`, async (context) => {
    const turn = await leastMaxTurnMs(work, { runs, enoughMs: maxMsOfTurn });
    context.diagnostic(`${turn.toFixed(1)} ms`);
    assert.ok(turn < maxMsOfTurn, `${turn} ms`);
  });
}
