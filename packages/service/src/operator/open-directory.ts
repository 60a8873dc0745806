// A tenant's directory for the moment of a command.
import type { Directory } from '../directory/directory.ts';
import { systemClock } from '../ground/clock.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import { createSuites } from '../settings/suites.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import type { OperatorDeps } from './operator-deps.ts';

export function openDirectory(deps: OperatorDeps, tenant: TenantRecord): Directory {
  const suites = createSuites({
    database: deps.database,
    clock: systemClock,
    newId: deps.createId,
    encryption: deps.encryption,
    targets: createTargetAddresses(deps.config.webhookNetworks),
    proxyFor: createProxyFor(deps.config.proxies),
    config: deps.config,
  });
  return suites.open(tenant.tenantId, tenant.directory, suites.openSecrets(tenant));
}
