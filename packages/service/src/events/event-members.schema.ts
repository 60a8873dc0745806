// The members that several families of events share. Each has an example, of which samples are made.
import { type TSchema, Type } from 'typebox';
import { actorKinds } from '../audit/activity.ts';
import { refTo } from '../http/schema-ref.ts';
import { operationKinds } from '../groups/change/operation.ts';
import { ApprovalDecisionResponse } from '../messages/tasks/approval.schema.ts';

export const sampleIds = {
  team: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f',
  operation: '0198b0c1-9c3e-7b21-a1d4-3f2e1d0c9b8a',
  organisation: '0198b0a9-71e1-7482-93c7-f02a7d66baa4',
  template: '0198b0a9-71e6-7138-ab67-6d3881cb648a',
  task: '0198b0d4-18f0-7a55-9b02-5d4c3b2a1908',
  review: '0198b0d5-2c1e-7d44-8a10-6e5d4c3b2a19',
  key: '0198b0a9-9a10-7f4b-9c3d-2b1a0f9e8d7c',
  endpoint: '0198b0e2-4c5d-7b10-8d3f-6a7b8c9d0e1f',
  secret: '0198b0a9-9a11-7c20-8e11-7a6b5c4d3e2f',
  batch: '0198b0d6-5e1a-7c33-9b20-7f6e5d4c3b2a',
  person: '6f1d6a52-0c4e-4f5d-9c7b-2d1e0f9a8b7c',
} as const;
const teamUrl = `http://127.0.0.1:8080/teams/${sampleIds.team}`;

export type Members = Readonly<Record<string, TSchema>>;

export const guid = (description: string, sample: string) =>
  Type.String({ format: 'uuid', description, examples: [sample] });
export const text = (description: string, sample: string) =>
  Type.String({ description, examples: [sample] });
export const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2027-01-15T09:00:00.000Z'] });
export const number = (description: string, sample: number) =>
  Type.Integer({ description, examples: [sample] });
/** A list that may grow. */
export const oneOf = (description: string, values: readonly string[]) =>
  Type.String({ description, examples: [...values] });
export const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
export const optional = Type.Optional;
const url = (description: string, sample: string) =>
  Type.String({ format: 'uri', description, examples: [sample] });
const values = (description: string, sample: Readonly<Record<string, unknown>>) =>
  optional(Type.Record(Type.String(), Type.Unknown(), { description, examples: [sample] }));

/** It belongs to every event. */
export const authorship = {
  actor: Type.Object(
    {
      kind: oneOf('The kind of the actor.', actorKinds),
      id: text('Id of the key, address of the person, or id of the template.', sampleIds.key),
    },
    { $id: 'EventActor', description: 'The author of the change.' },
  ),
  requestId: nullable(text('Id of the request that caused the change.', 'o5tXv2mPqLbz00002k')),
};

export const teamId = guid('Identifier of the team.', sampleIds.team);
export const names = {
  displayName: text('Display name of the group.', 'Project 4711'),
  mailNickName: text('Alias of the group.', 'prj-4711'),
};
export const placement = {
  organisationId: guid('Organisation of the group.', sampleIds.organisation),
  templateId: guid('Template of the group.', sampleIds.template),
  properties: Type.Record(Type.String(), Type.String(), {
    description: 'Properties of the group.',
    examples: [{ projectCode: '4711' }],
  }),
  externalIds: Type.Array(
    Type.Object({
      source: text('The system that has the id.', 'erp'),
      externalId: text('The id of the group in that system.', 'P/4711'),
    }),
    { description: 'The ids that your own systems have for the group, as they are now.' },
  ),
};
export const cause = optional(
  Type.Object(
    {
      templateId: guid('Template of the policy.', sampleIds.template),
      policyVersion: number('Version of the template.', 3),
      rule: text('The rule of the policy.', 'lifecycle.expires'),
    },
    { $id: 'EventCause', description: 'The policy that caused this, if one did.' },
  ),
);
export const reason = optional(
  nullable(text('The reason that was given.', 'The project continues')),
);

/** The changed members; of lists, the removed and the added people. */
export const difference = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) => ({
  before: values('The changed members before. Of lists, the removed people.', before),
  after: values('The changed members after. Of lists, the added people.', after),
});

export const creation = {
  teamId,
  cause,
  statusUrl: url('The address of the status.', `${teamUrl}/status`),
  ...names,
  ...placement,
  createdAt: Type.String({
    format: 'date-time',
    description: 'Time at which the request was accepted.',
    examples: ['2026-11-21T03:04:05.000Z'],
  }),
};

export const operation = {
  teamId,
  operationId: guid('Identifier of the operation.', sampleIds.operation),
  statusUrl: url('The address of the operation.', `${teamUrl}/operations/${sampleIds.operation}`),
  kind: oneOf('The kind of the operation.', operationKinds),
  reason,
  cause,
  approvals: optional(
    Type.Array(refTo(ApprovalDecisionResponse), {
      description:
        'The decisions of the people who approved or rejected the operation, if its template requires that.',
    }),
  ),
  ...difference({ displayName: 'Project 4711' }, { displayName: 'Project 4711, phase 2' }),
  mailNickName: names.mailNickName,
  ...placement,
};

export const person = nullable(
  Type.Object(
    {
      id: nullable(text('Id in the directory.', sampleIds.person)),
      email: nullable(text('E-mail address.', 'ingrid.solberg@nordlicht.example')),
      displayName: nullable(text('Name.', 'Ingrid Solberg')),
      available: Type.Boolean({
        description: 'Whether the person can answer for a group.',
        examples: [true],
      }),
      reason: optional(
        nullable(
          oneOf('Why the person is unavailable.', ['disabled', 'deleted', 'guest', 'unlicensed']),
        ),
      ),
    },
    { $id: 'EventPerson', description: 'A person at the time of the event.' },
  ),
);
