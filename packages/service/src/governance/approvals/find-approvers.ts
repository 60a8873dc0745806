// The people who may decide a stage, as the directory knows them when it is asked: people by name, the manager of the
// responsible person, and the members of groups. A stage that has nobody gives way to the next one; the last one to the
// steward of the organisation, and then to the administrators.
import type { Person, PersonState } from '../../directory/people-life.ts';
import { personKey } from '../../directory/person-reference.ts';
import {
  type ApprovalPolicy,
  type Approver,
  groupIn,
  managerApproves,
} from '../../settings/organisations/approval-policy.ts';
import type { Assignee } from '../../messages/tasks/task.ts';

/** The directory of a tenant, for the people who approve. */
export interface ApproverDirectory {
  /** By the keys of their references; undefined for those whom the directory does not have. */
  findPeople(
    this: void,
    tenantId: string,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, Person | undefined>>;
  /** Ids of the people in a group, by its id or address; undefined if there is no such group. */
  findMembers(this: void, tenantId: string, group: string): Promise<readonly string[] | undefined>;
  /** Their accounts as they are now. */
  readPeople(this: void, tenantId: string, ids: readonly string[]): Promise<readonly PersonState[]>;
}

export interface StageRequest {
  readonly tenantId: string;
  /** Undefined: the policy of the request is not known any more. */
  readonly policy: Pick<ApprovalPolicy, 'stages' | 'selfApproval'> | undefined;
  /** From 1. */
  readonly stage: number;
  readonly responsibleId: string | null;
  /** Of the organisation; null: none. */
  readonly steward: string | null;
}

/** Nobody: the administrators. */
export interface AskedStage {
  readonly stage: number;
  readonly assignees: readonly Assignee[];
}

/** Of a group with more members, the first ones by their ids are asked. */
const maxApprovers = 100;

/** The first stage from the present one on that has people. */
export async function findStage(
  directory: ApproverDirectory,
  request: StageRequest,
): Promise<AskedStage> {
  const stages = request.policy?.stages ?? [];
  for (let { stage } = request; stage <= stages.length; stage += 1) {
    const assignees = await findApprovers(directory, request, stages[stage - 1]?.by ?? []);
    if (assignees.length > 0) return { stage, assignees };
  }
  const { steward } = request;
  const stage = Math.max(request.stage, stages.length);
  const last = steward === null ? [] : await findApprovers(directory, request, [steward]);
  return { stage, assignees: last };
}

async function findApprovers(
  directory: ApproverDirectory,
  { tenantId, responsibleId, policy }: StageRequest,
  by: readonly Approver[],
): Promise<readonly Assignee[]> {
  const references = by.filter((one) => one !== managerApproves && groupIn(one) === undefined);
  const found =
    references.length === 0 ? new Map() : await directory.findPeople(tenantId, references);
  const ids: string[] = [];
  for (const approver of by) {
    const group = groupIn(approver);
    if (group !== undefined) {
      ids.push(...((await directory.findMembers(tenantId, group)) ?? []));
    } else if (approver === managerApproves) {
      const managerId = await managerOf(directory, tenantId, responsibleId);
      if (managerId !== undefined) ids.push(managerId);
    } else {
      const person = found.get(personKey(approver));
      if (person !== undefined) ids.push(person.id);
    }
  }
  const wanted = [...new Set(ids)]
    .filter((id) => policy?.selfApproval === true || id !== responsibleId)
    .slice(0, maxApprovers);
  if (wanted.length === 0) return [];
  const people = await directory.readPeople(tenantId, wanted);
  return people.flatMap((person) =>
    person.state === 'present' && person.enabled ? [assigneeOf(person)] : [],
  );
}

async function managerOf(
  directory: ApproverDirectory,
  tenantId: string,
  responsibleId: string | null,
): Promise<string | undefined> {
  if (responsibleId === null) return undefined;
  const [responsible] = await directory.readPeople(tenantId, [responsibleId]);
  return responsible?.state === 'present' ? responsible.manager?.id : undefined;
}

function assigneeOf({
  id,
  email,
  displayName,
  language,
}: Extract<PersonState, { state: 'present' }>): Assignee {
  return { personId: id, email, displayName, language };
}

/** The same directory, which is asked once for each thing: for a run over many approvals. */
export function askingOnce(directory: ApproverDirectory): ApproverDirectory {
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, args: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([name, ...args]);
    const known = answers.get(key) ?? ask();
    answers.set(key, known);
    return known as Promise<T>;
  };
  return {
    findPeople: (...args) => once('people', args, () => directory.findPeople(...args)),
    findMembers: (...args) => once('members', args, () => directory.findMembers(...args)),
    readPeople: (...args) => once('states', args, () => directory.readPeople(...args)),
  };
}
