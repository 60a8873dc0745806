// Bodies that are costly to read. `hostile-bodies.test.ts` sends those that the seed draws, `hostile-bodies.long.ts` all.
import assert from 'node:assert/strict';
import { leastMaxTurnMs, startSender } from './longest-turn.ts';
import { teamRequest, type TestTenant } from './service.ts';

const maxMsOfTurn = 50;
const mebibyte = 1024 * 1024;

interface DearBody {
  readonly what: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly status: number;
  readonly body: () => string;
}

const entries = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
export const broad = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown-${index}`, 1]));
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.example`);
const unknownTemplate = { templateIdOrIdentifier: 'nothing' };

/** Each with the status that it is answered with. */
export const dearBodies: readonly DearBody[] = [
  {
    what: '49,000 entries',
    path: '/teams/bulk',
    status: 422,
    body: () => JSON.stringify(entries(49_000, { a: 1 })),
  },
  {
    what: '1,000 entries with 64 unknown members',
    path: '/teams/bulk',
    status: 200,
    body: () => JSON.stringify(entries(1000, broad(64))),
  },
  {
    what: 'lines with 2,000 unknown members',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 200,
    body: () => entries(400, JSON.stringify(broad(2000))).join('\n'),
  },
  {
    what: 'lines with 40,000 people of the wrong type',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 200,
    body: () => entries(100, `{"members":[${'1,'.repeat(40_000)}1]}`).join('\n'),
  },
  {
    what: '1,000 entries of 300 people',
    path: '/teams/bulk',
    status: 200,
    body: () => JSON.stringify(entries(1000, teamRequest('a b', { members: people(300) }))),
  },
  {
    what: '16 MiB of escapes',
    path: '/teams/bulk',
    status: 200,
    body: () => `["${'\\n'.repeat(8 * mebibyte - 10)}"]`,
  },
  {
    what: '16 MiB of escapes that end amiss',
    path: '/teams/bulk',
    status: 400,
    body: () => `["${'\\n'.repeat(8 * mebibyte - 10)}",]`,
  },
  {
    what: '15 MiB of line feeds',
    path: '/teams/bulk',
    mediaType: 'application/jsonl',
    status: 422,
    body: () => '\n'.repeat(15 * mebibyte),
  },
  {
    what: '2 MiB of escapes that end amiss',
    path: '/teams',
    status: 400,
    body: () => `{"displayName":"${'\\n'.repeat(mebibyte - 20)}"`,
  },
  {
    what: '2 MiB of escaped characters',
    path: '/teams',
    status: 422,
    body: () => `{"displayName":"${'\\u0041'.repeat(340_000)}"}`,
  },
  {
    what: '49,000 people of the wrong type',
    path: '/teams',
    status: 422,
    body: () => `{"members":[${'1,'.repeat(49_000)}1]}`,
  },
  {
    what: '25,000 people who are none',
    path: '/teams',
    status: 422,
    body: () => JSON.stringify(teamRequest('none', { members: entries(25_000, 'x') })),
  },
  {
    what: '25,000 people and an unknown template',
    path: '/teams',
    status: 422,
    body: () => JSON.stringify(teamRequest('t', { members: people(25_000), ...unknownTemplate })),
  },
  {
    what: '49,000 members that appear twice',
    path: '/teams',
    status: 400,
    body: () => `{"members":[${entries(24_000, '{"a":1,"a":1}').join()}]}`,
  },
  {
    what: '16 KiB of members',
    path: '/token',
    status: 422,
    body: () => JSON.stringify(broad(600)),
  },
];

/** @throws AssertionError if a body keeps the event loop for more than 50 ms of processor time in one turn */
export async function assertShortTurns(
  bodies: readonly DearBody[],
  address: string,
  { token }: TestTenant,
): Promise<void> {
  const sender = startSender();
  try {
    for (const { what, path, mediaType = 'application/json', status, body } of bodies) {
      const request = {
        url: address + path,
        headers: { 'content-type': mediaType, authorization: `Bearer ${token}` },
        body: body(),
      };
      const turn = await leastMaxTurnMs(
        async () => {
          const answer = await sender.send(request);
          if (answer.status !== status) {
            assert.fail(`${what}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
          }
          assert.ok(answer.length < mebibyte, `${what}: ${answer.length}`);
        },
        { runs: 5, enoughMs: maxMsOfTurn },
      );
      assert.ok(turn < maxMsOfTurn, `${what}: ${turn} ms`);
    }
  } finally {
    await sender.close();
  }
}
