import { type TSchema, Type } from 'typebox';
import { faultRules, type FaultValues } from '../ground/errors.ts';

const number = (description: string) => Type.Optional(Type.Number({ description }));
const text = (description: string) => Type.Optional(Type.String({ description }));
const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

export const faultValues = Type.Object(
  {
    // First, also in an answer: the admin center looks for it there before it reads the whole answer.
    rule: text(
      `The rule that the value breaks, where the code alone says too little: ${faultRules.join(', ')}. The service may add rules.`,
    ),
    minimum: number(
      'The least that is allowed: characters of a text, entries of a list, people, or the number itself.',
    ),
    maximum: number('The most that is allowed.'),
    actual: number('The count that the input has, in the unit of the bound.'),
    choices: texts('Allowed values; a long list is cut.'),
    types: texts('Allowed types: those of JSON, such as integer or null, and date.'),
    person: text('The person as the input names them.'),
    name: text(
      'The member, property, word, filter, placeholder, range, alias or channel that the fault is about.',
    ),
    suggestion: text('The value that may be meant.'),
    refused: texts('Characters or scopes that are not allowed.'),
    pattern: text('The pattern that the text must follow.'),
    position: number('Where the text is wrong, in characters from 1.'),
    latest: text('The last moment that is allowed, ISO 8601.'),
    teamId: text(
      'The other group that has what the input asks for. Absent if the caller may not read it.',
    ),
  } satisfies Record<keyof FaultValues, TSchema>,
  {
    description:
      'The values in the detail, for programs that say it in other words or another language. The service may add members.',
  },
);

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({ description: 'Place in the body, as a JSON Pointer (RFC 6901).' }),
    ),
    parameter: Type.Optional(
      Type.String({ description: 'Name of the query parameter or header.' }),
    ),
    code: Type.String({
      description: 'Code for programs, for example required, too_long or alias_reserved.',
    }),
    detail: Type.String({ description: 'Explanation for people, as a sentence.' }),
    values: Type.Optional(faultValues),
  },
  { $id: 'Fault', description: 'One fault of the input, with either pointer or parameter.' },
);
