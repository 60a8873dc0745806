import type { Command } from 'commander';
import { TenantInput } from '../tenants/tenant-input.schema.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../foundation/errors.ts';
import { checkInput } from './check-input.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';

export type WithDeps = <T>(work: (deps: OperatorDeps) => Promise<T>) => Promise<T>;

export function addTenantCommands(program: Command, withDeps: WithDeps): void {
  const tenant = program.command('tenant').description('tenants: one for each productivity suite');

  tenant
    .command('create')
    .description('create a tenant on the sandbox directory; apply connects it to another')
    .requiredOption('--name <name>', 'name of the tenant')
    .option('--id <guid>', 'id of the tenant; default: a new id')
    .option('--json', 'print JSON')
    .action(async (options: { name: string; id?: string; json?: true }) => {
      const { name } = checkInput(TenantInput, { name: options.name });
      if (options.id !== undefined && !isGuid(options.id)) {
        throw new DomainError('validation_failed', '--id must be a GUID.');
      }
      await withDeps(async ({ actor, change }) => {
        const settings = { name, directory: { kind: 'sandbox' } } as const;
        const made = await change(({ tenants }) =>
          tenants.create(actor, settings, options.id?.toLowerCase()),
        );
        if (options.json) console.log(JSON.stringify({ tenantId: made.tenantId, name }));
        else console.log(`Tenant ${JSON.stringify(name)} created: ${made.tenantId}`);
      });
    });

  tenant
    .command('list')
    .description('list the tenants')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      await withDeps(async ({ change }) => {
        const tenants = await change(({ stores }) => stores.tenants.list());
        if (options.json) {
          const shown = tenants.map(({ tenantId, name, directory }) => {
            return { tenantId, name, directory: directory.kind };
          });
          console.log(JSON.stringify(shown));
          return;
        }
        const rows = tenants.map(({ tenantId, name, directory }) => [
          tenantId,
          directory.kind,
          name,
        ]);
        console.log(formatTable(['TENANT', 'DIRECTORY', 'NAME'], rows, process.stdout));
      });
    });
}
