// Numbers that the service assigns to names: no number twice, however many requests arrive at once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { numberedAcceptance, testAcceptance } from '../../../testing/acceptance.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createAcceptanceStore, createAliasStore } from './create-team.postgres.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const script = fileURLToPath(new URL('../../../testing/accept-numbered.ts', import.meta.url));

interface Named {
  readonly displayName: string;
  readonly mailNickname: string;
  readonly properties: Readonly<Record<string, string>>;
}

async function namesOf(tenantId: string): Promise<Named[]> {
  return await at.database.query<Named>(
    'select display_name, mail_nickname, properties from teams where tenant_id = $1 order by mail_nickname',
    [tenantId],
  );
}

async function acceptElsewhere(count: number, ids: readonly string[]): Promise<number> {
  const process_ = spawn(process.execPath, [script, at.url, String(count), ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(await text(process_.stdout));
}

test('10,000 requests at once from two processes get 10,000 different numbers', async () => {
  const [tenantId, scopeId] = [randomUUID(), randomUUID()];
  const counts = await Promise.all([
    acceptElsewhere(5_000, [tenantId, scopeId]),
    acceptElsewhere(5_000, [tenantId, scopeId]),
  ]);
  assert.deepEqual(counts, [5_000, 5_000]);
  const names = await namesOf(tenantId);
  const numbers = names
    .map(({ properties }) => Number(properties['counter']))
    .sort((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: 10_000 }, (_, n) => n + 1),
  );
  for (const { displayName, mailNickname, properties } of names) {
    assert.equal(displayName, `P-${properties['counter']}`);
    assert.equal(mailNickname, `p-${properties['counter']}`);
  }
});

test('a repeated request keeps its first number and takes no other', async () => {
  const [tenantId, scopeId] = [randomUUID(), randomUUID()];
  const store = createAcceptanceStore(at.database);
  const first = numberedAcceptance({ tenantId, scopeId }, 'again');
  assert.deepEqual(await store.accept(first), { kind: 'accepted' });
  const repeated = await Promise.all(
    Array.from({ length: 20 }, () =>
      store.accept(numberedAcceptance({ tenantId, scopeId }, 'again')),
    ),
  );
  assert.ok(repeated.every((one) => one.kind === 'replayed' && one.teamId === first.teamId));
  assert.deepEqual(await store.accept(numberedAcceptance({ tenantId, scopeId })), {
    kind: 'accepted',
  });
  assert.deepEqual(
    (await namesOf(tenantId)).map(({ mailNickname }) => mailNickname),
    ['p-0001', 'p-0002'],
  );
});

test('a number whose alias another group holds is skipped', async () => {
  const [tenantId, scopeId] = [randomUUID(), randomUUID()];
  const store = createAcceptanceStore(at.database);
  for (const alias of ['p-0001', 'P-0002', 'p-0004']) {
    await store.accept(testAcceptance(alias, { tenantId }));
  }
  const kinds = await Promise.all(
    [1, 2, 3].map(() => store.accept(numberedAcceptance({ tenantId, scopeId }))),
  );
  assert.ok(kinds.every(({ kind }) => kind === 'accepted'));
  const numbered = (await namesOf(tenantId)).filter(({ properties }) => 'counter' in properties);
  assert.equal(new Set(numbered.map(({ mailNickname }) => mailNickname)).size, 3);
});

test('a number of a failed request is not given out again', async () => {
  const [tenantId, scopeId] = [randomUUID(), randomUUID()];
  const store = createAcceptanceStore(at.database);
  await store.accept(numberedAcceptance({ tenantId, scopeId }));
  await at.database.query('update teams set alias_key = null where tenant_id = $1', [tenantId]);
  await store.accept(numberedAcceptance({ tenantId, scopeId }));
  const aliases = (await namesOf(tenantId)).map(({ mailNickname }) => mailNickname);
  assert.deepEqual(aliases, ['p-0001', 'p-0002']);
});

test('a higher start makes a sequence continue there, and sequences do not touch each other', async () => {
  const [tenantId, scopeId, other] = [randomUUID(), randomUUID(), randomUUID()];
  const store = createAcceptanceStore(at.database);
  await store.accept(numberedAcceptance({ tenantId, scopeId }));
  await store.accept(numberedAcceptance({ tenantId, scopeId, start: 9_998 }));
  await store.accept(numberedAcceptance({ tenantId, scopeId, start: 2 }));
  await store.accept(numberedAcceptance({ tenantId, scopeId, start: 2 }));
  const aliases = (await namesOf(tenantId)).map(({ mailNickname }) => mailNickname);
  assert.deepEqual(aliases, ['p-0001', 'p-10000', 'p-9998', 'p-9999']);
  const aliasStore = createAliasStore(at.database);
  const next = (sequence: string, start: number) =>
    aliasStore.nextNumber(tenantId, { scopeId: sequence, year: 0, start, width: 4 });
  assert.equal(await next(scopeId, 1), 10_001);
  assert.equal(await next(other, 7), 7);
});
