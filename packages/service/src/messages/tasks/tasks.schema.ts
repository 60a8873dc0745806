import {
  exact,
  guidPattern,
  moment,
  namesSchema,
  nullable,
  personPattern,
} from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { actorKinds } from '../../audit/activity.ts';
import { refTo } from '../../http/schema-ref.ts';
import { notAsked } from './approval.schema.ts';
import { personDecisions } from './decision.ts';
import { taskKinds, taskMeanings, taskStates } from './task.ts';
import { maxNamed, taskRequestKinds } from './task-request.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

const kindMeanings = Object.entries(taskMeanings)
  .map(([kind, meaning]) => `${kind}: ${meaning}.`)
  .concat('The list may grow.')
  .join(' ');

const requester = (description: string) =>
  Type.Object(
    {
      kind: Type.String({ description: 'api_key, administrator or person. The list may grow.' }),
      id: Type.String({ description: 'Id of the API key, user ID or e-mail address.' }),
      name: Type.String({ description: 'Name of the API key; otherwise the id.' }),
    },
    { ...exact, description },
  );

export const TaskRequestResponse = Type.Object(
  {
    kind: Type.Enum([...taskRequestKinds], { description: 'The list may grow.' }),
    operationId: nullable(
      Type.String({ format: 'uuid', description: 'The operation. Null for a creation.' }),
    ),
    requestedBy: requester(
      'The person for whom the request asks, if it names one; otherwise its sender.',
    ),
    sentBy: requester('The sender of the request.'),
    requestedAt: moment(
      'Time at which the request was accepted, by the governance clock of the tenant.',
    ),
    reason: nullable(Type.String({ description: 'Reason of the request.' })),
    stage: Type.Integer({ description: 'Stage of the approval, from 1.' }),
    of: Type.Integer({ description: 'Number of stages.' }),
    notAsked,
    displayName: Type.String({ description: 'Name of the group, as requested.' }),
    description: nullable(Type.String()),
    visibility: Type.Enum(['private', 'public']),
    responsible: nullable(
      Type.String({
        description: 'User ID or e-mail address. Null: nobody answers for the group.',
      }),
    ),
    deputy: nullable(Type.String()),
    people: Type.Integer({ description: 'Number of people in the group, owners included.' }),
    guests: Type.Integer({ description: 'Number of guests whom the request adds.' }),
    added: Type.Array(Type.String(), {
      description: `Owners and members whom the request names: the first ${maxNamed}.`,
    }),
    removed: Type.Array(Type.String(), {
      description: `People whom the request removes: the first ${maxNamed}.`,
    }),
    properties: Type.Record(Type.String(), nullable(Type.String()), {
      description: 'The properties that a new group has, or that a change sets. Null clears one.',
    }),
    changes: Type.Array(Type.String(), {
      description: 'Of a change, the members of the group that it names. Otherwise empty.',
    }),
  },
  {
    ...exact,
    $id: 'TaskRequest',
    description:
      'The request that the task approves, with the group as it will be. Absent for other tasks.',
  },
);

export const TaskResponse = Type.Object(
  {
    taskId: Type.String({ format: 'uuid', description: 'Identifier of the task.' }),
    kind: Type.Enum([...taskKinds], { description: kindMeanings }),
    state: Type.Enum([...taskStates], {
      description:
        'open: waits for a decision. done: decided. lapsed: not decided in time. withdrawn: its question no longer applies.',
    }),
    teamId: Type.String({ format: 'uuid', description: 'The group that the task is about.' }),
    displayName: Type.String({ description: 'Name of the group.' }),
    mailNickName: Type.String({ description: 'Alias of the group.' }),
    organisationId: Type.String({ format: 'uuid' }),
    templateId: Type.String({ format: 'uuid' }),
    assignees: Type.Array(
      Type.Object(
        {
          personId: Type.String({ description: 'User ID in the directory.' }),
          email: nullable(Type.String()),
          displayName: nullable(Type.String()),
        },
        exact,
      ),
      { description: 'The people who may decide. A decision of one of them is enough.' },
    ),
    decisions: Type.Array(
      Type.Object(
        {
          decision: Type.String({ description: 'Value of decision in the request.' }),
          reason: Type.Enum(['optional', 'required']),
          asks: Type.Optional(
            Type.Enum(['person', 'decisions', 'display_name'], {
              description:
                'The further member of the decision: person, decisions (one about each person of the task) or displayName. Absent: none.',
            }),
          ),
        },
        exact,
      ),
      { description: 'The possible decisions. Empty once the task has ended.' },
    ),
    request: Type.Optional(refTo(TaskRequestResponse)),
    people: Type.Array(
      Type.Object(
        {
          personId: Type.String(),
          email: nullable(Type.String()),
          displayName: nullable(Type.String()),
          role: Type.Optional(
            Type.Enum(['owner', 'guest'], { description: 'Role in the group, of a review.' }),
          ),
        },
        exact,
      ),
      { description: 'The people whom the task is about, for example proposed deputies.' },
    ),
    facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, exact), {
      description:
        'Facts of the question, such as `source` and `removed` (people by their names) of confirm_removals, `expires` of renew, or `unused_since` of still_needed. The names may grow. Empty for approvals, whose facts are in `request`.',
    }),
    openedAt: moment('Start of the task, by the governance clock of the tenant.'),
    dueAt: nullable(moment('Time when the task lapses, by the same clock. Null: never.')),
    outcome: nullable(Type.String({ description: 'The decision, or the consequence of a lapse.' })),
    reason: nullable(Type.String({ description: 'Reason of the decision or of the withdrawal.' })),
    decidedBy: Type.Union(
      [Type.Object({ kind: Type.Enum([...actorKinds]), id: Type.String() }, exact), Type.Null()],
      { description: 'The person, administrator or API key that decided.' },
    ),
    decidedVia: Type.Union([Type.Enum(['link', 'admin', 'api']), Type.Null()]),
    decidedAt: nullable(moment('End of the task, by the governance clock of the tenant.')),
    cause: Type.Union(
      [
        Type.Object(
          {
            templateId: Type.String(),
            policyVersion: Type.Integer({ description: 'Version of the template.' }),
            rule: Type.String({ description: 'Rule of the policy.' }),
          },
          exact,
        ),
        Type.Null(),
      ],
      { description: 'The policy that opened the task. Null: none.' },
    ),
  },
  { ...exact, $id: 'Task', description: 'A decision that someone has to make about a group.' },
);

export const TaskPage = Type.Object(
  {
    items: Type.Array(refTo(TaskResponse)),
    nextLink: Type.Optional(
      Type.String({ format: 'uri', description: 'Address of the next page. Absent on the last.' }),
    ),
  },
  { ...exact, $id: 'TaskPage' },
);

export const personDecisionsSchema = Type.Array(
  Type.Object(
    {
      personId: Type.String({ minLength: 1, maxLength: 64 }),
      decision: Type.Enum([...personDecisions], {
        description: 'unsure: the person stays, and the answer is recorded.',
      }),
    },
    exact,
  ),
  { maxItems: 1000, description: 'A decision about each person of the task.' },
);

export const decisionMembers = {
  decision: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'One of the decisions of the task.',
  }),
  reason: Type.Optional(
    Type.Union([linesSchema({ maxLength: 1000 }), Type.Null()], {
      description: 'Why. Some decisions require it.',
    }),
  ),
  person: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'User ID or e-mail address, for a decision that asks for a person.',
    }),
  ),
  decisions: Type.Optional(personDecisionsSchema),
  displayName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Name of the group, for a decision that asks for one.',
    }),
  ),
};

export const DecisionBody = Type.Object(decisionMembers, { ...exact, $id: 'Decision' });

export const taskFilterQuery = {
  kind: Type.Optional(
    namesSchema(taskKinds, `${taskKinds.join(', ')}; of several, separated by commas, each.`),
  ),
  state: Type.Optional(Type.Enum([...taskStates])),
  teamId: Type.Optional(
    Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID', description: 'The group.' }),
  ),
  assignee: Type.Optional(
    Type.String({
      maxLength: 320,
      pattern: personPattern,
      'x-fault': 'must be a user ID or an e-mail address',
      description: 'User ID or e-mail address of a person who may decide.',
    }),
  ),
};

export const TaskParams = Type.Object({
  taskId: Type.String({ pattern: guidPattern, description: 'Identifier of the task.' }),
});

export const taskSchemas = [TaskRequestResponse, TaskResponse, TaskPage, DecisionBody];
