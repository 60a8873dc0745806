// Approvals of creations and operations.
import { createApprovals, type Approvals } from '../../governance/approvals/approvals.postgres.ts';
import {
  type ApproverDirectory,
  askingOnce,
  findStages,
  noApprover,
} from '../../governance/approvals/find-approvers.ts';
import { DomainError } from '../../ground/errors.ts';
import type { PlanApproval } from '../../messages/tasks/plan-approval.ts';
import { readAdministratorsToAsk } from '../../messages/tasks/administrators-to-ask.postgres.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createFindPeople } from '../../directory/find-people.ts';
import type { Base } from './base.ts';

/** Time limit for the directory's answer about the people who approve. */
const findPeopleWithinMs = 20_000;

/** The directory and the administrators, for the people who approve. */
export function composeApproverDirectory(
  { database }: Pick<Base, 'database'>,
  directories: Directories,
): ApproverDirectory {
  const deadline = () => AbortSignal.timeout(findPeopleWithinMs);
  const callOf = () => ({ signal: deadline(), teamId: 'approval' });
  const people = createFindPeople({
    directoryOf: (tenantId) => directories.of(tenantId),
    deadline,
  });
  return {
    findPeople: (tenantId, references) => people.find(tenantId, references, deadline()),
    findMembers: (tenantId, group) => directories.of(tenantId).findMembers(group, callOf()),
    async readPeople(tenantId, ids) {
      return (await directories.of(tenantId).readPeopleStates(ids, callOf())).people;
    },
    findAdministrators: (tenantId, organisationId) =>
      readAdministratorsToAsk(database, tenantId, organisationId),
  };
}

export function composePlanApproval(
  base: Pick<Base, 'database'>,
  directories: Directories,
): PlanApproval {
  const directory = composeApproverDirectory(base, directories);
  return async ({ organisation: { organisationId, steward }, ...request }) => {
    const asked = { ...request, organisationId, steward, stage: 1 };
    const stages = await findStages(askingOnce(directory), asked);
    if (stages !== undefined) return stages;
    const { code, detail } = noApprover();
    return new DomainError(code, detail);
  };
}

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
  return createApprovals({
    database,
    directory: composeApproverDirectory({ database }, directories),
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
