import { exact, nullable, nullableMoment } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { directoryRoles, peopleDifferences, recordedRoles } from './compare-people.ts';
import { countedPageSchema } from '../../ground/schema/page.schema.ts';

export const TeamPeoplePage = countedPageSchema(
  Type.Object(
    {
      role: Type.Enum([...recordedRoles]),
      reference: Type.String({ description: 'The person as the record names them.' }),
      displayName: nullable(
        Type.String({ description: 'Name of the person, if the directory is the sandbox.' }),
      ),
    },
    exact,
  ),
  'TeamPeoplePage',
);

const ComparedPerson = Type.Object(
  {
    id: Type.String({ description: "The directory's id of the person." }),
    displayName: nullable(
      Type.String({ description: 'Null if the directory no longer has the person.' }),
    ),
    email: nullable(Type.String()),
    isGuest: Type.Boolean(),
    recorded: nullable(
      Type.Enum([...recordedRoles], { description: 'Role by the record of the group.' }),
    ),
    inDirectory: nullable(
      Type.Enum([...directoryRoles], { description: 'Role in the directory now.' }),
    ),
    difference: nullable(
      Type.Enum([...peopleDifferences], {
        description:
          '`missing`: only in the record. `added`: only in the directory. `other_role`: an owner by one, and only a member by the other.',
      }),
    ),
    rosters: Type.Array(
      Type.Object(
        {
          source: Type.String({ description: 'The source that names the person.' }),
          role: Type.Enum(['member', 'owner']),
          until: nullableMoment('Until when the source names the person; null: without an end.'),
          isPending: Type.Boolean({
            description: 'True: the person is a guest who has not accepted the invitation.',
          }),
          isHeld: Type.Boolean({
            description:
              'True: the source names the person no longer, and the removal waits until someone confirms it.',
          }),
        },
        exact,
      ),
      { description: 'The rosters that hold the person; empty: a hand holds the place.' },
    ),
  },
  exact,
);

export const ComparedPeoplePage = Type.Object(
  {
    ...countedPageSchema(ComparedPerson, 'ComparedPeoplePage').properties,
    differences: Type.Integer({ description: 'Number of people who differ, on all pages.' }),
  },
  { ...exact, $id: 'ComparedPeoplePage' },
);
