// Values of the command line, held against the same schemas as the admin API's.
import type { Static, TSchema } from 'typebox';
import { createValidatorCompiler } from '../http/validation.ts';

const compile = createValidatorCompiler();

/** @throws DomainError `validation_failed` with every fault */
export function checkInput<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const result = compile({ schema })(value);
  if (result !== true) throw result.error;
  return value as Static<Schema>;
}
