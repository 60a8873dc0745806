import { nullableMoment, personPattern } from '../../ground/schema/parts.schema.ts';
import { type Static, Type } from 'typebox';
import { pageQuery } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import {
  CreationProblem,
  GroupStateName,
  TeamStatusName,
  summaryProperties,
} from '../read/teams.schema.ts';
import { answeringRoles } from './departure.ts';
import { rosterRoles } from '../rosters/roster.ts';
import { departureWaitReasons } from './operation.ts';
import { personRoles } from './person-groups.ts';
import { templateRoles } from './template-roles.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

const guid = (description: string) => Type.String({ format: 'uuid', description });
const person = (description: string) => Type.String({ minLength: 1, maxLength: 320, description });

export const PersonGroupResponse = Type.Object(
  {
    ...summaryProperties,
    roles: Type.Array(Type.String({ examples: [...personRoles] }), {
      description:
        "The person's roles: responsible, deputy, owner or member. Responsible and deputy are owners too. The list may grow.",
    }),
  },
  { $id: 'PersonGroup', additionalProperties: false },
);

/** A shorter text would match too many people to help. */
export const shortestSearch = 2;
export const maxSuggestions = 20;

export const peopleQuery = Type.Object(
  {
    search: Type.String({
      minLength: shortestSearch,
      maxLength: 100,
      // A text is not only white space. The length has its own sentence.
      pattern: '^.?$|\\S\\s*\\S',
      'x-fault': `must have ${shortestSearch} to 100 characters`,
      description: 'The beginning of a name, a surname or an e-mail address.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSuggestions, default: 10 })),
  },
  { additionalProperties: false },
);

const FoundPerson = Type.Object(
  {
    id: Type.String({ description: 'User ID in the directory.' }),
    email: Type.Union([Type.String(), Type.Null()]),
    displayName: Type.String(),
    kind: Type.Enum(['member', 'guest'], {
      description: 'guest: an account of another organisation. The list may grow.',
    }),
    enabled: Type.Boolean({
      description: 'False if the account may not sign in. Such a person cannot be named.',
    }),
  },
  { additionalProperties: false },
);

export const FoundPeopleResponse = Type.Object(
  {
    items: Type.Array(FoundPerson, {
      description: 'The best matches. There may be more people; search for a longer text.',
    }),
  },
  { $id: 'FoundPeople', additionalProperties: false },
);

export const PeopleLookup = Type.Object(
  {
    references: Type.Array(
      Type.String({
        maxLength: 320,
        pattern: personPattern,
        description: 'User ID or e-mail address.',
        'x-fault': 'must be a user ID or an e-mail address',
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
);

export const PeopleByReference = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          reference: Type.String({ description: 'As in the request.' }),
          person: Type.Union([FoundPerson, Type.Null()], {
            description: 'Null if the directory has no such person.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'One for each reference, in the same order.' },
    ),
  },
  { $id: 'PeopleByReference', additionalProperties: false },
);

export const groupsOfPersonQuery = Type.Object(
  {
    role: Type.Optional(
      Type.Enum([...personRoles], {
        description:
          'Only groups in which this is the highest role of the person: responsible, deputy, owner, member.',
      }),
    ),
    ...pageQuery,
  },
  { additionalProperties: false },
);

const TemplateRoleResponse = Type.Object(
  {
    organisationId: guid('Identifier of the organisation.'),
    templateId: Type.Union([guid('Identifier of the template.'), Type.Null()], {
      description: 'Null for a role in the organisation itself.',
    }),
    name: Type.String({ description: 'Name of the template, or of the organisation.' }),
    roles: Type.Array(Type.Enum([...templateRoles]), {
      description:
        'steward of the organisation, approver, default_owner or default_member. An administrator changes them in the template.',
    }),
  },
  { $id: 'TemplateRole', additionalProperties: false },
);

export const PersonGroupPage = Type.Object(
  {
    ...pageSchema(refTo(PersonGroupResponse), 'PersonGroupPage').properties,
    templateRoles: Type.Array(refTo(TemplateRoleResponse), {
      description: 'The roles of the person in organisations and templates, on each page.',
    }),
  },
  { $id: 'PersonGroupPage', additionalProperties: false },
);

const handoverMembers = {
  to: Type.Optional(
    person(
      "User ID or e-mail address of the successor, who takes the person's place in every group. Without it, deputies become responsible.",
    ),
  ),
  deputy: Type.Optional(
    person(
      'User ID or e-mail address of the person who fills the places of deputies that the departure leaves vacant.',
    ),
  ),
  former: Type.Optional(
    Type.Union([Type.Literal('owner'), Type.Literal('member'), Type.Literal('none')], {
      description:
        'The role that the person keeps in these groups: owner, member (default), or none to remove the person. None is the default if roles has member.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(Type.Enum([...personRoles]), {
      minItems: 1,
      uniqueItems: true,
      description:
        'The roles that the person gives up: a group counts by the highest role of the person in it. By default responsible and deputy. The successor takes the place of an owner or a member, too; without one, the person is only removed. owner and member need the scope groups:change.',
    }),
  ),
};

/** The answer says of each group why its handover has not happened yet. */
const waitsFor = Type.Union([Type.Enum([...departureWaitReasons]), Type.Null()], {
  description:
    'Null: nothing; a creation that awaits an approval has the successor in its request at once. creation: the group is being created. operations: earlier operations of the group run first. approval: the template asks for one. roster: nothing but the sources in rosters, which keep the person in the group.',
});

const keepingRosters = Type.Array(
  Type.Object(
    {
      source: Type.String({ description: 'The source that names the person.' }),
      role: Type.Enum([...rosterRoles]),
      until: nullableMoment('Until when the source names the person; null: without an end.'),
      isHeld: Type.Boolean({
        description:
          'True: the source names the person no longer, and the removal waits until someone confirms it.',
      }),
      taskId: Type.Union([guid('The open task that decides about the removal.'), Type.Null()], {
        description: 'The open task that decides about the removal. Null if nobody is asked.',
      }),
    },
    { additionalProperties: false },
  ),
  {
    description:
      'The rosters that keep the person in the group, in a place that the person should give up. The handover ends what a hand gave the person: once no source names the person any more, the person leaves.',
  },
);

export const DepartureBody = Type.Object(handoverMembers, {
  $id: 'Departure',
  additionalProperties: false,
});

export const HandoverBody = Type.Object(
  {
    ...handoverMembers,
    reason: Type.Optional(
      linesSchema({
        minLength: 1,
        maxLength: 500,
        description: 'Why, for the operations and the audit log.',
      }),
    ),
  },
  {
    $id: 'PersonHandover',
    additionalProperties: false,
    examples: [
      { deputy: 'priya.raman@nordlicht.example', former: 'none', reason: 'Left on 30 June' },
    ],
  },
);
export type HandoverBody = Static<typeof HandoverBody>;

const LeavingPersonResponse = Type.Object(
  {
    id: Type.String({ description: 'Id of the person in the directory.' }),
    email: Type.Union([Type.String(), Type.Null()]),
    displayName: Type.Union([Type.String(), Type.Null()]),
  },
  {
    additionalProperties: false,
    description:
      'The person who leaves. email and displayName are null once the directory does not have the person.',
  },
);

const departureMembers = {
  teamId: guid('Identifier of the team.'),
  displayName: Type.String(),
  state: GroupStateName,
  role: Type.String({
    examples: [...personRoles],
    description:
      'The highest role of the person in the group: responsible, deputy, owner or member.',
  }),
  responsible: Type.Union([Type.String(), Type.Null()], {
    description: 'The responsible after the handover; null if there is no successor.',
  }),
  deputy: Type.Union([Type.String(), Type.Null()], {
    description: 'The deputy after the handover; null if there is none.',
  }),
  vacant: Type.Array(Type.String({ examples: [...answeringRoles] }), {
    description: 'The places that the departure leaves vacant: responsible, deputy or none.',
  }),
  waitsFor,
  rosters: keepingRosters,
};

export const PlannedDepartureResponse = Type.Object(
  {
    ...departureMembers,
    etag: Type.String({
      description: 'Version of the group, for an operation that applies only to it.',
    }),
    changed: Type.Boolean({
      description:
        'True if an operation hands over the group. False if rosters alone keep the person in it, or if it does not conform.',
    }),
    conforms: Type.Boolean({
      description: 'True if the group can be handed over in this way, judged by its current state.',
    }),
    error: Type.Union([refTo(CreationProblem), Type.Null()], {
      description: 'The reason if it cannot.',
    }),
  },
  { $id: 'PlannedDeparture', additionalProperties: false },
);

export const DeparturePlanResponse = Type.Object(
  {
    person: LeavingPersonResponse,
    items: Type.Array(refTo(PlannedDepartureResponse)),
    nextLink: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'Send the same body there for the next groups. Absent on the last page.',
      }),
    ),
  },
  { $id: 'DeparturePlan', additionalProperties: false },
);

export const HandedOverResponse = Type.Object(
  {
    ...departureMembers,
    status: Type.Optional(TeamStatusName),
    operationId: Type.Optional(guid('Identifier of the operation that hands over the group.')),
    statusUrl: Type.Optional(
      Type.String({ format: 'uri', description: 'Address where you follow the operation.' }),
    ),
    error: Type.Optional(refTo(CreationProblem)),
  },
  {
    $id: 'HandedOver',
    additionalProperties: false,
    description:
      'Has status, operationId and statusUrl, or the error for which it was refused. It has none of these if rosters alone keep the person in the group.',
  },
);

export const PersonHandoverResponse = Type.Object(
  {
    person: LeavingPersonResponse,
    accepted: Type.Integer({ description: 'Number of groups with an accepted operation.' }),
    refused: Type.Integer({
      description: 'Number of groups that are refused and stay as they are.',
    }),
    leftToRosters: Type.Integer({
      description: 'Number of groups in which only rosters keep the person.',
    }),
    items: Type.Array(refTo(HandedOverResponse)),
    nextLink: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'Send the same body there for the next groups, with another Idempotency-Key. Absent on the last page.',
      }),
    ),
  },
  { $id: 'PersonHandoverResult', additionalProperties: false },
);

export const peopleSchemas = [
  FoundPeopleResponse,
  PeopleByReference,
  PersonGroupResponse,
  TemplateRoleResponse,
  PersonGroupPage,
  DepartureBody,
  HandoverBody,
  PlannedDepartureResponse,
  DeparturePlanResponse,
  HandedOverResponse,
  PersonHandoverResponse,
];
