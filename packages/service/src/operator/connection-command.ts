// `operator connection`: the connection of a tenant to its directory.
import type { ConnectionReport } from '../directory/connection-report.ts';
import { DomainError } from '../ground/errors.ts';
import { commandGroup, tenantCommand } from './command.ts';
import { openDirectory } from './open-directory.ts';

function linesOf(sharePoint: ConnectionReport['sharePoint']): readonly string[] {
  if (sharePoint === undefined) return [];
  const { detail, missing } = sharePoint;
  return [detail, ...missing.filter((line) => line !== detail)].map(
    (line) => `SharePoint: ${line}`,
  );
}

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
          const { ok, detail, missing, sharePoint, notes } = await directory.testConnection(call);
          const others = missing.filter((line) => line !== detail);
          const text = [
            detail,
            ...[...others, ...linesOf(sharePoint), ...notes].map((line) => `- ${line}`),
          ].join('\n');
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
