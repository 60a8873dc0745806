// Groups as lines of a CSV file, with their properties, external ids and people, which are written as files of groups have them.
import { csvHead, csvLine } from '../../ground/csv.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { ListedTeam, NamesInTeams, TeamBrowser, TeamContents } from './browse-teams.ts';
import { namedTeam } from './team-responses.ts';

type Group = ReturnType<typeof namedTeam<ListedTeam>> & TeamContents;

const columns: Readonly<Record<string, (group: Group) => string | Date | null>> = {
  displayName: ({ displayName }) => displayName,
  mailNickName: ({ mailNickName }) => mailNickName,
  mail: ({ mail }) => mail,
  status: ({ status }) => status,
  state: ({ state }) => state,
  error: ({ error }) => error,
  organisation: ({ organisation }) => organisation,
  template: ({ template }) => template,
  responsible: ({ responsible }) => responsible && (responsible.email ?? responsible.reference),
  deputy: ({ deputy }) => deputy && (deputy.email ?? deputy.reference),
  owners: ({ owners }) => owners.join(';'),
  members: ({ members }) => members.join(';'),
  createdAt: ({ createdAt }) => createdAt,
  completedAt: ({ completedAt }) => completedAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  lastActivityOn: ({ lastActivityOn }) => lastActivityOn,
  createdBy: ({ createdBy }) => createdBy.name,
  requestId: ({ requestId }) => requestId,
  teamId: ({ teamId }) => teamId,
  groupId: ({ groupId }) => groupId,
  supersededBy: ({ supersededBy }) => supersededBy,
};

/** A batch at a time, and of groups with many people fewer, so that memory stays bounded. */
export async function* teamsAsCsv(
  batches: AsyncIterable<readonly ListedTeam[]>,
  deps: {
    readonly tenantId: string;
    readonly configuration: Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>;
    readonly readContents: TeamBrowser['readContents'];
    readonly names: NamesInTeams;
  },
): AsyncGenerator<string> {
  const { tenantId, configuration, readContents, names } = deps;
  const { properties, sources } = names;
  const headings = [
    ...Object.keys(columns),
    ...sources.map((source) => `externalIds.${source}`),
    ...properties.map((name) => `properties.${name}`),
  ];
  yield csvHead(headings);
  const lineOf = (group: Group) =>
    csvLine([
      ...Object.values(columns).map((read) => textOf(read(group))),
      ...sources.map(
        (source) => group.externalIds.find((one) => one.source === source)?.externalId ?? '',
      ),
      ...properties.map((name) => group.properties[name] ?? ''),
    ]);
  for await (const batch of batches) {
    const teams = new Map(batch.map((team) => [team.teamId, team]));
    while (teams.size > 0) {
      const contents = await readContents(tenantId, [...teams.keys()]);
      if (contents.length === 0) break;
      yield contents
        .flatMap((content) => {
          const team = teams.get(content.teamId);
          teams.delete(content.teamId);
          return team === undefined
            ? []
            : [{ ...namedTeam(tenantId, team, configuration), ...content }];
        })
        .map(lineOf)
        .join('');
    }
  }
}

function textOf(value: string | Date | null): string {
  return value instanceof Date ? value.toISOString() : (value ?? '');
}
