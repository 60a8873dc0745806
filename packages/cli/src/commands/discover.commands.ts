// team discover: the groups of the directory that the service does not govern.
import type { DirectoryGroupFilter } from '@groupwright/client';
import { Option, type Command } from 'commander';
import { directoryGroupKinds, obstacles } from '../choices/choices.ts';
import type { Context } from '../context/context.ts';
import { firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { formatTable } from '../output/table.ts';

interface DiscoverOptions {
  readonly search?: string;
  readonly kind?: NonNullable<DirectoryGroupFilter['kind']>;
  readonly obstacle?: NonNullable<DirectoryGroupFilter['obstacle']>;
  readonly ownerless?: true;
  readonly guests?: true;
  readonly createdBefore?: string;
  readonly limit: string;
}

export function addDiscoverCommand(team: Command, run: Run): void {
  team
    .command('discover')
    .summary('list groups of the directory that the service does not govern')
    .description(
      'Lists Microsoft 365 groups that others made, with their owners, what hinders the service from governing them, and the template that fits their names. Changes nothing.',
    )
    .option('--search <text>', 'only groups with these words in a name, or with this id')
    .addOption(new Option('--kind <kind>', 'only groups of this kind').choices(directoryGroupKinds))
    .addOption(
      new Option('--obstacle <obstacle>', 'only groups with this obstacle, or with none').choices(
        obstacles,
      ),
    )
    .option('--ownerless', 'only groups without an owner who can sign in')
    .option('--guests', 'only groups with guests')
    .option('--created-before <time>', 'only groups created before that time, with its zone')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(discover));
}

async function discover(
  context: Context,
  { limit: most, ...filter }: DiscoverOptions,
): Promise<void> {
  const limit = readLimit(most);
  const client = await context.client();
  const { signal } = context;
  const groups = client.listDirectoryGroups({ ...filter, governed: false, signal });
  const found = await firstOf(limit, groups);
  const isFiltered = Object.keys(filter).length > 0;
  context.print(found, () => {
    if (found.length === 0) return isFiltered ? noneMatch : allGoverned;
    return formatTable(
      context.paint,
      ['ALIAS', 'NAME', 'KIND', 'OWNERS', 'MEMBERS', 'OBSTACLE OR RESPONSIBLE', 'GROUP ID'],
      found.map(({ mailNickName, displayName, kind, owners, memberCount, ...group }) => [
        mailNickName,
        displayName,
        kind,
        owners === null ? 'unknown' : String(owners.length),
        memberCount === null ? '-' : String(memberCount),
        group.obstacles.join(', ') ||
          (group.adoption?.status ?? group.proposal?.responsible ?? '-'),
        group.groupId,
      ]),
    );
  });
}

const noneMatch = 'No group that the service does not govern matches.';
const allGoverned =
  'The service knows no group of the directory that it does not govern. Each comparison lists them again.';
