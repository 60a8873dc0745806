import { Type, type Static } from 'typebox';
import { maxBlockedWordLength, maxBlockedWords } from '../naming/blocked-words.ts';
import { newGroupsRules } from './tenant.ts';
import { exact, nullable, personPattern } from '../../ground/schema/parts.schema.ts';
import { nameSchema } from '../../ground/schema/name.schema.ts';

export const BlockedWordsInput = Type.Array(
  Type.String({ minLength: 1, maxLength: maxBlockedWordLength }),
  {
    maxItems: maxBlockedWords,
    description:
      'Words that no name of a group may contain. Whole words are compared, without case and accents.',
  },
);

export const NewGroupsInput = Type.Enum([...newGroupsRules], {
  description:
    'The rule for groups that others make in the directory from then on. report: each is an event. adopt: the template that its names propose adopts it. ask: it does so once an owner of the group agrees, or, where the group has none, the steward or an administrator.',
});

const person = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: personPattern,
      description,
      'x-fault': 'must be a user ID or an e-mail address',
    }),
  );

export const NightlyProbeInput = nullable(
  Type.Object(
    {
      hour: Type.Integer({
        minimum: 0,
        maximum: 23,
        description: 'Hour of the day in the time zone of the tenant.',
      }),
      owner: person(
        'The person who owns the group of the probe for some minutes: id or e-mail address. Without one, teams are not seen.',
      ),
      guest: person('A guest who is in its team for some minutes. It needs an owner.'),
    },
    exact,
  ),
  'When the service probes the connection to Microsoft 365 each night. Null: it does not.',
);

/** An administrator's input for a tenant, besides its directory connection. */
export const TenantInput = Type.Object(
  {
    name: nameSchema(100, 'Name of the tenant.'),
    blockedWords: Type.Optional(BlockedWordsInput),
    newGroups: Type.Optional(NewGroupsInput),
    nightlyProbe: Type.Optional(NightlyProbeInput),
  },
  { additionalProperties: false },
);
export type TenantInput = Static<typeof TenantInput>;
