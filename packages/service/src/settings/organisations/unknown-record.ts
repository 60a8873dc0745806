// The answer to an address that names an organisation or a template which the caller does not have.
import { notAmong } from '../../ground/did-you-mean.ts';
import { DomainError } from '../../ground/errors.ts';

/** It names the one that was meant, or those of the caller, so that another tenant's is like an absent one. */
export function unknownRecord(
  kind: 'organisation' | 'template',
  sent: string,
  records: readonly { readonly identifier: string }[],
): DomainError {
  return new DomainError('not_found', notAmong(`There is no ${kind}`, sent, records).detail);
}
