import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import {
  CounterInput,
  PropertyInput,
  TransliterationInput,
} from '../naming/naming-input.schema.ts';
import { TemplateResponse } from './organisations.schema.ts';
import { AllowedChangesSchema } from './template-input.schema.ts';

/** A template with all that a caller needs to create a group from it. */
export const TemplateDetailsResponse = Type.Object(
  {
    ...TemplateResponse.properties,
    organisation: Type.Object(
      {
        id: Type.String({ format: 'uuid', description: 'Organisation id.' }),
        identifier: Type.String(),
        name: Type.String(),
      },
      { additionalProperties: false },
    ),
    properties: Type.Record(Type.String(), PropertyInput, {
      description: 'Declared properties, by the names of their placeholders.',
    }),
    counter: Type.Union([Type.Required(CounterInput), Type.Null()], {
      description: 'The numbers that the service assigns to {{counter}}, if the template has them.',
    }),
    transliteration: TransliterationInput,
    defaults: Type.Object(
      {
        kind: Type.Enum(['team', 'group']),
        visibility: Type.Enum(['private', 'public']),
        minimumOwners: Type.Integer({
          description: 'Minimum number of different owners, including responsible and deputy.',
        }),
        guestsAllowed: Type.Boolean(),
        classification: Type.Optional(
          Type.String({ description: 'Absent: new groups have none.' }),
        ),
        preferredLanguage: Type.Optional(
          Type.String({
            description: 'A language tag such as en-US. Absent: new groups have none.',
          }),
        ),
        defaultOwners: Type.Array(Type.String(), {
          description: 'Owners of every group of the template.',
        }),
        defaultMembers: Type.Array(Type.String(), {
          description: 'Members of every group of the template.',
        }),
      },
      { additionalProperties: false, description: 'Settings that the template gives its groups.' },
    ),
    changes: Type.Object(AllowedChangesSchema.properties, {
      additionalProperties: false,
      description:
        'Changes that API keys may make to the groups of the template, within their scopes.',
    }),
  },
  { $id: 'TemplateDetails', additionalProperties: false },
);

export const TemplatePage = pageSchema(refTo(TemplateDetailsResponse), 'TemplatePage');

export const templateSchemas = [TemplateDetailsResponse, TemplatePage];
