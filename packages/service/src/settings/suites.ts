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
import { connectionSecretPurpose } from './tenants/connection-secret.ts';
import type { Tenant } from './tenants/tenant.ts';

export interface SuiteDeps extends Pick<
  MicrosoftGraphDeps,
  'steadyClock' | 'applicationLimits' | 'targets' | 'proxyFor' | 'tracer'
> {
  readonly config: Pick<Config, 'identityEndpoint' | 'federatedTokenFile'>;
  readonly database: Database;
  readonly clock: Clock & Timers;
  readonly newId: CreateId;
  readonly encryption: () => Encryption;
  readonly onCallOf?: (tenantId: string) => NonNullable<MicrosoftGraphDeps['onCall']>;
}

export type OpenSuites = ReturnType<typeof createSuites>;

type Suites = {
  readonly [Kind in DirectoryConnection['kind']]: (
    tenantId: string,
    connection: Extract<DirectoryConnection, { kind: Kind }>,
    /** In clear. */
    secret: string | undefined,
  ) => Directory;
};

export function createSuites({
  database,
  newId,
  encryption,
  config,
  onCallOf,
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
    microsoft365: (tenantId, connection, secret) =>
      createMicrosoftGraphDirectory({
        ...deps,
        identityEndpoint: config.identityEndpoint,
        federatedTokenFile: config.federatedTokenFile,
        ...(onCallOf && { onCall: onCallOf(tenantId) }),
        tenantId,
        connection,
        secret,
        markingKeys,
      }),
  };

  return {
    open(this: void, tenantId: string, connection: DirectoryConnection, secret?: string) {
      const openSuite = suites[connection.kind] as (
        ...opened: [string, DirectoryConnection, string | undefined]
      ) => Directory;
      return openSuite(tenantId, connection, secret);
    },
    openSecret({
      tenantId,
      directorySecretSealed,
    }: Pick<Tenant, 'tenantId' | 'directorySecretSealed'>) {
      if (directorySecretSealed === null) return undefined;
      return encryption().decrypt(directorySecretSealed, connectionSecretPurpose(tenantId));
    },
  };
}
