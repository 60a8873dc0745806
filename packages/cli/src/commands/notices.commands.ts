// team notices: the notices to people about a group.
import { governanceOf } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { formatTable } from '../output/table.ts';

export function addNoticesCommand(team: Command, run: Run): void {
  team
    .command('notices')
    .summary('list the notices about a group')
    .description('Lists the notices that people got about a group, newest first.')
    .argument('<team>', 'team id or alias')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(listNotices));
}

async function listNotices(
  context: Context,
  options: { readonly limit: string },
  key: string,
): Promise<void> {
  const limit = readLimit(options.limit);
  const { signal, paint } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  const notices = governanceOf(client).listTeamNotices(teamId, { signal });
  const found = await named(`group ${key}`, firstOf(limit, notices));
  context.print(found, () =>
    formatTable(
      paint,
      ['NOTICE', 'TO', 'OUTCOME', 'CREATED', 'SENT'],
      found.map(({ kind, to, outcome, createdAt, sentAt }) => [
        kind,
        to.email,
        outcome,
        createdAt.slice(0, 16).replace('T', ' '),
        (sentAt ?? '').slice(0, 16).replace('T', ' '),
      ]),
    ),
  );
}
