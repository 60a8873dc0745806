// Why another host could not be reached, in words that tell an administrator where to look: name resolution,
// firewall, proxy or certificate.
import { certificateCodes } from '../ground/certificate-fault.ts';
import { causesOf, refusedAddress } from './guarded-connector.http.ts';
import { ProxyFailure } from './proxy-tunnel.http.ts';

export interface Unreachable {
  /** Continues a sentence about the host: “… cannot be reached: <reason>”. */
  readonly reason: string;
  /** True when no request was sent, so the other side has done nothing. */
  readonly isUnsent: boolean;
}

const reasons: readonly { codes: RegExp; reason: string; isUnsent: boolean }[] = [
  {
    codes: /^(?:ENOTFOUND|EAI_\w+|ENODATA)$/,
    reason: 'its name could not be resolved by DNS',
    isUnsent: true,
  },
  { codes: /^ECONNREFUSED$/, reason: 'it refused the connection', isUnsent: true },
  { codes: /^E(?:NET|HOST)UNREACH$/, reason: 'there is no route to it', isUnsent: true },
  {
    codes: certificateCodes,
    reason: 'its TLS certificate was not accepted',
    isUnsent: true,
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    reason: 'the connection timed out',
    isUnsent: true,
  },
  {
    codes: /^(?:ETIMEDOUT|TimeoutError|UND_ERR_(?:HEADERS|BODY)_TIMEOUT)$/,
    reason: 'it did not answer in time',
    isUnsent: false,
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    reason: 'the connection was closed before an answer arrived',
    isUnsent: false,
  },
];

export function explainUnreachable(error: unknown): Unreachable {
  const refused = refusedAddress(error);
  if (refused !== undefined) return { reason: refused.message, isUnsent: true };
  const proxy = causesOf(error).find((cause) => cause instanceof ProxyFailure);
  if (proxy !== undefined) return { reason: explainProxy(proxy), isUnsent: true };
  const codes = causesOf(error).flatMap((cause) => {
    const { code, name } = Object(cause) as { code?: unknown; name?: unknown };
    return [code, name].filter((one): one is string => typeof one === 'string');
  });
  for (const known of reasons) {
    const code = codes.find((one) => known.codes.test(one));
    if (code === undefined) continue;
    return { reason: `${known.reason} (${code})`, isUnsent: known.isUnsent };
  }
  const code = codes.find((one) => /^[A-Z][A-Z\d_]+$/.test(one));
  return {
    reason: code === undefined ? 'the connection failed' : `the connection failed (${code})`,
    isUnsent: false,
  };
}

function explainProxy({ proxyHost, status, cause }: ProxyFailure): string {
  return status === undefined
    ? `the proxy ${proxyHost} cannot be reached: ${explainUnreachable(cause).reason}`
    : `the proxy ${proxyHost} answered CONNECT with status ${status}`;
}
