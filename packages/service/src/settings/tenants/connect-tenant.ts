// Changes a tenant's directory connection for an administrator. The suite can only change while there are no groups:
// existing ones would be looked for in the wrong directory.
import type { ExpectedVersion } from '../../ground/record-store.ts';
import type { Actor } from '../../audit/activity.ts';
import { notFound } from '../../audit/changes/change.ts';
import {
  connectionSecretPurpose,
  openSecrets,
  sharePointSecretPurpose,
} from './connection-secret.ts';
import type { Microsoft365ConnectionChange } from './connection.schema.ts';
import { missingSecret, checkConnection } from './check-connection.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { DomainError, type ShapeFaults, validationFailed } from '../../ground/errors.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import type { ChangeTenants, TenantRecord, TenantStore } from './change-tenants.ts';

export interface ConnectDeps {
  readonly encryption: Encryption;
  /** Permitted targets of an administrator's addresses. */
  readonly targets: TargetAddresses;
}

export interface ConnectTransaction {
  readonly tenants: ChangeTenants;
  readonly stores: { readonly tenants: TenantStore };
}

interface Behaviour {
  readonly replicationDelayMs: number;
  readonly teamCreationMs: number;
}

export function createConnectTenant({ encryption, targets }: ConnectDeps) {
  async function lock({ stores }: ConnectTransaction, tenantId: string): Promise<TenantRecord> {
    const tenant = await stores.tenants.lock(tenantId);
    if (tenant === undefined) throw notFound('tenant');
    return tenant;
  }

  async function requireNoGroups({ stores }: ConnectTransaction, tenantId: string): Promise<void> {
    if (!(await stores.tenants.hasGroups(tenantId))) return;
    throw new DomainError(
      'in_use',
      'The tenant has groups in its current suite. Only the operator can connect it to another suite, with a tenant file.',
    );
  }

  return {
    /** @param seen the version of the tenant that the administrator has seen */
    async toMicrosoft365(
      transaction: ConnectTransaction,
      actor: Actor,
      tenantId: string,
      seen: ExpectedVersion,
      input: Microsoft365ConnectionChange,
    ): Promise<void> {
      const tenant = await lock(transaction, tenantId);
      const { connection, secret, sharePointSecret, isOtherSuite } = checkConnection(
        presentOf(tenant),
        input,
        targets,
      );
      if (isOtherSuite) await requireNoGroups(transaction, tenantId);
      const { addressesGivenBy, ...directory } = connection;
      await transaction.tenants.change(actor, tenantId, seen, {
        name: tenant.name,
        directory,
        addressesGivenBy,
        directorySecretSealed: encryptedOf(secret, connectionSecretPurpose(tenantId)),
        sharePointSecretSealed: encryptedOf(sharePointSecret, sharePointSecretPurpose(tenantId)),
      });
      await transaction.stores.tenants.compareSoon(tenantId, isOtherSuite);
    },

    async toSandbox(
      transaction: ConnectTransaction,
      actor: Actor,
      tenantId: string,
      seen: ExpectedVersion,
      behaviour: Behaviour,
    ): Promise<void> {
      const { name, directory } = await lock(transaction, tenantId);
      const isOtherSuite = directory.kind !== 'sandbox';
      if (isOtherSuite) await requireNoGroups(transaction, tenantId);
      await transaction.tenants.change(actor, tenantId, seen, {
        name,
        directory: { kind: 'sandbox', ...behaviour },
        directorySecretSealed: null,
      });
      if (isOtherSuite) await transaction.stores.tenants.compareSoon(tenantId, isOtherSuite);
    },

    /** @throws DomainError `validation_failed` where the input's shape is wrong, with what else is missing */
    requireShape(tenant: TenantRecord, shape: ShapeFaults, input: unknown): void {
      const { listed, unlisted } = shape;
      if (listed.length === 0) return;
      throw validationFailed([...listed, ...missingSecret(presentOf(tenant), input)], unlisted);
    },

    /** The connection as it would be, with its secret in clear, to be tried and thrown away. */
    openUnsaved(tenant: TenantRecord, input: Microsoft365ConnectionChange) {
      const { connection, ...given } = checkConnection(presentOf(tenant), input, targets);
      const stored = openSecrets(tenant, () => encryption);
      const openedOf = (name: 'secret' | 'sharePointSecret') => {
        const { [name]: one } = given;
        return one === 'kept' ? stored[name] : one?.text;
      };
      const secrets = {
        secret: openedOf('secret'),
        sharePointSecret: openedOf('sharePointSecret'),
      };
      return { connection, secrets };
    },
  };

  function encryptedOf(
    secret: ReturnType<typeof checkConnection>['secret'],
    purpose: string,
  ): string | null | undefined {
    if (secret === 'kept') return undefined;
    return secret === undefined ? null : encryption.encrypt(secret.text, purpose);
  }
}

export type ConnectTenant = ReturnType<typeof createConnectTenant>;

function presentOf({ directory, directorySecretSealed, sharePointSecretSealed }: TenantRecord) {
  return {
    directory,
    hasSecret: directorySecretSealed !== null,
    hasSharePointSecret: sharePointSecretSealed !== null,
  };
}
