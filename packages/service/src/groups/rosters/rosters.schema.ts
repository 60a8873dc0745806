import { type Static, Type } from 'typebox';
import { rosterResults } from '../../engine/creation.ts';
import { SourceParam } from '../../ground/schema/external-key.schema.ts';
import { nameSchema } from '../../ground/schema/name.schema.ts';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { countedPageSchema } from '../../ground/schema/page.schema.ts';
import { guidPattern, nullable } from '../../ground/schema/parts.schema.ts';
import { countedPageQuery } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { FieldErrorSchema } from '../../http/field-error.schema.ts';
import { ReasonBody } from '../change/operations.schema.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import { maxRosterMembers, rosterRoles } from './roster.ts';
import { rosterCounts, RosterSummaryResponse } from '../read/roster-summary.schema.ts';

/** A body that names 25,000 people by their addresses, with dates. */
export const maxBytesOfRoster = 16 * 1024 * 1024;
/** A member has a person, a role, an end, and the two values of a guest. */
export const mostValuesOfRoster = maxRosterMembers * 6;

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
    guest: Type.Optional(
      Type.Object(
        {
          displayName: nameSchema(256, 'Name of the guest in the invitation and the directory.'),
          invite: Type.Literal(true, { description: 'Always true.' }),
        },
        {
          additionalProperties: false,
          description:
            'Has the person invited as a guest if the directory does not know the address. The template of the group has to permit it (policy.guests), with the domain and the end. The responsible person is the sponsor.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const rosterParts = {
  members: Type.Array(RosterMemberBody, {
    maxItems: maxRosterMembers,
    description: 'Everyone whom the source names, up to 25,000 people. Their order has no meaning.',
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
};

/** A roster in the desired state of its group. */
export const DesiredRoster = Type.Object(rosterParts, { additionalProperties: false });

export const RosterBody = Type.Object(
  { ...rosterParts, reason: ReasonBody.properties.reason },
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
  source: SourceParam,
});

export const RosterQuery = Type.Object(
  {
    ...countedPageQuery,
    result: Type.Optional(
      Type.Enum([...rosterResults], { description: 'Only the people with this result.' }),
    ),
  },
  { additionalProperties: false },
);

const result = Type.Enum([...rosterResults], {
  description:
    'added: the roster brought the person. invited: the roster had the person invited as a guest, who is in the group and has not accepted the invitation yet. kept: the person was in the group before. removed: the time of the person is over. waiting: the directory does not know the person yet; the service looks daily for 30 days. refused: the person cannot be in the group, for the reason in code and detail.',
});

const code = Type.String({ description: 'Why the person is refused, or cannot sign in.' });
const detail = Type.String({ description: 'The same in a sentence, with the remedy.' });

export const RosterPlanResponse = Type.Object(
  {
    conforms: Type.Boolean({ description: 'True if the roster would be accepted.' }),
    changed: Type.Boolean({ description: 'Whether it differs from the present roster.' }),
    error: nullable(refTo(CreationProblem)),
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    ...rosterCounts,
    held: count('Number of removals that would wait until someone confirms them.'),
    people: Type.Array(
      Type.Object(
        {
          person: Type.String({ description: 'As the request names the person, or the id.' }),
          role: nullable(role),
          result,
          code: nullable(code),
          detail: nullable(detail),
        },
        { additionalProperties: false },
      ),
      { description: 'The result for each person: the first 1,000, those who are kept last.' },
    ),
  },
  { $id: 'RosterPlan', additionalProperties: false },
);

const held = count('Number of removals that wait until someone confirms them.');

const ListedRosterResponse = Type.Object(
  { ...RosterSummaryResponse.properties, ...rosterCounts, held },
  { $id: 'ListedRoster', additionalProperties: false },
);

export const RosterList = Type.Object(
  { items: Type.Array(refTo(ListedRosterResponse)) },
  { $id: 'RosterList', additionalProperties: false },
);

const RosterMemberResponse = Type.Object(
  {
    person: Type.String({ description: 'As the source named the person.' }),
    personId: nullable(Type.String({ description: "The directory's id." })),
    role,
    until: nullable(time('Until when the source names the person.')),
    result: nullable(result),
    code: nullable(code),
    detail: nullable(detail),
    guest: nullable(
      Type.Object(
        {
          displayName: Type.String({ description: 'Name of the guest in the invitation.' }),
          invitedAt: nullable(time('When the guest was invited. Null: no invitation was needed.')),
        },
        {
          additionalProperties: false,
          description: 'Null: the source does not have the person invited.',
        },
      ),
    ),
    waitingSince: nullable(time('Since when the person is looked up daily.')),
  },
  { $id: 'RosterMember', additionalProperties: false },
);

export const RosterResponse = Type.Object(
  {
    ...ListedRosterResponse.properties,
    etag: Type.String({ description: 'The version of the roster, for If-Match.' }),
    ...countedPageSchema(refTo(RosterMemberResponse)).properties,
  },
  { $id: 'Roster', additionalProperties: false },
);

export const rosterSchemas = [
  RosterBody,
  RosterPlanResponse,
  ListedRosterResponse,
  RosterList,
  RosterMemberResponse,
  RosterResponse,
];
