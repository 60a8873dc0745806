// Tenants, keys, organisations and templates in memory, and what is kept up to date beside them.
import { recordActivity } from '../audit/activity.postgres.ts';
import type { Server } from '../http/server.ts';
import { createApplicationLimits } from '../microsoft-graph/application-limits.ts';
import { createCallMetrics } from '../microsoft-graph/call-metrics.ts';
import type { ProxyFor } from '../outbound/proxies.ts';
import type { TargetAddresses } from '../outbound/target-addresses.ts';
import type { Base } from '../postgres/base.ts';
import { createKeyUses } from './api-keys/key-uses.ts';
import { createKeyUseWriter } from './api-keys/last-uses.postgres.ts';
import { createRefusedAddresses } from './api-keys/refused-addresses.ts';
import { createConfiguration } from './configuration/configuration.ts';
import {
  askForPosition,
  createConfigurationSource,
} from './configuration/configuration.postgres.ts';
import { createDirectories } from './configuration/directories.ts';
import { createGroupListStore } from './organisations/group-list.postgres.ts';
import { createOrganisationCache } from './organisations/organisation-cache.ts';
import { registerOrganisationRoutes } from './organisations/organisations.routes.ts';
import { registerTemplateRoutes } from './organisations/templates.routes.ts';
import { createSuites } from './suites.ts';
import { createCredentialExpiry, createCredentialMetric } from './tenants/credential-expiry.ts';
import { createGovernanceClock } from './tenants/tenant.ts';
import { noticeSettingsOf } from './tenants/notice-settings.ts';

/** The base of rooms that call others. */
export interface OutboundBase extends Base {
  readonly targets: TargetAddresses;
  readonly proxyFor: ProxyFor;
}

export type Settings = ReturnType<typeof wireSettings>;

export function wireSettings(base: OutboundBase) {
  const { database, clock, onError, config, rest } = base;
  const configuration = createConfiguration({
    source: createConfigurationSource(database),
    timers: clock,
    monotonicNow: base.monotonicNow,
    checkTimeoutMs: base.configurationCheckMs,
    onError,
  });
  const tenantOf = (tenantId: string) => configuration.tenant(tenantId);
  const keyUses = createKeyUses({ write: createKeyUseWriter(database), clock, onError });
  const refusedAddresses = createRefusedAddresses({
    write: (entries) => recordActivity(database, entries),
    nameOf: (tenantId, apiKeyId) => configuration.apiKey(tenantId, apiKeyId)?.name,
    clock,
    onError,
  });
  const organisationCache = createOrganisationCache(createGroupListStore(database, base.lists));
  createCredentialMetric({
    registry: base.registry,
    tenants: () => configuration.tenants(),
    credentialExpiry: createCredentialExpiry(base),
  });
  const parts = [configuration, keyUses];
  return {
    configuration,
    tenantOf,
    organisationOf: (tenantId: string, organisationId: string) =>
      configuration.organisation(tenantId, organisationId),
    blockedWordsOf: (tenantId: string) => tenantOf(tenantId)?.blockedWords ?? [],
    isSandbox: (tenantId: string) => tenantOf(tenantId)?.directory.kind === 'sandbox',
    /** The settings in force of a tenant; undefined for one that is unknown. */
    noticeSettingsOf(this: void, tenantId: string) {
      const tenant = tenantOf(tenantId);
      return tenant && noticeSettingsOf(tenant);
    },
    /** The time of a tenant's governance clock. */
    governanceNow: createGovernanceClock({ tenantOf, clock }).now,
    keyUses,
    refusedAddresses,
    questions: [askForPosition((position, askedAt) => configuration.notice(position, askedAt))],
    openDirectories() {
      const callMetrics = createCallMetrics(base.registry, base.steady);
      const suites = createSuites({
        ...base,
        encryption: () => base.encryption,
        steadyClock: base.steady,
        applicationLimits: createApplicationLimits(),
        listenTo: (tenantId) => ({
          onCall(call) {
            callMetrics.countCall(call);
            base.log.debug({ tenantId, ...call }, 'called Microsoft 365');
          },
          onSignIn(error) {
            callMetrics.noteSignIn(tenantId, error);
            if (error === undefined) return;
            const { message } = error as Error;
            base.backgroundLog.warn({ tenantId, reason: message }, 'no token for the directory');
          },
        }),
      });
      return createDirectories({ configuration, suites, onError });
    },
    registerRoutes(server: Server) {
      const { baseUrl } = config;
      const answers = organisationCache;
      registerOrganisationRoutes(server, { configuration, answers, baseUrl, rest });
      registerTemplateRoutes(server, { configuration, baseUrl });
    },
    async start() {
      await configuration.refresh();
      for (const part of parts) part.start();
    },
    async stop() {
      await Promise.all([...parts, refusedAddresses].map((part) => part.stop()));
    },
  };
}
