// An API that lives, beside a worker that dies at a chosen boundary of each request.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type DyingWorker, startDyingWorker } from './dying-worker.ts';
import { startTestService, type TestService, type TestTenant } from './service.ts';

export interface DyingService {
  readonly at: TestDatabase;
  readonly api: TestService;
  readonly tenant: TestTenant;
  /** Answers the id of the operation, or else of the group. */
  send(this: void, method: string, path: string, body?: unknown): Promise<string>;
  /** Closed with the service where a test fails before it closes the worker. */
  startWorker(this: void): Promise<DyingWorker>;
}

/** It lives as long as the tests of the file, which may use it from their beginning on. */
export function useDyingService(): DyingService {
  const dying = {} as DyingService;
  const workers = new Set<DyingWorker>();
  before(async () => {
    const at = await createTestDatabase({ maxConnections: 20 });
    const api = await startTestService({ ROLES: 'api' }, { at });
    const tenant = await api.addTenant();
    const service: DyingService = {
      at,
      api,
      tenant,
      async send(method, path, body) {
        const answer = await api.call(tenant, path, { method, body });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        const { operationId, teamId } = answer.body as { operationId?: string; teamId: string };
        return operationId ?? teamId;
      },
      async startWorker() {
        const started = await startDyingWorker(at, tenant.tenantId);
        const worker: DyingWorker = {
          ...started,
          async close() {
            workers.delete(worker);
            await started.close();
          },
        };
        workers.add(worker);
        return worker;
      },
    };
    Object.assign(dying, service);
  });
  after(async () => {
    for (const worker of workers) await worker.close();
    await dying.api.close();
    await dying.at.close();
  });
  return dying;
}
