// The decisions about responsibility: who becomes the deputy or an owner, and who takes over. Each becomes an operation, in the
// transaction that ends the task.
import { validationFailed } from '../../ground/errors.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import type { Consequence, Consequences } from '../consequence.postgres.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { GroupChange } from '../../groups/change/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import type { Decision } from '../../messages/tasks/decision.ts';
import { acceptanceTasks, type Assignee, type Task } from '../../messages/tasks/task.ts';
import { type Acceptance, acceptanceRoles, keyOf } from './responsibility-facts.ts';
import { noteDeclined, writeAcceptance, writeFormer } from './stored-offers.postgres.ts';

/** The people who answer for a group at the decision. */
interface Answering {
  readonly now: Date;
  readonly responsibleId: string | null;
  readonly deputyId: string | null;
}

type Handler = Pick<TaskHandler, 'kind' | 'options'> & {
  /** @throws DomainError `validation_failed`. Undefined: nothing follows at once. */
  consequenceOf(
    this: void,
    task: Task,
    decision: Decision,
    answering: Answering,
  ): Consequence | undefined;
  /** Remembers the decision. */
  note?(
    this: void,
    transaction: Queryable,
    task: Task,
    decision: Decision,
    answering: Answering,
  ): Promise<void>;
};

export function createResponsibilityDecisions({
  database,
  consequences,
}: {
  readonly database: Queryable;
  readonly consequences: Consequences;
}): readonly TaskHandler[] {
  return handlers.map(({ kind, options, consequenceOf, note }) => ({
    kind,
    options,
    async examine(task, sent) {
      const decision = { ...sent, personId: await consequences.findPerson(task, sent) };
      const answering = await readAnswering(database, task);
      await consequences.examine(task, decision, consequenceOf(task, decision, answering));
      return decision;
    },
    async apply(transaction, task, decision) {
      const answering = await readAnswering(transaction, task);
      const consequence = consequenceOf(task, decision, answering);
      await note?.(transaction, task, decision, answering);
      return consequences.request(transaction, task, decision, consequence);
    },
  }));
}

const handlers: readonly Handler[] = [
  {
    kind: 'name_deputy',
    options: () => [{ decision: 'name', reason: 'optional', asks: 'person' }],
    consequenceOf(_task, { person = null, personId }, { responsibleId }) {
      if (personId !== undefined && personId === keyOf(responsibleId)) throw isResponsible();
      return { kind: 'handover', change: { deputy: person } };
    },
  },
  {
    kind: 'take_over',
    // An assignee takes the group over; another names the person, unless there is only one.
    options: ({ assignees }, decider) => [
      {
        decision: 'accept',
        reason: 'optional',
        ...(decider === 'other' && onlyPersonOf(assignees) === undefined && { asks: 'person' }),
      },
      { decision: 'decline', reason: 'optional' },
    ],
    consequenceOf(task, decision, { deputyId }) {
      if (decision.decision === 'decline') return undefined;
      const responsible = takerOf(task, decision);
      const isDeputy = keyOf(decision.personId ?? responsible) === keyOf(deputyId);
      const leavesPlace = isDeputy && { deputy: null };
      return { kind: 'handover', change: { responsible, former: 'owner', ...leavesPlace } };
    },
    async note(transaction, task, decision) {
      if (decision.decision === 'decline') {
        // One of several speaks for themselves, and an administrator for all.
        const { assigneeId } = decision;
        const declined =
          assigneeId === undefined ? task.assignees.map(({ personId }) => personId) : [assigneeId];
        await noteDeclined(transaction, task, declined);
        await assessAtNextTick(transaction, task.tenantId, [task.teamId]);
        return;
      }
      const responsible = takerOf(task, decision);
      if (decision.assigneeId !== responsible) return;
      const accepted = { state: 'accepted', reason: null, isTold: false } as const;
      const personId = keyOf(responsible);
      await writeAcceptance(transaction, task, { role: 'responsible', personId, ...accepted });
    },
  },
  {
    kind: 'add_owner',
    options: () => [{ decision: 'add', reason: 'optional', asks: 'person' }],
    consequenceOf: (_task, { person = '' }) => ({
      kind: 'change',
      change: { owners: { add: [person], remove: [] } },
    }),
  },
  {
    kind: 'hand_back',
    options: () => [
      { decision: 'hand_back', reason: 'optional' },
      { decision: 'keep', reason: 'optional' },
    ],
    consequenceOf({ data }, { decision }, { responsibleId, deputyId }) {
      if (decision === 'keep') return undefined;
      const { personId } = data['former'] as Assignee;
      // The successor is the deputy again, unless the group has another one by now.
      const isDeputyAgain = data['wasDeputy'] === true && deputyId === null;
      const deputy: Pick<GroupChange, 'deputy'> = isDeputyAgain ? { deputy: responsibleId } : {};
      return { kind: 'handover', change: { responsible: personId, former: 'owner', ...deputy } };
    },
    async note(transaction, task, { decision }, { now }) {
      if (decision === 'keep') {
        await writeFormer(transaction, task, undefined);
        return;
      }
      const { tenantId, teamId, cause } = task;
      const former = task.data['former'] as Assignee;
      const about = { tenantId, teamId, kind: 'took_over', data: {}, cause, at: now } as const;
      await addNotices(transaction, noticesTo([former], about));
    },
  },
  ...acceptanceRoles.map((role): Handler => ({
    kind: acceptanceTasks[role],
    options: () => [
      { decision: 'accept', reason: 'optional' },
      { decision: 'pass_on', reason: 'optional', asks: 'person' },
      { decision: 'decline', reason: 'required' },
    ],
    consequenceOf({ data }, { person, personId }, { responsibleId, deputyId }) {
      if (person === undefined) return undefined;
      const ownId = String(data['personId']);
      if (personId === ownId) throw hasRole();
      if (role === 'deputy' && personId === keyOf(responsibleId)) throw isResponsible();
      const changePlaces = role === 'responsible' && personId === (keyOf(deputyId) || undefined);
      const deputy = changePlaces && personId !== undefined ? { deputy: ownId } : {};
      return { kind: 'handover', change: { [role]: person, former: 'owner', ...deputy } };
    },
    async note(transaction, task, decision) {
      const personId = String(task.data['personId']);
      const state = acceptanceStates[decision.decision] ?? 'accepted';
      const reason = state === 'declined' ? decision.reason : null;
      await writeAcceptance(transaction, task, { role, personId, state, reason, isTold: false });
      await assessAtNextTick(transaction, task.tenantId, [task.teamId]);
    },
  })),
];

function isResponsible() {
  const detail = 'The deputy and the responsible must be different people.';
  return validationFailed([{ pointer: '/person', code: 'deputy_is_responsible', detail }]);
}

function hasRole() {
  const detail = 'The person has this role already.';
  return validationFailed([{ pointer: '/person', code: 'nothing_to_change', detail }]);
}

const acceptanceStates: Readonly<Record<string, Acceptance['state']>> = {
  accept: 'accepted',
  pass_on: 'passed_on',
  decline: 'declined',
};

async function readAnswering(
  queryable: Queryable,
  { tenantId, teamId }: Pick<Task, 'tenantId' | 'teamId'>,
): Promise<Answering> {
  const [found] = await queryable.query<Answering>(
    `select governance_now($1) as now, responsible_id, deputy_id from team_search
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId],
  );
  if (found === undefined) throw new Error('a group with a task has no people');
  return found;
}

/** The only assignee, if that is a person of the directory; an administrator names the person. */
function onlyPersonOf(assignees: Task['assignees']): string | undefined {
  const [{ personId }, ...others] = assignees;
  return others.length > 0 || personId.includes('@') ? undefined : personId;
}

/** The person who was named, the assignee who decided, or the only assignee. */
function takerOf({ assignees }: Task, { person, assigneeId }: Decision): string {
  const taker = person ?? assigneeId ?? onlyPersonOf(assignees);
  if (taker === undefined) throw new Error('A decision without a person was accepted.');
  return taker;
}
