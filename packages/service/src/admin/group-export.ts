// Groups as lines of a CSV file.
import { csvLine } from '../ground/csv.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { ListedTeam } from '../groups/read/browse-teams.ts';
import { listedGroupResponse } from './group-responses.ts';

type Group = ReturnType<typeof listedGroupResponse>;

/** Spreadsheets read the file as UTF-8 by it. */
const byteOrderMark = '\uFEFF';

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
  createdAt: ({ createdAt }) => createdAt,
  completedAt: ({ completedAt }) => completedAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  createdBy: ({ createdBy }) => createdBy.name,
  requestId: ({ requestId }) => requestId,
  teamId: ({ teamId }) => teamId,
  groupId: ({ groupId }) => groupId,
  supersededBy: ({ supersededBy }) => supersededBy,
};

export async function* groupsAsCsv(
  tenantId: string,
  batches: AsyncIterable<readonly ListedTeam[]>,
  names: Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  for await (const batch of batches) {
    yield batch
      .map((team) => listedGroupResponse(tenantId, team, names))
      .map((group) => csvLine(Object.values(columns).map((read) => textOf(read(group)))))
      .join('');
  }
}

function textOf(value: string | Date | null): string {
  return value instanceof Date ? value.toISOString() : (value ?? '');
}
