// The rules for an endpoint's address.
import type { FaultCode, FaultValues, FieldError } from '../../ground/errors.ts';
import { refusalOf, type TargetAddresses } from '../../outbound/target-addresses.ts';

const maxUrl = 2_000;

/** The one spelling of an address: as the calls use it, so that two endpoints with the same address are seen as such. */
export function storedUrl(text: string): string {
  return new URL(text).href;
}

/** Faults of the text as an endpoint's address. The name is looked up when the service connects. */
export function endpointUrlFaults(text: string, targets: TargetAddresses): readonly FieldError[] {
  const wrong = (code: FaultCode, detail: string, values?: FaultValues): FieldError[] => [
    { pointer: '/url', code, detail, ...(values && { values }) },
  ];
  const url = URL.parse(text);
  if (
    url === null ||
    url.href.length > maxUrl ||
    (url.protocol !== 'https:' && url.protocol !== 'http:')
  ) {
    return wrong('not_valid', 'url must be an absolute https address.', { rule: 'https_address' });
  }
  if (url.username !== '' || url.password !== '') {
    return wrong('not_valid', 'url must not contain a user name or a password.', {
      rule: 'address_user',
    });
  }
  if (url.hash !== '')
    return wrong('not_valid', 'url must not have a fragment.', { rule: 'address_fragment' });
  const refusal = refusalOf(url, targets);
  if (refusal?.kind === 'not_encrypted') {
    return wrong(
      'not_encrypted',
      targets.namesAny
        ? 'url must begin with https://; http is allowed only in networks that WEBHOOK_NETWORKS lists.'
        : 'url must begin with https://; http is allowed only in networks that WEBHOOK_NETWORKS lists, which is not set here.',
    );
  }
  if (refusal?.kind === 'address_refused') {
    return wrong(
      'address_refused',
      `Webhooks may not reach the address ${refusal.literal}: it is not public, and WEBHOOK_NETWORKS ${targets.namesAny ? 'does not list it' : 'is not set here'}.`,
      { name: refusal.literal },
    );
  }
  return [];
}
