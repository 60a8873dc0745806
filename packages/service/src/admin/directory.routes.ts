// The tenant's directory connection: read, changed, and tested before and after.
import { notFound } from '../audit/changes/change.ts';
import { Microsoft365ConnectionChange } from '../settings/tenants/connection.schema.ts';
import type { Directories } from '../settings/configuration/directories.ts';
import type { Microsoft365Connection } from '../directory/connection.ts';
import type { ConnectionReport } from '../directory/connection-report.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { asDomainError } from '../directory/find-people.ts';
import { failedTest, unansweredTest } from '../directory/failed-test.ts';
import { limitNames, publishedLimits } from '../microsoft-graph/graph-calls.ts';
import { applicationPermissions } from '../microsoft-graph/permissions.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import { shapeOf } from '../http/validation.ts';
import type { ChangeTenants, TenantRecord } from '../settings/tenants/change-tenants.ts';
import type { CredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import type { ConnectTenant } from '../settings/tenants/connect-tenant.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  ConnectionTest,
  DirectoryResponse,
  NewGroupsRuleInput,
  NightlyProbeSetting,
  SandboxSettings,
  SensitivityLabels,
} from './directory.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';

export interface DirectoryDeps extends AdminApiDeps {
  readonly directories: Directories;
  readonly connectTenant: ConnectTenant;
  readonly credentialExpiry: CredentialExpiry;
}

const testTimeoutSeconds = 20;

const declared = declareOperations('Directory', {
  getDirectory: {
    summary: 'Read the connection of the tenant to its suite.',
    answer: 'The connection.',
    response: { 200: DirectoryResponse },
  },
  listLabels: {
    summary: 'List the sensitivity labels that a template can give its groups.',
    answer: 'The labels.',
    problems: ['unavailable'],
    response: { 200: SensitivityLabels },
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
  changeNewGroupsRule: {
    summary: 'Change the rule for groups that others make in the directory from now on.',
    description:
      'Groups that were found before stay as they are. The rule adopts no group with an obstacle, and none whose names propose no template.',
    answer: 'The connection, with the changed rule.',
    changes: true,
    problems: ['validation_failed'],
    body: NewGroupsRuleInput,
    response: { 200: DirectoryResponse },
  },
  changeNightlyProbe: {
    summary: 'Change when the service probes the connection by itself.',
    description: 'A change counts from the next night on. `GET /directory/probes` has the results.',
    answer: 'The connection, with the changed setting.',
    changes: true,
    problems: ['validation_failed'],
    body: NightlyProbeSetting,
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

  async function readAnswer(tenantId: string) {
    const tenant = await find(tenantId);
    const hasGroups = await deps.read((stores) => stores.tenants.hasGroups(tenantId));
    return answerOf(tenant, hasGroups, deps.credentialExpiry);
  }

  async function test(tenantId: string, directory: Directory) {
    const startedAt = clock.now();
    const result = await testConnection(tenantId, directory);
    return { ...result, durationMs: clock.now() - startedAt };
  }

  const path = '/:tenantId/directory';
  server.get(path, declared.getDirectory, async (request, reply) => {
    const answer = await readAnswer(resourceOf(request).tenantId);
    sendVersion(reply, answer.etag);
    return answer;
  });

  server.get(`${path}/labels`, declared.listLabels, async (request) => {
    const { tenantId } = resourceOf(request);
    const signal = AbortSignal.timeout(testTimeoutSeconds * 1000);
    try {
      const labels = await directories.of(tenantId).listLabels({ signal, teamId: tenantId });
      return { labels: labels ?? null };
    } catch (error) {
      throw asDomainError(error);
    }
  });

  server.put(`${path}/sandbox`, declared.changeSandbox, async (request) => {
    const { tenantId, actor, expectedVersion } = resourceOf(request);
    await change((changes) =>
      connectTenant.toSandbox(changes, actor, tenantId, expectedVersion, request.body),
    );
    return readAnswer(tenantId);
  });

  const connect = { attachValidation, ...declared.connectMicrosoft365 };
  server.put(`${path}/microsoft365`, connect, async (request) => {
    const resource = resourceOf(request);
    const { tenantId, actor } = resource;
    connectTenant.requireShape(await find(tenantId), shapeOf(request), request.body);
    const { expectedVersion } = resource;
    await change((changes) =>
      connectTenant.toMicrosoft365(changes, actor, tenantId, expectedVersion, request.body),
    );
    return readAnswer(tenantId);
  });

  async function changeRules(
    of: ReturnType<typeof resourceOf>,
    rules: Parameters<ChangeTenants['changeRules']>[3],
  ) {
    const { tenantId, actor, expectedVersion } = of;
    await change(({ tenants }) => tenants.changeRules(actor, tenantId, expectedVersion, rules));
    return readAnswer(tenantId);
  }

  server.put(`${path}/new-groups`, declared.changeNewGroupsRule, (request) =>
    changeRules(resourceOf(request), request.body),
  );

  server.put(`${path}/nightly-probe`, declared.changeNightlyProbe, (request) =>
    changeRules(resourceOf(request), request.body),
  );

  server.post(`${path}/test`, declared.testDirectory, async (request) => {
    const { tenantId } = resourceOf(request);
    return test(tenantId, directories.of(tenantId));
  });

  const testOperation = { attachValidation, ...declared.rehearseMicrosoft365 };
  server.post(`${path}/microsoft365/test`, testOperation, async (request) => {
    const tenant = await find(resourceOf(request).tenantId);
    connectTenant.requireShape(tenant, shapeOf(request), request.body);
    const { connection, secrets } = connectTenant.openUnsaved(tenant, request.body);
    const directory = directories.openUnsaved(tenant.tenantId, connection, secrets);
    try {
      return await test(tenant.tenantId, directory);
    } finally {
      await directory.close();
    }
  });
}

async function testConnection(tenantId: string, directory: Directory): Promise<ConnectionReport> {
  try {
    const signal = AbortSignal.timeout(testTimeoutSeconds * 1000);
    return await directory.testConnection({ signal, teamId: tenantId });
  } catch (error) {
    if (error instanceof DirectoryError) return failedTest(error);
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    return unansweredTest(testTimeoutSeconds);
  }
}

function answerOf(tenant: TenantRecord, hasGroups: boolean, credentialExpiry: CredentialExpiry) {
  const { directory, newGroups, nightlyProbe, version } = tenant;
  return {
    kind: directory.kind,
    ...(directory.kind === 'sandbox' && { sandbox: directory }),
    ...(directory.kind === 'microsoft365' && {
      microsoft365: connectionAnswer(tenant, directory, credentialExpiry),
    }),
    hasGroups,
    newGroups,
    nightlyProbe,
    permissions: applicationPermissions,
    publishedLimits: limitNames.map((name) => Object.assign({ name }, publishedLimits[name])),
    etag: version,
  };
}

function connectionAnswer(
  tenant: TenantRecord,
  { sharePoint, ...connection }: Microsoft365Connection,
  credentialExpiry: CredentialExpiry,
) {
  return {
    ...connection,
    credentialExpiresAt: credentialExpiry(tenant, 'first'),
    hasSecret: tenant.directorySecretSealed !== null,
    addressesGivenBy: connection.addressesGivenBy ?? ('operator' as const),
    limits: connection.limits ?? {},
    ...(sharePoint && {
      sharePoint: {
        ...sharePoint,
        credentialExpiresAt: credentialExpiry(tenant, 'sharePoint'),
        hasSecret: tenant.sharePointSecretSealed !== null,
        addressGivenBy: sharePoint.addressGivenBy ?? ('operator' as const),
      },
    }),
  };
}
