// Chance drawn from a seed. A draw depends on the seed and on what it is drawn for, not on how many were
// drawn before it, so that a run replays although its calls arrive in another order.
import { createHash } from 'node:crypto';

export interface SeededRandom {
  /** A number from 0 up to 1, always the same for the same subject. */
  fraction(subject: string): number;
  /** A GUID, always the same for the same subject. */
  guid(subject: string): string;
}

/** 53 bits from a fast hash (cyrb53); nothing here needs to withstand an attacker. */
function hash53(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

export function createSeededRandom(seed: string): SeededRandom {
  return {
    fraction: (subject) => hash53(`${seed}\n${subject}`) / 2 ** 53,
    guid(subject) {
      const hex = createHash('sha256').update(`${seed}\n${subject}`).digest('hex');
      const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
}
