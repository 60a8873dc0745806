// team renew, hold, release: the expiry of a group.
import { governanceOf } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { createMomentOf, readDayOrMoment } from '../context/tenant-day.ts';
import type { Run } from '../context/run.ts';

export function addLifecycleCommands(team: Command, run: Run): void {
  team
    .command('renew')
    .summary('renew a group that expires')
    .description(
      'Renews a group that expires, for the length that its template gives a renewal, or until a date.',
    )
    .argument('<team>', 'team id or alias')
    .option(
      '--until <date>',
      'new expiry: a day of the tenant, or a time with its zone',
      readDayOrMoment,
    )
    .option('--reason <text>', 'why, for the audit log')
    .action(run(renew));
  team
    .command('hold')
    .summary('keep a group from being archived and deleted')
    .description(
      'Puts a group on hold: no policy, caller or administrator archives or deletes it until it is released.',
    )
    .argument('<team>', 'team id or alias')
    .requiredOption('--reason <text>', 'why, for the audit log and for everyone whom it stops')
    .action(run(hold));
  team
    .command('release')
    .summary('release the hold of a group')
    .description('Releases the hold of a group. Its policy applies again.')
    .argument('<team>', 'team id or alias')
    .action(run(release));
}

async function renew(
  context: Context,
  { until, reason }: { readonly until?: string; readonly reason?: string },
  key: string,
): Promise<void> {
  const { signal } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  const renewal = governanceOf(client).renewTeam(teamId, {
    ...(until !== undefined && { until: await createMomentOf(client, signal)(until) }),
    ...(reason !== undefined && { reason }),
    signal,
  });
  const renewed = await named(`group ${key}`, renewal);
  context.print(renewed, () => `Renewed. It expires at ${renewed.expiresAt}.`);
}

async function hold(
  context: Context,
  { reason }: { readonly reason: string },
  key: string,
): Promise<void> {
  const { signal } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  const held = await named(
    `group ${key}`,
    governanceOf(client).holdTeam(teamId, { reason, signal }),
  );
  context.print(held, () => `On hold since ${held.since}: ${held.reason}`);
}

async function release(context: Context, _options: unknown, key: string): Promise<void> {
  const { signal } = context;
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  await named(`group ${key}`, governanceOf(client).releaseTeam(teamId, { signal }));
  context.print({ teamId, hold: null }, () => 'Released: the group is on no hold.');
}
