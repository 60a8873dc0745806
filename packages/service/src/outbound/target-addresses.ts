// Permitted addresses for targets of administrators (webhooks, directory connections): public ones, and those in
// networks that the operator names. Everything else (private, loopback, link-local, shared, multicast, metadata
// services, special purposes) is refused.
import { isIP } from 'node:net';
import { createIpRanges } from '../ground/ip-address.ts';

export interface TargetAddresses {
  /** May a connection go to this address? */
  permits(this: void, address: string): boolean;
  /** Is it in a network that the operator named? Only there plain http is taken. */
  isNamed(this: void, address: string): boolean;
  /** Whether the operator named any network. */
  readonly namesAny: boolean;
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Global unicast is 2000::/3; within it, https://www.iana.org/assignments/iana-ipv6-special-registry */
const globalIpv6 = ['2000::/3'];
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Services from which machines get their credentials in clouds: refused even within a named network. */
const metadata = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  // Amazon: of machines (::254) and of pods (::23). Google: of machines with IPv6 alone.
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::/10',
];

/** @param networks CIDR ranges */
export function createTargetAddresses(networks: readonly string[]): TargetAddresses {
  const named = createIpRanges(networks);
  const isNamed = (address: string) => named.contains(address) && !metadataRanges.contains(address);
  return {
    isNamed,
    namesAny: networks.length > 0,
    permits: (address) => isNamed(address) || isPublic(address),
  };
}

function isPublic(address: string): boolean {
  if (metadataRanges.contains(address)) return false;
  // An IPv4 address written as IPv6 is outside of 2000::/3, and so are the prefixes that translate to IPv4.
  return isIP(address) === 6
    ? globalRanges.contains(address) && !specialRanges.contains(address)
    : isIP(address) === 4 && !specialRanges.contains(address);
}

const specialRanges = createIpRanges([...specialIpv4, ...specialIpv6]);
const globalRanges = createIpRanges(globalIpv6);
const metadataRanges = createIpRanges(metadata);

/**
 * Why an address of http or https will never be connected to, as far as it can be known before: a name is looked
 * up when it is connected to.
 */
export function refusalOf(
  { protocol, hostname }: URL,
  targets: TargetAddresses,
): { readonly kind: 'not_encrypted' | 'address_refused'; readonly literal: string } | undefined {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isLiteral = isIP(literal) !== 0;
  if (protocol === 'http:' && !(isLiteral ? targets.isNamed(literal) : targets.namesAny)) {
    return { kind: 'not_encrypted', literal };
  }
  return isLiteral && !targets.permits(literal) ? { kind: 'address_refused', literal } : undefined;
}
