// Everything that changes configuration, in one transaction: shared by admin API, operator command and demo.
import { createActivityLog } from '../../audit/activity.postgres.ts';
import { createApiKeyStore } from '../api-keys/api-keys.postgres.ts';
import { createManageApiKeys } from '../api-keys/manage-api-keys.ts';
import type { Clock } from '../../ground/clock.ts';
import { createChangeSandboxPeople } from './change-sandbox-people.ts';
import { createSandboxPeopleStore } from '../../sandbox/people.postgres.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import { createChangeOrganisations } from '../organisations/change-organisations.ts';
import { createOrganisationStore } from '../organisations/organisations.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { createChangeTemplates } from '../organisations/change-templates.ts';
import { createTemplateStore } from '../organisations/templates.postgres.ts';
import { createChangeTenants } from '../tenants/change-tenants.ts';
import { createTenantStore } from '../tenants/tenants.postgres.ts';

export interface ChangesDeps {
  readonly clock: Clock;
  readonly createId: CreateId;
  /** A CSPRNG. */
  readonly randomBytes: (size: number) => Uint8Array;
}

export type Changes = ReturnType<typeof createChanges>;

/** @param transaction everything done through the answer is committed with it, activity included */
export function createChanges(transaction: Queryable, deps: ChangesDeps) {
  const stores = {
    tenants: createTenantStore(transaction),
    organisations: createOrganisationStore(transaction),
    templates: createTemplateStore(transaction),
    apiKeys: createApiKeyStore(transaction),
    sandboxPeople: createSandboxPeopleStore(transaction),
  };
  const common = { ...deps, activity: createActivityLog(transaction) };
  return {
    stores,
    activity: common.activity,
    tenants: createChangeTenants({ ...common, store: stores.tenants }),
    organisations: createChangeOrganisations({ ...common, store: stores.organisations }),
    templates: createChangeTemplates({
      ...common,
      store: stores.templates,
      organisations: stores.organisations,
    }),
    apiKeys: createManageApiKeys({
      ...common,
      store: stores.apiKeys,
      organisations: stores.organisations,
      templates: stores.templates,
    }),
    sandboxPeople: createChangeSandboxPeople({ ...common, store: stores.sandboxPeople }),
    /** Others who change configuration wait from here on until the transaction ends. */
    async lockConfiguration(): Promise<void> {
      await transaction.query('select from configuration for update');
    },
  };
}
