// Approvals of creations.
import { createApprovals, type Approvals } from '../approvals/approvals.postgres.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Directories } from '../configuration/directories.ts';
import { createFindPeople } from '../directory/find-people.ts';
import type { Base } from './base.ts';

/** Time limit for the directory's answer about the people who approve. */
const findPeopleWithinMs = 20_000;

export function composeApprovals(
  { database, clock, newId }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly directories: Directories;
    readonly onChange: Parameters<typeof createApprovals>[0]['onChange'];
  },
): Approvals {
  const { configuration, directories, onChange } = parts;
  const deadline = () => AbortSignal.timeout(findPeopleWithinMs);
  const people = createFindPeople({
    directoryOf: (tenantId) => directories.of(tenantId),
    deadline,
  });
  return createApprovals({
    database,
    findPeople: (tenantId, references) => people.find(tenantId, references, deadline()),
    async readPeople(tenantId, ids) {
      const call = { signal: deadline(), teamId: 'approval' };
      return (await directories.of(tenantId).readPeopleStates(ids, call)).people;
    },
    templateVersion: (tenantId, organisationId, templateId) =>
      configuration
        .organisation(tenantId, organisationId)
        ?.templates.find((template) => template.templateId === templateId)?.version ?? 0,
    clock,
    newId,
    onChange,
  });
}
