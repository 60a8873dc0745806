// Values of the command line, held against the same schemas as the admin API's.
import type { Static, TSchema } from 'typebox';
import { inNfc } from '../ground/text.ts';
import { createValidatorCompiler } from '../http/validation.ts';

const compile = createValidatorCompiler();

/** @throws DomainError `validation_failed` with every fault */
export function checkInput<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const input = inNfc(value);
  const result = compile({ schema })(input);
  if (result !== true) throw result.error;
  return input as Static<Schema>;
}
