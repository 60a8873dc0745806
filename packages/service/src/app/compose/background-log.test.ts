import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../ground/errors.ts';
import { createLog } from '../../ground/log.ts';
import type { Database } from '../../postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { startTestService } from '../../../testing/service.ts';

test('while the database is away, the tasks of the background write one line together', async (t) => {
  const at = await createTestDatabase();
  t.after(at.close);
  let isAway = false;
  const away = () => Promise.reject(new DomainError('unavailable', 'The database is away.'));
  const database: Database = {
    ...at.database,
    query: (query, values) => (isAway ? away() : at.database.query(query, values)),
    transaction: (work) => (isAway ? away() : at.database.transaction(work)),
  };
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const service = await startTestService({}, { at, deps: { database, log } });
  const failuresIn = () => lines.filter((line) => line.includes('a background task failed'));
  isAway = true;
  while (failuresIn().length === 0) await pause(20);
  await pause(2000);
  isAway = false;
  const failures = failuresIn();
  await service.close();
  assert.equal(failures.length, 1);
  const last = lines.findLast((line) => line.includes('a background task failed')) ?? '{}';
  assert.ok((JSON.parse(last) as { times: number }).times > 1, 'the stop reports how often');
});
