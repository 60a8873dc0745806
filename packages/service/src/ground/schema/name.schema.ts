import { Type } from 'typebox';

/** A name for people: not blank, no control characters, no space at either end. */
export function nameSchema(maxLength: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\s\\p{Cc}\\p{Cs}](?:[^\\p{Cc}\\p{Cs}]*[^\\s\\p{Cc}\\p{Cs}])?$',
    description,
    'x-fault': 'must have neither control characters nor spaces at its ends',
  });
}
