import {
  exact,
  guidPattern,
  moment,
  nullable,
  nullableMoment,
} from '../ground/schema/parts.schema.ts';
import { faultValues } from '../http/field-error.schema.ts';
import { ApprovalSchema } from '../settings/organisations/approval-policy.schema.ts';
import { Type } from 'typebox';
import {
  CounterInput,
  PropertiesInput,
  PropertyInput,
  TransliterationInput,
} from '../settings/naming/naming-input.schema.ts';
import { NoticesPolicyInput } from '../settings/organisations/notices-policy.schema.ts';
import { LifecycleInputSchema } from '../settings/organisations/lifecycle-input.schema.ts';
import { EnforcementInput } from '../settings/organisations/enforcement-policy.ts';
import { GuestsInput } from '../settings/organisations/guests-policy.ts';
import {
  MayAlsoChange,
  ProtectionInput,
  SettingsInput,
} from '../settings/organisations/settings-policy.ts';
import {
  AdoptionPolicyInput,
  AllowedChangesSchema,
  TemplateInput,
} from '../settings/organisations/template-input.schema.ts';
import { askedParts, lifeEvents } from '../governance/lifecycle/planned-life.ts';
import { TeamPlanResponse } from '../groups/create/plan.schema.ts';
import { ResponsibilityInput } from '../settings/organisations/responsibility-input.schema.ts';
import { etag, idParams } from './common.schema.ts';
import { backtestMonths, forecastMonths, notDerived } from './tried-months.schema.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';

export const OrganisationParams = idParams({ organisationId: 'The organisation.' });
export const TemplateParams = idParams({ templateId: 'The template.' });

export const AdminOrganisation = Type.Object(
  {
    organisationId: Type.String(),
    name: Type.String(),
    identifier: Type.String(),
    steward: nullable(Type.String()),
    templates: Type.Array(
      Type.Object(
        {
          templateId: Type.String(),
          name: Type.String(),
          identifier: Type.String(),
          mailNicknamePattern: Type.String(),
          displayNamePattern: Type.String(),
          declared: Type.Array(Type.String(), {
            description: 'Names of the declared properties, in their order.',
          }),
          kind: Type.Enum(['team', 'group']),
        },
        exact,
      ),
    ),
    etag,
  },
  { ...exact, $id: 'AdminOrganisation' },
);

export const AdminOrganisationPage = countedPageSchema(AdminOrganisation, 'AdminOrganisationPage');

export const AdminTemplate = Type.Object(
  {
    templateId: Type.String(),
    organisationId: Type.String(),
    organisation: Type.Object({ name: Type.String(), identifier: Type.String() }, exact),
    name: Type.String(),
    identifier: Type.String(),
    mailNicknamePattern: Type.String(),
    displayNamePattern: Type.String(),
    properties: Type.Record(Type.String(), PropertyInput, {
      description: 'Declared properties, by the names of their placeholders.',
    }),
    counter: nullable(Type.Required(CounterInput)),
    transliteration: TransliterationInput,
    policy: Type.Object(
      {
        kind: Type.Enum(['team', 'group']),
        visibility: Type.Enum(['private', 'public']),
        minimumOwners: Type.Integer(),
        guestsAllowed: Type.Boolean(),
        welcomeMail: Type.Boolean(),
        classification: Type.Optional(Type.String()),
        preferredLanguage: Type.Optional(Type.String()),
        defaultOwners: Type.Array(Type.String()),
        defaultMembers: Type.Array(Type.String()),
        channels: Type.Array(
          Type.Object({ displayName: Type.String(), description: nullable(Type.String()) }, exact),
        ),
        approval: Type.Optional(ApprovalSchema),
        changes: Type.Object(AllowedChangesSchema.properties, {
          ...exact,
          description: 'Changes that API keys may make to the groups of the template.',
        }),
        responsibility: Type.Optional(Type.Required(ResponsibilityInput)),
        lifecycle: Type.Optional(LifecycleInputSchema),
        notices: Type.Optional(NoticesPolicyInput),
        enforce: Type.Optional(Type.Required(EnforcementInput)),
        adoption: Type.Optional(Type.Required(AdoptionPolicyInput)),
        settings: Type.Optional(SettingsInput),
        protection: Type.Optional(ProtectionInput),
        guests: Type.Optional(GuestsInput),
      },
      exact,
    ),
    etag,
  },
  { ...exact, $id: 'AdminTemplate' },
);

export const TemplateUse = Type.Object(
  {
    groups: Type.Integer({
      description: 'Groups of the template that exist in the directory or are in creation.',
    }),
  },
  { ...exact, $id: 'TemplateUse' },
);

const CountedGuests = (description: string) =>
  Type.Object(
    {
      guests: Type.Integer({ description: 'Guests, once for each roster that names them.' }),
      groups: Type.Integer({ description: 'Groups of these rosters.' }),
    },
    { ...exact, description },
  );

export const LifecyclePlan = Type.Object(
  {
    groups: Type.Integer({ description: 'Existing groups of the template.' }),
    concerned: Type.Integer({ description: 'Groups that would expire some day, or be deleted.' }),
    expireWithin30Days: Type.Integer(),
    reviewed: Type.Integer({ description: 'Groups whose people would be reviewed.' }),
    firstReviewAt: nullable(moment('Time of the first review. Null: none.')),
    unused: Type.Integer({
      description:
        'Groups that nobody uses by the reports of the suite, and whose people would be asked.',
    }),
    firstAt: nullable(moment('When the first person is asked, or the first group ends.')),
    approval: Type.Object(
      {
        concerned: Type.Integer({
          description: 'Groups with operations that would await an approval from now on.',
        }),
        public: Type.Integer({ description: 'Groups that a change could make public.' }),
        guests: Type.Integer({ description: 'Groups to which a change could add guests.' }),
        properties: Type.Integer({ description: 'Groups whose properties could change.' }),
        delete: Type.Integer({ description: 'Groups that could be deleted.' }),
        approverGroups: Type.Array(
          Type.Object(
            {
              group: Type.String({ examples: ['approvers@nordlicht.example'] }),
              people: nullable(
                Type.Integer({
                  description: 'Null: the directory has no such group, or cannot be asked now.',
                }),
              ),
            },
            exact,
          ),
          {
            description:
              'The directory groups whose members approve, with the number of people in each.',
          },
        ),
        asksAtMost: Type.Integer({
          description: 'A stage asks at most as many people. The others cannot decide.',
          examples: [100],
        }),
      },
      {
        ...exact,
        description:
          'The effect of the approval: existing groups in which an operation would await an approval, by its reason, and the groups whose members approve.',
      },
    ),
    settings: Type.Object(
      {
        concerned: Type.Integer({
          description: 'Groups in which a setting has to be written, or was not read yet.',
        }),
        changes: Type.Array(
          Type.Object(
            {
              property: Type.String({ examples: ['settings.members.createChannels'] }),
              before: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
              after: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
              groups: Type.Integer({
                description: 'Groups in which it has to be written, or was not read yet.',
              }),
              mayAlsoChange: MayAlsoChange,
            },
            exact,
          ),
          {
            description:
              'The settings whose value in the template changes. Null: the template does not decide it, and groups keep what they have.',
          },
        ),
        restoresPerHour: nullable(
          Type.Integer({
            description:
              'Groups that the rule of the template (`enforce.settings` or `enforce.label`: restore) brings in line in an hour. More at once stop it. Null: a repair of the groups does it.',
          }),
        ),
      },
      {
        ...exact,
        description: 'The effect of the settings on existing groups, by the last comparisons.',
      },
    ),
    guests: Type.Object(
      {
        invited: CountedGuests(
          'Guests whom the present template refuses, and whom the changed one invites within a day.',
        ),
        refused: CountedGuests(
          'Guests whom the changed template refuses: those in a group stay until their end, the others are not invited, and the next list that names them is refused.',
        ),
      },
      {
        ...exact,
        description:
          'The effect on the guests whom rosters of existing groups name to be invited, by `policy.guests`, `policy.guestsAllowed` and `policy.settings.guests`.',
      },
    ),
    firstExpiryAt: nullable(moment('The first expiry of an active group. Null: none expires.')),
    lastExpiryAt: nullable(moment('The last one.')),
    forecast: forecastMonths,
    backtest: backtestMonths,
    notDerived,
  },
  { ...exact, $id: 'LifecyclePlan' },
);

export const NamingPreviewRequest = Type.Object(
  {
    organisationId: Type.String({ maxLength: 64 }),
    identifier: Type.String({
      maxLength: 100,
      description: "The template's identifier, which replaces {{template}}.",
    }),
    mailNicknamePattern: Type.String({ maxLength: 512 }),
    displayNamePattern: Type.String({ maxLength: 512 }),
    properties: Type.Optional(PropertiesInput),
    counter: Type.Optional(Type.Union([CounterInput, Type.Null()])),
    transliteration: Type.Optional(TransliterationInput),
    mailNickName: Type.String({ maxLength: 1000 }),
    displayName: Type.String({ maxLength: 1000 }),
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1000 }), {
        maxProperties: 100,
        description:
          'Values of placeholders, from which names are made. A sample takes the place of a value that is empty or absent.',
      }),
    ),
  },
  { ...exact, $id: 'NamingPreviewRequest' },
);

export const TemplateTrial = Type.Object(
  {
    organisationId: Type.String({ maxLength: 64 }),
    templateId: Type.Optional(
      Type.String({
        pattern: guidPattern,
        description:
          'The stored template that the tried one would replace. Absent: a new template.',
      }),
    ),
    template: TemplateInput,
    group: Type.Record(Type.String(), Type.Unknown(), {
      description: 'A body of requestGroup. Its organisation and its template are not read.',
    }),
  },
  { ...exact, $id: 'TemplateTrial' },
);

const LifeMoment = Type.Object(
  {
    at: moment('By the governance clock.'),
    event: Type.Enum([...lifeEvents], {
      description:
        '`idle`: the first day on which the people of an unused group are asked. `expired`: the group expires and stays writable.',
    }),
    asks: Type.Array(
      Type.Object(
        {
          part: Type.Enum([...askedParts]),
          reference: nullable(
            Type.String(),
            'The person as the request or the organisation names them. Null: the administrators.',
          ),
        },
        exact,
      ),
      { description: 'Those who are asked or get a message.' },
    ),
    dueAt: nullableMoment('The end of the time for the answer. Null: there is none.'),
  },
  { ...exact, $id: 'LifeMoment' },
);

export const TemplateTrialPlan = Type.Object(
  {
    ...TeamPlanResponse.properties,
    life: Type.Array(LifeMoment, {
      description:
        'The dates of the group from its creation to its deletion if nobody answers, in their order.',
    }),
  },
  { ...exact, $id: 'TemplateTrialPlan' },
);

const PreviewFault = Type.Object(
  {
    index: Type.Integer({ description: 'Start of the fault, in UTF-16 code units.' }),
    length: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    values: Type.Optional(faultValues),
  },
  { ...exact, $id: 'NameFault' },
);

const NamePreview = Type.Object(
  {
    pattern: Type.Object(
      {
        pieces: Type.Array(
          Type.Object({ kind: Type.Enum(['text', 'placeholder']), text: Type.String() }, exact),
        ),
        faults: Type.Array(PreviewFault),
      },
      exact,
    ),
    name: Type.Object(
      {
        conforms: Type.Boolean(),
        faults: Type.Array(PreviewFault),
        example: nullable(Type.String()),
      },
      exact,
    ),
  },
  { ...exact, $id: 'NamePreview' },
);

const MadeName = Type.Object(
  {
    text: Type.String(),
    length: Type.Integer({ description: 'Number of its characters.' }),
    maximum: Type.Integer(),
  },
  { ...exact, $id: 'MadeName' },
);

export const NamingPreview = Type.Object(
  {
    mailNickName: NamePreview,
    displayName: NamePreview,
    properties: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          value: nullable(Type.String()),
          filledByService: Type.Boolean(),
        },
        exact,
      ),
      { description: 'Value of each placeholder.' },
    ),
    made: nullable(
      Type.Object(
        {
          mailNickName: nullable(MadeName),
          displayName: nullable(MadeName),
          values: Type.Record(Type.String(), Type.String(), {
            description: 'The values that were used, samples included.',
          }),
          faults: Type.Array(
            Type.Object(
              { pointer: Type.String(), code: Type.String(), detail: Type.String() },
              exact,
            ),
          ),
        },
        {
          ...exact,
          description:
            'Names that the values give. Null: the request has no values, or a pattern has a fault.',
        },
      ),
    ),
  },
  { ...exact, $id: 'NamingPreview' },
);
