// `operator tenant`: the tenants of the service.
import { TenantInput } from '../settings/tenants/tenant-input.schema.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../ground/errors.ts';
import { checkInput } from './check-input.ts';
import { command, commandGroup, option, required, table } from './command.ts';

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
      const rows = tenants.map(({ tenantId, name, directory }) => {
        return { tenantId, name, directory: directory.kind };
      });
      return table(rows, {
        TENANT: ({ tenantId }) => tenantId,
        DIRECTORY: ({ directory }) => directory,
        NAME: ({ name }) => name,
      });
    },
  }),
]);
