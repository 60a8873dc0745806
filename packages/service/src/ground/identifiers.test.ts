import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createIdGenerator, lowestIdFrom, mostAheadMs } from './identifiers.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('an id of ours', () => {
  it('is a UUID of version 7 that tells its time', () => {
    const now = Date.UTC(2026, 10, 21, 3, 4, 5, 678);
    const id = createIdGenerator({ clock: { now: () => now }, randomBytes })();
    assert.match(id, version7);
    assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), now);
  });

  it('is greater than the one before, also within a millisecond and when the clock is set back', () => {
    let now = 1_800_000_000_000;
    const createId = createIdGenerator({ clock: { now: () => now }, randomBytes });
    let last = '';
    for (let count = 0; count < 50_000; count += 1) {
      if (count % 10_000 === 9_999) now -= 5_000;
      const id = createId();
      assert.match(id, version7);
      assert.ok(id > last, `${id} after ${last}`);
      last = id;
    }
  });

  it('is at most a day ahead of a clock that was set back, and never behind it', () => {
    let now = 1_800_000_000_000;
    const createId = createIdGenerator({ clock: { now: () => now }, randomBytes });
    for (const back of [0, 60_000, mostAheadMs - 60_000, 1, mostAheadMs + 1, 400 * mostAheadMs]) {
      now -= back;
      const id = createId();
      assert.ok(id >= lowestIdFrom(now), `${id} after ${back}`);
      assert.ok(id < lowestIdFrom(now + mostAheadMs + 1), `${id} after ${back}`);
    }
    assert.equal(lowestIdFrom(0x1234_5678_9abc), '12345678-9abc-0000-0000-000000000000');
    assert.equal(lowestIdFrom(-1), '00000000-0000-0000-0000-000000000000');
  });

  it('shares its time with others without being the same', () => {
    const clock = { now: () => 1_800_000_000_000 };
    const ids = new Set<string>();
    for (let count = 0; count < 200; count += 1) {
      const createId = createIdGenerator({ clock, randomBytes });
      for (let more = 0; more < 10; more += 1) ids.add(createId());
    }
    assert.equal(ids.size, 2000);
  });

  it('sets every random bit, and wastes next to none', () => {
    let drawn = 0;
    const ones = (size: number) => {
      drawn += size;
      return new Uint8Array(size).fill(0xff);
    };
    const createId = createIdGenerator({
      clock: { now: () => 0x1234_5678_9abc },
      randomBytes: ones,
    });
    assert.equal(createId(), '12345678-9abc-77ff-bfff-ffffffffffff');
    for (let count = 0; count < 10_000; count += 1) createId();
    assert.ok(drawn < 10_001 * 10 + 10_000, `${drawn} bytes`);
  });
});
