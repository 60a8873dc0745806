// A tenant's directory for the moment of a command.
import { systemClock } from '../ground/clock.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';
import type { Directory } from '../directory/directory.ts';
import { createMicrosoftGraphDirectory } from '../microsoft-graph/microsoft-graph.ts';
import { createMarkingKeys } from '../microsoft-graph/marking-keys.ts';
import { createMarkingKeyStore } from '../microsoft-graph/marking-keys.postgres.ts';
import { createSandboxDirectory } from '../sandbox/sandbox.ts';
import { createSandboxStore } from '../sandbox/sandbox.postgres.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import type { OperatorDeps } from './operator-deps.ts';

export function openDirectory(deps: OperatorDeps, tenant: TenantRecord): Directory {
  const { tenantId, directory: connection, directorySecretSealed } = tenant;
  switch (connection.kind) {
    case 'sandbox':
      return createSandboxDirectory({
        tenantId,
        connection,
        store: createSandboxStore(deps.database),
        clock: deps.clock,
        newId: deps.createId,
      });
    case 'microsoft365':
      return createMicrosoftGraphDirectory({
        tenantId,
        connection,
        secret:
          directorySecretSealed === null
            ? undefined
            : deps.encryption().decrypt(directorySecretSealed, connectionSecretPurpose(tenantId)),
        markingKeys: (id) =>
          createMarkingKeys({
            store: createMarkingKeyStore(deps.database),
            encryption: deps.encryption(),
            newId: deps.createId,
          })(id),
        clock: systemClock,
        targets: createTargetAddresses(deps.config.webhookNetworks),
        proxyFor: createProxyFor(deps.config.proxies),
        identityEndpoint: deps.config.identityEndpoint,
        federatedTokenFile: deps.config.federatedTokenFile,
      });
    default:
      return connection satisfies never;
  }
}
