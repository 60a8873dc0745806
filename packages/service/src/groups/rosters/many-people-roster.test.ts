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
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

async function send(method: string, path: string, body: string, status = 200): Promise<Answer> {
  const { token } = tenant;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await sender.send({ url: service.address + path, method, headers, body });
  const text = await answer.text();
  assert.equal(answer.status, status, text.slice(0, 1_000));
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

const listOf = (entryOf: (person: string, n: number) => object) =>
  JSON.stringify({ members: people.map(entryOf) });
for (const [fault, wrong] of [
  ['unknown members', listOf((person) => ({ person, until, end: until }))],
  ['a fault in each member', listOf(() => ({ person: 1, role: 2, until: 3, guest: 4, end: 5 }))],
  [
    'one unknown member at the end',
    listOf((person, n) => (n < people.length - 1 ? { person } : { person, x: 1 })),
  ],
  ['dates that are none', listOf((person) => ({ person, until: 'tomorrow' }))],
  ['dates in the past', listOf((person) => ({ person, until: '2001-01-01T00:00:00Z' }))],
  ['texts that are no people', listOf((_, n) => ({ person: `${n}` }))],
  ['the same person in each place', listOf(() => ({ person: people[0] }))],
  [
    'each person twice, with two roles',
    listOf((_, n) => ({ person: people[n >> 1], role: n % 2 ? 'owner' : 'member' })),
  ],
  [
    'guests whom the template does not permit',
    listOf((person) => ({ person, guest: { displayName: person, invite: true } })),
  ],
  [
    'too many people',
    JSON.stringify({ members: [...people, 'a@aare.example'].map((person) => ({ person })) }),
  ],
] as const) {
  test(`a roster of 25,000 people with ${fault} is refused, without a turn of more than ${maxMsOfTurn} ms`, async (context) => {
    const refused = async (): Promise<void> => {
      const { errors = [] } = await send('PUT', path, wrong, 422);
      assert.ok(errors.length > 0);
    };
    const turn = await leastMaxTurnMs(refused, { runs, enoughMs: maxMsOfTurn });
    context.diagnostic(`${turn.toFixed(1)} ms`);
    assert.ok(turn < maxMsOfTurn, `${turn} ms`);
  });
}
