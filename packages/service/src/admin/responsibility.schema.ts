import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';

export const answeringPeopleQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

export const AnsweringPeople = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "The directory's id of the person." }),
          email: nullable(Type.String()),
          displayName: nullable(Type.String()),
          available: Type.Boolean(),
          responsible: Type.Integer({ description: 'Groups with this responsible person.' }),
          deputy: Type.Integer({ description: 'Groups with this deputy.' }),
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'AnsweringPeople' },
);

export const MassDeparture = nullable(
  Type.Object(
    {
      since: moment(),
      departed: Type.Integer({
        description:
          'People who answer for groups and became unavailable, or got a leave date, within a week.',
      }),
      answering: Type.Integer({ description: 'All people who answer for groups.' }),
    },
    {
      ...exact,
      description:
        'Too many people left within a week, so that nothing is handed over until an administrator releases it. Null: none.',
    },
  ),
);

export const ResponsibilityOverview = Type.Object(
  {
    groups: Type.Object(
      {
        shaky: Type.Integer({
          description:
            'Groups with an unavailable responsible person or deputy, in the grace period.',
        }),
        deputyVacant: Type.Integer({ description: 'Groups without a deputy who could take over.' }),
        vacant: Type.Integer({ description: 'Groups without an available responsible person.' }),
      },
      { ...exact, description: 'Numbers of groups whose responsibility is not held.' },
    ),
    massDeparture: MassDeparture,
    people: Type.Object(
      {
        followedAt: nullable(moment('Time at which changes of people were last read.')),
        failure: nullable(Type.String({ description: 'Error of a later attempt.' })),
        knowsLeaveDates: Type.Boolean({
          description: 'Whether the connection may read leave dates.',
        }),
      },
      exact,
    ),
  },
  { ...exact, $id: 'ResponsibilityOverview' },
);
