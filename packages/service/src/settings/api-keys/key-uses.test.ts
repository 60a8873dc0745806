import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { createKeyUses, type KeyUse } from './key-uses.ts';

function build() {
  const clock = createManualTimers();
  const written: (readonly KeyUse[])[] = [];
  let isAway = false;
  const uses = createKeyUses({
    write(these) {
      if (isAway) return Promise.reject(new Error('away'));
      written.push(these);
      return Promise.resolve();
    },
    clock,
    onError: () => undefined,
  });
  uses.start();
  const use = (secretId: string, address: string) =>
    uses.record({ tenantId: 't', keyId: 'k', secretId, address, userAgent: undefined });
  const lastOf = (these: readonly KeyUse[] = []) =>
    these.map(({ secretId, address, lastUsedAt }) => [secretId, address, lastUsedAt.getTime()]);
  return { clock, written, use, lastOf, setAway: (away: boolean) => (isAway = away), uses };
}

suite('uses of keys', () => {
  test('of each secret, the last use is written, in whatever order secrets take turns', async () => {
    const { clock, written, use, lastOf } = build();
    use('one', 'a');
    await clock.pass(1);
    use('two', 'b');
    use('one', 'c');
    use('one', 'd');
    await clock.pass(10_000);
    assert.deepEqual(written.map(lastOf), [
      [
        ['one', 'd', 1],
        ['two', 'b', 1],
      ],
    ]);
  });

  test('a use after a write is written with the next one', async () => {
    const { clock, written, use, lastOf } = build();
    use('one', 'a');
    await clock.pass(10_000);
    use('one', 'b');
    await clock.pass(10_000);
    assert.deepEqual(written.map(lastOf), [[['one', 'a', 0]], [['one', 'b', 10_000]]]);
  });

  test('a use that could not be written gives way to a later one', async () => {
    const { clock, written, use, lastOf, setAway, uses } = build();
    use('one', 'a');
    use('two', 'b');
    setAway(true);
    await clock.pass(10_000);
    use('one', 'c');
    setAway(false);
    await uses.stop();
    assert.deepEqual(written.map(lastOf), [
      [
        ['one', 'c', 10_000],
        ['two', 'b', 0],
      ],
    ]);
  });
});
