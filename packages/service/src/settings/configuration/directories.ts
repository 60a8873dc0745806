// The directory of each tenant, opened when first needed and again when its connection changed.
import type { Configuration } from './configuration.ts';
import { DomainError } from '../../ground/errors.ts';
import type { OpenSuites } from '../suites.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { Directory } from '../../directory/directory.ts';

export interface Directories {
  /** @throws DomainError `not_found` for a tenant that is unknown */
  of(tenantId: string): Directory;
  /** A connection that is not the tenant's yet, to be tried; the caller closes it. */
  openUnsaved: OpenSuites['open'];
  close(): Promise<void>;
}

export function createDirectories(deps: {
  configuration: Configuration;
  suites: OpenSuites;
  onError: (error: unknown) => void;
}): Directories {
  const { configuration, suites, onError } = deps;
  const opened = new Map<string, { tenant: Tenant; directory: Directory }>();

  return {
    of(tenantId) {
      const tenant = configuration.tenant(tenantId);
      if (tenant === undefined) throw new DomainError('not_found', 'There is no such tenant.');
      const present = opened.get(tenantId);
      // The configuration keeps the object of a tenant that did not change.
      if (present?.tenant === tenant) return present.directory;
      present?.directory.close().catch(onError);
      const directory = suites.open(tenantId, tenant.directory, suites.openSecrets(tenant));
      opened.set(tenantId, { tenant, directory });
      return directory;
    },
    openUnsaved: suites.open,
    async close() {
      await Promise.all([...opened.values()].map(({ directory }) => directory.close()));
    },
  };
}
