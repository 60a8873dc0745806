// An administrator's input for the naming rules of a template. Names and the rules of each type are checked in
// naming-rules.ts, whose sentences name the fault.
import { Type, type Static } from 'typebox';

const type = <Name extends string>(name: Name) => Type.Literal(name);
const bound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

export const PropertyInput = Type.Object(
  {
    type: Type.Optional(
      Type.Union([type('text'), type('number'), type('date'), type('choice')], {
        description:
          'text (default), number (a whole number), date (as in 2026-12-31) or choice (one of choices).',
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: 256, description: 'Description for callers.' }),
    ),
    required: Type.Optional(
      Type.Boolean({ description: 'True if every group must have a value. Default: false.' }),
    ),
    default: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'Value if the request has none.' }),
    ),
    minimum: bound('Minimum length of a text, or minimum value of a number.'),
    maximum: bound('Maximum length of a text, or maximum value of a number.'),
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Regular expression for the whole text: literals, classes, groups, |, \\d, \\w, \\s and the repetitions ? * + {n} {n,} {n,m}. Without back references and look-around.',
      }),
    ),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Permitted values of a choice.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PropertyInput = Static<typeof PropertyInput>;

export const PropertiesInput = Type.Record(Type.String(), PropertyInput, {
  maxProperties: 50,
  description: 'Declared properties, by the names of their placeholders.',
});

export const CounterInput = Type.Object(
  {
    width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9,
        description: 'Minimum number of digits, filled with zeros. Default: 4.',
      }),
    ),
    per: Type.Optional(
      Type.Union([type('template'), type('organisation'), type('year')], {
        description:
          'Groups that share one sequence: those of the template (default), of all templates of the organisation with this setting, or of the template within a calendar year (UTC).',
      }),
    ),
    start: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 99_999_999,
        description:
          'First number. Default: 1. A higher start makes an existing sequence continue there.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const TransliterationInput = Type.Union([type('default'), type('de')], {
  description: 'de renders ä, ö and ü as ae, oe and ue. Default: default.',
});
