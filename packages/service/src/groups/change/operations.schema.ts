import { type Static, Type } from 'typebox';

import { refTo } from '../../http/schema-ref.ts';
import { ApprovalResponse, PlannedApprovalResponse } from '../../messages/tasks/approval.schema.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import { PlannedPerson } from '../create/plan.schema.ts';
import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import {
  CreationProblem,
  propertyValues,
  StepResponse,
  TeamStatusName,
} from '../read/teams.schema.ts';
import { rosterCounts } from '../read/roster-summary.schema.ts';
import { driftProperties } from '../../engine/observed-state.ts';
import { type NamedProperty, operationKinds, requestedKinds, waitReasons } from './operation.ts';
import { MayAlsoChange } from '../../settings/organisations/settings-policy.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

const guid = (description: string) => Type.String({ format: 'uuid', description });
/** A Date or ISO 8601 in the record, ISO 8601 in the answer. */
const time = (description: string) =>
  Type.Unsafe<Date | string>(Type.String({ format: 'date-time', description }));
const person = (description: string) => Type.String({ minLength: 1, maxLength: 320, description });

const peopleList = (description: string) =>
  Type.Array(person('User ID or e-mail address.'), { description });

const peopleChange = (noun: 'owners' | 'members', removal: string) =>
  Type.Object(
    {
      add: Type.Optional(peopleList(`People who become ${noun}.`)),
      remove: Type.Optional(peopleList(removal)),
    },
    {
      additionalProperties: false,
      description: `Changes of the ${noun}. One list adds people, the other removes people; everyone else stays.`,
    },
  );

const reason = Type.Optional(
  linesSchema({
    minLength: 1,
    maxLength: 500,
    description: 'Why, for the operation and the audit log.',
  }),
);

const changedProperties = propertyValues(
  'The properties to change; the others stay. Null or an empty text clears one. A display name that is rendered from them is rendered again, unless displayName is sent, too. The mailNickName stays.',
);

export const GroupChangeBody = Type.Object(
  {
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'New name of the group. It must follow the naming pattern of the template and keep the values of its placeholders.',
      }),
    ),
    description: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1_024 }), Type.Null()], {
        description: 'New description. Null or an empty text clears it.',
      }),
    ),
    visibility: Type.Optional(
      Type.Union([Type.Literal('private'), Type.Literal('public')], {
        description:
          'public: everyone in the organisation may join the group. private: its owners decide.',
      }),
    ),
    responsible: Type.Optional(
      person('User ID or e-mail address of the new responsible person, who becomes an owner.'),
    ),
    deputy: Type.Optional(
      Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
        description:
          'User ID or e-mail address of the new deputy, who becomes an owner. Null or an empty text leaves the group without a deputy.',
      }),
    ),
    former: Type.Optional(
      Type.Union([Type.Literal('owner'), Type.Literal('member'), Type.Literal('none')], {
        description:
          'The role of the former responsible or deputy: owner, member (default), or none to remove the person from the group. A person who is an owner for another reason stays an owner.',
      }),
    ),
    owners: Type.Optional(
      peopleChange('owners', 'People who lose the ownership. They stay members.'),
    ),
    members: Type.Optional(peopleChange('members', 'People who are removed from the group.')),
    properties: Type.Optional(changedProperties),
    reason,
  },
  {
    $id: 'GroupChange',
    additionalProperties: false,
    description: 'The members of a group to change. Absent members stay as they are.',
    examples: [
      {
        displayName: 'Project 4711, phase 2',
        responsible: 'mateusz.kowalski@nordlicht.example',
        members: { add: ['amara.okafor@nordlicht.example'], remove: [] },
      },
    ],
  },
);
export type GroupChangeBody = Static<typeof GroupChangeBody>;

export const ReasonBody = Type.Object(
  { reason },
  { $id: 'OperationReason', additionalProperties: false },
);

const property = Type.Unsafe<NamedProperty>(Type.Enum([...driftProperties, 'settings', 'rosters']));

const namedProperties = Type.Array(property, {
  minItems: 1,
  uniqueItems: true,
  description:
    'The properties to write as the record has them: displayName, description, visibility, archived, responsible, deputy, owners, or a setting such as settings.guests. settings: all that the template decides. rosters: people whom a roster names and who are in the group no longer are added again. For responsible, deputy and owners, missing owners are added, and nobody is removed. By default all that differed at the last comparison, and rosters.',
});
export const repairProperties = Type.Optional(namedProperties);

export const RepairBody = Type.Object(
  { properties: repairProperties, reason },
  { $id: 'Repair', additionalProperties: false },
);

export const DriftAcceptanceBody = Type.Object(
  {
    properties: Type.Array(property, {
      minItems: 1,
      uniqueItems: true,
      description:
        'The properties whose present values the record gets: displayName, description, visibility, archived, or a setting such as settings.guests (settings: all that differ). A group keeps an accepted setting until its template gets another value for it. Settings that the template requires cannot be accepted.',
    }),
    reason,
  },
  { $id: 'DriftAcceptance', additionalProperties: false },
);

const kinds = operationKinds;
const OperationKindName = Type.Unsafe<(typeof kinds)[number]>(
  Type.String({
    examples: [...kinds],
    description:
      'change, handover, archive, unarchive, delete, restore, repair, accept_drift or roster. The list may grow.',
  }),
);

export const OperationAcceptance = Type.Object(
  {
    status: TeamStatusName,
    teamId: guid('Identifier of the team.'),
    changed: Type.Boolean({
      description:
        'False if the effect of the request is there already. Then the service has started no operation, and there is no entry in the audit log and no event.',
    }),
    operationId: Type.Union([guid('Identifier of the operation.'), Type.Null()], {
      description:
        'Identifier of the operation. If the effect is there already: the earlier operation that brings it, or null once the group has it.',
    }),
    statusUrl: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Address where you follow the operation. Null if there is none.',
    }),
  },
  {
    $id: 'OperationAcceptance',
    additionalProperties: false,
    examples: [
      {
        status: 'accepted',
        teamId: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f',
        changed: true,
        operationId: '0198b0c2-01aa-7d10-8f2e-0c9b8a7d6e5f',
        statusUrl:
          'http://127.0.0.1:8080/teams/0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f/operations/0198b0c2-01aa-7d10-8f2e-0c9b8a7d6e5f',
      },
    ],
  },
);

const changedMembers = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description });

export const OperationResponse = Type.Object(
  {
    status: TeamStatusName,
    teamId: guid('Identifier of the team.'),
    operationId: guid('Identifier of the operation.'),
    kind: OperationKindName,
    waitsFor: Type.Union([Type.Enum([...waitReasons]), Type.Null()], {
      description:
        'The work or decision before which the operation does not begin or take effect. creation: the group is being created, or its creation awaits an approval. operations: earlier operations of the group run first. approval: someone has to agree, as approval says. Null: nothing but its turn.',
    }),
    statusUrl: Type.String({ format: 'uri', description: 'The address of this answer.' }),
    requestedBy: Type.Object(
      {
        kind: Type.String({ description: 'api_key, administrator, operator or service.' }),
        id: Type.String({ description: 'Id of the API key, or who it was.' }),
        name: Type.String({
          description: 'Name of the API key or of the template; of anyone else, the id.',
        }),
      },
      { additionalProperties: false },
    ),
    reason: Type.Union([Type.String(), Type.Null()]),
    batchId: Type.Union([guid('The batch that it belongs to.'), Type.Null()], {
      description: 'The batch that it belongs to. Null if it was requested alone.',
    }),
    change: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The members of the group that the request named.',
    }),
    before: changedMembers(
      'The members of the record that the operation changed, as they were. Of lists, what was removed: the first 1,000 of them, and of a longer list the number, for example as membersCount. Null until the operation ends.',
    ),
    after: changedMembers('The same members after it. Of lists, what was added.'),
    createdAt: time('Time at which the request was accepted.'),
    updatedAt: time('Time of the latest change.'),
    completedAt: Type.Union([time('Time at which the operation ended.'), Type.Null()]),
    steps: Type.Array(refTo(StepResponse), {
      description: 'Steps in the order in which they run.',
    }),
    error: Type.Union([refTo(CreationProblem), Type.Null()]),
    approval: Type.Optional(refTo(ApprovalResponse)),
    roster: Type.Optional(
      Type.Object(
        {
          source: Type.String({ description: 'The system that names the people.' }),
          ...rosterCounts,
          held: Type.Integer({
            description: 'Number of removals that wait until someone confirms them.',
          }),
          superseded: Type.Boolean({
            description:
              'True: a later roster of the source took its place, and it changes nothing.',
          }),
        },
        {
          additionalProperties: false,
          description:
            'The results of a roster, by its kind alone: from the look-up of its people on, and final once the operation ends.',
        },
      ),
    ),
    warnings: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() })),
    version: Type.Integer({
      description: 'Number of the latest change, which is the id of its event in the stream.',
    }),
  },
  { $id: 'Operation', additionalProperties: false },
);

export const OperationPage = pageSchema(refTo(OperationResponse), 'OperationPage');

export const OperationPlanBody = Type.Object(
  {
    kind: Type.Optional(
      Type.Union(
        requestedKinds.map((kind) => Type.Literal(kind)),
        { description: 'The kind of the operation; change by default.' },
      ),
    ),
    ...GroupChangeBody.properties,
    properties: Type.Optional(
      Type.Union([namedProperties, changedProperties], {
        description:
          'For a change: the properties to change, with their values. For a repair or an acceptance of differences: a list of names.',
      }),
    ),
  },
  {
    $id: 'OperationPlanRequest',
    additionalProperties: false,
    description:
      'The operation to try: its kind (change by default) and, for a change, the body of PATCH /teams/{teamId}; for a repair or an acceptance of differences, its properties.',
  },
);

export const OperationPlanResponse = Type.Object(
  {
    conforms: Type.Boolean({
      description: 'True if the operation would succeed, judged by the current state.',
    }),
    outcome: Type.String({
      description:
        'Result of the operation: refused (by the answer), failed (after it was accepted) or succeeded.',
    }),
    kind: OperationKindName,
    changed: Type.Boolean({
      description:
        'True if the operation would succeed and change something. False with conforms: the effect is there already, and the request would start no operation.',
    }),
    error: Type.Union([refTo(CreationProblem), Type.Null()]),
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    before: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The members that would change, as they are. Of lists, what would be removed.',
    }),
    after: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The same members after the operation. Of lists, what would be added.',
    }),
    people: Type.Array(refTo(PlannedPerson), {
      description: 'Every person that the request names. Empty if the request would be refused.',
    }),
    approval: Type.Union([refTo(PlannedApprovalResponse), Type.Null()], {
      description:
        'The people whom the approval of the template would ask. Null: it needs no approval, or the operation would not succeed.',
    }),
    mayAlsoChange: MayAlsoChange,
    steps: Type.Array(Type.String(), {
      description: 'The steps that would run. Empty if the request would be refused.',
    }),
  },
  { $id: 'OperationPlan', additionalProperties: false },
);

export const operationSchemas = [
  GroupChangeBody,
  ReasonBody,
  RepairBody,
  DriftAcceptanceBody,
  OperationAcceptance,
  OperationResponse,
  OperationPage,
  OperationPlanBody,
  OperationPlanResponse,
];
