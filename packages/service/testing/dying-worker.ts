// A service that dies at a chosen boundary: before or after a statement or commit. The next process takes its place.
import type { Deps } from '../src/app/compose/base.ts';
import { createLog } from '../src/ground/log.ts';
import type { Database } from '../src/postgres/database.ts';
import { type CrashingDatabase, createCrashingDatabase } from './crashing-database.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { startTestService, type TestService } from './service.ts';

const maxBoundaries = 100;
const log = createLog('silent');

export interface Victim {
  readonly process: TestService;
  readonly database: CrashingDatabase;
}

/** @param deps clock and encryption of the other processes, if they are not the usual ones */
export async function startVictim(
  at: TestDatabase,
  ROLES: 'api' | 'worker',
  deps: Partial<Deps> = {},
): Promise<Victim> {
  const database = createCrashingDatabase(at.database);
  const process = await startTestService(
    // A reconciliation by the clock would move the boundaries; reconciliation.test.ts kills it separately.
    { ROLES, RECONCILIATION_INTERVAL_MINUTES: 'off' },
    { at, deps: { ...deps, database, log, random: () => 0 } },
  );
  return { process, database };
}

export interface DyingWorker {
  /**
   * Sends a request, and the worker dies at this boundary of its work. Another one finishes it.
   * @returns what the request answered, and whether the work had ended before the boundary
   */
  dieAt<T>(
    this: void,
    boundary: number,
    request: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly survived: boolean }>;
  /** Waits for the end of every creation and operation. */
  settled(this: void): Promise<void>;
  close(this: void): Promise<void>;
}

/** The only worker of the tenant. */
export async function startDyingWorker(
  at: TestDatabase,
  tenantId: string,
  deps?: Partial<Deps>,
): Promise<DyingWorker> {
  let worker = await startVictim(at, 'worker', deps);
  const settled = () => eventually(() => allFinal(at.database, tenantId), 'all are final');
  return {
    async dieAt(boundary, request) {
      if (boundary > maxBoundaries) throw new Error('there is no end of boundaries');
      const { database } = worker;
      database.failAt(boundary);
      const answer = await request();
      await eventually(
        async () => database.isDead || (await allFinal(at.database, tenantId)),
        'it has died or ended',
      );
      database.disarm();
      const survived = !database.isDead;
      if (!survived) {
        await worker.process.close();
        // The lease and the reservation of the dead process expire.
        await at.database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
          tenantId,
        ]);
        await at.database.query(
          'update batches set due_at = now() where tenant_id = $1 and due_at is not null',
          [tenantId],
        );
        worker = await startVictim(at, 'worker', deps);
        await settled();
      }
      return { answer, survived };
    },
    settled,
    close: () => worker.process.close(),
  };
}

async function allFinal(database: Database, tenantId: string): Promise<boolean> {
  const rows = await database.query(
    `select from provisionings where tenant_id = $1 and status in ('accepted', 'running')
    union all
    select from operations where tenant_id = $1 and status in ('accepted', 'running')
    union all
    select from batches where tenant_id = $1 and completed_at is null
    limit 1`,
    [tenantId],
  );
  return rows.length === 0;
}
