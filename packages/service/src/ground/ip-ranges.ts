// Ranges of IPv4 and IPv6 addresses in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3).
import { BlockList, isIP } from 'node:net';

export interface IpRanges {
  /** Whether an address is in one of the ranges; an IPv4 address written as IPv6 is in those of IPv4. */
  contains(this: void, address: string): boolean;
}

/** @param ranges valid ones; an address without a prefix length is a range of one address */
export function createIpRanges(ranges: readonly string[]): IpRanges {
  // One for each family: a list that has both finds IPv4 addresses in ranges of IPv6.
  const lists: Readonly<Record<Family, BlockList>> = {
    ipv4: new BlockList(),
    ipv6: new BlockList(),
  };
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    lists[family].addSubnet(address, bits === undefined ? sizes[family] : Number(bits), family);
  }
  return {
    contains(whole) {
      // The zone of a link-local address is the name of an interface.
      const address = unmapped(whole.split('%', 1)[0] ?? '');
      const family = familyOf(address);
      return isIP(address) !== 0 && lists[family].check(address, family);
    },
  };
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
  const family = familyOf(typed);
  const size = sizes[family];
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return { fault: 'not_a_range' };
  const number = numberOf(typed);
  if (family === 'ipv6' && number >> 32n === mappedPrefix) return mappedRange(number, prefix);
  const hostBits = BigInt(size - prefix);
  const network = (number >> hostBits) << hostBits;
  const range = `${textOf(network, family)}/${prefix}`;
  return network === number ? { range } : { fault: 'host_bits', network: range };
}

function mappedRange(number: bigint, prefix: number): RangeFault {
  const bits = prefix - (sizes.ipv6 - sizes.ipv4);
  if (bits < 0) return { fault: 'mapped' };
  const hostBits = BigInt(sizes.ipv4 - bits);
  const network = ((number & 0xffff_ffffn) >> hostBits) << hostBits;
  return { fault: 'mapped', network: `${textOf(network, 'ipv4')}/${bits}` };
}

/** Whether every address of a range is in one of the others; all in their one spelling. */
export function coversRange(others: readonly string[], range: string): boolean {
  const [address = '', bits] = range.split('/');
  return others.some((other) => {
    const isWider = Number(other.split('/')[1]) <= Number(bits);
    return isWider && createIpRanges([other]).contains(address);
  });
}

type Family = 'ipv4' | 'ipv6';

const sizes: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };
/** ::ffff:0:0/96, IPv4 addresses written as IPv6: RFC 4291 section 2.5.5.2. */
const mappedPrefix = 0xffffn;

function familyOf(address: string): Family {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** An IPv4 address as such, also where it is written as IPv6. */
function unmapped(address: string): string {
  if (!/ffff/i.test(address) || isIP(address) !== 6) return address;
  const number = numberOf(address);
  return number >> 32n === mappedPrefix ? textOf(number & 0xffff_ffffn, 'ipv4') : address;
}

function numberOf(address: string): bigint {
  if (familyOf(address) === 'ipv4') return fromParts(address.split('.').map(Number), 8n);
  // The address of a URL has one spelling: without dots, and with one gap at most.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const known = [...(front ?? []), ...(back ?? [])];
  const gap = Array.from({ length: 8 - known.length }, () => '0');
  return fromParts(
    [...(front ?? []), ...gap, ...(back ?? [])].map((part) => Number.parseInt(part, 16)),
    16n,
  );
}

function fromParts(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | BigInt(part), 0n);
}

function textOf(number: bigint, family: Family): string {
  const part = (index: number, bits: number) =>
    Number((number >> BigInt(index * bits)) & ((1n << BigInt(bits)) - 1n));
  if (family === 'ipv4') return [3, 2, 1, 0].map((index) => part(index, 8)).join('.');
  const groups = [7, 6, 5, 4, 3, 2, 1, 0].map((index) => part(index, 16).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
