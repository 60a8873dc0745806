// Tenants, keys, organisations and templates in memory, and what is kept up to date beside them.
import { recordActivity } from '../../audit/activity.postgres.ts';
import { createSigningKeys } from '../../access/tokens/signing-keys.ts';
import { createSigningKeyStore } from '../../access/tokens/signing-keys.postgres.ts';
import { createKeyUses } from '../../settings/api-keys/key-uses.ts';
import { createKeyUseWriter } from '../../settings/api-keys/key-uses.postgres.ts';
import { createRefusedAddresses } from '../../settings/api-keys/refused-addresses.ts';
import { createConfiguration } from '../../settings/configuration/configuration.ts';
import { createConfigurationSource } from '../../settings/configuration/configuration.postgres.ts';
import { createGroupListStore } from '../../settings/organisations/group-list.postgres.ts';
import { createOrganisationCache } from '../../settings/organisations/organisation-cache.ts';
import type { Base } from './base.ts';

export type ConfigurationParts = ReturnType<typeof composeConfiguration>;

export function composeConfiguration(base: Base) {
  const { database, lists, encryption, clock, monotonicNow, newId, onError } = base;
  const configuration = createConfiguration({
    source: createConfigurationSource(database),
    timers: clock,
    monotonicNow,
    checkTimeoutMs: base.configurationCheckMs,
    onError,
  });
  const signingKeys = createSigningKeys({
    configuration,
    store: createSigningKeyStore(database),
    encryption,
    clock,
    newId,
    onError,
  });
  const keyUses = createKeyUses({ write: createKeyUseWriter(database), clock, onError });
  const refusedAddresses = createRefusedAddresses({
    write: (entries) => recordActivity(database, entries),
    nameOf: (tenantId, apiKeyId) => configuration.apiKey(tenantId, apiKeyId)?.name,
    clock,
    onError,
  });
  const parts = [configuration, keyUses, signingKeys];
  return {
    configuration,
    signingKeys,
    keyUses,
    refusedAddresses,
    organisationCache: createOrganisationCache(createGroupListStore(database, lists)),
    async start() {
      await configuration.refresh();
      await signingKeys.rotate();
      for (const part of parts) part.start();
    },
    async stop() {
      await Promise.all([...parts, refusedAddresses].map((part) => part.stop()));
    },
  };
}
