// The suites that a tenant can be connected to: a new one is a folder, a line here, and one in
// directory/connection.ts.
import type { DirectoryConnection } from '../directory/connection.ts';
import type { Directory } from '../directory/directory.ts';
import type { Clock, Timers } from '../ground/clock.ts';
import type { Config } from '../ground/config/config.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import type { CreateId } from '../ground/identifiers.ts';
import {
  createMicrosoftGraphDirectory,
  type MicrosoftGraphDeps,
} from '../microsoft-graph/microsoft-graph.ts';
import { createMarkingKeys } from '../microsoft-graph/marking-keys.ts';
import { createMarkingKeyStore } from '../microsoft-graph/marking-keys.postgres.ts';
import type { Database } from '../postgres/database.ts';
import { createSandboxDirectory } from '../sandbox/sandbox.ts';
import { createSandboxStore } from '../sandbox/sandbox.postgres.ts';
import { type ConnectionSecrets, openSecrets } from './tenants/connection-secret.ts';
import type { Tenant } from './tenants/tenant.ts';

export interface SuiteDeps extends Pick<
  MicrosoftGraphDeps,
  'steadyClock' | 'applicationLimits' | 'targets' | 'proxyFor' | 'tracer'
> {
  readonly config: Pick<Config, 'identityEndpoint' | 'federatedTokenFile' | 'reportHosts'>;
  readonly database: Database;
  readonly clock: Clock & Timers;
  readonly newId: CreateId;
  readonly encryption: () => Encryption;
  readonly listenTo?: (tenantId: string) => Pick<MicrosoftGraphDeps, 'onCall' | 'onSignIn'>;
}

export type OpenSuites = ReturnType<typeof createSuites>;

type Suites = {
  readonly [Kind in DirectoryConnection['kind']]: (
    tenantId: string,
    connection: Extract<DirectoryConnection, { kind: Kind }>,
    secrets: ConnectionSecrets,
  ) => Directory;
};

export function createSuites({
  database,
  newId,
  encryption,
  config,
  listenTo,
  ...deps
}: SuiteDeps) {
  const { clock } = deps;
  const store = createSandboxStore(database);
  let keys: MicrosoftGraphDeps['markingKeys'] | undefined;
  const markingKeys: MicrosoftGraphDeps['markingKeys'] = (id) => {
    const keyStore = createMarkingKeyStore(database);
    keys ??= createMarkingKeys({ store: keyStore, encryption: encryption(), newId });
    return keys(id);
  };
  const suites: Suites = {
    sandbox: (tenantId, connection) =>
      createSandboxDirectory({ tenantId, connection, store, clock, newId }),
    microsoft365: (tenantId, connection, { secret, sharePointSecret }) =>
      createMicrosoftGraphDirectory({
        ...deps,
        identityEndpoint: config.identityEndpoint,
        federatedTokenFile: config.federatedTokenFile,
        reportHosts: config.reportHosts,
        ...listenTo?.(tenantId),
        tenantId,
        connection,
        secret,
        sharePointSecret,
        markingKeys,
      }),
  };

  return {
    open(
      this: void,
      tenantId: string,
      connection: DirectoryConnection,
      secrets: ConnectionSecrets,
    ) {
      const openSuite = suites[connection.kind] as (
        ...opened: [string, DirectoryConnection, ConnectionSecrets]
      ) => Directory;
      return openSuite(tenantId, connection, secrets);
    },
    openSecrets: (tenant: Tenant) => openSecrets(tenant, encryption),
  };
}
