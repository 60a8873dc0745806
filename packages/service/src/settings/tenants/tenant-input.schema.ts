import { Type, type Static } from 'typebox';
import { maxBlockedWordLength, maxBlockedWords } from '../naming/blocked-words.ts';
import { newGroupsRules } from './tenant.ts';
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

/** An administrator's input for a tenant, besides its directory connection. */
export const TenantInput = Type.Object(
  {
    name: nameSchema(100, 'Name of the tenant.'),
    blockedWords: Type.Optional(BlockedWordsInput),
    newGroups: Type.Optional(NewGroupsInput),
  },
  { additionalProperties: false },
);
export type TenantInput = Static<typeof TenantInput>;
