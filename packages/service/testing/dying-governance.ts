// A worker whose governance dies at a chosen boundary, and is replaced by another one until nothing is left to do.
import { createLog } from '../src/ground/log.ts';
import { createCrashingDatabase, type CrashingDatabase } from './crashing-database.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import type { Advance } from './governance.ts';
import { startTestService, type TestService, type TestTenant } from './service.ts';

const log = createLog('silent');

export interface DyingGovernance {
  failAt(this: void, boundary: number): void;
  disarm(this: void): void;
  /** Does what is due at that time, with another process where one dies. Answers how many died. */
  runAt(this: void, tenant: TestTenant, time: Date): Promise<number>;
  close(this: void): Promise<void>;
}

/** The only worker of the database. */
export async function startDyingGovernance(
  at: TestDatabase,
  governance: Advance,
): Promise<DyingGovernance> {
  let worker = await start();

  async function start(): Promise<{ process: TestService; database: CrashingDatabase }> {
    const database = createCrashingDatabase(at.database);
    const process = await startTestService(
      { ROLES: 'worker', RECONCILIATION_INTERVAL_MINUTES: 'off' },
      { at, deps: { database, log, random: () => 0 } },
    );
    return { process, database };
  }

  async function replaceDead({ tenantId }: TestTenant): Promise<void> {
    await worker.process.close();
    // The leases of the dead process would end after some minutes.
    for (const freed of [
      `update lanes set held_until = '-infinity' where tenant_id = $1`,
      'update notice_channels set claimed_until = null where tenant_id = $1',
      `update notice_messages set due_at = now() where tenant_id = $1 and state = 'pending'`,
    ]) {
      await at.database.query(freed, [tenantId]);
    }
    worker = await start();
  }

  async function isDone({ tenantId }: TestTenant): Promise<boolean> {
    const left = await at.database.query(
      `select from operations where tenant_id = $1 and status in ('accepted', 'running')
      union all select from governed_groups where tenant_id = $1 and due_at <= governance_now($1)
      union all select from changed_responsibilities where tenant_id = $1
      union all select from usage_reports where tenant_id = $1 and due_at <= governance_now($1)
      union all select from followed_people where tenant_id = $1 and due_at <= now()
      union all select from notice_messages where tenant_id = $1 and state = 'pending'`,
      [tenantId],
    );
    return left.length === 0;
  }

  return {
    failAt: (boundary) => worker.database.failAt(boundary),
    disarm: () => worker.database.disarm(),
    async runAt(tenant, time) {
      await governance.setClock(tenant, time);
      let deaths = 0;
      await eventually(async () => {
        if (worker.database.isDead) {
          deaths += 1;
          await replaceDead(tenant);
        }
        await worker.process.service.refresh().catch(() => undefined);
        await worker.process.service.runDue();
        return !worker.database.isDead && (await isDone(tenant));
      }, 'nothing is left to do');
      return deaths;
    },
    close: () => worker.process.close(),
  };
}
