// The database's answer to one acceptance does not affect another of the same batch.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DomainError } from '../foundation/errors.ts';
import type { Database } from '../postgres/database.ts';
import { defaultTemplatePolicy } from '../organisations/template.ts';
import { createAcceptanceStore } from './accept-team.postgres.ts';
import type { Acceptance } from './accept-team.ts';

interface Input {
  n: number;
  alias_key: string;
}

/** Answers each statement with the next of the scripts, which gets the aliases of the batch. */
function scripted(scripts: ((input: readonly Input[]) => object[])[]): Database {
  return {
    query: async (_query: unknown, values?: readonly unknown[]) => {
      const script = scripts.shift();
      assert.ok(script, 'one statement too many');
      return script(JSON.parse(String(values?.[0])) as Input[]) as never;
    },
    transaction: () => assert.fail('no transaction'),
    listen: () => assert.fail('no listening'),
    close: async () => undefined,
  };
}

const row = ({ n }: Input, accepted: boolean) => ({
  n,
  accepted,
  replayedTeamId: null,
  replayedHash: null,
  replayedStatus: null,
});

function acceptance(alias: string, key?: string): Acceptance {
  const tenantId = randomUUID();
  return {
    tenantId,
    teamId: randomUUID(),
    apiKeyId: randomUUID(),
    aliasKey: alias,
    createdAt: new Date(0),
    requestId: 'r',
    address: '127.0.0.1',
    idempotency: key === undefined ? undefined : { key, requestHash: 'h' },
    organisation: {
      tenantId,
      organisationId: randomUUID(),
      name: '',
      identifier: 'o',
      version: 1,
      templates: [],
    },
    template: {
      tenantId,
      organisationId: randomUUID(),
      templateId: randomUUID(),
      name: '',
      identifier: 't',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: defaultTemplatePolicy,
      version: 1,
    },
    displayName: alias,
    description: null,
    mailNickname: alias,
    people: { responsible: 'a@x', deputy: null, owners: [], members: [] },
    properties: {},
  };
}

const collision = () => {
  throw Object.assign(new Error('duplicate key'), { code: '23505' });
};
const away = () => {
  throw new DomainError('unavailable', 'away');
};
const acceptAllBut = (alias: string) => (input: readonly Input[]) =>
  input.map((one) => row(one, one.alias_key !== alias));

test('what was accepted stays accepted when the second look at another one meets a collision', async () => {
  const store = createAcceptanceStore(
    scripted([acceptAllBut('taken'), collision, acceptAllBut('taken')]),
  );
  const [first, second] = await Promise.all([
    store.accept(acceptance('free')),
    store.accept(acceptance('taken', 'k')),
  ]);
  assert.deepEqual([first.kind, second.kind], ['accepted', 'alias_taken']);
});

test('what was accepted one by one stays accepted when the database goes away before the next', async () => {
  const store = createAcceptanceStore(scripted([collision, acceptAllBut(''), away]));
  const [first, second, third] = await Promise.allSettled(
    ['one', 'two', 'three'].map((alias) => store.accept(acceptance(alias))),
  );
  assert.deepEqual(first, { status: 'fulfilled', value: { kind: 'accepted' } });
  // Nor does anybody wait for a database that is known to be away.
  for (const refused of [second, third]) assert.equal(refused?.status, 'rejected');
});
