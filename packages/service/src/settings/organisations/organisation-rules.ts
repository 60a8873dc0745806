// The rules for an organisation, beyond its schema (organisation-input.schema.ts). Reports every fault at once.
import { isGuid, isPersonReference } from '../../directory/person-reference.ts';
import type { FieldError } from '../../ground/errors.ts';
import { identifierFault } from '../naming/identifier.ts';
import type { OrganisationInput } from './organisation-input.schema.ts';

export function organisationFaults({ identifier, steward }: OrganisationInput): FieldError[] {
  const detail = 'Name a person by user ID (GUID form) or e-mail address.';
  return [
    ...identifierFaults(identifier),
    ...(steward == null || isPersonReference(steward)
      ? []
      : [
          {
            pointer: '/steward',
            code: 'not_valid' as const,
            detail,
            values: { rule: 'person' as const },
          },
        ]),
  ];
}

/** Organisations and templates have the same rules. */
export function identifierFaults(identifier: string): FieldError[] {
  const detail = identifierFault(identifier);
  const rule = isGuid(identifier) ? 'identifier_guid' : 'identifier';
  return detail === undefined
    ? []
    : [{ pointer: '/identifier', code: 'not_valid', detail, values: { rule } }];
}
