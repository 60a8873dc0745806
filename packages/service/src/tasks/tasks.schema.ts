import { Type } from 'typebox';
import { actorKinds } from '../activity/activity.ts';
import { refTo } from '../http/schema-ref.ts';
import { guidPattern } from '../schema/guid.schema.ts';
import { personPattern } from '../schema/person.schema.ts';
import { personDecisions } from './decision.ts';
import { taskKinds, taskStates } from './task.ts';

const exact = { additionalProperties: false } as const;
/** A Date in the record, ISO 8601 in the answer. */
const time = (description: string) =>
  Type.Unsafe<Date | string>(Type.String({ format: 'date-time', description }));
const nullable = <Schema extends ReturnType<typeof Type.Unsafe> | ReturnType<typeof Type.String>>(
  schema: Schema,
) => Type.Union([schema, Type.Null()]);

const kindMeanings =
  'renew: whether a group is still needed. attest: whether its owners and guests are right. approve: a requested group. name_deputy: a new deputy. take_over: a new responsible person. add_owner: another owner, where there are too few. The list may grow.';

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
    openedAt: time('Start of the task, by the governance clock of the tenant.'),
    dueAt: nullable(time('Time when the task lapses, by the same clock. Null: never.')),
    outcome: nullable(Type.String({ description: 'The decision, or the consequence of a lapse.' })),
    reason: nullable(Type.String({ description: 'Reason of the decision or of the withdrawal.' })),
    decidedBy: Type.Union(
      [Type.Object({ kind: Type.Enum([...actorKinds]), id: Type.String() }, exact), Type.Null()],
      { description: 'The person, administrator or API key that decided.' },
    ),
    decidedVia: Type.Union([Type.Enum(['link', 'admin', 'api']), Type.Null()]),
    decidedAt: nullable(time('End of the task, by the governance clock of the tenant.')),
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
    Type.Union([Type.String({ maxLength: 1000 }), Type.Null()], {
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
  kind: Type.Optional(Type.Enum([...taskKinds])),
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

export const taskSchemas = [TaskResponse, TaskPage, DecisionBody];
