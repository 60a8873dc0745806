// The limits on calls learn when each one left and was answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { answeringWith } from '../../testing/answering-graph.ts';
import { systemClock } from '../ground/clock.ts';
import { DirectoryError } from '../directory/directory.ts';
import { createGraphClient, type GraphClient } from './graph-client.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RawResponse } from './transport.ts';

const context = { signal: new AbortController().signal, teamId: 'team' };
const read = { name: 'groups.read', method: 'GET', path: '/groups/g' } as const;

/** There is a token before the slot, so that a new one takes no time from it. */
const slot = ['token', 'slot'];

/** Writes down, in order, what happens. */
function createClient(
  answers: readonly (Partial<RawResponse> | Error)[],
  signIn = async () => 'token',
): {
  client: GraphClient;
  events: string[];
} {
  const events: string[] = [];
  let count = 0;
  const rateLimiter: RateLimiter = {
    async acquire({ anyOf: [name = 'groups.read'] }) {
      events.push('slot');
      return {
        name,
        sent: () => void events.push('sent'),
        answered: () => void events.push('answered'),
      };
    },
    observe: () => void events.push('observed'),
    blockedForMs: () => 0,
    close: () => undefined,
  };
  const client = createGraphClient({
    root: 'https://graph.microsoft.com/v1.0',
    rateLimiter,
    clock: { now: () => 0 },
    tokens: {
      async token() {
        const token = await signIn();
        events.push('token');
        return token;
      },
      forget: () => undefined,
    },
    transport: {
      async send() {
        events.push('on the wire');
        await new Promise((resolve) => setImmediate(resolve));
        const answer = answers[count] ?? {};
        count += 1;
        if (answer instanceof Error) throw answer;
        return { status: 200, headers: {}, body: '', ...answer };
      },
      close: async () => undefined,
    },
  });
  return { client, events };
}

test('a call counts as sent once it has its token and is on the wire, and as answered before the next', async () => {
  const { client, events } = createClient([{}]);
  await client.call(read, context);
  assert.deepEqual(events, [...slot, 'token', 'on the wire', 'sent', 'answered', 'observed']);
});

test('a batch counts as one call', async () => {
  const { client, events } = createClient([{ body: '{"responses":[]}' }]);
  const parts = [{ method: 'GET', path: '/groups/g' } as const];
  await client.batch('groups.read', parts, context);
  assert.deepEqual(events, [...slot, 'token', 'on the wire', 'sent', 'answered', 'observed']);
});

test('a call that is repeated with another token counts from the repetition', async () => {
  const { client, events } = createClient([{ status: 401 }, {}]);
  await client.call(read, context);
  const once = ['token', 'on the wire', 'sent'];
  assert.deepEqual(events, [...slot, ...once, ...once, 'answered', 'observed']);
});

test('a call without an answer counts as answered when it is given up', async () => {
  const { client, events } = createClient([new Error('reset')]);
  await assert.rejects(client.call(read, context), DirectoryError);
  assert.deepEqual(events, [...slot, 'token', 'on the wire', 'sent', 'answered']);
});

test('a sign-in that fails takes no slot', async () => {
  const { client, events } = createClient([], async () => {
    throw new DirectoryError('unavailable', 'The sign-in cannot be reached.');
  });
  await assert.rejects(client.call(read, context), DirectoryError);
  assert.deepEqual(events, []);
});

test('a clock that is set back holds up no call', async () => {
  const steadyClock = createVirtualClock(0);
  let now = Date.UTC(2026, 10, 24);
  const clock = { ...systemClock, now: () => now };
  const { directory, requests } = answeringWith(() => ({ status: 404 }), clock, { steadyClock });
  for (let n = 0; n < 3; n += 1) {
    await steadyClock.run(directory.readGroup('22222222-2222-4222-8222-222222222222', context));
    now -= 3_600_000;
  }
  assert.equal(requests.length, 3);
  assert.ok(steadyClock.now() < 1_000, `${steadyClock.now()} ms`);
});
