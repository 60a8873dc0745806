// Approvals of creations and operations.
import { createApprovals, type Approvals } from '../../governance/approvals/approvals.postgres.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createFindPeople } from '../../directory/find-people.ts';
import type { Base } from './base.ts';

/** Time limit for the directory's answer about the people who approve. */
const findPeopleWithinMs = 20_000;

export function composeApprovals(
  { database, clock, newId, onError }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly directories: Directories;
    readonly onChange: Parameters<typeof createApprovals>[0]['onChange'];
    readonly decide: Parameters<typeof createApprovals>[0]['decide'];
    /** Runs the tick now. */
    readonly wake: () => void;
  },
): Approvals {
  const { configuration, directories, onChange, decide, wake } = parts;
  const deadline = () => AbortSignal.timeout(findPeopleWithinMs);
  const callOf = () => ({ signal: deadline(), teamId: 'approval' });
  const people = createFindPeople({
    directoryOf: (tenantId) => directories.of(tenantId),
    deadline,
  });
  return createApprovals({
    database,
    directory: {
      findPeople: (tenantId, references) => people.find(tenantId, references, deadline()),
      findMembers: (tenantId, group) => directories.of(tenantId).findMembers(group, callOf()),
      async readPeople(tenantId, ids) {
        return (await directories.of(tenantId).readPeopleStates(ids, callOf())).people;
      },
    },
    organisationOf: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
    authorName: (tenantId, { kind, id }) =>
      (kind === 'api_key' ? configuration.apiKey(tenantId, id)?.name : undefined) ?? id,
    clock,
    newId,
    onError,
    onChange,
    decide,
    wakeAfter: (milliseconds) => void clock.after(milliseconds, wake),
  });
}
