// `operator connection`: the connection of a tenant to its directory.
import { DomainError } from '../ground/errors.ts';
import { commandGroup, tenantCommand } from './command.ts';
import { openDirectory } from './open-directory.ts';

export const connectionCommands = commandGroup(
  'connection',
  'the connection of a tenant to its directory',
  [
    tenantCommand({
      name: 'test',
      summary: 'check whether the connection works, and list what is missing; changes nothing',
      async run(deps) {
        const directory = openDirectory(deps, deps.tenant);
        try {
          const call = { signal: new AbortController().signal, teamId: 'connection test' };
          const { ok, detail, missing, notes } = await directory.testConnection(call);
          const others = missing.filter((line) => line !== detail);
          const text = [detail, ...[...others, ...notes].map((line) => `- ${line}`)].join('\n');
          if (ok) return { text };
          throw new DomainError(
            missing.length > 0 ? 'directory_permission_missing' : 'unavailable',
            text,
          );
        } finally {
          await directory.close();
        }
      },
    }),
  ],
);
