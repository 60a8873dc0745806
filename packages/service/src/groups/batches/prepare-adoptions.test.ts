// The adoptions of a batch wait for the directory, and each that it answers for is prepared or refused.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DomainError } from '../../ground/errors.ts';
import { noLimit } from '../../ground/group-limit.ts';
import type { PrepareAdoption } from '../adopt/adopt-group.ts';
import type { Acceptance, AcceptanceResult } from '../create/create-team.ts';
import type { Batch, BatchGroup } from './batch.ts';
import { createPrepareAdoptions } from './prepare-adoptions.ts';

const acceptedAt = Date.parse('2030-01-01T00:00:00Z');
const batch: Batch = {
  tenantId: 't',
  batchId: 'b',
  kind: 'adopt',
  undoOf: null,
  undoSelection: null,
  change: {},
  until: null,
  reason: null,
  actor: { kind: 'administrator', id: 'mara@aare.example' },
  within: noLimit,
  size: 60,
  createdAt: new Date(acceptedAt),
  cancelledBy: null,
};
const away = () => new DomainError('directory_unavailable', 'Away');

function groups(count: number): readonly BatchGroup[] {
  return Array.from({ length: count }, (_, position) => ({
    position,
    teamId: `team-${position}`,
    adoption: {
      groupId: `group-${position}`,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
    },
  }));
}

function createPrepare(answer: (teamId: string) => Error | undefined, elapsedMs = 0) {
  const asked: string[] = [];
  const errors: unknown[] = [];
  const prepareAdoption: PrepareAdoption = async ({ batchId }, teamId) => {
    asked.push(teamId);
    assert.equal(batchId, 'b');
    const error = answer(teamId);
    if (error !== undefined) throw error;
    return {
      acceptance: { teamId } as Acceptance,
      async answerTo({ kind }: AcceptanceResult) {
        if (kind === 'alias_taken') throw new DomainError('mail_nickname_taken', 'Taken');
        return { teamId, status: 'accepted' };
      },
    };
  };
  const prepare = createPrepareAdoptions({
    prepareAdoption,
    accept: async (acceptances) =>
      acceptances.map(({ teamId }) =>
        teamId === 'team-1' ? { kind: 'alias_taken' } : { kind: 'accepted' },
      ),
    clock: { now: () => acceptedAt + elapsedMs },
    onError: (error) => errors.push(error),
  });
  const { signal } = new AbortController();
  return { asked, errors, prepare: (of: readonly BatchGroup[]) => prepare(batch, of, signal) };
}

suite('the adoptions of a batch', () => {
  test('get the result of their acceptance, or the reason of the refusal', async () => {
    const { prepare, errors } = createPrepare((teamId) => {
      if (teamId === 'team-0') return new DomainError('validation_failed', 'Dynamic');
      return teamId === 'team-2' ? new TypeError('A defect') : undefined;
    });
    const all = groups(4);
    const prepared = await prepare(all);
    assert.equal(prepared.isLate, false);
    assert.deepEqual(all.map(prepared.has), [true, true, true, true]);
    const results = await prepared.begin(batch, all);
    assert.deepEqual(
      results.map((one) => (one.outcome === 'refused' ? one.error.code : one.outcome)),
      ['validation_failed', 'mail_nickname_taken', 'internal_error', 'accepted'],
    );
    assert.equal(errors.length, 1);
  });

  test('wait while the directory is away, which is not asked for all of them', async () => {
    const { prepare, asked } = createPrepare(away);
    const all = groups(50);
    const prepared = await prepare(all);
    assert.equal(prepared.isLate, true);
    assert.equal(all.filter(prepared.has).length, 0);
    assert.ok(asked.length < 20, `${asked.length} asked`);
  });

  test('wait alone where the directory fails for one, and are refused after a day', async () => {
    const one = (teamId: string) => (teamId === 'team-0' ? away() : undefined);
    const first = await createPrepare(one).prepare(groups(10));
    assert.equal(first.isLate, true);
    assert.deepEqual(groups(10).filter((group) => !first.has(group)).length, 1);
    const late = await createPrepare(one, 86_400_001).prepare(groups(1));
    assert.deepEqual(await late.begin(batch, groups(1)), [{ outcome: 'refused', error: away() }]);
  });
});
