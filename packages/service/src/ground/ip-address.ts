// IP addresses and their ranges in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3). An address has one
// spelling: without its zone, and an IPv4 address that is written as IPv6 is an IPv4 address.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface IpRanges {
  /** Whether an address is in one of the ranges; an IPv4 address written as IPv6 is in those of IPv4. */
  contains(this: void, address: string): boolean;
}

/** @param ranges valid ones; an address without a prefix length is a range of one address */
export function createIpRanges(ranges: readonly string[]): IpRanges {
  const networks = ranges.map((range) => networkIn(range));
  return {
    contains(text) {
      const address = parse(text);
      return (
        address !== undefined &&
        networks.some(
          ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
        )
      );
    },
  };
}

function networkIn(range: string): [Address, number] {
  const [text = '', bits] = range.split('/');
  const address = parseSpelling(text);
  const size = sizes[address.kind()];
  const prefix = bits === undefined ? size : Number(bits);
  return isMapped(address) && prefix >= mappedBits
    ? [address.toIPv4Address(), prefix - mappedBits]
    : [address, prefix];
}

/** Its one spelling; undefined: the text is no address. */
export function readIpAddress(text: string): string | undefined {
  return isIP(text) === 4 ? text : parse(text)?.toString();
}

/** An IPv6 caller holds at least a /64, so its addresses count as one; an IPv4 address counts as itself. */
export function networkOf(address: string): string {
  const known = parse(address);
  if (known === undefined) return 'unknown';
  return known.kind() === 'ipv4' ? known.toString() : networkAddress(known, 64).toString();
}

export interface RangeFault {
  /** `mapped`: an IPv4 range that is written as IPv6; `host_bits`: the address has bits beyond the prefix length. */
  readonly fault: 'not_a_range' | 'mapped' | 'host_bits';
  /** The range that is meant: without those bits, or as IPv4. */
  readonly network?: string;
}

const form = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/;

/** Reads a range that a person typed, in its one spelling: `2001:DB8:0::/32` is `2001:db8::/32`. */
export function readIpRange(text: string): { readonly range: string } | RangeFault {
  const [, typed = '', bits] = form.exec(text.trim()) ?? [];
  if (isIP(typed) === 0) return { fault: 'not_a_range' };
  const address = parseSpelling(typed);
  const size = sizes[address.kind()];
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return { fault: 'not_a_range' };
  if (isMapped(address)) {
    if (prefix < mappedBits) return { fault: 'mapped' };
    const ipv4Prefix = prefix - mappedBits;
    const network = networkAddress(address.toIPv4Address(), ipv4Prefix);
    return { fault: 'mapped', network: `${network.toString()}/${ipv4Prefix}` };
  }
  const network = networkAddress(address, prefix).toString();
  const range = `${network}/${prefix}`;
  return network === address.toString() ? { range } : { fault: 'host_bits', network: range };
}

/** Whether every address of a range is in one of the others; all in their one spelling. */
export function coversRange(others: readonly string[], range: string): boolean {
  const [address = '', bits] = range.split('/');
  return others.some((other) => {
    const isWider = Number(other.split('/')[1]) <= Number(bits);
    return isWider && createIpRanges([other]).contains(address);
  });
}

const sizes = { ipv4: 32, ipv6: 128 } as const;
/** ::ffff:0:0/96, IPv4 addresses written as IPv6: RFC 4291 section 2.5.5.2. */
const mappedBits = 96;

function isMapped(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();
}

/** The zone of a link-local address is the name of an interface. */
function parse(text: string): Address | undefined {
  const spelling = text.split('%', 1)[0] ?? '';
  if (isIP(spelling) === 0) return undefined;
  const address = parseSpelling(spelling);
  return isMapped(address) ? address.toIPv4Address() : address;
}

/** The library takes `::192.0.2.1` for an IPv4 address, which it is not: it gets the end of an IPv6 address in hex. */
function parseSpelling(text: string): Address {
  const [, head, ...bytes] = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (head === undefined) return ipaddr.parse(text);
  const [high, low] = [bytes.slice(0, 2), bytes.slice(2)].map((pair) =>
    (Number(pair[0]) * 256 + Number(pair[1])).toString(16),
  );
  return ipaddr.parse(`${head}${high}:${low}`);
}

function networkAddress(address: Address, prefix: number): Address {
  const cidr = `${address.toString()}/${prefix}`;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
}
