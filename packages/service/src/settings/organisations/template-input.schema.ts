import { Type, type Static } from 'typebox';
import {
  CounterInput,
  PropertiesInput,
  TransliterationInput,
} from '../naming/naming-input.schema.ts';
import { type AllowedChangeName, allowedChangeNames } from './allowed-changes.ts';
import { EnforcementInput } from './enforcement-policy.ts';
import { GuestsInput } from './guests-policy.ts';
import { LifecycleInputSchema } from './lifecycle-input.schema.ts';
import { ApprovalInput } from './approval-policy.schema.ts';
import { NoticesPolicyInput } from './notices-policy.schema.ts';
import { IdentifierInput } from './organisation-input.schema.ts';
import { linesSchema, nameSchema } from '../../ground/schema/name.schema.ts';
import { ResponsibilityInput } from './responsibility-input.schema.ts';
import { ProtectionInput, SettingsInput } from './settings-policy.ts';
import { adoptionMatches, defaultAdoption, namesChoices, vacantAsks } from './template.ts';

const patternSchema = (description: string) => Type.String({ maxLength: 512, description });

const person = Type.String({
  minLength: 1,
  maxLength: 320,
  description: 'User id (GUID form) or e-mail address.',
});

const channel = Type.Object(
  {
    displayName: Type.String({ minLength: 1, maxLength: 50, description: 'Name of the channel.' }),
    description: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1024 }), Type.Null()], {
        description: 'Purpose of the channel.',
      }),
    ),
  },
  { additionalProperties: false },
);

const descriptions: Readonly<Record<AllowedChangeName, string>> = {
  displayName: 'Rename the group.',
  description: 'Change the description.',
  visibility: 'Make the group public or private.',
  responsible: 'Name another responsible or deputy.',
  owners: 'Add and remove owners.',
  members: 'Add and remove members.',
  properties: 'Change properties, and with them the name that follows from them.',
  archive: 'Archive the group, and make it writable again.',
  delete: 'Delete the group, and restore it.',
};

/** Every change, as an answer has it. */
export const AllowedChangesSchema = Type.Object(
  Object.fromEntries(
    allowedChangeNames.map((name) => [name, Type.Boolean({ description: descriptions[name] })]),
  ) as Record<AllowedChangeName, ReturnType<typeof Type.Boolean>>,
  { additionalProperties: false },
);

export const AdoptionPolicyInput = Type.Object(
  {
    match: Type.Optional(
      Type.Enum([...adoptionMatches], {
        description:
          'names: groups whose names fit the patterns of the template have it as their proposal. none: it is never proposed. Default: names.',
      }),
    ),
    names: Type.Optional(
      Type.Enum([...namesChoices], {
        description: 'The names of an adoption whose request does not say it. Default: keep.',
      }),
    ),
    graceDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_650,
        description: `No expiry, reminder or review of an adopted group falls within so many days of its adoption. Default: ${defaultAdoption.graceDays}.`,
      }),
    ),
    perDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: `Adoptions of the template that are accepted in 24 hours. Default: ${defaultAdoption.perDay}.`,
      }),
    ),
    ask: Type.Optional(
      Type.Enum([...vacantAsks], {
        description:
          'The people who are asked to take over a group that was adopted without a responsible person. owners: its owners, their managers, the steward, and then up to five members. members: the members come before the steward. nobody: an administrator names a person. Default: owners.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How groups that others made are adopted.' },
);

/** The policy that provisioning applies; omitted members have the values of `defaultTemplatePolicy`. */
const TemplatePolicyInput = Type.Object(
  {
    kind: Type.Optional(
      Type.Union([Type.Literal('team'), Type.Literal('group')], {
        description: 'A team, or a group only.',
      }),
    ),
    visibility: Type.Optional(Type.Union([Type.Literal('private'), Type.Literal('public')])),
    approval: Type.Optional(ApprovalInput),
    minimumOwners: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Minimum number of different owners, including responsible and deputy.',
      }),
    ),
    guestsAllowed: Type.Optional(Type.Boolean()),
    welcomeMail: Type.Optional(
      Type.Boolean({
        description:
          'True if Microsoft 365 sends its welcome mail to each new member. Default: false. Applies to groups that are created from now on.',
      }),
    ),
    classification: Type.Optional(
      Type.Union(
        [
          Type.String({
            minLength: 1,
            maxLength: 100,
            pattern: '^[^,\\s](?:[^,]*[^,\\s])?$',
            'x-fault': 'must have neither commas nor spaces at its ends',
          }),
          Type.Null(),
        ],
        {
          description:
            'Classification of each new group: one of those that Microsoft 365 has for the tenant (group setting ClassificationList). Null: none. Not a sensitivity label, which Microsoft 365 does not take from applications.',
        },
      ),
    ),
    preferredLanguage: Type.Optional(
      Type.Union(
        [
          Type.String({
            pattern: '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$',
            'x-fault': 'must be a language tag such as de or en-US',
          }),
          Type.Null(),
        ],
        { description: 'Language of new groups in Microsoft 365, such as en-US. Null: none.' },
      ),
    ),
    defaultOwners: Type.Optional(
      Type.Array(person, { maxItems: 100, description: 'Owners of every group of the template.' }),
    ),
    defaultMembers: Type.Optional(
      Type.Array(person, {
        maxItems: 1000,
        description: 'Members of every group of the template.',
      }),
    ),
    channels: Type.Optional(
      Type.Array(channel, {
        maxItems: 30,
        description: 'Initial channels of the team, besides the general channel.',
      }),
    ),
    changes: Type.Optional(
      Type.Partial(AllowedChangesSchema, {
        additionalProperties: false,
        description:
          'Changes that API keys may make to the groups of the template, within their scopes. Default: true for each. Applies at once, also to existing groups. Administrators may make every change.',
      }),
    ),
    responsibility: Type.Optional(Type.Union([ResponsibilityInput, Type.Null()])),
    lifecycle: Type.Optional(Type.Union([LifecycleInputSchema, Type.Null()])),
    notices: Type.Optional(Type.Union([NoticesPolicyInput, Type.Null()])),
    enforce: Type.Optional(Type.Union([EnforcementInput, Type.Null()])),
    adoption: Type.Optional(Type.Union([AdoptionPolicyInput, Type.Null()])),
    settings: Type.Optional(Type.Union([SettingsInput, Type.Null()])),
    protection: Type.Optional(Type.Union([ProtectionInput, Type.Null()])),
    guests: Type.Optional(Type.Union([GuestsInput, Type.Null()])),
  },
  { additionalProperties: false },
);

/** An administrator's input for a template. */
export const TemplateInput = Type.Object(
  {
    name: nameSchema(256, 'Name of the template.'),
    identifier: IdentifierInput,
    mailNicknamePattern: patternSchema(
      'Pattern of the alias, with placeholders in double curly braces. Empty: no pattern.',
    ),
    displayNamePattern: patternSchema('Pattern of the display name. Empty: no pattern.'),
    properties: Type.Optional(PropertiesInput),
    counter: Type.Optional(
      Type.Union([CounterInput, Type.Null()], {
        description: 'The numbers that the service assigns to {{counter}}. Null: none.',
      }),
    ),
    transliteration: Type.Optional(TransliterationInput),
    policy: Type.Optional(TemplatePolicyInput),
  },
  { additionalProperties: false },
);
export type TemplateInput = Static<typeof TemplateInput>;
