// The rules for an organisation, beyond its schema (organisation-input.schema.ts). Reports every fault at once.
import type { FieldError } from '../foundation/errors.ts';
import { identifierFault } from './identifier.ts';
import type { OrganisationInput } from './organisation-input.schema.ts';

export function organisationFaults(input: OrganisationInput): FieldError[] {
  return identifierFaults(input.identifier);
}

/** For organisations and templates alike. */
export function identifierFaults(identifier: string): FieldError[] {
  const detail = identifierFault(identifier);
  return detail === undefined ? [] : [{ pointer: '/identifier', code: 'not_valid', detail }];
}
