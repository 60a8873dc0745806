import { Type, type Static } from 'typebox';
import { optionalDay } from '../ground/schema/moment.schema.ts';
import { nameSchema } from '../ground/schema/name.schema.ts';

/** An administrator's input for a person in the sandbox. */
export const SandboxPersonInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
        description: 'Id of the person. If you omit it, the service generates one.',
        'x-fault': 'must be a GUID',
      }),
    ),
    email: Type.String({ minLength: 3, maxLength: 320 }),
    name: nameSchema(256, 'Name of the person.'),
    kind: Type.Optional(Type.Union([Type.Literal('member'), Type.Literal('guest')])),
    enabled: Type.Optional(
      Type.Boolean({ description: 'False for an account that is blocked from signing in.' }),
    ),
    managerEmail: Type.Optional(
      Type.Union([Type.String({ minLength: 3, maxLength: 320 }), Type.Null()], {
        description: 'E-mail address of the manager, who need not be in the sandbox. Null: none.',
      }),
    ),
    language: Type.Optional(
      Type.Union(
        [
          Type.String({
            pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$',
            'x-fault': 'must be a language tag such as de or de-CH',
          }),
          Type.Null(),
        ],
        { description: 'Preferred language, as a BCP 47 tag. Null: none.' },
      ),
    ),
    leavesOn: optionalDay('Date on which the person leaves, as YYYY-MM-DD. Null: none.'),
  },
  { additionalProperties: false },
);
export type SandboxPersonInput = Static<typeof SandboxPersonInput>;
