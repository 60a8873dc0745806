import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import type { EventType, PlacedEntry } from './event.ts';
import { createRecentEvents } from './recent-events.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();
/** @param content `large`: an event with much data */
const entryOf = (position: number, content: string): PlacedEntry => ({
  tenantId: 'tenant',
  position,
  hash: hashOf(content),
  occurredAt: new Date(0),
  actorKind: 'service',
  actorId: 'test',
  requestId: content === 'large' ? 'x'.repeat(10_000) : null,
  action: 'template.created' satisfies EventType,
  subjectId: content,
  data: {},
  displayName: null,
  mailNickname: null,
  organisationId: null,
  templateId: null,
  properties: null,
  externalIds: null,
  createdAt: null,
  directory: null,
});

/** Entries by position, and which of them were read in full. */
function feedOf(entries: Map<number, string>) {
  const read: number[] = [];
  const eventsAt = createRecentEvents({
    baseUrl: 'https://service.example',
    toProblem: () => ({}),
    feed: {
      async readAt(_, positions, knownHashes = []) {
        await Promise.resolve();
        return positions.flatMap((position, index) => {
          const content = entries.get(position);
          if (content === undefined) throw new Error(`Nothing is at ${position}.`);
          if (knownHashes[index]?.equals(hashOf(content)) === true) return [];
          read.push(position);
          return [entryOf(position, content)];
        });
      },
    },
  });
  const subjectsAt = async (...positions: number[]) =>
    (await eventsAt('tenant', positions)).map((event) => event?.subject);
  return { read, eventsAt, subjectsAt };
}

suite('recent events', () => {
  test('those who want the same events at once read them once', async () => {
    const { read, eventsAt } = feedOf(new Map([1, 2, 3].map((n) => [n, `${n}`])));
    const [first, second] = await Promise.all([
      eventsAt('tenant', [1, 2]),
      eventsAt('tenant', [3, 2]),
    ]);
    assert.deepEqual(read, [1, 2, 3]);
    assert.deepEqual(
      second.map((event) => event?.subject),
      ['3', '2'],
    );
    assert.equal(second[1], first[1]);
  });

  test('if another entry has the position, as after a failover, its event is the answer', async () => {
    const entries = new Map([[1, 'lost']]);
    const { subjectsAt } = feedOf(entries);
    assert.deepEqual(await subjectsAt(1), ['lost']);
    entries.set(1, 'later');
    assert.deepEqual(await subjectsAt(1), ['later']);
  });

  test('large events are not kept', async () => {
    const { read, subjectsAt } = feedOf(
      new Map([
        [1, 'small'],
        [2, 'large'],
      ]),
    );
    assert.deepEqual(await subjectsAt(1, 2), ['small', 'large']);
    assert.deepEqual(await subjectsAt(1, 2), ['small', 'large']);
    assert.deepEqual(read, [1, 2, 2]);
  });

  test('a read that fails holds up no other', async () => {
    const { subjectsAt } = feedOf(new Map([[1, 'one']]));
    const [failed, read] = await Promise.allSettled([subjectsAt(9), subjectsAt(1)]);
    assert.equal(failed.status, 'rejected');
    assert.deepEqual(read, { status: 'fulfilled', value: ['one'] });
  });
});
