// The tenant's directory connection: read, changed, and tested before and after.
import { notFound } from '../changes/change.ts';
import { Microsoft365ConnectionChange } from '../tenants/connection.schema.ts';
import type { Directories } from '../configuration/directories.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { budgetNames, publishedLimits } from '../directory/microsoft-graph/operations.ts';
import type { Server } from '../http/server.ts';
import { shapeOf } from '../teams/teams.routes.ts';
import type { TenantRecord } from '../tenants/change-tenants.ts';
import type { ConnectTenant } from '../tenants/connect-tenant.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { TenantParams } from './common.schema.ts';
import { ConnectionTest, DirectoryAnswer, SandboxSettings } from './directory.schema.ts';
import { actorOf, ifMatchVersion, sendVersion, tenantOf } from './requests.routes.ts';

export interface DirectoryDeps extends AdminApiDeps {
  readonly directories: Directories;
  readonly connectTenant: ConnectTenant;
}

const tags = ['Directory'];
const testTimeoutMs = 20_000;
const changing = {
  problems: ['not_found', 'version_conflict', 'validation_failed', 'in_use'],
} as const;

export function registerDirectoryRoutes(server: Server, deps: DirectoryDeps): void {
  const { change, clock, connectTenant, directories } = deps;

  async function find(tenantId: string): Promise<TenantRecord> {
    const tenant = await deps.read((stores) => stores.tenants.find(tenantId));
    if (tenant === undefined) throw notFound('tenant');
    return tenant;
  }

  server.get(
    '/:tenantId/directory',
    {
      config: { answer: 'The connection.' },
      schema: {
        operationId: 'getDirectory',
        tags,
        summary: 'Read the connection of the tenant to its suite.',
        params: TenantParams,
        response: { 200: DirectoryAnswer },
      },
    },
    async (request, reply) => {
      const tenant = await find(tenantOf(request));
      sendVersion(reply, tenant.version);
      return connectionAnswer(tenant);
    },
  );

  server.put(
    '/:tenantId/directory/sandbox',
    {
      config: { ...changing, answer: 'The changed connection.' },
      schema: {
        operationId: 'changeSandbox',
        tags,
        summary:
          'Connect to the sandbox, or configure the delays with which it imitates a real suite.',
        params: TenantParams,
        body: SandboxSettings,
        response: { 200: DirectoryAnswer },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const seen = ifMatchVersion(request);
      await change((changes) =>
        connectTenant.toSandbox(changes, actorOf(request), tenantId, seen, request.body),
      );
      return connectionAnswer(await find(tenantId));
    },
  );

  server.put(
    '/:tenantId/directory/microsoft365',
    {
      attachValidation: true,
      config: { ...changing, answer: 'The changed connection.' },
      schema: {
        operationId: 'connectMicrosoft365',
        tags,
        summary: 'Connect to Microsoft 365, or change the connection.',
        params: TenantParams,
        body: Microsoft365ConnectionChange,
        response: { 200: DirectoryAnswer },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const seen = ifMatchVersion(request);
      connectTenant.requireShape(await find(tenantId), shapeOf(request), request.body);
      await change((changes) =>
        connectTenant.toMicrosoft365(changes, actorOf(request), tenantId, seen, request.body),
      );
      return connectionAnswer(await find(tenantId));
    },
  );

  server.post(
    '/:tenantId/directory/test',
    {
      // It changes nothing, so a reader may look whether the connection works.
      config: { answer: 'The result of the test.', admin: 'reader' },
      schema: {
        operationId: 'testDirectory',
        tags,
        summary: 'Test the connection. The answer lists each missing item in plain words.',
        params: TenantParams,
        response: { 200: ConnectionTest },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      return test(tenantId, directories.of(tenantId));
    },
  );

  server.post(
    '/:tenantId/directory/microsoft365/test',
    {
      attachValidation: true,
      config: { answer: 'The result of the test.', problems: ['not_found', 'validation_failed'] },
      schema: {
        operationId: 'rehearseMicrosoft365',
        tags,
        summary:
          'Test a connection before you save it. Without a secret, the test uses the stored one.',
        params: TenantParams,
        body: Microsoft365ConnectionChange,
        response: { 200: ConnectionTest },
      },
    },
    async (request) => {
      const tenant = await find(tenantOf(request));
      connectTenant.requireShape(tenant, shapeOf(request), request.body);
      const { connection, secret } = connectTenant.rehearse(tenant, request.body);
      const directory = directories.rehearse(tenant.tenantId, connection, secret);
      try {
        return await test(tenant.tenantId, directory);
      } finally {
        await directory.close();
      }
    },
  );

  async function test(tenantId: string, directory: Directory) {
    const startedAt = clock.now();
    const { ok, detail, missing } = await askFor(tenantId, directory);
    return { ok, detail, missing: [...missing], durationMs: clock.now() - startedAt };
  }
}

async function askFor(tenantId: string, directory: Directory) {
  try {
    const signal = AbortSignal.timeout(testTimeoutMs);
    return await directory.testConnection({ signal, teamId: tenantId });
  } catch (error) {
    if (error instanceof DirectoryError) return { ok: false, detail: error.message, missing: [] };
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    const detail = 'The directory did not answer within 20 seconds.';
    return { ok: false, detail, missing: [] };
  }
}

function connectionAnswer({ directory, directorySecretSealed, version }: TenantRecord) {
  const isSandbox = directory.kind === 'sandbox';
  return {
    kind: directory.kind,
    sandbox: isSandbox
      ? {
          replicationDelayMs: directory.replicationDelayMs,
          teamCreationMs: directory.teamCreationMs,
        }
      : null,
    microsoft365: isSandbox
      ? null
      : {
          entraTenantId: directory.entraTenantId,
          clientId: directory.clientId,
          credential: directory.credential,
          hasSecret: directorySecretSealed !== undefined,
          graphBaseUrl: directory.graphBaseUrl,
          loginBaseUrl: directory.loginBaseUrl,
          addressesGivenBy: directory.addressesGivenBy ?? ('operator' as const),
          limits: { ...directory.limits },
        },
    publishedLimits: budgetNames.map(limitOf),
    etag: String(version),
  };
}

function limitOf(name: (typeof budgetNames)[number]) {
  const { calls, perMs } = publishedLimits[name];
  return { name, calls, perMs };
}
