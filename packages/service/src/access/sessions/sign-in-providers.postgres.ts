// Each tenant's OpenID Connect provider in PostgreSQL; its client secret is handed in encrypted.
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Actor } from '../../audit/activity.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { Database } from '../../postgres/database.ts';
import type { SignInProviderStore } from './open-id-sign-in.ts';
import type { StoredProvider } from './provider-discovery.ts';
import type { SignInProvider } from './sign-in-provider.ts';

export interface ProviderStore extends Pick<SignInProviderStore, 'findProvider'> {
  /** False: there is no such tenant. */
  putProvider(provider: {
    readonly tenantId: string;
    readonly settings: SignInProvider;
    readonly clientSecretSealed: string | null;
    readonly at: Date;
    readonly actor: Actor;
  }): Promise<boolean>;
}

export function createProviderStore(database: Database): ProviderStore {
  return {
    // Anyone may ask: requests at the same time share a statement.
    findProvider: createBatcher({
      flush: (tenantIds) => findProviders(database, tenantIds),
      tenantOf: (tenantId) => tenantId,
      maxItems: 500,
      maxConcurrent: 1,
    }),

    putProvider: ({ tenantId, settings, clientSecretSealed, at, actor }) =>
      database.transaction(async (transaction) => {
        const [tenant] = await transaction.query(
          'select tenant_id from tenants where tenant_id = $1 for key share',
          [tenantId],
        );
        if (tenant === undefined) return false;
        await transaction.query(
          `insert into admin_sign_in_providers (tenant_id, settings, client_secret_sealed)
           values ($1, $2, $3)
           on conflict (tenant_id) do update
           set settings = excluded.settings, client_secret_sealed = excluded.client_secret_sealed`,
          [tenantId, JSON.stringify(settings), clientSecretSealed],
        );
        // Accounts of another provider prove nothing about those of this one.
        await transaction.query(
          `update administrators set provider_issuer = null, provider_subject = null, version = version + 1
          where tenant_id = $1 and provider_issuer <> $2`,
          [tenantId, settings.issuer],
        );
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: at.getTime(),
            actor,
            action: 'sign_in_provider.changed',
            subject: { kind: 'sign_in_provider', id: settings.issuer },
            data: { issuer: settings.issuer, clientId: settings.clientId },
          },
        ]);
        return true;
      }),
  };
}

async function findProviders(
  database: Database,
  tenantIds: readonly string[],
): Promise<(StoredProvider | undefined)[]> {
  const rows = await database.query<StoredProvider & { readonly tenantId: string }>(
    `select tenant_id, settings as provider, client_secret_sealed from admin_sign_in_providers
    where tenant_id = any ($1::uuid[])`,
    [tenantIds],
  );
  const stored = new Map(rows.map(({ tenantId, ...provider }) => [tenantId, provider]));
  return tenantIds.map((tenantId) => stored.get(tenantId));
}
