// `operator tenant`: the tenants of the service.
import { createProviderChanges } from '../access/sessions/admin-sessions.postgres.ts';
import { createEndpointStore } from '../events/webhooks/endpoints.postgres.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { TenantInput } from '../settings/tenants/tenant-input.schema.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../ground/errors.ts';
import { checkInput } from './check-input.ts';
import { command, commandGroup, option, required, table } from './command.ts';
import { chooseTenant, stateOf } from './operator-deps.ts';
import { lifeOfTenants } from './tenant-life-commands.ts';
import { writeTenantFile } from './written-tenant-file.ts';

const ofTenant = ['<tenant>', 'id of the tenant'] as const;

export const tenantCommands = commandGroup('tenant', 'tenants: one for each productivity suite', [
  command({
    name: 'create',
    summary: 'create a tenant on the sandbox directory; apply connects it to another',
    options: [
      required('--name <name>', 'name of the tenant'),
      option('--id <guid>', 'id of the tenant; default: a new id'),
    ],
    json: true,
    read(options: { name: string; id?: string }) {
      const { name } = checkInput(TenantInput, { name: options.name });
      if (options.id !== undefined && !isGuid(options.id)) {
        throw new DomainError('validation_failed', '--id must be a GUID.');
      }
      return { name, id: options.id?.toLowerCase() };
    },
    async run({ actor, change }, { name, id }) {
      const settings = { name, directory: { kind: 'sandbox' } } as const;
      const { tenantId } = await change(({ tenants }) => tenants.create(actor, settings, id));
      return {
        json: { tenantId, name },
        text: `Tenant ${JSON.stringify(name)} created: ${tenantId}`,
      };
    },
  }),
  command({
    name: 'list',
    summary: 'list the tenants',
    json: true,
    async run({ change }) {
      const tenants = await change(({ stores }) => stores.tenants.list());
      const rows = tenants.map(({ tenantId, name, directory, closed }) => {
        return { tenantId, name, directory: directory.kind, state: stateOf(closed) };
      });
      return table(rows, {
        TENANT: ({ tenantId }) => tenantId,
        DIRECTORY: ({ directory }) => directory,
        STATE: ({ state }) => state,
        NAME: ({ name }) => name,
      });
    },
  }),
  command({
    name: 'get',
    summary: 'print the settings as the file that apply takes; without secrets',
    argument: ofTenant,
    read: (_options: object, tenant) => tenant,
    async run(deps, named) {
      const tenant = await chooseTenant(deps, named, { mayBeClosed: true });
      const { tenantId } = tenant;
      const settings = await deps.database.transaction(async (transaction) => {
        const { stores } = createChanges(transaction, deps);
        return {
          tenant,
          organisations: await stores.organisations.list(tenantId),
          templates: await stores.templates.list(tenantId),
          people: await stores.sandboxPeople.list(tenantId),
          webhooks: await createEndpointStore(transaction).list(tenantId),
          provider: (await createProviderChanges(transaction).find(tenantId))?.provider,
        };
      });
      return { text: writeTenantFile(settings).trimEnd() };
    },
  }),
  ...lifeOfTenants,
]);
