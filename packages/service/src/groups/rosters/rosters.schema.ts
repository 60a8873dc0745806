import { type Static, Type } from 'typebox';
import { rosterResults } from '../../engine/creation.ts';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { countedPageSchema } from '../../ground/schema/page.schema.ts';
import { guidPattern, nullable } from '../../ground/schema/parts.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import { ReasonBody } from '../change/operations.schema.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import { maxRosterMembers, rosterRoles } from './roster.ts';
import { RosterSummaryResponse } from '../read/roster-summary.schema.ts';

const time = (description: string) =>
  Type.Unsafe<Date | string>(Type.String({ format: 'date-time', description }));
const count = (description: string) => Type.Integer({ description });
const person = Type.String({
  minLength: 1,
  maxLength: 320,
  description: 'User ID or e-mail address of a person.',
});
const role = Type.Enum([...rosterRoles], {
  description: 'member (default) or owner. An owner is a member, too.',
});

const RosterMemberBody = Type.Object(
  {
    person,
    role: Type.Optional(role),
    until: optionalMoment(
      'Until when the source names the person. Then the person leaves, unless another source or a hand holds the place.',
    ),
  },
  { additionalProperties: false },
);

export const RosterBody = Type.Object(
  {
    members: Type.Array(RosterMemberBody, {
      maxItems: maxRosterMembers,
      description:
        'Everyone whom the source names, up to 25,000 people. Their order has no meaning.',
    }),
    removals: Type.Optional(
      Type.Object(
        {
          allow: Type.Boolean({
            description:
              'true: however many people leave, nobody has to confirm it. By default, more than 20 % and more than 10 people are held, and an empty list is.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    reason: ReasonBody.properties.reason,
  },
  {
    $id: 'RosterBody',
    additionalProperties: false,
    examples: [
      {
        members: [
          { person: 'ingrid.solberg@nordlicht.example', role: 'owner' },
          { person: 'amara.okafor@nordlicht.example', until: '2027-12-31T00:00:00Z' },
        ],
      },
    ],
  },
);
export type RosterBody = Static<typeof RosterBody>;

export const RosterParams = Type.Object({
  teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
  source: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'The system whose roster it is, such as hr: letters, digits, dots, hyphens and underscores. Its case does not count.',
  }),
});

const result = Type.Enum([...rosterResults], {
  description:
    'added: the roster brought the person. kept: the person was in the group before. removed: the time of the person is over. waiting: the directory does not know the person yet; the service looks daily for 30 days. refused: the person cannot be in the group, for the reason in code.',
});

const counts = {
  added: count('Number of people whom the roster brings.'),
  kept: count('Number of people who are in the group already.'),
  removed: count('Number of people who leave.'),
  waiting: count('Number of people whom the directory does not know yet.'),
  refused: count('Number of people who cannot be in the group.'),
};

export const RosterPlanResponse = Type.Object(
  {
    conforms: Type.Boolean({ description: 'True if the roster would be accepted.' }),
    changed: Type.Boolean({ description: 'Whether it differs from the present roster.' }),
    error: nullable(refTo(CreationProblem)),
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    ...counts,
    held: count('Number of removals that would wait until someone confirms them.'),
    people: Type.Array(
      Type.Object(
        {
          person: Type.String({ description: 'As the request names the person, or the id.' }),
          role: nullable(role),
          result,
          code: nullable(Type.String({ description: 'Why the person is refused.' })),
        },
        { additionalProperties: false },
      ),
      { description: 'The result for each person: the first 1,000, those who are kept last.' },
    ),
  },
  { $id: 'RosterPlan', additionalProperties: false },
);

export const RosterList = Type.Object(
  { items: Type.Array(refTo(RosterSummaryResponse)) },
  { $id: 'RosterList', additionalProperties: false },
);

const RosterMemberResponse = Type.Object(
  {
    person: Type.String({ description: 'As the source named the person.' }),
    personId: nullable(Type.String({ description: "The directory's id." })),
    role,
    until: nullable(time('Until when the source names the person.')),
    result: nullable(result),
    code: nullable(Type.String({ description: 'Why the person is refused.' })),
    waitingSince: nullable(time('Since when the directory does not know the person.')),
  },
  { $id: 'RosterMember', additionalProperties: false },
);

export const RosterResponse = Type.Object(
  {
    ...RosterSummaryResponse.properties,
    ...counts,
    held: count('Number of removals that wait until someone confirms them.'),
    etag: Type.String({ description: 'The version of the roster, for If-Match.' }),
    ...countedPageSchema(refTo(RosterMemberResponse)).properties,
  },
  { $id: 'Roster', additionalProperties: false },
);

export const rosterSchemas = [
  RosterBody,
  RosterPlanResponse,
  RosterList,
  RosterMemberResponse,
  RosterResponse,
];
