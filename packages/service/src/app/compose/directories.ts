// The suites that tenants are connected to.
import { createDirectories, type Directories } from '../../settings/configuration/directories.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { createCallMetrics } from '../../microsoft-graph/call-metrics.ts';
import { createApplicationLimits } from '../../microsoft-graph/application-limits.ts';
import { createMarkingKeys } from '../../microsoft-graph/marking-keys.ts';
import { createMarkingKeyStore } from '../../microsoft-graph/marking-keys.postgres.ts';
import { createMicrosoftGraphDirectory } from '../../microsoft-graph/microsoft-graph.ts';
import { createSandboxDirectory } from '../../sandbox/sandbox.ts';
import { createSandboxStore } from '../../sandbox/sandbox.postgres.ts';
import { connectionSecretPurpose } from '../../settings/tenants/connection-secret.ts';
import type { Base } from '../../postgres/base.ts';

export function composeDirectories(base: Base, configuration: Configuration): Directories {
  const { config, database, encryption, clock, newId, targets, proxyFor, log, onError } = base;
  const store = createSandboxStore(database);
  const markingKeys = createMarkingKeys({
    store: createMarkingKeyStore(database),
    encryption,
    newId,
  });
  const applicationLimits = createApplicationLimits();
  const callMetrics = createCallMetrics(base.registry);
  return createDirectories({
    configuration,
    factories: {
      sandbox: (tenantId, connection) =>
        createSandboxDirectory({ tenantId, connection, store, clock, newId }),
      microsoft365: (tenantId, connection, secret) =>
        createMicrosoftGraphDirectory({
          tenantId,
          connection,
          secret,
          markingKeys,
          clock,
          steadyClock: base.steady,
          applicationLimits,
          targets,
          proxyFor,
          identityEndpoint: config.identityEndpoint,
          federatedTokenFile: config.federatedTokenFile,
          tracer: base.tracer,
          onCall(call) {
            callMetrics.countCall(call);
            log.debug({ tenantId, ...call }, 'called Microsoft Graph');
          },
        }),
    },
    openSecret: ({ tenantId, directorySecretSealed }) =>
      directorySecretSealed === null
        ? undefined
        : encryption.decrypt(directorySecretSealed, connectionSecretPurpose(tenantId)),
    onError,
  });
}
