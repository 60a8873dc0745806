import { nullable } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import { PlannedApprovalResponse } from '../../messages/tasks/approval.schema.ts';
import { MayAlsoChange, PlannedSettings } from '../../settings/organisations/settings-policy.ts';
import { CreationProblem } from '../read/teams.schema.ts';

const guid = (description: string) => Type.String({ format: 'uuid', description });

const Names = Type.Object(
  { mailNickName: Type.String(), displayName: Type.String() },
  { additionalProperties: false },
);

export const PlannedNamed = Type.Object(
  { id: guid('Id of the object.'), identifier: Type.String(), name: Type.String() },
  { additionalProperties: false },
);

export const PlannedPerson = Type.Object(
  {
    reference: Type.String({
      description: 'The person as the request or the template names them.',
    }),
    pointer: Type.String({
      description: 'Place of that name in the request, as a JSON Pointer (RFC 6901).',
    }),
    role: Type.String({ description: 'owner or member.' }),
    found: Type.Boolean(),
    person: nullable(
      Type.Object(
        {
          id: Type.String(),
          email: Type.String(),
          displayName: Type.String(),
          kind: Type.String({ description: 'member or guest.' }),
          enabled: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
      'The person in the directory.',
    ),
  },
  { $id: 'PlannedPerson', additionalProperties: false },
);

export const PlannedPeople = Type.Array(refTo(PlannedPerson), {
  description:
    'Every person that the request and the template name. Empty if the service cannot read people.',
});

export const TeamPlanResponse = Type.Object(
  {
    conforms: Type.Boolean({
      description: 'True if the creation would succeed, judged by the current state.',
    }),
    outcome: Type.String({
      description:
        'Result of a creation: refused (by the answer to POST /teams), failed (after it was accepted) or succeeded.',
    }),
    error: nullable(
      refTo(CreationProblem),
      'The problem that POST /teams would answer, or that the final status would report.',
    ),
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    organisation: nullable(PlannedNamed, 'The organisation, if it was found.'),
    template: nullable(PlannedNamed, 'The template, if it was found.'),
    properties: Type.Record(Type.String(), Type.String(), {
      description: 'Values of the placeholders in the naming patterns, and of declared properties.',
    }),
    names: nullable(
      Type.Object(
        {
          mailNickName: Type.String(),
          displayName: Type.String(),
          provisional: Type.Boolean({
            description:
              'True if the names have a number of the counter. The service assigns it when it accepts the request, so it may be a later one.',
          }),
        },
        { additionalProperties: false },
      ),
      'The names of the group, as sent or rendered from the patterns. Null if a name or a property is not valid.',
    ),
    alias: nullable(
      Type.Object(
        {
          mailNickName: Type.String(),
          free: Type.Boolean(),
          alternatives: Type.Array(Names, {
            description: 'Similar names that are free and conform, if the alias is taken.',
          }),
        },
        { additionalProperties: false },
      ),
      'The alias. Null if the mailNickName itself is not valid.',
    ),
    people: PlannedPeople,
    approval: nullable(
      refTo(PlannedApprovalResponse),
      'The people whom the approval of the template would ask. Null: it needs no approval, or the creation would not succeed.',
    ),
    settings: PlannedSettings,
    mayAlsoChange: MayAlsoChange,
    steps: Type.Array(Type.String(), {
      description: 'The steps that would run. Empty if the request would be refused.',
    }),
  },
  {
    $id: 'TeamPlan',
    additionalProperties: false,
    examples: [
      {
        conforms: false,
        outcome: 'refused',
        error: {
          type: 'http://127.0.0.1:8080/problems/mail_nickname_taken',
          title: 'The mailNickName is taken',
          status: 409,
          detail:
            'The mailNickName prj-4711 is taken by another group of this tenant. Choose another one.',
          code: 'mail_nickname_taken',
        },
        faults: [
          {
            pointer: '/mailNickName',
            code: 'mail_nickname_taken',
            detail: 'Another group of this tenant has this mailNickName.',
            values: { name: 'prj-4711', teamId: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f' },
          },
        ],
        organisation: {
          id: '0198b0c1-0000-7d10-8f2e-0c9b8a7d6e5f',
          identifier: 'nordlicht-energy',
          name: 'Nordlicht Energy',
        },
        template: {
          id: '0198b0c1-1111-7d10-8f2e-0c9b8a7d6e5f',
          identifier: 'project',
          name: 'Project',
        },
        properties: { code: '4711' },
        names: { mailNickName: 'prj-4711', displayName: 'Project 4711', provisional: false },
        alias: {
          mailNickName: 'prj-4711',
          free: false,
          alternatives: [{ mailNickName: 'prj-4711-2', displayName: 'Project 4711-2' }],
        },
        people: [],
        approval: null,
        steps: [],
      },
    ],
  },
);

export const planSchemas = [PlannedPerson, PlannedApprovalResponse, TeamPlanResponse];
