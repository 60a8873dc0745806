// The people who may decide a stage, as the directory knows them when it is asked: people by name, the manager of the
// responsible person, and the members of groups. All of them are asked, up to a number: of more people, those by name come
// first, then those who are asked already, and the answer says how many are not asked. A stage that has nobody gives way to
// the next one; the last one to the steward of the organisation, and then to the administrators. A request that nobody could
// be asked about is refused.
import type { Person, PersonState } from '../../directory/people-life.ts';
import { personKey } from '../../directory/person-reference.ts';
import {
  type ApprovalPolicy,
  type Approver,
  groupIn,
  managerApproves,
  maxApprovers,
  ownersApprove,
} from '../../settings/organisations/approval-policy.ts';
import type { CreationFailure } from '../../engine/creation.ts';
import { whomToAsk } from '../question.ts';
import { asked, type AskedStage, type Assignee, type TaskKind } from '../../messages/tasks/task.ts';

/** The directory of a tenant, for the people who approve. */
export interface ApproverDirectory {
  /** The keys are those of their references; undefined for people whom the directory does not have. */
  findPeople(
    this: void,
    tenantId: string,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, Person | undefined>>;
  /** Ids of the people in a group, by its id or address; undefined if there is no such group. */
  findMembers(this: void, tenantId: string, group: string): Promise<readonly string[] | undefined>;
  /** Ids of the owners of a group, by its id. */
  findOwners(this: void, tenantId: string, groupId: string): Promise<readonly string[]>;
  /** Their accounts as they are now. */
  readPeople(this: void, tenantId: string, ids: readonly string[]): Promise<readonly PersonState[]>;
  /** The administrators who may decide about groups of the organisation. */
  findAdministrators(
    this: void,
    tenantId: string,
    organisationId: string,
  ): Promise<readonly Assignee[]>;
}

export interface StageRequest {
  readonly tenantId: string;
  readonly organisationId: string;
  /** Undefined: the policy of the request is no longer known. */
  readonly policy: Pick<ApprovalPolicy, 'stages' | 'selfApproval'> | undefined;
  /** It counts from 1. */
  readonly stage: number;
  readonly responsibleId: string | null;
  /** The person for whom the request was sent, as it names the person; null: nobody. */
  readonly requestedBy: string | null;
  /** It belongs to the organisation; null: none. */
  readonly steward: string | null;
  /** The directory's id of a group that exists; absent: there is none yet, or its owners do not approve. */
  readonly groupId?: string | null;
  /** Ids of the people whom the stage asks already; absent: it asks nobody yet. */
  readonly askedIds?: readonly string[];
}

/** The first stage from the present one on that has people. Undefined: nobody can be asked. */
export async function findStage(
  directory: ApproverDirectory,
  request: StageRequest,
): Promise<AskedStage | undefined> {
  const stages = request.policy?.stages ?? [];
  for (let { stage } = request; stage <= stages.length; stage += 1) {
    const found = await findApprovers(directory, request, stages[stage - 1]?.by ?? []);
    if (found !== undefined) return { stage, as: 'approvers', ...found };
  }
  const fallback = await findFallback(directory, request);
  return fallback && { stage: Math.max(request.stage, stages.length), ...fallback };
}

/** The people who are asked in place of approvers, or besides them after some time. */
export async function findFallback(
  directory: ApproverDirectory,
  request: StageRequest,
): Promise<Omit<AskedStage, 'stage'> | undefined> {
  const { tenantId, organisationId, steward } = request;
  const found = steward === null ? undefined : await findApprovers(directory, request, [steward]);
  const person = found?.assignees[0];
  const administrators = await directory.findAdministrators(tenantId, organisationId);
  const assignees = whomToAsk([], { steward: person, administrators });
  if (assignees === undefined) return undefined;
  const as = assignees[0] === person ? 'steward' : 'administrators';
  return { assignees, as, notAsked: 0 };
}

/** Whether the person, whom the stage asked, would still be asked now. */
export async function mayStillDecide(
  directory: ApproverDirectory,
  request: StageRequest,
  personId: string,
): Promise<boolean> {
  const { tenantId, organisationId, steward, stage, policy } = request;
  const by = [...(policy?.stages[stage - 1]?.by ?? []), ...(steward === null ? [] : [steward])];
  const ids = await findCandidates(directory, request, by);
  if (ids.includes(personId)) {
    return (await findEnabled(directory, request, [personId])).length > 0;
  }
  const administrators = await directory.findAdministrators(tenantId, organisationId);
  return administrators.some((one) => one.personId === personId);
}

/** Everyone who is asked from the present stage on. Undefined: a stage, and so the request, has nobody. */
export async function findStages(
  directory: ApproverDirectory,
  request: StageRequest,
): Promise<readonly [AskedStage, ...AskedStage[]] | undefined> {
  const first = await findStage(directory, request);
  if (first === undefined) return undefined;
  const next = { ...request, stage: first.stage + 1 };
  if (next.stage > (request.policy?.stages.length ?? 0)) return [first];
  const others = await findStages(directory, next);
  return others && [first, ...others];
}

export function noApprover(kind?: TaskKind): CreationFailure {
  const detail =
    kind === 'approve_adoption'
      ? 'Nobody can be asked: no owner of the group has an enabled account, and there is no steward or administrator. Adopt the group by a request.'
      : 'No approver of the template is available, and there is no steward or administrator to ask. Correct the approvers of the template, then send the request again.';
  return { code: 'no_approver', detail, faults: [] };
}

/** @returns undefined: nobody of them can be asked */
async function findApprovers(
  directory: ApproverDirectory,
  request: StageRequest,
  by: readonly Approver[],
): Promise<Pick<AskedStage, 'assignees' | 'notAsked'> | undefined> {
  let left = inOrder(await findCandidates(directory, request, by), request);
  const found: Assignee[] = [];
  while (left.length > 0 && found.length < maxApprovers) {
    const next = left.slice(0, maxApprovers - found.length);
    left = left.slice(next.length);
    found.push(...(await findEnabled(directory, request, next)));
  }
  const assignees = asked(found);
  return assignees && { assignees, notAsked: left.length };
}

/** A question stays with the people whom it asks, as long as they may decide. */
function inOrder(
  ids: readonly string[],
  { askedIds = [] }: Pick<StageRequest, 'askedIds'>,
): readonly string[] {
  if (ids.length <= maxApprovers) return ids;
  const before = new Set(askedIds);
  return [...ids.filter((id) => before.has(id)), ...ids.filter((id) => !before.has(id))];
}

/** Ids of the people who are meant, each once: those by name come first. */
async function findCandidates(
  directory: ApproverDirectory,
  { tenantId, responsibleId, requestedBy, policy, groupId = null }: StageRequest,
  by: readonly Approver[],
): Promise<readonly string[]> {
  const references = by.filter(
    (one) => one !== managerApproves && one !== ownersApprove && groupIn(one) === undefined,
  );
  const maySelfApprove = policy?.selfApproval === true;
  // A request may name the person by another address than the one for messages.
  if (requestedBy !== null && !maySelfApprove) references.push(requestedBy);
  const found =
    references.length === 0 ? new Map() : await directory.findPeople(tenantId, references);
  const byName: string[] = [];
  const inGroups: string[] = [];
  for (const approver of by) {
    const group = groupIn(approver);
    if (group !== undefined) {
      inGroups.push(...((await directory.findMembers(tenantId, group)) ?? []));
    } else if (approver === ownersApprove) {
      if (groupId !== null) inGroups.push(...(await directory.findOwners(tenantId, groupId)));
    } else if (approver === managerApproves) {
      const managerId = await managerOf(directory, tenantId, responsibleId);
      if (managerId !== undefined) byName.push(managerId);
    } else {
      const person = found.get(personKey(approver));
      if (person !== undefined) byName.push(person.id);
    }
  }
  const requesterId = requestedBy === null ? undefined : found.get(personKey(requestedBy))?.id;
  const ids = [...new Set([...byName, ...inGroups])];
  return maySelfApprove ? ids : ids.filter((id) => id !== responsibleId && id !== requesterId);
}

/** The people who can act. */
async function findEnabled(
  directory: ApproverDirectory,
  { tenantId, requestedBy, policy }: StageRequest,
  ids: readonly string[],
): Promise<readonly Assignee[]> {
  const people = await directory.readPeople(tenantId, ids);
  const enabled = people.flatMap((person) =>
    person.state === 'present' && person.enabled ? [assigneeOf(person)] : [],
  );
  if (requestedBy === null || policy?.selfApproval === true) return enabled;
  // The directory finds nobody by an address that two people have: none of them decides about their own request.
  const requester = personKey(requestedBy);
  return enabled.filter(({ email }) => personKey(email ?? '') !== requester);
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
    findOwners: (...args) => once('owners', args, () => directory.findOwners(...args)),
    readPeople: (...args) => once('states', args, () => directory.readPeople(...args)),
    findAdministrators: (...args) =>
      once('administrators', args, () => directory.findAdministrators(...args)),
  };
}
