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
  startWorker(this: void): Promise<DyingWorker>;
}

/** It lives as long as the tests of the file, which may use it from their beginning on. */
export function useDyingService(): DyingService {
  const dying = {} as DyingService;
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
      startWorker: () => startDyingWorker(at, tenant.tenantId),
    };
    Object.assign(dying, service);
  });
  after(async () => {
    await dying.api.close();
    await dying.at.close();
  });
  return dying;
}
