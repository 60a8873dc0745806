// Bodies of HTML form encoding, as OAuth clients send them to the token endpoint: strict UTF-8, and
// no parameter twice (RFC 6749 section 3.2).
import { isUtf8 } from 'node:buffer';
import { DomainError } from '../ground/errors.ts';
import { inNfc } from '../ground/text.ts';

const maxParameters = 100;

export function parseForm(body: Buffer): Record<string, string> {
  const text = body.toString('utf8');
  if (!isUtf8(body) || !isDecodable(text)) {
    throw new DomainError('invalid_request', 'The form is not valid UTF-8 in percent-encoding.');
  }
  const form: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > maxParameters) {
      throw new DomainError('invalid_request', `The form has more than ${maxParameters} fields.`);
    }
    if (Object.hasOwn(form, name)) {
      throw new DomainError('invalid_request', 'A field of the form appears more than once.');
    }
    Object.defineProperty(form, name, { value, enumerable: true, writable: true });
  }
  return inNfc(form);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
