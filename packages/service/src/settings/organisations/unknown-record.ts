// The answer to an address that names an organisation or a template which the caller does not have.
import { notAmong } from '../../ground/did-you-mean.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { isGuid } from '../../directory/person-reference.ts';

/** An id that is not there says nothing; an identifier names the one that was meant, or those of the caller. */
export function unknownRecord(
  kind: 'organisation' | 'template',
  sent: string,
  records: readonly { readonly identifier: string }[],
): DomainError {
  if (isGuid(sent)) return notFound();
  return new DomainError('not_found', notAmong(`There is no ${kind}`, sent, records).detail);
}
