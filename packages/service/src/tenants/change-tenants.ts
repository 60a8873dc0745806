// Creates tenants and changes their name and directory connection. The connection's secret is handed
// in sealed, and the log says only that it was changed.
import { difference, type Actor } from '../activity/activity.ts';
import { expectVersion, faultsWithin, notFound, type ChangeDeps } from '../changes/change.ts';
import { completeConnection, connectionFaults } from './connection-rules.ts';
import type { DirectoryConnectionInput } from './connection.schema.ts';
import { DomainError, validationFailed } from '../foundation/errors.ts';
import type { TenantInput } from './tenant-input.schema.ts';
import type { Tenant } from './tenant.ts';

export interface TenantRecord extends Tenant {
  readonly version: number;
}

/** In the transaction of the change. */
export interface TenantStore {
  list(): Promise<TenantRecord[]>;
  find(tenantId: string): Promise<TenantRecord | undefined>;
  /** Locks the tenant until the transaction ends. */
  lock(tenantId: string): Promise<TenantRecord | undefined>;
  /** @returns false when there is a tenant of this id */
  insert(tenant: TenantRecord, at: number): Promise<boolean>;
  update(tenant: TenantRecord): Promise<void>;
  /** Whether a group of the tenant exists in its directory or is in creation. */
  hasGroups(tenantId: string): Promise<boolean>;
}

export type TenantChange = TenantInput & {
  readonly directory: DirectoryConnectionInput;
  /** Absent: the operator. */
  readonly addressesGivenBy?: 'administrator' | undefined;
  /** Sealed; null: there is none; undefined: as it is. */
  readonly directorySecretSealed?: string | null | undefined;
};

export function createChangeTenants(deps: ChangeDeps & { store: TenantStore }) {
  const { activity, clock, createId, store } = deps;

  return {
    /** @param tenantId in lower case; without it the tenant gets a new one */
    async create(
      actor: Actor,
      input: TenantChange,
      tenantId: string = createId(),
    ): Promise<TenantRecord> {
      check(input);
      const tenant: TenantRecord = {
        tenantId,
        name: input.name,
        directory: completeConnection(input.directory),
        directorySecretSealed: input.directorySecretSealed ?? null,
        version: 1,
      };
      const occurredAt = clock.now();
      if (!(await store.insert(tenant, occurredAt))) {
        throw new DomainError('in_use', `The tenant ${tenantId} already exists.`);
      }
      const subject = { kind: 'tenant', id: tenantId } as const;
      const data = { name: tenant.name, directory: tenant.directory };
      await activity.record([
        { tenantId, occurredAt, actor, action: 'tenant.created', subject, data },
      ]);
      return tenant;
    },

    async change(
      actor: Actor,
      tenantId: string,
      expectedVersion: number | undefined,
      input: TenantChange,
    ): Promise<TenantRecord> {
      const found = await store.lock(tenantId);
      if (found === undefined) throw notFound('tenant');
      expectVersion('tenant', found, expectedVersion);
      check(input);
      const directorySecretSealed =
        input.directorySecretSealed === undefined
          ? found.directorySecretSealed
          : input.directorySecretSealed;
      const directory = completeConnection(input.directory, input.addressesGivenBy);
      const after = { name: input.name, directory };
      const changed = difference({ name: found.name, directory: found.directory }, after);
      const secretChanged = directorySecretSealed !== found.directorySecretSealed;
      if (changed === undefined && !secretChanged) return found;
      const tenant = { ...found, ...after, directorySecretSealed, version: found.version + 1 };
      await store.update(tenant);
      const subject = { kind: 'tenant', id: tenantId } as const;
      const data = { ...changed, ...(secretChanged && { directorySecret: 'changed' }) };
      await activity.record([
        { tenantId, occurredAt: clock.now(), actor, action: 'tenant.changed', subject, data },
      ]);
      return tenant;
    },
  };
}

export type ChangeTenants = ReturnType<typeof createChangeTenants>;

function check(input: TenantChange): void {
  const faults = faultsWithin('/directory', connectionFaults(input.directory));
  if (faults.length > 0) throw validationFailed(faults);
}
