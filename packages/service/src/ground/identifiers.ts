// Ids of our own making: UUID version 7 (RFC 9562), in lower case. Ids of one generator grow, also within
// a millisecond and when the clock is set back by up to a day, so rows are appended to their indexes and not scattered.
import type { Clock } from './clock.ts';

export type CreateId = () => string;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Enough for some 800 ids, so that asking the system for random bytes is rare. */
const poolSize = 8192;
const bytesPerId = 10;
/** Where the clock was set back by more, ids are of its time again: they tell the day. */
export const mostAheadMs = 86_400_000;

/**
 * Ids that tell their time and nothing else: 62 random bits each, besides a counter of 12 bits that begins
 * somewhere in its lower half at each millisecond.
 * @param deps.randomBytes a CSPRNG
 */
export function createIdGenerator(deps: {
  clock: Clock;
  randomBytes: (size: number) => Uint8Array;
}): CreateId {
  const { clock, randomBytes } = deps;
  let pool = randomBytes(poolSize);
  let used = 0;
  let lastMs = 0;
  let counter = 0;

  return () => {
    if (used + bytesPerId > poolSize) {
      pool = randomBytes(poolSize);
      used = 0;
    }
    const at = used;
    used += bytesPerId;
    const byte = (index: number): number => pool[at + index] ?? 0;

    const now = clock.now();
    if (now > lastMs || lastMs - now > mostAheadMs) {
      lastMs = now;
      counter = ((byte(0) << 3) | (byte(1) >> 5)) & 0x7ff;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        lastMs += 1;
        counter = byte(0) << 3;
      }
    }
    const high = Math.floor(lastMs / 0x1_0000);
    const low = lastMs % 0x1_0000;
    return (
      `${hex[(high >>> 24) & 0xff]}${hex[(high >>> 16) & 0xff]}${hex[(high >>> 8) & 0xff]}${hex[high & 0xff]}` +
      `-${hex[low >>> 8]}${hex[low & 0xff]}` +
      `-${hex[0x70 | (counter >>> 8)]}${hex[counter & 0xff]}` +
      `-${hex[0x80 | (byte(2) & 0x3f)]}${hex[byte(3)]}` +
      `-${hex[byte(4)]}${hex[byte(5)]}${hex[byte(6)]}${hex[byte(7)]}${hex[byte(8)]}${hex[byte(9)]}`
    );
  };
}

/** Not above the ids of a generator from that moment on, in milliseconds since 1970. */
export function lowestIdFrom(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
