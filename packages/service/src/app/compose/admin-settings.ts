// The configuration in the admin center, and what guards its changes.
import { createOrganisationOf } from '../../admin/organisation-of.postgres.ts';
import { createLastUses } from '../../settings/api-keys/last-uses.postgres.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { createResponsibilityOverviews } from '../../governance/responsibility/responsibility-overview.postgres.ts';
import { advanceSandboxClock, readSandboxClock } from '../../governance/time-machine.postgres.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import { createSendInvitation } from '../../messages/notices/send-invitation.ts';
import { createReconciliationStore } from '../../reconciliation/reconciliation.postgres.ts';
import { createConfigureNotices } from '../../settings/tenants/configure-notices.ts';
import { createCredentialExpiry } from '../../settings/tenants/credential-expiry.ts';
import { createConnectTenant } from '../../settings/tenants/connect-tenant.ts';
import type { Base } from './base.ts';
import type { AdminDeps } from '../../admin/admin.routes.ts';
import type { AdminParts } from './admin-parts.ts';

export function composeAdminSettings(base: Base, parts: AdminParts) {
  const { config, database, encryption, clock, steady, newId, randomBytes, targets } = base;
  const { configuration, onActivity } = parts;
  const { whenCommitted } = base.transactions;
  const reconciliations = createReconciliationStore(database);
  return {
    sendInvitation: createSendInvitation({
      tenantOf: (tenantId) => configuration.tenant(tenantId),
      senderOf: (tenant) => parts.notices.senders.of(tenant),
      adminUrl: config.adminUrl,
    }),
    connectTenant: createConnectTenant({ encryption, targets }),
    credentialExpiry: createCredentialExpiry({ encryption }),
    configureNotices: createConfigureNotices({ encryption, targets }),
    adminRateLimit:
      config.adminRateLimitPerMinute === undefined
        ? undefined
        : createRateLimit({
            perMinute: config.adminRateLimitPerMinute,
            clock: steady,
            subject: 'This administrator',
            shared: base.sharedLimits?.takes('administrators'),
          }),
    organisationOf: createOrganisationOf(database, configuration),
    findTenant: (tenantId) => configuration.tenant(tenantId),
    async isTenant(tenantId) {
      if (configuration.tenant(tenantId) === undefined) await configuration.catchUp();
      return configuration.tenant(tenantId) !== undefined;
    },
    findOrganisation: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    read: (work) =>
      database.transaction((transaction) =>
        work(createChanges(transaction, { clock, createId: newId, randomBytes }).stores),
      ),
    async change(work) {
      const result = await database.transaction((transaction) =>
        work(createChanges(transaction, { clock, createId: newId, randomBytes })),
      );
      await whenCommitted(async () => {
        await configuration.refresh();
        onActivity();
      });
      return result;
    },
    lastUses: createLastUses(database),
    sandboxClock: {
      read: (tenantId) => readSandboxClock(database, tenantId),
      async advance(request) {
        const advancing = await database.transaction((transaction) =>
          advanceSandboxClock(transaction, { ...request, at: clock.now() }),
        );
        await whenCommitted(onActivity);
        return advancing;
      },
    },
    responsibility: createResponsibilityOverviews(database, { clock, onReleased: onActivity }),
    askForReconciliation: (tenantId) => reconciliations.ask(tenantId),
    reconciliationState: (tenantId) => reconciliations.read(tenantId),
  } satisfies Partial<AdminDeps>;
}
