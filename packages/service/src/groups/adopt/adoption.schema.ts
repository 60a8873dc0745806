// Taking a group that exists into governance: its request, and the plan of it.
import { guidPattern, nullable } from '../../ground/schema/parts.schema.ts';
import { type Static, Type } from 'typebox';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import { namesChoices } from '../../settings/organisations/template.ts';
import { PlannedNamed, PlannedPeople } from '../create/plan.schema.ts';
import { MayAlsoChange, PlannedSettings } from '../../settings/organisations/settings-policy.ts';
import { CreationProblem, TeamRequestBody } from '../read/teams.schema.ts';

const { organisationIdOrIdentifier, templateIdOrIdentifier, deputy, properties, externalIds } =
  TeamRequestBody.properties;

export const AdoptionRequestBody = Type.Object(
  {
    groupId: Type.String({
      pattern: guidPattern,
      description: 'Id of the group in the directory.',
      'x-fault': 'must be a GUID',
    }),
    organisationIdOrIdentifier: {
      ...organisationIdOrIdentifier,
      description:
        'Id or short identifier of the organisation that the group belongs to from then on.',
    },
    templateIdOrIdentifier: {
      ...templateIdOrIdentifier,
      description: 'Id or short identifier of the template whose policy applies to the group.',
    },
    responsible: Type.Optional(
      nullable(
        Type.String({ maxLength: 320 }),
        'User ID or e-mail address of the responsible person, who becomes an owner. Absent or empty: the first owner of the group whose account can be one, and nobody where there is none. Null: nobody. A group that nobody answers for is vacant, and people are asked to take it over.',
      ),
    ),
    deputy,
    properties,
    names: Type.Optional(
      Type.Enum([...namesChoices], {
        description:
          'keep: the group keeps its names, whether or not they follow the patterns of the template. conform: the display name is rendered by the pattern. The alias never changes, so it has to follow its pattern. Absent: as the template says, else keep.',
      }),
    ),
    expiresAt: optionalMoment(
      'Expiry of the group, where the template lets callers set one. It must be after the grace period. Absent: the expiry by the template.',
    ),
    externalIds,
  },
  {
    $id: 'AdoptionRequest',
    additionalProperties: false,
    examples: [
      {
        groupId: '7d1f9a52-3c64-4f0e-9b1c-5a2f8f6f0c11',
        organisationIdOrIdentifier: 'nordlicht-energy',
        templateIdOrIdentifier: 'project',
        responsible: 'ingrid.solberg@nordlicht.example',
        names: 'keep',
      },
    ],
  },
);
export type AdoptionRequestBody = Static<typeof AdoptionRequestBody>;

const PlannedValues = Type.Object(
  { displayName: Type.String(), owners: Type.Array(Type.String()) },
  { additionalProperties: false },
);

export const AdoptionPlanResponse = Type.Object(
  {
    conforms: Type.Boolean({
      description: 'True if the adoption would succeed, judged by the current state.',
    }),
    outcome: Type.String({
      description:
        'Result of an adoption: refused (by the answer to POST /teams/adoption), failed (after it was accepted) or succeeded.',
    }),
    error: nullable(
      refTo(CreationProblem),
      'The problem that POST /teams/adoption would answer, or that the final status would report.',
    ),
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    group: nullable(
      Type.Object(
        {
          id: Type.String(),
          displayName: Type.String(),
          mailNickName: Type.String(),
          kind: Type.String({ description: 'team or group.' }),
          visibility: Type.String({ description: 'private or public.' }),
        },
        { additionalProperties: false },
      ),
      'The group as the directory shows it. Null if it does not show the group.',
    ),
    organisation: nullable(PlannedNamed, 'The organisation, if it was found.'),
    template: nullable(PlannedNamed, 'The template, if it was found.'),
    properties: Type.Record(Type.String(), Type.String(), {
      description: 'Values of the placeholders in the naming patterns, and of declared properties.',
    }),
    namesConform: Type.Boolean({
      description: 'Whether the names of the group follow the patterns after the adoption.',
    }),
    before: nullable(PlannedValues, 'The values that the adoption may change, as they are.'),
    after: nullable(
      PlannedValues,
      'The same values, as they would be. Owners are ids of the directory.',
    ),
    responsible: nullable(
      Type.String(),
      'The person who would be responsible, as the request or the directory names them. Null: nobody.',
    ),
    people: PlannedPeople,
    graceUntil: nullable(
      Type.String({ format: 'date-time' }),
      'No date of the group falls before this moment of the governance clock.',
    ),
    settings: PlannedSettings,
    mayAlsoChange: MayAlsoChange,
    steps: Type.Array(Type.String(), {
      description: 'The steps that would run. Empty if the request would be refused.',
    }),
    room: nullable(
      Type.Integer({ minimum: 0 }),
      'How many groups the template still adopts for now, by its perDay. Null if no template was found.',
    ),
  },
  { $id: 'AdoptionPlan', additionalProperties: false },
);

export const AdoptionPlansResponse = Type.Object(
  {
    items: Type.Array(refTo(AdoptionPlanResponse), {
      description:
        'One plan for each entry, in the order of the request. Each is judged by itself: of the groups of one template, only as many as its `room` can be adopted for now.',
    }),
  },
  { $id: 'AdoptionPlans', additionalProperties: false },
);

export const adoptionSchemas = [AdoptionRequestBody, AdoptionPlanResponse, AdoptionPlansResponse];
