// The tenant's directory connection: read, changed, and tested before and after.
import { notFound } from '../changes/change.ts';
import { Microsoft365ConnectionChange } from '../tenants/connection.schema.ts';
import type { Directories } from '../configuration/directories.ts';
import { type ConnectionReport, type Directory, DirectoryError } from '../directory/directory.ts';
import { budgetNames, publishedLimits } from '../directory/microsoft-graph/operations.ts';
import type { Server } from '../http/server.ts';
import { shapeOf } from '../http/validation.ts';
import type { TenantRecord } from '../tenants/change-tenants.ts';
import type { ConnectTenant } from '../tenants/connect-tenant.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { ConnectionTest, DirectoryResponse, SandboxSettings } from './directory.schema.ts';
import { operations } from './operations.ts';
import { resourceOf, sendVersion } from './request.ts';

export interface DirectoryDeps extends AdminApiDeps {
  readonly directories: Directories;
  readonly connectTenant: ConnectTenant;
}

const testTimeoutMs = 20_000;

const declared = operations('Directory', {
  getDirectory: {
    summary: 'Read the connection of the tenant to its suite.',
    answer: 'The connection.',
    response: { 200: DirectoryResponse },
  },
  changeSandbox: {
    summary: 'Connect to the sandbox, or configure the delays with which it imitates a real suite.',
    answer: 'The changed connection.',
    changes: true,
    problems: ['validation_failed', 'in_use'],
    body: SandboxSettings,
    response: { 200: DirectoryResponse },
  },
  connectMicrosoft365: {
    summary: 'Connect to Microsoft 365, or change the connection.',
    answer: 'The changed connection.',
    changes: true,
    problems: ['validation_failed', 'in_use'],
    body: Microsoft365ConnectionChange,
    response: { 200: DirectoryResponse },
  },
  testDirectory: {
    summary: 'Test the connection. The answer lists each missing item in plain words.',
    answer: 'The result of the test.',
    // It changes nothing, so a reader may look whether the connection works.
    admin: 'view',
    response: { 200: ConnectionTest },
  },
  rehearseMicrosoft365: {
    summary:
      'Test a connection before you save it. Without a secret, the test uses the stored one.',
    answer: 'The result of the test.',
    problems: ['validation_failed'],
    body: Microsoft365ConnectionChange,
    response: { 200: ConnectionTest },
  },
});

export function registerDirectoryRoutes(server: Server, deps: DirectoryDeps): void {
  const { change, clock, connectTenant, directories } = deps;
  /** The faults of the shape are listed together with those of the connection. */
  const attachValidation = true;

  async function find(tenantId: string): Promise<TenantRecord> {
    const tenant = await deps.read((stores) => stores.tenants.find(tenantId));
    if (tenant === undefined) throw notFound('tenant');
    return tenant;
  }

  async function test(tenantId: string, directory: Directory) {
    const startedAt = clock.now();
    const result = await testConnection(tenantId, directory);
    return { ...result, durationMs: clock.now() - startedAt };
  }

  const path = '/:tenantId/directory';
  server.get(path, declared.getDirectory, async (request, reply) => {
    const tenant = await find(resourceOf(request).tenantId);
    sendVersion(reply, tenant.version);
    return answerOf(tenant);
  });

  server.put(`${path}/sandbox`, declared.changeSandbox, async (request) => {
    const { tenantId, actor, expectedVersion } = resourceOf(request);
    await change((changes) =>
      connectTenant.toSandbox(changes, actor, tenantId, expectedVersion, request.body),
    );
    return answerOf(await find(tenantId));
  });

  const connect = { attachValidation, ...declared.connectMicrosoft365 };
  server.put(`${path}/microsoft365`, connect, async (request) => {
    const { tenantId, actor, expectedVersion } = resourceOf(request);
    connectTenant.requireShape(await find(tenantId), shapeOf(request), request.body);
    await change((changes) =>
      connectTenant.toMicrosoft365(changes, actor, tenantId, expectedVersion, request.body),
    );
    return answerOf(await find(tenantId));
  });

  server.post(`${path}/test`, declared.testDirectory, async (request) => {
    const { tenantId } = resourceOf(request);
    return test(tenantId, directories.of(tenantId));
  });

  const testOperation = { attachValidation, ...declared.rehearseMicrosoft365 };
  server.post(`${path}/microsoft365/test`, testOperation, async (request) => {
    const tenant = await find(resourceOf(request).tenantId);
    connectTenant.requireShape(tenant, shapeOf(request), request.body);
    const { connection, secret } = connectTenant.openUnsaved(tenant, request.body);
    const directory = directories.openUnsaved(tenant.tenantId, connection, secret);
    try {
      return await test(tenant.tenantId, directory);
    } finally {
      await directory.close();
    }
  });
}

async function testConnection(tenantId: string, directory: Directory): Promise<ConnectionReport> {
  try {
    const signal = AbortSignal.timeout(testTimeoutMs);
    return await directory.testConnection({ signal, teamId: tenantId });
  } catch (error) {
    if (error instanceof DirectoryError) return failedTest(error.message);
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    return failedTest('The directory did not answer within 20 seconds.');
  }
}

function failedTest(detail: string): ConnectionReport {
  return { ok: false, detail, missing: [], notes: [] };
}

function answerOf({ directory, directorySecretSealed, version }: TenantRecord) {
  return {
    kind: directory.kind,
    ...(directory.kind === 'sandbox'
      ? { sandbox: directory }
      : {
          microsoft365: {
            ...directory,
            hasSecret: directorySecretSealed !== null,
            addressesGivenBy: directory.addressesGivenBy ?? ('operator' as const),
            limits: directory.limits ?? {},
          },
        }),
    publishedLimits: budgetNames.map((name) => Object.assign({ name }, publishedLimits[name])),
    etag: version,
  };
}
