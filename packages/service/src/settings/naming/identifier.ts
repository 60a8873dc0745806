// The short identifier of an organisation or a template: unique, stable, fit for addresses and aliases.
// It never has GUID form, so that "id or identifier" is never ambiguous, and is looked up without case.
import { isGuid } from '../../directory/person-reference.ts';

/** Letters a to z, digits, and hyphens between them; 1 to 63 characters. */
export const identifierExpression = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$';
const expression = new RegExp(identifierExpression);

/** A sentence about what keeps the text from being an identifier, or undefined. */
export function identifierFault(text: string): string | undefined {
  if (isGuid(text)) {
    return 'The identifier must not look like a GUID, because it could be mistaken for an id.';
  }
  if (expression.test(text)) return undefined;
  return (
    'The identifier must be 1 to 63 of the letters a to z, digits and hyphens, ' +
    'and begin and end with a letter or digit.'
  );
}
