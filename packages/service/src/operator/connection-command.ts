import type { Command } from 'commander';
import { DomainError } from '../foundation/errors.ts';
import { openDirectory } from './open-directory.ts';
import { chooseTenant } from './operator-deps.ts';
import type { WithDeps } from './tenant-commands.ts';

export function addConnectionCommands(program: Command, withDeps: WithDeps): void {
  program
    .command('connection')
    .description('the connection of a tenant to its directory')
    .command('test')
    .description('check whether the connection works, and list what is missing; changes nothing')
    .option('--tenant <id>', 'the tenant; optional if there is only one')
    .action(async (options: { tenant?: string }) => {
      await withDeps(async (deps) => {
        const directory = openDirectory(deps, await chooseTenant(deps, options.tenant));
        try {
          const call = { signal: new AbortController().signal, teamId: 'connection test' };
          const report = await directory.testConnection(call);
          if (!report.ok) {
            const missing = report.missing.filter((line) => line !== report.detail);
            const lines = [report.detail, ...missing.map((line) => `- ${line}`)];
            throw new DomainError(
              report.missing.length > 0 ? 'directory_permission_missing' : 'unavailable',
              lines.join('\n'),
            );
          }
          console.log(report.detail);
        } finally {
          await directory.close();
        }
      });
    });
}
