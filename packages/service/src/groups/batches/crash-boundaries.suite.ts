// Dies at boundaries of a batch and of an undo: before and after statements and commits. Another process finishes it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { firstDrawn } from '../../../testing/drawn.ts';

interface Batch {
  readonly batchId: string;
  readonly counts: Readonly<Record<string, number>>;
}

const ids = (teamIds: readonly string[]) => teamIds.map((teamId) => ({ teamId }));

function counted(counts: Batch['counts']) {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** @param stride 1: dies at each boundary; else at those that the seed draws */
export function dieInBatches(stride: number): void {
  suite('a worker that dies', () => dieAtEach(stride));
}

function dieAtEach(stride: number): void {
  const dying = useDyingService();

  test('at any boundary of a batch leaves one operation for each group and one end', async (context) => {
    const worker = await dying.startWorker();
    let boundary = firstDrawn(stride);
    for (let round = 1; boundary <= 100; round += 1, boundary += stride) {
      const teamIds: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        teamIds.push(await dying.api.createTeam(dying.tenant, `dies-${round}-${name}`));
      }
      await worker.settled();
      const { answer: batchId, survived } = await worker.dieAt(boundary, async () => {
        const { body } = await dying.api.call(dying.tenant, '/batches', {
          method: 'POST',
          body: { kind: 'archive', groups: ids(teamIds) },
        });
        return (body as Batch).batchId;
      });
      await worker.settled();
      const { body } = await dying.api.call(dying.tenant, `/batches/${batchId}`);
      assert.deepEqual(counted((body as Batch).counts), { succeeded: 3 }, `boundary ${boundary}`);
      const [row] = await dying.at.database.query<{ operations: number; ends: number }>(
        `select (select count(*)::integer from operations where team_id = any ($2::uuid[])) as operations,
          (select count(*)::integer from activity where subject_id = $1 and action = 'batch.completed') as ends`,
        [batchId, teamIds],
      );
      assert.deepEqual(row, { operations: 3, ends: 1 }, `boundary ${boundary}`);
      if (survived) break;
    }
    context.diagnostic(`${boundary} boundaries`);
    await worker.close();
  });

  test('at any boundary of an undo leaves one inverse for each group', async (context) => {
    const worker = await dying.startWorker();
    let boundary = firstDrawn(stride);
    for (let round = 1; boundary <= 100; round += 1, boundary += stride) {
      const teamIds: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        teamIds.push(await dying.api.createTeam(dying.tenant, `undo-${round}-${name}`));
      }
      await worker.settled();
      const from = new Date().toISOString();
      for (const teamId of teamIds) {
        await dying.send('PATCH', `/teams/${teamId}`, { description: 'Changed' });
        await dying.send('POST', `/teams/${teamId}/archive`);
      }
      await worker.settled();
      const until = new Date().toISOString();
      const { answer: batchId, survived } = await worker.dieAt(boundary, async () => {
        const { body } = await dying.api.call(dying.tenant, '/batches/undo', {
          method: 'POST',
          body: { apiKeyId: dying.tenant.keyId, from, until },
        });
        return (body as Batch).batchId;
      });
      await worker.settled();
      const { body } = await dying.api.call(dying.tenant, `/batches/${batchId}`);
      assert.deepEqual(counted((body as Batch).counts), { succeeded: 3 }, `boundary ${boundary}`);
      const rows = await dying.at.database.query(
        `select count(*)::integer as operations, bool_and(t.archived_at is null and t.description is null) as is_back
        from operations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
        where o.tenant_id = $2 and o.batch_id = $1 and o.kind = 'change'`,
        [batchId, dying.tenant.tenantId],
      );
      assert.deepEqual(rows, [{ operations: 3, isBack: true }], `boundary ${boundary}`);
      if (survived) break;
    }
    context.diagnostic(`${boundary} boundaries`);
    await worker.close();
  });
}
