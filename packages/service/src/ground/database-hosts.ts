// A PostgreSQL address may name several hosts, of which one is the primary:
// https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS

/** Attributes of a host; all of these mean a primary here, because the service writes. */
const primaryAttributes = new Set(['any', 'read-write', 'primary']);

export type DatabaseUrlFault = 'form' | 'session_attributes';

/**
 * One address for each host, in their order, without `target_session_attrs`.
 * @returns the fault where the address cannot be read, or asks for a server that only reads
 */
export function readDatabaseHosts(url: string): readonly string[] | DatabaseUrlFault {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/s.exec(url);
  if (parts === null) return 'form';
  const [, start = '', authority = '', path = '', query] = parts;
  const search = new URLSearchParams(query ?? '');
  const attributes = search.getAll('target_session_attrs');
  if (attributes.some((one) => !primaryAttributes.has(one))) return 'session_attributes';
  search.delete('target_session_attrs');
  const rest = attributes.length === 0 ? query : search.toString();
  const end = rest === undefined || rest === '' ? path : `${path}?${rest}`;
  const hosts = authority.split(',').map((host) => `${start}${host}${end}`);
  return hosts.every((host) => URL.canParse(host)) ? hosts : 'form';
}
