import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyChain, headAfter, seal, type ChainEntry, type Seal } from './chain.ts';
import { withoutRest } from '../ground/turns.ts';
import { verifySeal } from './verify-seal.ts';

function entry(activityId: number, data: unknown = {}): ChainEntry {
  return {
    tenantId: '8d0cf5a4-0000-4000-8000-000000000001',
    activityId,
    occurredAt: '2026-11-21T03:04:05.678901Z',
    actorKind: 'api_key',
    actorId: 'key',
    address: null,
    requestId: 'r',
    action: 'group.accepted',
    subjectKind: 'group',
    subjectId: `${activityId}`,
    data,
  };
}

const at = '2026-11-21T03:04:06.000Z';
const entries = [entry(3), entry(4, { name: 'a' }), entry(7), entry(9)] as const;
const sealed = seal(emptyChain, entries, at);
const check = (altered: Seal, all: readonly ChainEntry[] = entries) =>
  verifySeal(emptyChain, altered, all, withoutRest);

suite('chain', () => {
  test('an untouched chain of several seals is proven', async () => {
    assert.equal(await check(sealed), undefined);
    const more = [entry(11), entry(12)] as const;
    const next = seal(headAfter(sealed), more, at);
    assert.equal(next.firstPosition, 5);
    assert.equal(await verifySeal(headAfter(sealed), next, more, withoutRest), undefined);
  });

  test('a changed entry is named, whichever of its members was changed', async () => {
    const changes: Partial<ChainEntry>[] = [
      { occurredAt: '2026-11-21T03:04:05.678902Z' },
      { actorKind: 'operator' },
      { actorId: 'other' },
      { address: '192.0.2.1' },
      { requestId: null },
      { action: 'group.failed' },
      { subjectKind: 'template' },
      { subjectId: 'x' },
      { data: { name: 'b' } },
      { data: { name: 'a', more: null } },
    ];
    for (const change of changes) {
      const altered = entries.map((one) => (one.activityId === 4 ? { ...one, ...change } : one));
      const broken = await check(sealed, altered);
      assert.deepEqual(
        { kind: broken?.kind, position: broken?.position, id: broken?.activityId },
        { kind: 'changed', position: 2, id: 4 },
        JSON.stringify(change),
      );
    }
  });

  test('a removed entry is named', async () => {
    const broken = await check(sealed, [entries[0], entries[1], entries[3]]);
    assert.deepEqual([broken?.kind, broken?.position, broken?.activityId], ['removed', 3, 7]);
  });

  test('an entry taken out of its seal together with its hash is noticed', async () => {
    const shortened = {
      ...sealed,
      entryIds: [3, 7, 9],
      entryHashes: Buffer.concat([
        sealed.entryHashes.subarray(0, 32),
        sealed.entryHashes.subarray(64),
      ]),
    };
    assert.equal((await check(shortened))?.position, 2);
    assert.equal((await check({ ...sealed, entryIds: [3, 4, 7] }))?.kind, 'removed');
  });

  test('an inserted entry is named', async () => {
    const broken = await check({ ...sealed, entryIds: [3, 5, 4, 7, 9] }, [...entries, entry(5)]);
    assert.deepEqual([broken?.kind, broken?.position, broken?.activityId], ['inserted', 2, 5]);
  });

  test('reordered entries are named, also when their hashes were moved with them', async () => {
    const broken = await check({ ...sealed, entryIds: [3, 7, 4, 9] });
    assert.deepEqual([broken?.kind, broken?.position, broken?.activityId], ['reordered', 2, 7]);
    const hashes = [0, 2, 1, 3].map((n) => sealed.entryHashes.subarray(n * 32, n * 32 + 32));
    const moved = { ...sealed, entryIds: [3, 7, 4, 9], entryHashes: Buffer.concat(hashes) };
    assert.equal((await check(moved))?.position, 2);
  });

  test('a missing seal and a changed one are named', async () => {
    const next = seal(headAfter(sealed), [entry(11)], at);
    assert.equal(
      (await verifySeal(emptyChain, next, [entry(11)], withoutRest))?.kind,
      'seal_missing',
    );
    assert.equal(
      (await check({ ...sealed, sealedAt: '2026-11-21T03:04:07.000Z' }))?.kind,
      'seal_changed',
    );
    assert.equal((await check({ ...sealed, hash: Buffer.alloc(32, 1) }))?.kind, 'seal_changed');
  });
});
