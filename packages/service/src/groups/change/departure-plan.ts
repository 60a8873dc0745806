// The plan of a person's departure: every group that the person answers for, who takes over, and what would stay vacant.
// The checks of each group are those of the dry run of one operation. It changes nothing.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Person } from '../../directory/people-life.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import {
  isGuid,
  isPersonReference,
  notAPerson,
  personKey,
} from '../../directory/person-reference.ts';
import type { Clock } from '../../ground/clock.ts';
import {
  DomainError,
  type FieldError,
  noShapeErrors,
  type ShapeFaults,
  validationFailed,
} from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import type { Rest } from '../../ground/turns.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { GroupState } from '../../engine/group-state.ts';
import { spellingOf } from '../../engine/recorded-people.ts';
import { ownerFaults } from '../../engine/resolve-people.step.ts';
import {
  answeringRoles,
  type Departure,
  departureOf,
  type GroupDeparture,
  type NamedPerson,
  type SuccessorIds,
} from './departure.ts';
import type { DepartureWaitsFor, FormerRole, RecordWithPending } from './operation.ts';
import type { AnsweredGroup, PersonGroupStore, PersonRole } from './person-groups.ts';
import type { PlanApproval } from '../../messages/tasks/plan-approval.ts';
import { createPlanOperation, type PlanOperation } from './plan-operation.ts';
import { answeringIds } from '../../engine/recorded-people.ts';
import { isChangeOfRequest } from './change-request.ts';

export interface DepartureRequest {
  readonly tenantId: string;
  /** The leaving person's id or e-mail address. */
  readonly person: string;
  /** It omits the members that `shape` names. */
  readonly handover: {
    readonly to?: string;
    readonly deputy?: string;
    readonly former?: FormerRole;
    /** Responsible and deputy unless given. */
    readonly roles?: readonly PersonRole[];
  };
  /** It is as it was sent, and the faults follow its order. */
  readonly body: unknown;
  readonly shape: ShapeFaults;
  readonly actor: Actor;
  readonly within: GroupLimit;
  /** Groups are newest first. */
  readonly afterTeamId: string | undefined;
  readonly limit: number;
  /** Called with the number of groups, before the work of each begins. */
  readonly onCount: (groups: number) => void;
  readonly signal: AbortSignal;
}

export interface PlannedDeparture extends GroupDeparture {
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly state: GroupState;
  readonly version: number;
  /** Null: nothing. A creation that awaits an approval is none of it, because its request is changed. */
  readonly waitsFor: DepartureWaitsFor | null;
  /** The directory's ids of the people after it; undefined: the person stays, or the directory was not asked. */
  readonly successorIds: SuccessorIds;
  /** Why the group cannot be handed over in this way. */
  readonly error: DomainError | undefined;
}

export interface LeavingPerson {
  readonly id: string;
  /** Null for a person whom the directory no longer has. */
  readonly email: string | null;
  readonly displayName: string | null;
}

export interface DeparturePlan {
  readonly person: LeavingPerson;
  readonly groups: readonly PlannedDeparture[];
  /** The group after which the next page begins; undefined on the last page. */
  readonly next: string | undefined;
}

export type PlanDeparture = (request: DepartureRequest) => Promise<DeparturePlan>;

interface Deps {
  readonly people: FindPeople;
  readonly groups: Pick<PersonGroupStore, 'listAnswered'>;
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
  readonly clock: Clock;
  readonly rest: Rest;
  readonly planApproval: PlanApproval;
}

export function createPlanDeparture(deps: Deps): PlanDeparture {
  const { people, groups, rest } = deps;

  return async (request) => {
    const { tenantId, person, handover, within, afterTeamId, limit, signal } = request;
    const named = [handover.to, handover.deputy].filter(
      (reference) => reference !== undefined && isPersonReference(reference),
    ) as string[];
    const found = await people.find(tenantId, [person, ...named], signal);
    const leaver = leavingPerson(person, found.get(personKey(person)));
    const wanted: Omit<Departure, 'nameOf'> = {
      leaving: namedPerson(leaver.email ?? leaver.id, leaver),
      to: handover.to === undefined ? undefined : successorOf(handover.to, found),
      deputy: handover.deputy === undefined ? undefined : successorOf(handover.deputy, found),
      roles: handover.roles ?? answeringRoles,
      former: handover.former ?? (handover.roles?.includes('member') ? 'none' : undefined),
    };
    requireValid(request, wanted, found);

    const listed = await groups.listAnswered(
      tenantId,
      { id: leaver.id, names: [...wanted.leaving.keys] },
      {
        afterTeamId,
        limit: limit + 1,
        within,
        all: wanted.roles.some((role) => role === 'owner' || role === 'member'),
      },
    );
    const shown = listed.slice(0, limit);
    const deputyIds = wanted.to === undefined ? deputiesOf(shown, leaver.id) : [];
    const deputies = deputyIds.length === 0 ? [] : await people.find(tenantId, deputyIds, signal);
    const known = new Map([...found, ...deputies]);
    for (const deputy of known.values()) if (deputy) known.set(personKey(deputy.email), deputy);
    const departure = { ...wanted, nameOf: (id: string) => known.get(id)?.email ?? id };
    const departures = shown.flatMap((record) => {
      const one = departureOf(record, departure);
      return one === undefined ? [] : [{ record, departure: one }];
    });
    request.onCount(departures.length);
    // Names of deputies whom the records have no ids of, as in a creation that is not finished.
    const unknown = departures
      .map(({ departure: { change } }) => change?.responsible)
      .filter((name) => name !== undefined && !known.has(personKey(name))) as string[];
    const others = unknown.length === 0 ? [] : await people.find(tenantId, unknown, signal);
    const all = new Map([...known, ...others]);
    const plan = planWith(deps, shown, all);
    const idOf = (name: string) => all.get(personKey(name))?.id.toLowerCase();
    const foundAs = (name: string) => {
      const { email, displayName } = all.get(personKey(name)) ?? {};
      return email === undefined ? null : { email, displayName: displayName ?? null };
    };
    const planned: PlannedDeparture[] = [];
    for (const one of departures) {
      await rest();
      const { change } = one.departure;
      const { responsible, deputy } = change ?? {};
      const successorIds = {
        responsible: responsible === undefined ? undefined : idOf(responsible),
        deputy: deputy == null ? deputy : idOf(deputy),
        answering: {
          ...(responsible !== undefined && { responsible: foundAs(responsible) }),
          ...(deputy !== undefined && { deputy: deputy === null ? null : foundAs(deputy) }),
        },
      };
      planned.push({ ...(await planGroup(one, plan, request)), successorIds });
    }
    return {
      person: leaver,
      groups: planned,
      next: listed.length > limit ? shown.at(-1)?.teamId : undefined,
    };
  };
}

function deputiesOf(records: readonly RecordWithPending[], leaverId: string): readonly string[] {
  const ids = records.map(
    ({ people, resolvedPeople }) => resolvedPeople && answeringIds(people, resolvedPeople).deputyId,
  );
  return [...new Set(ids.filter((id) => id != null && id !== leaverId))] as string[];
}

/** The dry run of one operation, with the records and people that were read for all of them. */
function planWith(
  { organisationOf, clock, rest, planApproval }: Deps,
  records: readonly RecordWithPending[],
  people: ReadonlyMap<string, Person | undefined>,
): PlanOperation {
  const recordOf = new Map(records.map((record) => [record.teamId, record]));
  return createPlanOperation({
    readRecord: (_tenantId, teamId) => Promise.resolve(recordOf.get(teamId)),
    organisationOf,
    // A handover changes neither a name nor a date.
    blockedWordsOf: () => [],
    tenantOf: () => undefined,
    directoryOf: () => ({
      resolvePeople: (references) =>
        Promise.resolve(
          references.map((reference) => ({ reference, person: people.get(personKey(reference)) })),
        ),
    }),
    clock,
    beginWork: () => rest,
    deadline: () => new AbortController().signal,
    planApproval,
  });
}

async function planGroup(
  { record, departure }: { record: AnsweredGroup; departure: GroupDeparture },
  plan: PlanOperation,
  { tenantId, actor, within, signal }: DepartureRequest,
): Promise<Omit<PlannedDeparture, 'successorIds'>> {
  const { teamId, organisationId, templateId, displayName, state, version } = record;
  const found = { teamId, organisationId, templateId, displayName, state, version };
  const group = { ...departure, ...found, waitsFor: null };
  const { change, rosters } = departure;
  if (change === undefined) {
    return rosters.length > 0
      ? { ...group, waitsFor: 'roster', error: undefined }
      : { ...group, error: withoutSuccessor() };
  }
  const { error, approval } = await plan({
    tenantId,
    teamId,
    kind: 'handover',
    change,
    body: change,
    shape: noShapeErrors,
    actor,
    within,
    signal,
  });
  if (error === undefined) {
    return { ...group, error, waitsFor: waitsFor(record, departure, approval !== undefined) };
  }
  // A successor who cannot take over leaves the place vacant, unless nobody may take it.
  const isFaulty = (role: 'responsible' | 'deputy') =>
    error.faults.some(
      ({ pointer, code }) => pointer === `/${role}` && code !== 'change_not_allowed',
    );
  const vacant = (['responsible', 'deputy'] as const).filter(
    (role) => isFaulty(role) || departure.vacant.includes(role),
  );
  return {
    ...group,
    responsible: isFaulty('responsible') ? null : departure.responsible,
    deputy: isFaulty('deputy') ? null : departure.deputy,
    vacant,
    error,
  };
}

function waitsFor(
  record: AnsweredGroup,
  { change, rosters }: GroupDeparture,
  needsApproval: boolean,
): DepartureWaitsFor | null {
  if (needsApproval) return 'approval';
  if (record.state === 'being_created') {
    if (!isChangeOfRequest(record, change)) return 'creation';
  } else if (record.pending.length > 0) return 'operations';
  return rosters.length > 0 ? 'roster' : null;
}

export function withoutSuccessor(): DomainError {
  return new DomainError(
    'successor_missing',
    'The group has no deputy who could become responsible. Name a successor.',
  );
}

/** @throws DomainError `not_found` if the directory does not have the address */
function leavingPerson(reference: string, person: Person | undefined): LeavingPerson {
  if (person !== undefined) {
    const { id, email, displayName } = person;
    return { id: id.toLowerCase(), email, displayName };
  }
  const id = personKey(reference);
  if (!isGuid(id)) throw unknownPerson();
  return { id, email: null, displayName: null };
}

export function unknownPerson(): DomainError {
  return new DomainError(
    'not_found',
    'The directory has nobody with this e-mail address. A person who was removed there can be named by user ID.',
  );
}

function successorOf(
  reference: string,
  found: ReadonlyMap<string, Person | undefined>,
): NamedPerson {
  const person = found.get(personKey(reference));
  const named = namedPerson(reference, person);
  return person === undefined ? named : { ...named, reference: spellingOf(reference, person) };
}

function namedPerson(
  reference: string,
  person: { readonly id: string; readonly email: string | null } | undefined,
): NamedPerson {
  const names = [reference, person?.id, person?.email].filter((name) => name != null);
  return { reference, keys: new Set(names.map(personKey)) };
}

/** @throws DomainError `validation_failed` with every fault of the body */
function requireValid(
  { body, shape, handover }: DepartureRequest,
  { leaving, to, deputy }: Omit<Departure, 'nameOf'>,
  found: ReadonlyMap<string, Person | undefined>,
): void {
  const faults: FieldError[] = [...shape.listed];
  const { former, roles = [] } = handover;
  if (former !== undefined && former !== 'none' && roles.includes(former)) {
    const detail = `The person gives up the role ${former}, so it cannot be kept. Leave out former, or name none.`;
    faults.push({ pointer: '/former', code: 'not_allowed', detail, values: { choices: ['none'] } });
  }
  const isSame = (one: NamedPerson, other: NamedPerson | undefined) =>
    other !== undefined && [...one.keys].some((key) => other.keys.has(key));
  for (const name of ['to', 'deputy'] as const) {
    const reference = handover[name];
    const successor = name === 'to' ? to : deputy;
    if (reference === undefined || successor === undefined) continue;
    const pointer = `/${name}`;
    if (!isPersonReference(reference)) {
      faults.push(notAPerson(pointer));
      continue;
    }
    if (isSame(leaving, successor)) {
      const detail = `${reference} is the person who leaves.`;
      faults.push({ pointer, code: 'is_leaving', detail, values: { person: reference } });
    }
    if (name === 'deputy' && isSame(successor, to)) {
      const detail = 'The deputy must be another person than the successor.';
      faults.push({ pointer, code: 'deputy_is_responsible', detail });
    }
    faults.push(...ownerFaults(reference, pointer, found.get(personKey(reference))));
  }
  if (faults.length === 0) return;
  throw validationFailed(inInputOrder(faults, body), shape.unlisted);
}
